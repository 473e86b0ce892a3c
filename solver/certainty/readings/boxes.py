"""Sets of readings of a document as boxes: for each open point the readings allowed."""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

Box = tuple[tuple[str, tuple[str, ...]], ...]
"""A set of readings of the document: for each point named, the readings allowed; of every other
point any."""

Allowed = dict[str, tuple[str, ...]]
"""The same with every open point named, the readings in the order of the rulebook."""


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
