"""Ranges of numbers: what two come to, and the range of what objects have on a partial board.

Objects that have the same range are spoken of together, so that many objects take no more work than
there are different ranges.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.model.algebra.infinite import is_infinite
from layerlaw.solver.effects.context import floor_of
from layerlaw.solver.facts.arithmetic import COMBINE

if TYPE_CHECKING:
    from layerlaw.model import algebra as a
    from layerlaw.solver.board.kinds import Objects
    from layerlaw.solver.effects.world import World
    from layerlaw.solver.together.partial import Grouped, Partial, Range


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


def reckoned(one: Range, sign: a.ArithmeticSign, other: Range) -> Range | None:
    """Between which ends lies what two numbers come to; None where that is not simple.

    It rises or falls with each of the two, but a rest does with neither, nor a quotient with the
    divisor.
    """
    if sign in ("/", "%") and other[0] < other[1]:
        return None
    if sign == "%" and one[0] < one[1]:
        divisor = other[0]
        if is_infinite(divisor):
            return hull(one, (0, 0))
        return min(divisor + 1, 0), max(divisor - 1, 0)
    ends = [COMBINE[sign](x, y) for x in one for y in other]
    return min(ends), max(ends)


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


def cell_ranges(partial: Partial, characteristic: str, objects: Objects, world: World) -> Grouped:
    """The ranges of these objects' numbers, as they are read, each with those that have it."""
    floor = floor_of(characteristic, world.rulebook)
    doubt = partial.doubtful(("number", characteristic)) & objects
    rest = objects & ~doubt
    found: Grouped = []
    for number, held in partial.board.column(characteristic).items() if rest else ():
        mine = held & rest
        if mine:
            assert isinstance(number, int)
            read = world.as_read(number, floor)
            found.append(((read, read), mine))
            rest &= ~mine
    if rest:
        found.append(((0, 0), rest))  # A missing number reads as 0.
    if doubt and partial.numbers is None:
        found.append((None, doubt))
    elif doubt and partial.numbers is not None:
        for ends, mine in partial.numbers(characteristic, doubt):
            read_ends = ends and (world.as_read(ends[0], floor), world.as_read(ends[1], floor))
            found.append((read_ends, mine))
    return found
