"""What answers come to, in a sentence each that says only where they differ."""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.solver.answer.difference.answers import differing_cells
from layerlaw.solver.answer.difference.outcome import outcome
from layerlaw.solver.derivation.answer import Answer

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from layerlaw.solver.facts.records import Value

MOST = 3
"""So many differences are told."""


def answers_in_words(
    answers: Sequence[Answer | str],
    only: Collection[str] | None = None,
    *,
    one_game: bool | None = None,
) -> tuple[str, ...]:
    """For each answer what it says where the answers differ; a text is why there is none.

    only: the characteristics that may be told of answers of different games, whose zones and
    checks can't be held against each other (None: one game, everything). one_game: zones and
    checks are told all the same.
    """
    if one_game is None:
        one_game = only is None
    known = [answer for answer in answers if isinstance(answer, Answer)]
    cells = differing_cells(known) if len(known) > 1 else ()
    names = [one.cell for one in cells if only is None or one.characteristic in only]
    # What an object may do mostly follows from the rest.
    telling = [cell for cell in names if cell[1] != "permissions" and " " not in cell[1]]
    told = (telling or names)[:MOST]
    return tuple(_said(answer, told, known, one_game=one_game) for answer in answers)


def _said(
    answer: Answer | str,
    cells: Sequence[tuple[str, str]],
    known: Sequence[Answer],
    *,
    one_game: bool,
) -> str:
    if isinstance(answer, str):
        return f"there is no answer: {answer}"
    certain = outcome(answer).cells
    parts = [value_in_words(*cell, certain.get(cell)) for cell in cells]
    if len({(one.verdict, len(one.states)) for one in known}) > 1:
        count = len(answer.states)
        parts.insert(0, {0: "there is no answer", 1: "one answer"}.get(count, f"{count} answers"))
    if not one_game:
        return ", ".join(parts) or "what applies there comes from other effects"
    dying = sorted(f"{fate.object} {fate.verdict}" for fate in answer.fates)
    if len({one.fates for one in known}) > 1:
        parts.append(" and ".join(dying) or "nothing dies")
    zones = {thing.id: thing.zone for thing in answer.situation.things}
    others = [{thing.id: thing.zone for thing in one.situation.things} for one in known]
    parts += [
        f"{object} is in {zones.get(object, 'no zone')}"
        for object in zones
        if any(zones_there.get(object) != zones[object] for zones_there in others)
    ]
    return ", ".join(parts) or "what applies there comes from other effects"


def value_in_words(object: str, characteristic: str, value: Value) -> str:
    """One value of an object's in words: `power of V is 3`, `V is not silenced`."""
    if isinstance(value, bool):
        return f"{object} is {'' if value else 'not '}{characteristic}"
    if value is None or value == ():
        return f"{characteristic} of {object}: none"
    if isinstance(value, tuple):
        return f"{characteristic} of {object}: {', '.join(value)}"
    return f"{characteristic} of {object} is {value}"
