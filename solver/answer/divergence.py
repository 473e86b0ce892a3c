"""Where two histories part: the first event, layer and turn at which their answers differ."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

from layerlaw.model.errors import BadInput, LayerlawError
from layerlaw.model.scenarios.scenario import Together
from layerlaw.solver.answer.align import compared, fork
from layerlaw.solver.answer.differing import difference
from layerlaw.solver.answer.divergence_turn import (
    Side,
    at_turn,
    differently_read,
    readings_taken,
)
from layerlaw.solver.answer.explain import Reason, clauses
from layerlaw.solver.answer.situations import happenings, situations_apart
from layerlaw.solver.board.columns import PERMISSIONS
from layerlaw.solver.derivation.permissions import may, questions_on, redirected
from layerlaw.solver.play.history import History

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from layerlaw.model.scenarios.scenario import Event, Scenario
    from layerlaw.solver.answer.differing import Difference
    from layerlaw.solver.derivation.answer import Answer
    from layerlaw.solver.facts.records import Value

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
class Parting:
    """Where two histories part.

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
    one: Side
    other: Side
    points: tuple[str, ...] = ()


def part(
    one: Scenario,
    other: Scenario,
    *,
    left_out: tuple[frozenset[str], frozenset[str]] = (frozenset(), frozenset()),
) -> Parting | None:
    """Where the histories of two scenarios part; None if every state on the way is the same.

    left_out: for each side, ids of effects that never exist. Two histories with the same events in
    different places are compared where the same has happened in both. Differences that lead to the
    same board are passed by, and of different rulebooks what only one of them knows. A history
    that cannot go on parts from one that can at that event.
    """
    sides = _Watched(one, left_out=left_out[0]), _Watched(other, left_out=left_out[1])
    states = sides[0].states(), sides[1].states()
    count = [len(side.scenario.play) for side in sides]
    happened: Counter[tuple[int, int]] = Counter()
    last: list[Answer | None] = [None, None]
    for number in range(max(count)):
        now: list[Answer | str | None] = []
        for side, (watched, found) in enumerate(zip(sides, states, strict=True)):
            now.append(next(found, last[side]))
            for key in _keys(watched.scenario.play[number : number + 1]):
                happened[key] += 1 if side == 0 else -1
        events = tuple(w.scenario.play[min(number, len(w.scenario.play) - 1)] for w in sides)
        there = number + 1, (events[0], events[1])
        first, second = now
        if isinstance(first, str) or isinstance(second, str):
            return _refused(there, first, second, sides) if first != second else None
        assert first is not None and second is not None
        last = [first, second]
        if any(happened.values()) and number + 1 < max(count):
            continue
        found_apart = _apart(there, first, second)
        if found_apart is not None:
            return found_apart
    return None


There = tuple[int, tuple["Event", "Event"]]


class _Watched(History):
    """A history that shows every state before its checks, and its end where it cannot go on."""

    def __init__(self, scenario: Scenario, *, left_out: frozenset[str] = frozenset()) -> None:
        super().__init__(replace(scenario, play=scenario.events), left_out=left_out)
        self._before: Answer | None = None

    def carry_out_checks(self) -> None:
        """Carry them out, but keep the state that they find."""
        self._before = self.derivation()
        super().carry_out_checks()

    def states(self) -> Iterator[Answer | str]:
        """The state after every event; or why it cannot happen, and then no more."""
        try:
            for number, _ in enumerate(self.play(), 1):
                is_last = number == len(self.scenario.play)
                found = self.derivation() if is_last else self._before
                assert found is not None
                yield found
        except LayerlawError as error:
            yield message_of(error)


def message_of(error: LayerlawError) -> str:
    """What is wrong, without the place in the file."""
    if isinstance(error, BadInput):
        return "; ".join(problem.message for problem in error.problems)
    return str(error)


def _keys(events: Iterable[Event]) -> Iterator[tuple[int, int]]:
    for event in events:
        inner = event.events if isinstance(event, Together) else (event,)
        for each in inner:
            yield (each.where.line, each.where.column)


def _refused(
    there: There,
    first: Answer | str | None,
    second: Answer | str | None,
    sides: tuple[History, History],
) -> Parting:
    books = [history.table.rulebook for history in sides]
    points = differently_read(*books)
    made = [
        Side(
            None if isinstance(state, str) else state,
            (f"cannot happen: {state}" if isinstance(state, str) else "happens",),
            readings_taken(book, points),
        )
        for state, book in zip((first, second), books, strict=True)
    ]
    return Parting("refused", *there, "", 0, made[0], made[1], points)


def _apart(there: There, one: Answer, other: Answer) -> Parting | None:
    """Where two answers part; None if their outcomes are the same."""
    found = difference(one, other)
    shared = compared(one, other)
    cells = [cell for cell in found.cells if cell.characteristic in shared]
    alone = not cells and not found.zones and found.verdicts is None
    same_book = one.rulebook.id == other.rulebook.id
    if alone and not any(found.fates) and not (found.answers and same_book):
        return None
    points = differently_read(one.rulebook, other.rulebook)

    def whole(
        kind: Kind, says: tuple[tuple[str, ...], tuple[str, ...]], why: tuple[Reason, ...] = ()
    ) -> Parting:
        sides = [
            Side(d, text, (*why, *readings_taken(d.rulebook, points)))
            for d, text in zip((one, other), says, strict=True)
        ]
        return Parting(kind, *there, "", 0, sides[0], sides[1], points)

    if one.verdict != "settled" or other.verdict != "settled":
        return whole("answers", (_answers(one), _answers(other)))
    if alone and any(found.fates):
        return whole("checks", (_fates(found, 0), _fates(found, 1)))
    beforehand = situations_apart(one, other)
    forked = fork(one, other)
    if forked is not None:
        concerned = {
            f"effect {step.effect}" for step in (forked.one, forked.other) if step is not None
        }
        beforehand = {id: apart for id, apart in beforehand.items() if id in concerned}
    if forked is not None and not beforehand:
        if forked.one is None and forked.other is None:
            parting = whole("end", (_final(found, 0), _final(found, 1)))
            if all(cell.characteristic == PERMISSIONS for cell in cells):
                parted = {cell.object: None for cell in cells}
                why = [_decided(d, e, parted) for d, e in ((one, other), (other, one))]
                return replace(
                    parting,
                    one=replace(parting.one, reasons=why[0] + parting.one.reasons),
                    other=replace(parting.other, reasons=why[1] + parting.other.reasons),
                )
            floors = [clauses(d.rulebook, "floor") for d in (one, other)]
            return replace(
                parting,
                one=parting.one.because("the final state, with its floors", floors[0]),
                other=parting.other.because("the final state, with its floors", floors[1]),
            )
        kind, layer, turn, sides = at_turn(one, other, forked)
        return Parting(kind, *there, layer, turn, *sides, points)
    says = _beforehand(one, other, found, beforehand)
    parting = whole("situation", says)
    ids = tuple(beforehand)
    parting = replace(
        parting,
        one=replace(parting.one, reasons=happenings(one, other, ids) + parting.one.reasons),
        other=replace(parting.other, reasons=happenings(other, one, ids) + parting.other.reasons),
    )
    if forked is None:
        return parting
    _, layer, turn, sides = at_turn(one, other, forked)
    return replace(
        parting,
        layer=layer,
        turn=turn,
        one=replace(parting.one, run=sides[0].run, number=sides[0].number),
        other=replace(parting.other, run=sides[1].run, number=sides[1].number),
    )


# --- what is said -------------------------------------------------------------------------


def _decided(here: Answer, there: Answer, objects: Iterable[str]) -> tuple[Reason, ...]:
    """What decides on this side about what these objects may do, where it is otherwise there."""
    found: dict[Reason, None] = {}
    for object in objects:
        for who, action, passive, to in questions_on(here, object):
            if {who, to} - {None} <= there.world.index.keys():
                mine, theirs = (may(d, who, action, to, passive) for d in (here, there))
                if mine.allowed is not theirs.allowed:
                    decides = [one for one in mine.statements if one.standing == "decides"]
                    for one in decides:
                        text = f"{one.effect} decides: {one.text}"
                        rests = (mine.clause,) if len(mine.statements) > 1 and mine.clause else ()
                        why = f" ({one.why})" if one.why else ""
                        found[Reason(text + why, rests)] = None
        for zone in here.rulebook.zones:
            mine_to, their_to = redirected(here, object, zone), redirected(there, object, zone)
            if mine_to.to != their_to.to and mine_to.effect is not None:
                text = f"{mine_to.effect} decides: {object} goes to {mine_to.to} instead of {zone}"
                found[Reason(f"{text} (the newest effect's word)", ())] = None
    return tuple(found)


def _beforehand(
    one: Answer,
    other: Answer,
    found: Difference,
    apart: dict[str, tuple[tuple[str, ...], tuple[str, ...]]],
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    says: tuple[list[str], list[str]] = ([], [])
    for first, second in apart.values():
        says[0].extend(first)
        says[1].extend(second)
    if not apart:
        # Under different rulebooks the same cards may begin with other values.
        return _final(found, 0), _final(found, 1)
    return tuple(says[0]), tuple(says[1])


def _final(found: Difference, side: int) -> tuple[str, ...]:
    return tuple(
        f"{cell.characteristic} of {cell.object} is {_shown((cell.one, cell.other)[side])}"
        for cell in found.cells
    )


def _shown(value: Value) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple):
        return ", ".join(value) or "none"
    return "none" if value is None else str(value)


def _fates(found: Difference, side: int) -> tuple[str, ...]:
    return tuple(f"{fate.object} {fate.verdict}" for fate in found.fates[side]) or (
        "the checks do not find it",
    )


def _answers(derivation: Answer) -> tuple[str, ...]:
    if derivation.answers is None:
        return ("effects apply one after another: one answer",)
    if derivation.verdict == "paradox":
        return ("no answer: a paradox",)
    always = set.intersection(*(set(answer.effects) for answer in derivation.answers))
    if derivation.verdict == "settled":
        return ("one answer",)
    return (
        f"{len(derivation.answers)} answers",
        *(
            f"answer {number}: in force besides what always is: "
            + (", ".join(id for id in answer.effects if id not in always) or "nothing")
            for number, answer in enumerate(derivation.answers, 1)
        ),
    )
