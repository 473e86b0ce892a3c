"""Which readings lead to which outcome, in terms of the points that matter and in few words."""

from __future__ import annotations

from functools import reduce
from operator import or_
from typing import TYPE_CHECKING

from layerlaw.solver.certainty.readings.combinations import Combinations, count_of

if TYPE_CHECKING:
    from layerlaw.solver.certainty.readings.boxes import Box
    from layerlaw.solver.certainty.readings.verdict import Readings

MOST = 1 << 16
"""So many combinations of the readings of the points that matter are looked at."""


def fewest(readings: Readings) -> tuple[tuple[Box, ...], ...]:
    """For each group few boxes, over the points that matter, that together hold its readings.

    The boxes of one group may overlap; no box holds a reading of another group, though it may hold
    readings that do not count. A box names the points alone that it restricts, so that the only
    group of a settled answer has one empty box. Without boxes (all groups empty): not all readings
    were looked at, or more than `MOST` combinations matter. Raises `ValueError` if the points that
    matter do not decide the group.
    """
    book = readings.scenario.rulebook
    points = {
        matter.point: tuple(one.id for one in book.points[matter.point].readings)
        for matter in readings.matters
    }
    if not readings.complete or count_of(points) > MOST:
        return tuple(() for _ in readings.groups)
    table = Combinations(points)
    masks = [
        reduce(or_, (table.mask_of(dict(box)) for box in group.boxes), 0)
        for group in readings.groups
    ]
    held = reduce(or_, masks, 0)
    if sum(map(int.bit_count, masks)) != held.bit_count():
        raise ValueError("the points that matter do not decide the outcome")
    return tuple(
        tuple(table.box(cube) for cube in table.cover(mask, table.all & ~held)) for mask in masks
    )
