"""The deeds of one fixed point, and the boards that some of them make, by the replay.

A deed is what one operation does to one object, with its operand. A set of deeds is a row: for each
operation that is done, in the order of writing, the objects that it is done to as bits.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.model.dataclass import dataclass
from layerlaw.solver.certificate.replay.apply import Writing
from layerlaw.solver.certificate.replay.board import ones
from layerlaw.solver.certificate.replay.parts import Each

if TYPE_CHECKING:
    from collections.abc import Iterator

    from layerlaw.solver.certificate.replay.board import ReplayBoard
    from layerlaw.solver.certificate.replay.parts import (
        Act,
        Doing,
        Operand,
        ReplayEffect,
        ReplayStep,
    )
    from layerlaw.solver.certificate.replay.together import SimultaneousReplay

DeedKey = tuple["ReplayEffect", int, int, int, str]
"""What is done: by which effect, in which layer, by which step of its part there and which
operation of that, and to which object; whatever the operand."""

DeedRow = tuple[int, ...]


@dataclass(frozen=True, slots=True, eq=False)
class DoneAct:
    """One operation that is done on a fixed point: to the objects in `reach`, with its operand.

    layer, index: where in its effect its step is.
    """

    effect: ReplayEffect
    layer: int
    index: int
    step: ReplayStep
    number: int
    reach: int
    operand: Operand

    @property
    def act(self) -> Act:
        """The operation."""
        return self.step.acts[self.number]

    def of(self, objects: int) -> Operand:
        """The operand for some of the objects alone."""
        if not isinstance(self.operand, Each):
            return self.operand
        operands = self.operand.operands
        return Each({place: operands[place] for place in ones(objects)})


class PointDeeds:
    """The deeds of a fixed point."""

    def __init__(self, together: SimultaneousReplay, point: ReplayBoard) -> None:
        self.together = together
        self.point = point
        self.acts = tuple(self._acts())
        self.row: DeedRow = tuple(act.reach for act in self.acts)

    def _acts(self) -> Iterator[DoneAct]:
        together, effects = self.together, self.together.effects
        known = together.in_force(self.point)
        for layer in range(len(effects.rulebook.layers)):
            for part in together.parts(layer, known):
                for index, step in enumerate(part.steps):
                    doing = together.observe(step, part.effect, self.point)
                    for number, reach in enumerate(doing.reach):
                        if reach:
                            on = step, number, reach, doing.operands[number]
                            yield DoneAct(part.effect, layer, index, *on)

    def each(self, row: DeedRow) -> Iterator[tuple[int, int]]:
        """Every deed of the row: the place of its act, and that of its object."""
        return ((number, place) for number, bits in enumerate(row) for place in ones(bits))

    def key(self, number: int, place: int) -> DeedKey:
        """What a deed is, by the places of its act and of its object, whatever its operand."""
        act = self.acts[number]
        object = self.together.effects.table.ids[place]
        return act.effect, act.layer, act.index, act.number, object

    def keys(self, row: DeedRow) -> frozenset[DeedKey]:
        """What the deeds of the row are, whatever their operands."""
        return frozenset(self.key(*one) for one in self.each(row))

    def board(self, row: DeedRow) -> ReplayBoard:
        """The board that these deeds make."""
        board = self.together.start.fork()
        for act, objects in zip(self.acts, row, strict=True):
            if objects:
                writing = Writing(board, act.effect, self.together.effects)
                writing.write_all(objects, act.act, act.of(objects))
        return board

    def done(self, board: ReplayBoard) -> DeedRow:
        """Which of the deeds the effects do on the board: just these, with the same operands."""
        together = self.together
        seen: dict[tuple[ReplayEffect, int, int], Doing | None] = {}
        row = []
        for act in self.acts:
            key = act.effect, act.layer, act.index
            if key not in seen:
                exists = together.exists(act.effect, board, board)
                seen[key] = together.observe(act.step, act.effect, board) if exists else None
            doing = seen[key]
            row.append(0 if doing is None else _alike(act, doing))
        return tuple(row)


def _alike(act: DoneAct, doing: Doing) -> int:
    """The objects to which the operation is done with the same operand."""
    objects, operand = doing.reach[act.number] & act.reach, doing.operands[act.number]
    if isinstance(act.operand, Each) and isinstance(operand, Each):
        own, other = act.operand.operands, operand.operands
        return sum(1 << place for place in ones(objects) if own[place] == other[place])
    return objects if operand == act.operand else 0


def joined(one: DeedRow, other: DeedRow) -> DeedRow:
    """The deeds of either row."""
    return tuple(a | b for a, b in zip(one, other, strict=True))


def common(one: DeedRow, other: DeedRow) -> DeedRow:
    """The deeds of both rows."""
    return tuple(a & b for a, b in zip(one, other, strict=True))


def lacking(one: DeedRow, other: DeedRow) -> DeedRow:
    """The deeds of the first row that are not in the other."""
    return tuple(a & ~b for a, b in zip(one, other, strict=True))
