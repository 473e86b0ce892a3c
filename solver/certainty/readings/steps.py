"""The steps at which the readings of a point that matters part."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from layerlaw.solver.answer.divergence import part

if TYPE_CHECKING:
    from layerlaw.model.scenarios.scenario import Scenario
    from layerlaw.solver.answer.divergence import Parting
    from layerlaw.solver.certainty.readings.verdict import Matter, Readings


@dataclass(frozen=True, slots=True)
class Step:
    """Where two readings of one point part, everything else being equal."""

    point: str
    one: str
    other: str
    parting: Parting


def steps(found: Readings, matter: Matter) -> tuple[Step, ...]:
    """For every outcome that the point leads to besides that of its first reading, where they part.

    The first reading is the default, or the first that is known; of several readings with one
    outcome the first is shown.
    """
    point = found.scenario.rulebook.points[matter.point]
    first = point.default if point.default in matter.leads else next(iter(matter.leads))
    seen = {matter.leads[first]}
    shown = []
    for reading, group in matter.leads.items():
        if group in seen:
            continue
        seen.add(group)
        parting = part(under(found.scenario, matter, first), under(found.scenario, matter, reading))
        if parting is not None:
            shown.append(Step(matter.point, first, reading, parting))
    return tuple(shown)


def under(scenario: Scenario, matter: Matter, reading: str) -> Scenario:
    """The scenario under one reading of the point, and what else it takes for it to matter."""
    return replace(scenario, readings={**scenario.readings, **matter.given, matter.point: reading})
