"""The turns of two answers side by side, and the first that lead to different boards."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from layerlaw.solver.answer.differing import same
from layerlaw.solver.answer.outcome import BEARER, PLACE
from layerlaw.solver.board.columns import PERMISSIONS

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from layerlaw.solver.derivation.answer import Answer
    from layerlaw.solver.facts.records import Cell, TurnRecord, Value
    from layerlaw.solver.layers.order import LayerRun, Turn

Deed = tuple[str, int, int]
"""One operation of an effect: the effect's id, the instruction, and its place in it."""


@dataclass(frozen=True, slots=True)
class Step:
    """One turn of a derivation: its place among all of them, its layer, and what it changed.

    number: its place in the layer. real: whether it changed anything, bars included.
    """

    place: int
    run: LayerRun
    number: int
    record: TurnRecord
    deeds: tuple[Deed, ...]
    real: bool

    @property
    def turn(self) -> Turn:
        """The turn itself."""
        return self.run.turns[self.number]

    @property
    def effect(self) -> str:
        """The effect whose turn it is."""
        return self.record.effect

    def is_of(self, other: Step) -> bool:
        """Whether both are of one effect, with an operation in common."""
        return not set(self.deeds).isdisjoint(other.deeds)


def steps(derivation: Answer) -> tuple[Step, ...]:
    """Every turn of a derivation, layer by layer."""
    found: list[Step] = []
    for run, layer in zip(derivation.runs, derivation.layers, strict=True):
        for number, (turn, record) in enumerate(zip(run.turns, layer.turns, strict=True)):
            real = any(turn.after.changes_from(turn.before).values())
            found.append(Step(len(found), run, number, record, _deeds(turn), real))
    return tuple(found)


def _deeds(turn: Turn) -> tuple[Deed, ...]:
    effect = turn.part.effect
    return tuple(
        (effect.id, step.index, effect.ability.instructions[step.index].operations.index(p))
        for step in turn.part.steps
        for p in (prepared.operation for prepared in step.operations)
    )


def start_cells(derivation: Answer, characteristics: Iterable[str]) -> dict[Cell, Value]:
    """The cells of the board before any effect, of these characteristics."""
    return {
        (thing.id, characteristic): derivation.shown.cell(derivation.start, index, characteristic)
        for index, thing in enumerate(derivation.world.things)
        for characteristic in characteristics
    }


def shared_characteristics(one: Answer, other: Answer) -> tuple[str, ...]:
    """The characteristics of which both boards have cells to compare on the way.

    Of two rulebooks each has rules of its own on what may be done: marks are left out then.
    """
    known = set(other.shown.characteristics)
    if one.rulebook.id != other.rulebook.id:
        known.discard(PERMISSIONS)
    return tuple(name for name in one.shown.characteristics if name in known)


def compared(one: Answer, other: Answer) -> frozenset[str]:
    """The cells in which outcomes of the two are compared.

    Of different games what both have alone; of different rulebooks of one game permissions too,
    as far as `differing.shared_verbs` goes.
    """
    found = {*shared_characteristics(one, other), PLACE, BEARER}
    if one.rulebook.game == other.rulebook.game:
        found.add(PERMISSIONS)
    return frozenset(found)


@dataclass(frozen=True, slots=True)
class Fork:
    """The first steps that lead two derivations to different boards; None where nothing is left."""

    one: Step | None
    other: Step | None


def fork(one: Answer, other: Answer) -> Fork | None:
    """Where the turns of two derivations lead to different boards; None if they begin differently.

    Up to there the same has been done on both sides, perhaps in another order, and every cell is
    the same. Steps that change nothing are passed by, but for those of an effect whose step on the
    other side does change something.
    """
    both = steps(one), steps(other)
    met = _last_meeting(one, other, *([step for step in side if step.real] for side in both))
    if met is None:
        return None
    left = [
        [step for step in side if step.place >= reached]
        for side, reached in zip(both, met, strict=True)
    ]
    if other_turn := _other_turn(*left):
        return other_turn
    first, second = (next((step for step in side if step.real), None) for side in left)
    if first is not None and second is not None and first.is_of(second):
        return Fork(first, second)
    here = _idle(second, left[0], first), _idle(first, left[1], second)
    if here[0] is not None and here[1] is not None:
        return Fork(*here)
    if here[0] is not None or here[1] is not None:
        return Fork(here[0] or first, here[1] or second)
    # What went without any change before, and now would change something, went too early.
    if early := _idle(first, both[1], second):
        return Fork(_undone(both[0], both[1][: early.place]), early)
    if early := _idle(second, both[0], first):
        return Fork(early, _undone(both[1], both[0][: early.place]))
    return Fork(first, second)


def _other_turn(one: Sequence[Step], other: Sequence[Step]) -> Fork | None:
    """The first turn that another effect takes, if each goes in this layer on both sides."""
    for first, second in zip(one, other, strict=False):
        if first.run.layer != second.run.layer:
            return None
        if first.effect != second.effect:
            layer = first.run.layer
            goes = [
                {step.effect for step in side[side.index(at) :] if step.run.layer == layer}
                for side, at in ((one, first), (other, second))
            ]
            both = {first.effect, second.effect}
            return Fork(first, second) if both <= goes[0] & goes[1] else None
        if first.record != second.record:
            return None
    return None


def _undone(side: Sequence[Step], done: Sequence[Step]) -> Step | None:
    """The first step of the side that is none of those done."""
    deeds = {deed for step in done for deed in step.deeds}
    return next((step for step in side if deeds.isdisjoint(step.deeds)), None)


def _idle(wanted: Step | None, left: Sequence[Step], end: Step | None) -> Step | None:
    """The step of the wanted one's effect on this side, if it comes before `end` and is idle."""
    if wanted is None:
        return None
    for step in left:
        if step is end:
            return None
        if step.is_of(wanted):
            return step
    return None


def _last_meeting(
    one: Answer, other: Answer, first: list[Step], second: list[Step]
) -> tuple[int, int] | None:
    """The places after the last steps up to which the same was done with the same result.

    first, second: the steps that change something.
    """
    names = shared_characteristics(one, other)
    boards = start_cells(one, names), start_cells(other, names)
    apart = {cell for board in boards for cell in board if not _agree(boards[0], boards[1], cell)}
    if apart:
        return None
    undone: Counter[Deed] = Counter()
    done = [0, 0]
    at = [0, 0]
    met = (0, 0)
    sides = first, second
    while at[0] < len(first) or at[1] < len(second):
        behind = at[1] == len(second) or (at[0] < len(first) and done[0] <= done[1])
        side = 0 if behind else 1
        step = sides[side][at[side]]
        at[side] += 1
        done[side] += len(step.deeds)
        for deed in step.deeds:
            undone[deed] += 1 if side == 0 else -1
            if not undone[deed]:
                del undone[deed]
        for change in step.record.changes:
            cell = (change.object, change.characteristic)
            if cell in boards[side]:
                boards[side][cell] = change.after
                (apart.discard if _agree(boards[0], boards[1], cell) else apart.add)(cell)
        if not undone and not apart:
            met = (_reached(first, at[0]), _reached(second, at[1]))
    return met


def _reached(done: Sequence[Step], count: int) -> int:
    return done[count - 1].place + 1 if count else 0


def _agree(one: dict[Cell, Value], other: dict[Cell, Value], cell: Cell) -> bool:
    return same(one.get(cell), other.get(cell))
