"""The answer to "are you sure?": every outcome that the readings lead to, and what decides it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from layerlaw.solver.rich_display import Rich

if TYPE_CHECKING:
    from collections.abc import Mapping

    from layerlaw.model.scenario import Scenario
    from layerlaw.solver.outcome import Outcome

Box = tuple[tuple[str, tuple[str, ...]], ...]
"""A set of readings of the document: for each point named, the readings allowed; of every other
point any. The boxes of all groups together hold every reading of the document once."""


@dataclass(frozen=True, slots=True, repr=False)
class Group:
    """The readings of the document that have one outcome.

    count: how many they are. boxes: which. example: the one with the fewest departures from the
    defaults, as open point -> reading for those points alone that depart (empty: the default).
    """

    outcome: Outcome
    count: int
    boxes: tuple[Box, ...]
    example: Mapping[str, str]

    def __repr__(self) -> str:
        """How many it holds and one of them, in a line; the outcome is the whole table."""
        chosen = ", ".join(f"{point}={reading}" for point, reading in self.example.items())
        readings = f"{self.count:,} reading{'' if self.count == 1 else 's'}"
        return f"<Group of {readings}, such as {chosen or 'the defaults'}>"


@dataclass(frozen=True, slots=True)
class Matter:
    """An open point that makes a difference, shown on readings that differ in it alone.

    given: the departures of other points from the defaults under which it does (mostly none).
    leads: for each reading of the point, in the order of the rulebook, the number of the group
    (index into `Readings.groups`) it then leads to; at least two differ.
    """

    point: str
    given: Mapping[str, str]
    leads: Mapping[str, int]


@dataclass(frozen=True, slots=True, repr=False)
class Readings(Rich):
    """What all readings of the document make of one scenario.

    chosen: the readings that were chosen beforehand, which stay. total: how many readings of the
    document there are besides. groups: by outcome; that of the default reading comes first, then
    those with fewer departures first. matters: the points that decide, the smallest such set, in
    the order of the rulebook. idle: points that some derivation asked for though no answer changes
    with them; untouched: points that no derivation ever asked for. runs: how many histories were
    played to know it. complete: False if it was stopped; then there are at least these groups, and
    `total` counts what the groups do not yet hold as well.
    """

    scenario: Scenario
    chosen: Mapping[str, str]
    total: int
    groups: tuple[Group, ...]
    matters: tuple[Matter, ...]
    idle: tuple[str, ...]
    untouched: tuple[str, ...]
    runs: int
    complete: bool

    @property
    def settled(self) -> bool:
        """Whether all readings are known to have the same outcome."""
        return self.complete and len(self.groups) == 1

    @property
    def one_state(self) -> bool:
        """Whether all readings are known to have one outcome, of one answer: one state now."""
        return self.settled and len(self.groups[0].outcome.answers) == 1
