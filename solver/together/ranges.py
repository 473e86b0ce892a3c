"""The range that all that may still be done leaves a number of an object."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from layerlaw.model import algebra as a
from layerlaw.solver.board.kinds import Index
from layerlaw.solver.effects.context import floor_of
from layerlaw.solver.effects.operations import arithmetic
from layerlaw.solver.effects.writing import kept_at

if TYPE_CHECKING:
    from layerlaw.solver.board.kinds import Objects
    from layerlaw.solver.effects.writing import Operand
    from layerlaw.solver.together.bounds import Range
    from layerlaw.solver.together.candidates import Candidates
    from layerlaw.solver.together.deeds import Candidate, Deed
    from layerlaw.solver.together.immediate_consequence import Plain


class Decided(Protocol):
    """What ranges have to know of a `State`; the words mean what they mean there."""

    candidates: Candidates
    plain: Plain
    directed: bool
    exists: dict[Candidate, bool | None]
    done: dict[Deed, Objects]
    spared: dict[Deed, Objects]
    ready: dict[Deed, Objects]
    limits: dict[Deed, dict[int, Range]]

    @property
    def supposed(self) -> bool: ...

    def operand(self, deed: Deed, objects: Objects) -> Operand: ...


def met(one: Range | None, other: Range | None) -> Range | None:
    """The numbers that lie in both ranges (None: any number); they may have none in common.

    The least of what is empty is greater than the greatest.
    """
    if one is None or other is None:
        return other if one is None else one
    return max(one[0], other[0]), min(one[1], other[1])


def hull(one: Range, other: Range) -> Range:
    """The least range with both in it."""
    return min(one[0], other[0]), max(one[1], other[1])


def number_range(state: Decided, characteristic: str, index: int) -> Range | None:
    """The range of a number of an object; None where that is not simple, or has no bounds."""
    start = state.candidates.start
    known = start.value(characteristic, index)
    if start.column("bars").get(("number", characteristic), 0):
        return None
    world = state.candidates.world
    floor = floor_of(characteristic, world.rulebook)
    there = (known, known) if isinstance(known, int) else None
    missing = there is None
    bit = 1 << Index(index)
    for deed in state.plain.numbering(characteristic):
        exists = state.exists[deed.candidate]
        if exists is False or state.spared[deed] & bit or not deed.step.allowed & bit:
            continue
        operation = deed.prepared.operation
        if not isinstance(operation, a.SetNumber | a.ChangeNumber | a.Limit):
            return None
        if characteristic not in deed.prepared.writes:
            continue  # It could come here by a swap alone, and no swap is made of this object.
        operands = _operand_range(state, deed, index)
        if operands is None:
            return None
        change = arithmetic(operation)
        # What they do rises with the operand or falls with it, so its ends are enough.
        ends = [
            new
            for old in there or ()
            for operand in set(operands)
            if (new := change(old, operand)) is not None
        ]
        still = missing
        if missing:
            made = [change(None, operand) for operand in operands]
            ends += [new for new in made if new is not None]
            still = None in made
        if floor is not None:
            ends = [end if end >= floor else kept_at(floor, end, world) for end in ends]
        # Before its operand is known it is not gathered, so its old number is possible too as long
        # as all that is decided has to be gathered.
        if exists and state.done[deed] & bit and (state.supposed or state.ready[deed] & bit):
            missing = still
        else:
            ends += there or ()
        there = (min(ends), max(ends)) if ends else None
    if there is None:
        return 0, 0
    # A missing number reads as 0.
    return (min(there[0], 0), max(there[1], 0)) if missing else there


def _operand_range(state: Decided, deed: Deed, index: int) -> Range | None:
    if not state.ready[deed] >> index & 1:
        if not state.directed:
            return None  # What is asked is what could be told without it.
        return state.limits.get(deed, {}).get(index if deed.each else -1)
    operand = state.operand(deed, 1 << Index(index))
    if isinstance(operand, tuple):
        operand = operand[0][1]
    assert isinstance(operand, int)
    return operand, operand
