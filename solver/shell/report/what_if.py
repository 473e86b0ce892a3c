"""What would be otherwise: the question, what changes, and the step at which the answers part."""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.solver.answer.difference.answers import AnswerDifference
from layerlaw.solver.board.columns import ABILITIES, BASE, PERMISSIONS
from layerlaw.solver.certainty.what_if import Question, WhatIf
from layerlaw.solver.facts.situation import RULES
from layerlaw.solver.shell.report.answer_blocks import final
from layerlaw.solver.shell.report.blocks import BLANK, Grid, Heading, line
from layerlaw.solver.shell.report.json_form import json_with, written_as
from layerlaw.solver.shell.report.names import object_name
from layerlaw.solver.shell.report.parting import parting_blocks, parting_json, written
from layerlaw.solver.shell.report.words import layer_text, value_text

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from layerlaw.solver.answer.difference.cells import Difference
    from layerlaw.solver.derivation.answer import Answer
    from layerlaw.solver.facts.records import Value
    from layerlaw.solver.shell.report.blocks import Block
    from layerlaw.solver.shell.report.json_form import Json

LABELS = ("really", "then")

ComparedRow = tuple[str, str, str]
"""What differs, how it really is, and how it would be."""


def question_text(question: Question) -> str:
    """The question in one sentence."""
    pieces: list[str] = []
    if question.timestamps_only:
        pieces.append("effects went by timestamps only")
    if question.without:
        pieces.append(f"there were no {' and no '.join(question.without)}")
    pieces += [f"{one} and {other} came in each other's place" for one, other in question.swaps]
    if question.order:
        pieces.append(f"the order were {', '.join(question.order)}")
    if question.under is not None:
        pieces.append(f"{question.under.rulebook.id} were the rulebook")
    pieces += [f"{point} were read as {reading}" for point, reading in question.readings.items()]
    return f"What if {', and '.join(pieces)}?"


def what_if_blocks(answer: WhatIf) -> list[Block]:
    """The whole answer: what changes, and where the two histories part."""
    parts: list[Block] = [
        Heading(answer.scenario.title, 1),
        line((question_text(answer.question), "yellow")),
    ]
    if answer.left_out and set(answer.left_out) != set(answer.question.without):
        parts.append(line((f"left out: {', '.join(answer.left_out)}", "dim")))
    parts.append(BLANK)
    if answer.difference is None:
        parts += _without_answer(answer)
    else:
        parts += _changes(answer, answer.difference)
    if answer.divergence is not None:
        if answer.difference is not None and answer.difference.nothing:
            parts += [BLANK, line("On the way there was a difference, which did not last.")]
        parts += [BLANK, *parting_blocks(answer.divergence, LABELS)]
    return parts


def _without_answer(answer: WhatIf) -> Iterator[Block]:
    """One history or both cannot go on; of the other one its final state."""
    for label, derivation, refused, stops, scenario in (
        ("Really", answer.really, answer.really_refused, answer.really_stops, answer.scenario),
        ("Then", answer.then, answer.refused, answer.stops, answer.other),
    ):
        if derivation is None:
            head = f"{label} event {stops} cannot happen: "
            event = written(scenario.events[stops - 1])
            yield line((head, "bold red"), refused, (f"  [{event}]", "dim"))
        elif label == "Then":
            yield line(("Then every event happens, and in the end", "bold"))
            yield from final(derivation)


# --- what changes -------------------------------------------------------------------------


def _changes(answer: WhatIf, difference: AnswerDifference) -> Iterator[Block]:
    really, then = answer.really, answer.then
    assert really is not None and then is not None
    orders = list(_orders(difference, really, then))
    if difference.nothing:
        text = "Nothing changes now"
        text += ", though the order of effects does:" if orders else ", nor does the order."
        yield line((text, "bold"))
    rows = (*_outcome_rows(difference, really, then), *orders)
    if rows:
        yield Grid("", LABELS, rows, fill=False)


def _outcome_rows(
    difference: AnswerDifference, really: Answer, then: Answer
) -> Iterator[ComparedRow]:
    if difference.verdicts is not None:
        first, second = difference.verdicts
        yield ("answers", _verdict(*first), _verdict(*second))
    elif difference.answers and not difference.cells and not difference.zones:
        yield ("answers", "some", "others")
    names = {
        id: object_name(answer, id)
        for answer in (then, really)
        for id in (thing.id for thing in answer.world.things)
    }

    def called(id: str) -> str:
        return names.get(id, id)

    for zone in difference.zones:
        yield (f"zone of {called(zone.object)}", zone.ours or "nowhere", zone.theirs or "nowhere")
    numbers = {cell.cell: cell for cell in difference.cells}
    for cell in difference.cells:
        number = numbers.get((cell.object, cell.characteristic.removeprefix(BASE)))
        as_number = number is not None and number.values == cell.values
        if number is not cell and as_number:
            # A base value says something only where the number has become another.
            continue
        one, other = _values(cell, really, then)
        yield (f"{cell.characteristic} of {called(cell.object)}", one, other)
    for side, fates in enumerate(difference.fates):
        for fate in fates:
            text = f"{fate.verdict} ({fate.clause})"
            name = called(fate.object)
            yield (name, text, "-") if side == 0 else (name, "-", text)


def _verdict(verdict: str, count: int) -> str:
    return "none: a paradox" if verdict == "paradox" else str(count)


def _values(cell: Difference[Value], really: Answer, then: Answer) -> tuple[str, str]:
    kinds = {**then.shown.kinds, **really.shown.kinds}
    kind = kinds.get(cell.characteristic, "")
    one, other = cell.values
    if cell.characteristic in (ABILITIES, PERMISSIONS):
        # Of what both have nothing needs to be said.
        one, other = _without(one, other), _without(other, one)
    texts = [value_text(value, kind) for value in (one, other)]
    one_text, other_text = (
        "open" if gap == "open" else text for text, gap in zip(texts, cell.gaps, strict=True)
    )
    return one_text, other_text


def _without(value: Value, other: Value) -> Value:
    if not isinstance(value, tuple) or not isinstance(other, tuple):
        return value
    return tuple(label for label in value if label not in other)


def _orders(difference: AnswerDifference, really: Answer, then: Answer) -> Iterator[ComparedRow]:
    layers = [[layer.id for layer in d.rulebook.layers] for d in (really, then)]
    if layers[0] != layers[1]:
        yield from _whole_orders(really, then)
        return
    names = {
        layer.id: layer_text(layer)
        for derivation in (then, really)
        for layer in derivation.rulebook.layers
    }
    for order in difference.orders:
        shown = [_listed(effects) for effects in order.orders]
        if shown[0] != shown[1]:
            name = f"order in layer {names[order.layer]}"
            yield (name, shown[0] or "nothing", shown[1] or "nothing")


def _whole_orders(really: Answer, then: Answer) -> Iterator[ComparedRow]:
    """The order over all layers, where each side has its own."""
    shown = [
        _listed(t.effect for record in d.layers for t in record.turns if t.verdict == "applied")
        for d in (really, then)
    ]
    if shown[0] != shown[1]:
        yield ("order", shown[0] or "nothing", shown[1] or "nothing")


def _listed(effects: Iterable[str]) -> str:
    """The effects but for those of the rules."""
    return ", ".join(id for id in effects if not id.startswith(f"{RULES}."))


# --- JSON ---------------------------------------------------------------------------------


def _refusal(there: Answer | None, event: int, message: str) -> Json:
    return None if there is not None else {"event": event, "message": message}


written_as(
    WhatIf,
    ("title", "scenario.title"),
    *("question", "left out"),
    ("refused", lambda answer: _refusal(answer.then, answer.stops, answer.refused)),
    (
        "really refused",
        lambda answer: _refusal(answer.really, answer.really_stops, answer.really_refused),
    ),
    ("changes", lambda answer: answer.difference and not answer.difference.nothing),
    "difference",
    ("parting", lambda answer: answer.divergence and parting_json(answer.divergence, LABELS)),
    document="what-if",
)
written_as(
    Question,
    ("text", question_text),
    *("timestamps only", "without", "swaps", "order"),
    ("rulebook", lambda question: question.under and question.under.rulebook.id),
    "readings",
)
# Of two values that of the first side comes first.
written_as(
    AnswerDifference,
    (
        "cells",
        lambda difference: [
            json_with(cell, open=[gap == "open" for gap in cell.gaps]) for cell in difference.cells
        ],
    ),
    (
        "zones",
        lambda difference: [
            {"object": zone.object, "zones": zone.values} for zone in difference.zones
        ],
    ),
    ("checks", "fates"),
    (
        "verdicts",
        lambda difference: (
            difference.verdicts
            and [{"verdict": verdict, "answers": count} for verdict, count in difference.verdicts]
        ),
    ),
    ("other answers", "answers"),
    ("order", "orders"),
)
