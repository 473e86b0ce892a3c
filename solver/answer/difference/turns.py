"""The turns of two answers side by side, and the first that lead to different boards."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from layerlaw.model.dataclass import dataclass
from layerlaw.solver.answer.difference.answers import shared_characteristics
from layerlaw.solver.answer.difference.cells import same

if TYPE_CHECKING:
    from collections.abc import Sequence

    from layerlaw.solver.derivation.answer import Answer
    from layerlaw.solver.facts.records import Cell, TurnRecord, Value
    from layerlaw.solver.layers.runs import LayerRun, Turn

OperationKey = tuple[str, int, int]
"""One operation of an effect: the effect's id, the instruction, and its place in it."""


@dataclass(frozen=True, slots=True)
class AlignedTurn:
    """One turn of an answer: its place among all turns, its layer, and what it changed.

    number: its place in the layer. real: whether it changed anything, bars included.
    """

    place: int
    run: LayerRun
    number: int
    record: TurnRecord
    operations: tuple[OperationKey, ...]
    real: bool

    @property
    def turn(self) -> Turn:
        """The turn itself."""
        return self.run.turns[self.number]

    @property
    def effect(self) -> str:
        """The effect whose turn it is."""
        return self.record.effect

    def shares_operation(self, other: AlignedTurn) -> bool:
        """Whether both turns belong to one effect and have an operation in common."""
        return not set(self.operations).isdisjoint(other.operations)


@dataclass(frozen=True, slots=True)
class Fork:
    """The first turns that lead two answers to different boards; None where no turn is left."""

    one: AlignedTurn | None
    other: AlignedTurn | None


def aligned_turns(answer: Answer) -> tuple[AlignedTurn, ...]:
    """Every turn of an answer, layer by layer."""
    turns: list[AlignedTurn] = []
    for run, layer in zip(answer.runs, answer.layers, strict=True):
        for number, (turn, record) in enumerate(zip(run.turns, layer.turns, strict=True)):
            real = any(turn.after.changes_from(turn.before).values())
            turns.append(AlignedTurn(len(turns), run, number, record, _operations(turn), real))
    return tuple(turns)


def _operations(turn: Turn) -> tuple[OperationKey, ...]:
    effect = turn.part.effect
    return tuple(
        (effect.id, step.index, effect.ability.instructions[step.index].operations.index(operation))
        for step in turn.part.steps
        for operation in (prepared.operation for prepared in step.operations)
    )


def fork(one: Answer, other: Answer) -> Fork | None:
    """Where the turns of two answers lead to different boards; None if they begin differently.

    Up to there the same was done on both sides, perhaps in another order, and every cell is the
    same. Turns that change nothing are skipped, except those of an effect whose turn on the other
    side does change something.
    """
    both = aligned_turns(one), aligned_turns(other)
    met = _last_meeting(one, other, *([turn for turn in side if turn.real] for side in both))
    if met is None:
        return None
    left = [
        [turn for turn in side if turn.place >= reached]
        for side, reached in zip(both, met, strict=True)
    ]
    if swapped := _swapped(*left):
        return swapped
    first, second = (next((turn for turn in side if turn.real), None) for side in left)
    if first is not None and second is not None and first.shares_operation(second):
        return Fork(first, second)
    idle = _idle(second, left[0], first), _idle(first, left[1], second)
    if idle[0] is not None and idle[1] is not None:
        return Fork(*idle)
    if idle[0] is not None or idle[1] is not None:
        return Fork(idle[0] or first, idle[1] or second)
    # What changed nothing before, and would change something now, went too early.
    if early := _idle(first, both[1], second):
        return Fork(_undone(both[0], both[1][: early.place]), early)
    if early := _idle(second, both[0], first):
        return Fork(early, _undone(both[1], both[0][: early.place]))
    return Fork(first, second)


def _swapped(one: Sequence[AlignedTurn], other: Sequence[AlignedTurn]) -> Fork | None:
    """The first turn that different effects take, if both go in this layer on both sides."""
    for first, second in zip(one, other, strict=False):
        if first.run.layer != second.run.layer:
            return None
        if first.effect != second.effect:
            layer = first.run.layer
            coming = [
                {turn.effect for turn in side[side.index(at) :] if turn.run.layer == layer}
                for side, at in ((one, first), (other, second))
            ]
            both = {first.effect, second.effect}
            return Fork(first, second) if both <= coming[0] & coming[1] else None
        if first.record != second.record:
            return None
    return None


def _undone(side: Sequence[AlignedTurn], done: Sequence[AlignedTurn]) -> AlignedTurn | None:
    """The first turn of the side that is none of those done."""
    operations = {operation for turn in done for operation in turn.operations}
    return next((turn for turn in side if operations.isdisjoint(turn.operations)), None)


def _idle(
    wanted: AlignedTurn | None, left: Sequence[AlignedTurn], end: AlignedTurn | None
) -> AlignedTurn | None:
    """The turn of the wanted one's effect on this side, if it comes before `end`."""
    if wanted is None:
        return None
    for turn in left:
        if turn is end:
            return None
        if turn.shares_operation(wanted):
            return turn
    return None


def _last_meeting(
    one: Answer, other: Answer, first: list[AlignedTurn], second: list[AlignedTurn]
) -> tuple[int, int] | None:
    """The places after the last turns up to which the same was done with the same result.

    first, second: the turns that change something.
    """
    names = shared_characteristics(one, other)
    boards = _starting_cells(one, names), _starting_cells(other, names)

    def agree(cell: Cell) -> bool:
        return same(boards[0].get(cell), boards[1].get(cell))

    differing = {cell for board in boards for cell in board if not agree(cell)}
    if differing:
        return None
    undone: Counter[OperationKey] = Counter()
    done = [0, 0]
    at = [0, 0]
    met = (0, 0)
    sides = first, second
    while at[0] < len(first) or at[1] < len(second):
        behind = at[1] == len(second) or (at[0] < len(first) and done[0] <= done[1])
        side = 0 if behind else 1
        turn = sides[side][at[side]]
        at[side] += 1
        done[side] += len(turn.operations)
        for operation in turn.operations:
            undone[operation] += 1 if side == 0 else -1
            if not undone[operation]:
                del undone[operation]
        for change in turn.record.changes:
            cell = (change.object, change.characteristic)
            if cell in boards[side]:
                boards[side][cell] = change.after
                (differing.discard if agree(cell) else differing.add)(cell)
        if not undone and not differing:
            met = (_reached(first, at[0]), _reached(second, at[1]))
    return met


def _starting_cells(answer: Answer, characteristics: Sequence[str]) -> dict[Cell, Value]:
    """The cells of the board before any effect, of these characteristics."""
    return {
        (thing.id, characteristic): answer.shown.cell(answer.start, index, characteristic)
        for index, thing in enumerate(answer.world.things)
        for characteristic in characteristics
    }


def _reached(turns: Sequence[AlignedTurn], count: int) -> int:
    return turns[count - 1].place + 1 if count else 0
