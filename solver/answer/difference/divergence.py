"""Where two histories diverge: the first event, layer and turn at which their answers differ."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING, Literal

from layerlaw.model.dataclass import dataclass
from layerlaw.model.scenarios.events import Together
from layerlaw.solver.answer.difference.answers import comparable_difference
from layerlaw.solver.answer.difference.diverging_turn import (
    DivergentSide,
    at_turn,
    differently_read,
    readings_taken,
)
from layerlaw.solver.answer.difference.observed import (
    AfterEvent,
    Derivations,
    ObservedHistory,
    same_situation,
)
from layerlaw.solver.answer.difference.same_table import same_table
from layerlaw.solver.answer.difference.situations import happenings, situation_differences
from layerlaw.solver.answer.difference.turns import fork
from layerlaw.solver.answer.explain import Reason, clauses
from layerlaw.solver.board.columns import PERMISSIONS
from layerlaw.solver.derivation.permissions import may, questions_on
from layerlaw.solver.derivation.redirections import redirected

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from layerlaw.model.scenarios.events import Event
    from layerlaw.model.scenarios.scenario import Scenario
    from layerlaw.solver.answer.difference.answers import AnswerDifference
    from layerlaw.solver.answer.difference.situations import InWords
    from layerlaw.solver.derivation.answer import Answer
    from layerlaw.solver.facts.records import Value
    from layerlaw.solver.play.history import History

Kind = Literal[
    "refused",
    "situation",
    "layers",
    "graph",
    "turn",
    "change",
    "conditions",
    "answers",
    "checks",
    "end",
]
"""What differs first: one history cannot go on; what stands before any effect; an effect's part
works in another layer; other dependencies (and by that another effect goes next); another effect
goes next; the same effect goes and does something else; another condition holds; other answers, of
effects at the same time; what the checks find; how the final state is read."""


@dataclass(frozen=True, slots=True)
class Divergence:
    """Where two histories diverge.

    event: its number, from 1. events: what happened then on both sides, the same but where what
    happens differs. layer: its id, on the first side if something goes there, "" where no layer
    matters. turn: its number in the layer, from 1, the lesser of both sides'; 0 where no turn
    matters. points: the open points that the sides read differently.
    """

    kind: Kind
    event: int
    events: tuple[Event, Event]
    layer: str
    turn: int
    one: DivergentSide
    other: DivergentSide
    points: tuple[str, ...] = ()


def first_divergence(
    one: Scenario,
    other: Scenario,
    *,
    left_out: tuple[frozenset[str], frozenset[str]] = (frozenset(), frozenset()),
) -> Divergence | None:
    """Where the histories of two scenarios diverge; None if every state on the way is the same.

    left_out: for each side, ids of effects that never exist. Two histories with the same events in
    different places are compared where the same has happened in both. Differences that lead to the
    same board are skipped, and of different rulebooks what only one of them knows. A history that
    cannot go on diverges at that event from one that can.
    """
    derivations = Derivations()
    sides = tuple(
        ObservedHistory(scenario, left_out=out, derivations=derivations)
        for scenario, out in zip((one, other), left_out, strict=True)
    )
    return divergence_of((sides[0], sides[1]), (sides[0].moments(), sides[1].moments()))


def divergence_of(
    sides: tuple[History, History],
    moments: tuple[Iterable[AfterEvent | str], Iterable[AfterEvent | str]],
) -> Divergence | None:
    """Where two histories diverge, as `first_divergence` has it, by what stood at each moment."""
    coming = [iter(side) for side in moments]
    lengths = [len(side.scenario.play) for side in sides]
    # How many times more an event has happened on the first side than on the other.
    happened: Counter[tuple[int, int]] = Counter()
    last: list[AfterEvent | str | None] = [None, None]
    for number in range(max(lengths)):
        for side, history in enumerate(sides):
            last[side] = next(coming[side], last[side])
            for place in _places(history.scenario.play[number : number + 1]):
                happened[place] += 1 if side == 0 else -1
        events = tuple(
            side.scenario.play[min(number, len(side.scenario.play) - 1)] for side in sides
        )
        happening = number + 1, (events[0], events[1])
        one, other = last
        assert one is not None and other is not None
        if isinstance(one, AfterEvent) and isinstance(other, AfterEvent):
            # In between nothing is compared, and of the same the same follows.
            if any(happened.values()) and number + 1 < max(lengths):
                continue
            if same_situation(one.before.situation, other.before.situation):
                continue
        first, second = (_answered(one), _answered(other))
        if isinstance(first, str) or isinstance(second, str):
            return _refused(happening, first, second, sides) if first != second else None
        divergence = _divergence(happening, first, second)
        if divergence is not None:
            return divergence
    return None


def _answered(moment: AfterEvent | str) -> Answer | str:
    """The answer before the checks; or why there is none."""
    return moment if isinstance(moment, str) else moment.before.answer()


Happens = tuple[int, tuple["Event", "Event"]]
"""The number of an event, from 1, and the event on both sides."""


def _places(events: Iterable[Event]) -> Iterator[tuple[int, int]]:
    for event in events:
        for single in event.events if isinstance(event, Together) else (event,):
            yield (single.where.line, single.where.column)


def _refused(
    moment: Happens,
    first: Answer | str | None,
    second: Answer | str | None,
    histories: tuple[History, History],
) -> Divergence:
    books = [history.table.rulebook for history in histories]
    points = differently_read(*books)
    sides = [
        DivergentSide(
            None if isinstance(state, str) else state,
            (f"cannot happen: {state}" if isinstance(state, str) else "happens",),
            readings_taken(book, points),
        )
        for state, book in zip((first, second), books, strict=True)
    ]
    return Divergence("refused", *moment, "", 0, sides[0], sides[1], points)


def _divergence(moment: Happens, one: Answer, other: Answer) -> Divergence | None:
    """How the answers after an event differ; None if their outcomes are the same."""
    if same_table(one, other):
        return None
    difference = comparable_difference(one, other)
    if difference.nothing:
        return None
    points = differently_read(one.rulebook, other.rulebook)

    def whole(
        kind: Kind, says: InWords, why: tuple[tuple[Reason, ...], ...] = ((), ())
    ) -> Divergence:
        """The divergence of the answers as a whole, with reasons for each side."""
        sides = [
            DivergentSide(answer, text, (*reasons, *readings_taken(answer.rulebook, points)))
            for answer, text, reasons in zip((one, other), says, why, strict=True)
        ]
        return Divergence(kind, *moment, "", 0, sides[0], sides[1], points)

    if one.verdict != "settled" or other.verdict != "settled":
        return whole("answers", (_answers(one), _answers(other)))
    if any(difference.fates) and not difference.cells and not difference.zones:
        return whole("checks", (_fates(difference, 0), _fates(difference, 1)))
    beforehand = situation_differences(one, other)
    forked = fork(one, other)
    if forked is not None:
        concerned = {
            f"effect {turn.effect}" for turn in (forked.one, forked.other) if turn is not None
        }
        beforehand = {id: words for id, words in beforehand.items() if id in concerned}
    if forked is not None and not beforehand:
        if forked.one is None and forked.other is None:
            return whole("end", _final(difference), _why_final(difference, one, other))
        kind, layer, turn, sides = at_turn(one, other, forked)
        return Divergence(kind, *moment, layer, turn, *sides, points)
    # Under different rulebooks the same cards may begin with other values.
    says = _joined(beforehand.values()) if beforehand else _final(difference)
    ids = tuple(beforehand)
    divergence = whole(
        "situation", says, (happenings(one, other, ids), happenings(other, one, ids))
    )
    if forked is None:
        return divergence
    _, layer, turn, sides = at_turn(one, other, forked)
    return replace(
        divergence,
        layer=layer,
        turn=turn,
        one=replace(divergence.one, run=sides[0].run, number=sides[0].number),
        other=replace(divergence.other, run=sides[1].run, number=sides[1].number),
    )


def _why_final(
    difference: AnswerDifference, one: Answer, other: Answer
) -> tuple[tuple[Reason, ...], tuple[Reason, ...]]:
    """Why the same board is read differently in the end: its permissions, or its floors."""
    if all(cell.characteristic == PERMISSIONS for cell in difference.cells):
        objects = dict.fromkeys(cell.object for cell in difference.cells)
        return _decided(one, other, objects), _decided(other, one, objects)
    one_floor, other_floor = (
        Reason("the final state, with its floors", clauses(answer.rulebook, "floor"))
        for answer in (one, other)
    )
    return (one_floor,), (other_floor,)


def _decided(here: Answer, there: Answer, objects: Iterable[str]) -> tuple[Reason, ...]:
    """What decides on this side about what these objects may do, where it is otherwise there."""
    reasons: dict[Reason, None] = {}
    for object in objects:
        for who, action, passive, to in questions_on(here, object):
            if {who, to} - {None} <= there.world.index.keys():
                ours, theirs = (may(side, who, action, to, passive) for side in (here, there))
                if ours.allowed is not theirs.allowed:
                    rests = (ours.clause,) if len(ours.statements) > 1 and ours.clause else ()
                    for statement in ours.statements:
                        if statement.standing == "decides":
                            text = f"{statement.effect} decides: {statement.text}"
                            why = f" ({statement.why})" if statement.why else ""
                            reasons[Reason(text + why, rests)] = None
        for zone in here.rulebook.zones:
            ours_to, theirs_to = redirected(here, object, zone), redirected(there, object, zone)
            if ours_to.to != theirs_to.to and ours_to.effect is not None:
                text = f"{ours_to.effect} decides: {object} goes to {ours_to.to} instead of {zone}"
                reasons[Reason(f"{text} (the newest effect's word)", ())] = None
    return tuple(reasons)


# --- what is said -------------------------------------------------------------------------


def _joined(words: Iterable[InWords]) -> InWords:
    here, there = zip(*words, strict=True)
    return tuple(text for texts in here for text in texts), tuple(
        text for texts in there for text in texts
    )


def _final(difference: AnswerDifference) -> InWords:
    ours, theirs = (
        tuple(
            f"{cell.characteristic} of {cell.object} is {_shown(cell.values[side])}"
            for cell in difference.cells
        )
        for side in (0, 1)
    )
    return ours, theirs


def _shown(value: Value) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple):
        return ", ".join(value) or "none"
    return "none" if value is None else str(value)


def _fates(difference: AnswerDifference, side: int) -> tuple[str, ...]:
    return tuple(f"{fate.object} {fate.verdict}" for fate in difference.fates[side]) or (
        "the checks do not find it",
    )


def _answers(answer: Answer) -> tuple[str, ...]:
    if answer.answers is None:
        return ("effects apply one after another: one answer",)
    if answer.verdict == "paradox":
        return ("no answer: a paradox",)
    always = set.intersection(*(set(state.effects) for state in answer.answers))
    if answer.verdict == "settled":
        return ("one answer",)
    return (
        f"{len(answer.answers)} answers",
        *(
            f"answer {number}: in force besides what always is: "
            + (", ".join(id for id in state.effects if id not in always) or "nothing")
            for number, state in enumerate(answer.answers, 1)
        ),
    )
