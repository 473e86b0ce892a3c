"""What reports say of a verdict: which readings lead where, what backs them, how they part."""

from __future__ import annotations

from dataclasses import replace
from functools import reduce
from operator import or_
from typing import TYPE_CHECKING

from layerlaw.model.dataclass import dataclass
from layerlaw.solver.answer.difference.divergence import first_divergence
from layerlaw.solver.certainty.readings.boxes import MOST, Combinations, count_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from layerlaw.model.rulebooks.rulebook import Rulebook
    from layerlaw.model.scenarios.scenario import Scenario
    from layerlaw.solver.answer.difference.divergence import Divergence
    from layerlaw.solver.certainty.readings.boxes import Box
    from layerlaw.solver.certainty.readings.verdict import Matter, Readings


@dataclass(frozen=True, slots=True)
class ReadingDivergence:
    """Where two readings of one point diverge, everything else being equal."""

    point: str
    one: str
    other: str
    divergence: Divergence


def reading_divergences(found: Readings, matter: Matter) -> tuple[ReadingDivergence, ...]:
    """Where the first reading of a point diverges from one reading for each other outcome.

    The first reading is the default, or the first that is known; of several readings with one
    outcome the first counts.
    """
    point = found.scenario.rulebook.points[matter.point]
    first = point.default if point.default in matter.leads else next(iter(matter.leads))
    seen = {matter.leads[first]}
    divergences = []
    for reading, group in matter.leads.items():
        if group in seen:
            continue
        seen.add(group)
        sides = (under(found.scenario, matter, chosen) for chosen in (first, reading))
        divergence = first_divergence(*sides)
        if divergence is not None:
            divergences.append(ReadingDivergence(matter.point, first, reading, divergence))
    return tuple(divergences)


def under(scenario: Scenario, matter: Matter, reading: str) -> Scenario:
    """The scenario under one reading of the point, and what else it takes for it to matter."""
    return replace(scenario, readings={**scenario.readings, **matter.given, matter.point: reading})


def fewest_boxes(readings: Readings) -> tuple[tuple[Box, ...], ...]:
    """For each group few boxes, over the points that matter, that together hold its readings.

    The boxes of one group may overlap; no box holds a reading of another group, though it may hold
    readings that do not count. A box names only the points that it restricts, so that the only
    group of a settled answer has one empty box. All groups are empty if not all readings were
    looked at, or more than `MOST` combinations matter. Raises `ValueError` if the points that
    matter do not decide the group.
    """
    book = readings.scenario.rulebook
    points = {
        matter.point: tuple(reading.id for reading in book.points[matter.point].readings)
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


def letters(count: int) -> tuple[str, ...]:
    """Names for this many outcomes."""
    return tuple(letter(number) for number in range(count))


def letter(number: int) -> str:
    """The name of an outcome by its number from 0: A, B, ..., Z, AA, AB, ..."""
    name = ""
    left = number + 1
    while left:
        left, digit = divmod(left - 1, 26)
        name = chr(ord("A") + digit) + name
    return name


def backing(rulebook: Rulebook, point: str) -> Mapping[str, str]:
    """What speaks for each reading of an open point: "SORC-DEP-3 prevails", or nothing.

    A clause prevails where another reading takes other clauses at their word; otherwise the
    reading follows it.
    """
    readings = rulebook.points[point].readings
    texts = {}
    for reading in readings:
        others = [one.follows for one in readings if one.follows and one is not reading]
        contested = any(not set(reading.follows) & set(other) for other in others)
        ids = " and ".join(reading.follows)
        plural = len(reading.follows) > 1
        if not ids:
            texts[reading.id] = ""
        elif contested:
            texts[reading.id] = f"{ids} prevail{'' if plural else 's'}"
        else:
            texts[reading.id] = f"follows {ids}"
    return texts
