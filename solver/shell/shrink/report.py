"""The report on a disagreement: the smallest scenario, what differs, and why on each side."""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.model.errors import LayerlawError
from layerlaw.solver.answer.explain import chain
from layerlaw.solver.board.columns import ABILITIES, PERMISSIONS
from layerlaw.solver.shell.engines.holding import left_out_words
from layerlaw.solver.shell.report.blocks import BLANK, Code, Grid, Heading, Inset, line
from layerlaw.solver.shell.report.json_form import document, json_with
from layerlaw.solver.shell.report.why import explanation, why_json
from layerlaw.solver.shell.report.words import counted, value_text
from layerlaw.solver.shell.shrink.card_steps import cards_of
from layerlaw.solver.shell.shrink.disagreement import ANSWERS, HISTORY

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from layerlaw.solver.answer.difference.cells import Difference
    from layerlaw.solver.answer.explain import ValueStep
    from layerlaw.solver.shell.report.blocks import Block
    from layerlaw.solver.shell.report.json_form import Json
    from layerlaw.solver.shell.shrink.disagreement import Disagreement, Party
    from layerlaw.solver.shell.shrink.shrinking import Shrunk
    from layerlaw.solver.shell.testing.state import JsonValue

MOST_TOLD = 3
"""Of so many cells the reasons are shown; the JSON has them all."""

_WHOLE = {ANSWERS: "answers", HISTORY: "the history"}


def shrunk_blocks(
    found: Shrunk,
    last: Disagreement,
    text: str,
    failures: Sequence[str] = (),
    left_out: Sequence[str] = (),
) -> list[Block]:
    """The whole report. text: the scenario as it is shown. failures: runs without an answer.

    left_out: what an engine said that is not compared, in words.
    """
    parts: list[Block] = [
        Heading(found.scenario.title, 1),
        line((f"{last.ours.label} against {last.theirs.label}", "yellow")),
        line(_summary(found)),
    ]
    if failures:
        head = f"In {len(failures)} of the tries the engine gave no state; the first time: "
        parts.append(line((f"{head}{failures[0]}", "yellow")))
    parts += [line((said, "yellow")) for said in not_compared(left_out)]
    parts += [Heading("The smallest scenario"), Code(text, indent=2)]
    parts += [BLANK, _table(last), *_reasons(last)]
    return parts


def shrunk_json(
    found: Shrunk,
    last: Disagreement,
    text: str,
    failures: Sequence[str] = (),
    left_out: Sequence[str] = (),
) -> Json:
    """The same as JSON."""
    return document(
        "shrink",
        title=found.scenario.title,
        disagrees=True,
        sides=(last.ours.label, last.theirs.label),
        scenario=text,
        differs=[json_with(cell, object=cell.object or None) for cell in last.differences],
        why=[
            [why_json(*cell, links) for cell, links, _ in _told(last, party)]
            for party in (last.ours, last.theirs)
        ],
        events=(len(found.original.events), len(found.scenario.events)),
        removed=found.removed,
        tries=found.tries,
        without_a_state=len(failures),
        not_compared=left_out,
        minimal=found.minimal,
        stopped=found.stopped or None,
    )


def not_compared(left_out: Sequence[str]) -> list[str]:
    """The line that says which parts of an engine's state were not compared, if any."""
    return [f"Not compared: {left_out_words(left_out)}"] if left_out else []


def agreed_json(title: str, message: str, left_out: Sequence[str] = ()) -> Json:
    """The same where there is no disagreement."""
    return document("shrink", title=title, disagrees=False, message=message, not_compared=left_out)


def _summary(found: Shrunk) -> str:
    counts = []
    for scenario in (found.original, found.scenario):
        events, cards = len(scenario.events), len(cards_of(scenario.play))
        counts.append(f"{counted(events, 'event')} and {counted(cards, 'card')}")
    tried = f"{counts[0]} became {counts[1]}, with {counted(found.tries, 'scenario')} tried"
    if found.minimal:
        return f"{tried}; no single step makes it smaller."
    why_not = "stopped early" if found.stopped == "interrupted" else "at the limit"
    return f"{tried}; {why_not}, so it may not be the smallest."


def _table(last: Disagreement) -> Grid:
    rows = tuple(
        (_WHOLE.get(cell.cell) or f"{cell.characteristic} of {cell.object}", *_values(cell, last))
        for cell in last.differences
    )
    return Grid("", (last.ours.label, last.theirs.label), rows, "What differs", fill=False)


def _values(one: Difference[JsonValue], last: Disagreement) -> tuple[str, str]:
    derivation = last.ours.derivation
    kind = derivation.shown.kinds.get(one.characteristic, "") if derivation else ""
    ours, theirs = one.values
    if one.characteristic in (ABILITIES, PERMISSIONS):
        # Of what both have nothing needs to be said.
        ours, theirs = _without(ours, theirs), _without(theirs, ours)
    return _text(ours, kind), _text(theirs, kind)


def _without(value: JsonValue, other: JsonValue) -> JsonValue:
    if not isinstance(value, list) or not isinstance(other, list):
        return value
    return [item for item in value if item not in other]


def _text(value: JsonValue, kind: str) -> str:
    if isinstance(value, list | tuple):
        return value_text(tuple(str(item) for item in value), kind)
    if value is None or isinstance(value, bool | int | str):
        return value_text(value, kind)
    return str(value)


def _told(
    last: Disagreement, party: Party
) -> Iterator[tuple[tuple[str, str], tuple[ValueStep, ...], str]]:
    """The cells that differ, with each side's chains of reasons."""
    derivation = party.derivation
    if derivation is None:
        return
    for difference in last.differences:
        try:
            links = chain(derivation, *difference.cell)
        except LayerlawError:
            # It is about no cell of the board, or this side knows no such cell.
            continue
        yield difference.cell, links, derivation.shown.kinds.get(difference.characteristic, "")


def _reasons(last: Disagreement) -> Iterator[Block]:
    for party in (last.ours, last.theirs):
        if party.refused:
            yield BLANK
            yield line((f"{party.label} cannot go on: ", "bold"), party.refused)
        told = list(_told(last, party))
        # What may be done mostly follows from what differs otherwise.
        telling = [entry for entry in told if entry[0][1] != PERMISSIONS] or told
        if told:
            yield Heading(f"Why, by {party.label}", 2, "bold cyan")
        for cell, links, kind in telling[:MOST_TOLD]:
            assert party.derivation is not None
            chain = explanation(party.derivation.rulebook, *cell, links, kind)
            yield Inset(tuple(chain), 2)
        shown = [cell for cell, _, _ in telling[:MOST_TOLD]]
        if len(told) > len(shown):
            more = [cell for cell, _, _ in told if cell not in shown]
            left = ", ".join(f"{name} of {id}" for id, name in more)
            yield line((f"and the same way for {left} (--cell, --json)", "dim"), indent=2)
