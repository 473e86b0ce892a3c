"""Sets of readings of a document: as boxes, point by point, or as bit masks of combinations."""

from __future__ import annotations

from functools import reduce
from math import prod
from operator import and_, or_
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

Box = tuple[tuple[str, tuple[str, ...]], ...]
"""A set of readings of the document: for each point named, the readings allowed; of every other
point any."""

Allowed = dict[str, tuple[str, ...]]
"""The same with every open point named, the readings in the order of the rulebook."""


MOST = 1 << 16
"""The most combinations of the readings of the points that matter that are looked at."""

Cube = tuple[frozenset[int], ...]
"""For each point the places of the readings allowed."""


def size(allowed: Mapping[str, tuple[str, ...]]) -> int:
    """How many readings of the document a box holds."""
    return prod(len(left) for left in allowed.values())


def common(
    one: Mapping[str, tuple[str, ...]], box: Mapping[str, tuple[str, ...]]
) -> Allowed | None:
    """What is in both, with the points of the first; None if that is nothing."""
    found: Allowed = {}
    for point, left in one.items():
        both = tuple(reading for reading in left if point not in box or reading in box[point])
        if not both:
            return None
        found[point] = both
    return found


def outside(
    one: Mapping[str, tuple[str, ...]], box: Mapping[str, tuple[str, ...]]
) -> list[Allowed]:
    """What of the first is not in the second, as boxes that have nothing in common."""
    if common(one, box) is None:
        return [dict(one)]
    found: list[Allowed] = []
    left = dict(one)
    for point, readings in one.items():
        others = tuple(reading for reading in readings if reading not in box.get(point, readings))
        if others:
            found.append({**left, point: others})
            left[point] = tuple(reading for reading in readings if reading not in others)
    return found


def outside_all(
    one: Mapping[str, tuple[str, ...]], boxes: Iterable[Mapping[str, tuple[str, ...]]]
) -> list[Allowed]:
    """What of the first is in none of the boxes, as boxes that have nothing in common."""
    left = [dict(one)]
    for box in boxes:
        left = [piece for each in left for piece in outside(each, box)]
    return left


def inside_any(
    one: Mapping[str, tuple[str, ...]], boxes: Iterable[Mapping[str, tuple[str, ...]]]
) -> list[Allowed]:
    """What of the first is in one of the boxes, as boxes that have nothing in common."""
    found: list[Allowed] = []
    left = [dict(one)]
    for box in boxes:
        found += [both for each in left if (both := common(each, box)) is not None]
        left = [piece for each in left for piece in outside(each, box)]
    return found


class Combinations:
    """All combinations, numbered; a set of them is a bit mask.

    points: each with its readings. A mask has as many bits as there are combinations, so callers
    look at `size` first: `count_of` says it beforehand.
    """

    def __init__(self, points: Mapping[str, Sequence[str]]) -> None:
        self.ids = tuple(points)
        self.readings = tuple(tuple(points[id]) for id in self.ids)
        self.size = count_of(points)
        self.all = (1 << self.size) - 1
        self.strides: list[int] = []
        stride = 1
        for each in self.readings:
            self.strides.append(stride)
            stride *= len(each)
        # For each point and reading the combinations that have it.
        self.masks = [
            [_repeated(stride, number, len(each), self.size) for number in range(len(each))]
            for stride, each in zip(self.strides, self.readings, strict=True)
        ]

    def mask_of(self, box: Mapping[str, tuple[str, ...]]) -> int:
        """The combinations in a box; points that are not in the table are left out of account."""
        found = self.all
        for id, each, masks in zip(self.ids, self.readings, self.masks, strict=True):
            if id in box and len(box[id]) < len(each):
                chosen = (masks[each.index(reading)] for reading in box[id])
                found &= reduce(or_, chosen, 0)
        return found

    def mask(self, cube: Cube) -> int:
        """The combinations in a cube."""
        found = (
            reduce(or_, (masks[number] for number in numbers), 0)
            for numbers, masks in zip(cube, self.masks, strict=True)
            if len(numbers) < len(masks)
        )
        return reduce(and_, found, self.all)

    def at(self, number: int) -> Cube:
        """The cube of one combination alone."""
        return tuple(
            frozenset([number // stride % len(each)])
            for stride, each in zip(self.strides, self.readings, strict=True)
        )

    def box(self, cube: Cube) -> Box:
        """A cube as a box: only the points that it restricts."""
        return tuple(
            (id, tuple(each[number] for number in sorted(numbers)))
            for id, each, numbers in zip(self.ids, self.readings, cube, strict=True)
            if len(numbers) < len(each)
        )

    def cover(self, group: int, indifferent: int = 0) -> list[Cube]:
        """Few cubes that hold all of the group, each as large as it can be.

        indifferent: combinations that a cube may hold as well.
        """
        found: list[Cube] = []
        left = group
        while left:
            first = self.at((left & -left).bit_length() - 1)
            cubes = list(dict.fromkeys(self._grown(first, group | indifferent)))
            # The most that is new, then the fewest words; ties by the order of growing.
            masks = {cube: self.mask(cube) for cube in cubes}
            best = min(
                cubes, key=lambda cube: (-(masks[cube] & left).bit_count(), self._words(cube))
            )
            found.append(best)
            left &= ~masks[best]
        for cube in list(found):
            others = reduce(or_, (self.mask(other) for other in found if other != cube), 0)
            if not group & ~others:
                found.remove(cube)
        return found

    def _grown(self, cube: Cube, room: int) -> Iterator[Cube]:
        """Cubes that hold this one and cannot grow in that room, from several orders of growing."""
        places = list(range(len(cube)))
        for turned in range(max(1, len(places))):
            order = places[turned:] + places[:turned]
            for way in (order, order[::-1]):
                grown = list(cube)
                for place in way:
                    for number in range(len(self.readings[place])):
                        wider = [*grown]
                        wider[place] = grown[place] | {number}
                        if not self.mask(tuple(wider)) & ~room:
                            grown = wider
                yield tuple(grown)

    def _words(self, cube: Cube) -> int:
        """How much there is to say of a cube."""
        sizes = zip(cube, self.readings, strict=True)
        return sum(
            1 + min(len(numbers), len(each) - len(numbers))
            for numbers, each in sizes
            if len(numbers) < len(each)
        )


def count_of(points: Mapping[str, Sequence[str]]) -> int:
    """How many combinations of their readings there are."""
    return reduce(lambda size, each: size * len(each), points.values(), 1)


def _repeated(stride: int, number: int, readings: int, size: int) -> int:
    """The bits of one reading: a block of `stride` ones in every `stride * readings`."""
    mask = ((1 << stride) - 1) << (number * stride)
    length = stride * readings
    while length < size:
        mask |= mask << length
        length *= 2
    return mask & ((1 << size) - 1)
