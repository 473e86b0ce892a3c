"""Which readings lead to which outcome, in terms of the points that matter and in few words."""

from __future__ import annotations

from functools import reduce
from operator import and_, or_
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from layerlaw.solver.readings.verdict import Box, Readings

MOST = 1 << 16
"""So many combinations of the readings of the points that matter are looked at."""

Cube = tuple[frozenset[int], ...]
"""For each point that matters the places of the readings allowed."""


def fewest(readings: Readings) -> tuple[tuple[Box, ...], ...]:
    """For each group few boxes, over the points that matter, that together hold its readings.

    The boxes of one group may overlap; no box holds a reading of another group. A box names the
    points alone that it restricts, so that the only group of a settled answer has one empty box.
    Without boxes (all groups empty): not all readings were looked at, or more than `MOST`
    combinations matter. Raises `ValueError` if the points that matter do not decide the group.
    """
    book = readings.scenario.rulebook
    ids = [matter.point for matter in readings.matters]
    table = _Table([[one.id for one in book.points[id].readings] for id in ids])
    if not readings.complete or table.size > MOST:
        return tuple(() for _ in readings.groups)
    masks = [
        reduce(or_, (table.mask_of(dict(box), ids) for box in group.boxes), 0)
        for group in readings.groups
    ]
    if sum(mask.bit_count() for mask in masks) != table.size or reduce(or_, masks) != table.all:
        raise ValueError("the points that matter do not decide the outcome")
    return tuple(tuple(table.box(cube, ids) for cube in _cover(table, mask)) for mask in masks)


class _Table:
    """All combinations of some readings, numbered; a set of them is a bit mask."""

    def __init__(self, readings: Sequence[Sequence[str]]) -> None:
        self.readings = readings
        self.size = reduce(lambda size, each: size * len(each), readings, 1)
        self.all = (1 << self.size) - 1 if self.size <= MOST else 0
        self.strides: list[int] = []
        stride = 1
        for each in readings:
            self.strides.append(stride)
            stride *= len(each)
        # For each point and reading the combinations that have it.
        self.masks = [
            [
                (((1 << stride) - 1) << (number * stride))
                * (self.all // ((1 << (stride * len(each))) - 1))
                for number in range(len(each))
            ]
            for stride, each in zip(self.strides, readings, strict=True)
            if self.all
        ]

    def mask_of(self, box: dict[str, tuple[str, ...]], ids: Sequence[str]) -> int:
        """The combinations in a box; points that are not in the table are left out of account."""
        allowed = (
            [
                mask
                for id, mask in zip(each, masks, strict=True)
                if point not in box or id in box[point]
            ]
            for point, each, masks in zip(ids, self.readings, self.masks, strict=True)
        )
        return reduce(and_, (reduce(or_, each, 0) for each in allowed), self.all)

    def mask(self, cube: Cube) -> int:
        """The combinations in a cube."""
        found = (
            reduce(or_, (masks[number] for number in numbers), 0)
            for numbers, masks in zip(cube, self.masks, strict=True)
        )
        return reduce(and_, found, self.all)

    def at(self, number: int) -> Cube:
        """The cube of one combination alone."""
        return tuple(
            frozenset([number // stride % len(each)])
            for stride, each in zip(self.strides, self.readings, strict=True)
        )

    def box(self, cube: Cube, ids: Sequence[str]) -> Box:
        """A cube as a box: only the points that it restricts."""
        return tuple(
            (id, tuple(each[number] for number in sorted(numbers)))
            for id, each, numbers in zip(ids, self.readings, cube, strict=True)
            if len(numbers) < len(each)
        )


def _cover(table: _Table, group: int) -> list[Cube]:
    """Few cubes inside the group that hold all of it; each as large as it can be."""
    found: list[Cube] = []
    left = group
    while left:
        first = table.at((left & -left).bit_length() - 1)
        cubes = list(dict.fromkeys(_grown(table, first, group)))
        # The most that is new, then the fewest words; ties by the order of growing.
        best = min(
            cubes, key=lambda cube: (-(table.mask(cube) & left).bit_count(), _words(table, cube))
        )
        found.append(best)
        left &= ~table.mask(best)
    for cube in list(found):
        others = [table.mask(other) for other in found if other != cube]
        if reduce(or_, others, 0) == group:
            found.remove(cube)
    return found


def _grown(table: _Table, cube: Cube, group: int) -> Iterator[Cube]:
    """Cubes that hold this one and cannot grow inside the group, from several orders of growing."""
    places = list(range(len(cube)))
    for turned in range(max(1, len(places))):
        order = places[turned:] + places[:turned]
        for way in (order, order[::-1]):
            grown = list(cube)
            for place in way:
                for number in range(len(table.readings[place])):
                    wider = [*grown]
                    wider[place] = grown[place] | {number}
                    if not table.mask(tuple(wider)) & ~group:
                        grown = wider
            yield tuple(grown)


def _words(table: _Table, cube: Cube) -> int:
    """How much there is to say of a cube."""
    sizes = zip(cube, table.readings, strict=True)
    return sum(
        1 + min(len(numbers), len(each) - len(numbers))
        for numbers, each in sizes
        if len(numbers) < len(each)
    )
