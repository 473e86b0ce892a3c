"""A history event by event: what each one changed in the derived state."""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.solver.shell.report.answer_blocks import fates, final, happening
from layerlaw.solver.shell.report.blocks import BLANK, Heading, line
from layerlaw.solver.shell.report.json_form import document
from layerlaw.solver.shell.report.names import object_name
from layerlaw.solver.shell.report.parting import written
from layerlaw.solver.shell.report.words import happened_in_order, value_text

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from layerlaw.model.scenarios.events import Event
    from layerlaw.solver.derivation.answer import Answer
    from layerlaw.solver.facts.records import Cell, Value
    from layerlaw.solver.shell.report.blocks import Block
    from layerlaw.solver.shell.report.json_form import Json

State = tuple["Event", "Answer"]
"""An event and the state after it."""


def changes(before: Answer | None, after: Answer) -> Iterator[tuple[Cell, Value, Value]]:
    """The cells that differ, with their values; an object that was not there had none."""
    old = {} if before is None else before.final
    for cell, value in after.final.items():
        if cell in old and old[cell] != value:
            yield cell, old[cell], value


def each_blocks(title: str, states: Sequence[State]) -> list[Block]:
    """Every event with what it changed, then the final state."""
    parts: list[Block] = [Heading(title, 1)]
    before: Answer | None = None
    for number, (event, after) in enumerate(states, 1):
        parts.append(line((f"{number}. {written(event)}", "bold cyan")))
        for (object, characteristic), old, new in changes(before, after):
            kind = after.shown.kinds.get(characteristic, "")
            moved = f"{value_text(old, kind)} -> {value_text(new, kind)}"
            name = object_name(after, object)
            parts.append(line((f"{characteristic} of {name}: {moved}", "green"), indent=3))
        told = len(before.chronicle) if before is not None else 0
        came = happened_in_order(after.chronicle[told:])
        parts += [happening(after, one, indent=3) for one in came]
        if after.verdict != "settled":
            parts.append(line((after.verdict, "yellow"), indent=3))
        before = after
    if before is not None:
        parts += [Heading("Final state"), *final(before), BLANK, *fates(before)]
    return parts


def each_json(title: str, states: Sequence[State]) -> Json:
    """The same as JSON."""
    befores = [None, *(answer for _, answer in states)]
    events = [
        {
            "line": event.where.line,
            "event": written(event),
            "verdict": after.verdict,
            "changes": [
                {"object": object, "characteristic": characteristic, "before": old, "after": new}
                for (object, characteristic), old, new in changes(before, after)
            ],
        }
        for before, (event, after) in zip(befores, states, strict=False)
    ]
    return document("each event", title=title, events=events)
