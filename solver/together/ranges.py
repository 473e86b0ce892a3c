"""Between which numbers a value lies while not everything is known, and what that decides."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from layerlaw.model import algebra as a
from layerlaw.solver.board.columns import bits
from layerlaw.solver.effects.context import COMBINE, floor_of
from layerlaw.solver.effects.evaluate import value
from layerlaw.solver.effects.writing import kept_at, lowered
from layerlaw.solver.together.partial import reference_bounds, scope_bounds

if TYPE_CHECKING:
    from layerlaw.solver.effects.context import Context
    from layerlaw.solver.effects.world import World
    from layerlaw.solver.together.partial import Partial
    from layerlaw.solver.together.state import State

Range = tuple[int, int]
"""The least and the greatest number possible."""

Ranging = Callable[["Partial", int], "Range | None"]
"""The range of a value on a partial board, for an `it`; None: it could be any number."""


def value_range(tree: a.Value, context: Context) -> Ranging:
    """The range of a value."""
    match tree:
        case a.Number() | a.ChosenNumber() | a.Recorded():
            evaluate = value(tree, context)

            def known(partial: Partial, it: int) -> Range | None:
                number = evaluate(partial.board, it)
                return number, number

            return known
        case a.Count(among):
            counted = scope_bounds(among, context)

            def count(partial: Partial, it: int) -> Range | None:
                least, most = counted(partial, it)
                return least.bit_count(), most.bit_count()

            return count
        case a.Read(characteristic, of):
            meant = reference_bounds(of, context)

            def read(partial: Partial, it: int) -> Range | None:
                least, most = meant(partial, it)
                if least & (least - 1) or not most:
                    return 0, 0
                found = [cell_range(partial, characteristic, i, context.world) for i in bits(most)]
                # It may also be that nothing is meant, or several things are.
                return _hull([*found, (0, 0)] if least != most else found)

            return read
        case a.Summary(how, characteristic, among):
            summed = scope_bounds(among, context)

            def summary(partial: Partial, it: int) -> Range | None:
                least, most = summed(partial, it)
                if least != most:
                    return None
                found = [cell_range(partial, characteristic, i, context.world) for i in bits(most)]
                known = [one for one in found if one is not None]
                if len(known) < len(found):
                    return None
                if how == "total":
                    return sum(low for low, _ in known), sum(high for _, high in known)
                pick = max if how == "highest" else min
                return (
                    pick((low for low, _ in known), default=0),
                    pick((high for _, high in known), default=0),
                )

            return summary
        case a.Arithmetic(left, sign, right):
            first, second = value_range(left, context), value_range(right, context)

            def combined(partial: Partial, it: int) -> Range | None:
                one, other = first(partial, it), second(partial, it)
                if one is None or other is None:
                    return None
                if sign in ("/", "%") and (one[0] < one[1] or other[0] < other[1]):
                    return None
                ends = [COMBINE[sign](x, y) for x in one for y in other]
                return min(ends), max(ends)

            return combined


def _hull(ranges: list[Range | None]) -> Range | None:
    found = [one for one in ranges if one is not None]
    if len(found) < len(ranges):
        return None
    return min(low for low, _ in found), max(high for _, high in found)


def decided(left: Range | None, comparator: a.Comparator, right: Range | None) -> bool | None:
    """Whether the comparison holds wherever in their ranges the two lie; None: it depends."""
    if left is None or right is None:
        return None
    match comparator:
        case "<":
            return True if left[1] < right[0] else False if left[0] >= right[1] else None
        case ">=":
            return True if left[0] >= right[1] else False if left[1] < right[0] else None
        case "<=":
            return True if left[1] <= right[0] else False if left[0] > right[1] else None
        case ">":
            return True if left[0] > right[1] else False if left[1] <= right[0] else None
        case _:
            same: bool | None = None
            if left[1] < right[0] or right[1] < left[0]:
                same = False
            elif left[0] == left[1] == right[0] == right[1]:
                same = True
            return same if same is None or comparator == "=" else not same


def cell_range(partial: Partial, characteristic: str, index: int, world: World) -> Range | None:
    """The range of one object's number, as it is read."""
    floor = floor_of(characteristic, world.rulebook)
    if not partial.doubtful(("number", characteristic)) >> index & 1:
        number = world.number(partial.board, characteristic, index, floor)
        return number, number
    found = partial.number(characteristic, index) if partial.number is not None else None
    return (
        None if found is None else (world.as_read(found[0], floor), world.as_read(found[1], floor))
    )


def number_range(state: State, characteristic: str, index: int) -> Range | None:
    """The range that all that may still be done leaves a number; None where that is not simple."""
    start = state.candidates.start
    known = start.value(characteristic, index)
    if start.column("bars").get(("number", characteristic), 0):
        return None
    world = state.candidates.world
    floor = floor_of(characteristic, world.rulebook)
    there = (known, known) if isinstance(known, int) else None
    missing = there is None
    bit = 1 << index
    for deed in state.plain.numbering(characteristic):
        exists = state.exists[deed.candidate]
        if exists is False or state.spared[deed] & bit or not deed.step.allowed & bit:
            continue
        operation = deed.prepared.operation
        if not isinstance(operation, a.SetNumber | a.ChangeNumber | a.Limit):
            return None
        if characteristic not in deed.prepared.writes:
            continue  # It could come here by a swap alone, and no swap is made of this object.
        if not state.ready[deed] & bit:
            return None
        operand = state.operand(deed, bit)
        if isinstance(operand, tuple):
            operand = operand[0][1]
        assert isinstance(operand, int)
        ends = [_changed(operation, one, operand) for one in there or ()]
        still = missing
        if missing and _creates(operation, operand):
            ends.append(operand)
            still = False
        if floor is not None:
            ends = [one if one >= floor else kept_at(floor, one, world) for one in ends]
        if exists and state.done[deed] & bit:
            missing = still
        else:
            ends += there or ()
        there = (min(ends), max(ends)) if ends else None
    if there is None:
        return 0, 0
    # A missing number reads as 0.
    return (min(there[0], 0), max(there[1], 0)) if missing else there


def _creates(operation: a.SetNumber | a.ChangeNumber | a.Limit, operand: int) -> bool:
    """Whether it gives the number to what has none."""
    match operation:
        case a.SetNumber():
            return True
        case a.Limit(_, "at least"):
            return operand > 0
        case _:
            return False


def _changed(operation: a.SetNumber | a.ChangeNumber | a.Limit, old: int, operand: int) -> int:
    match operation:
        case a.SetNumber():
            return operand
        case a.ChangeNumber(_, _, _, int(least)):
            return lowered(old, operand, least)
        case a.ChangeNumber(_, sign):
            return COMBINE[sign](old, operand)
        case a.Limit(_, how):
            return max(old, operand) if how == "at least" else min(old, operand)
