"""The answer to "are you sure?": every outcome that the readings lead to, and what decides it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from layerlaw.model.dataclass import dataclass
from layerlaw.model.scenarios.scenario import Scenario
from layerlaw.solver.answer.difference.outcome import Outcome
from layerlaw.solver.certainty.readings.boxes import Box
from layerlaw.solver.certainty.readings.refuting import ExampleStatement, ExampleTable
from layerlaw.solver.facts.rich import Rich


@dataclass(frozen=True, slots=True, repr=False)
class ReadingGroup:
    """The readings of the document that have one outcome.

    boxes: which; they have nothing in common. example: the one with the fewest departures from the
    defaults, as open point -> reading for those points alone that depart (empty: the default).
    """

    outcome: Outcome
    boxes: tuple[Box, ...]
    example: Mapping[str, str]

    def __repr__(self) -> str:
        """One of its readings, in a line; the outcome is the whole table."""
        chosen = ", ".join(f"{point}={reading}" for point, reading in self.example.items())
        return f"<ReadingGroup with {chosen or 'the default reading'}>"


@dataclass(frozen=True, slots=True)
class Refuted:
    """Readings that the document's own worked examples refute, with the outcome they lead to.

    group: the number of the group that has this outcome as well (index into `Readings.groups`);
    None where only refuted readings lead to it. boxes: which readings. by: the statements of the
    examples that refute them, few of them.
    """

    outcome: Outcome
    group: int | None
    boxes: tuple[Box, ...]
    by: tuple[ExampleStatement, ...]


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
    """What the readings of the points asked of a document make of one scenario.

    chosen: the readings that were chosen beforehand, which stay. total: how many readings count
    besides. groups: those by outcome; that of the default reading (or, where the default is
    refuted, of the nearest to it) comes first, then those with fewer departures first. matters: the
    points that decide, the smallest such set, in the order of the rulebook. idle: points that some
    derivation asked for though no answer changes with them; untouched: points that no derivation
    ever asked for. runs: how many histories were played to know it. complete: False if it was
    stopped; then there are at least these groups, and `total` counts what they do not yet hold as
    well. examples: the readings held against the document's worked examples; None where that was
    not done for this rulebook. refuted: the readings that do not count, so far as they were played.
    silent: readings that give no answer at all, for on this board they never come to an end; none
    of them is in a group. stopped: why it is not complete. left: the readings that count and were
    not looked at, those nearest to the default first. refuted_left: those that do not count and
    were not looked at.
    """

    scenario: Scenario
    chosen: Mapping[str, str]
    total: int
    groups: tuple[ReadingGroup, ...]
    matters: tuple[Matter, ...]
    idle: tuple[str, ...]
    untouched: tuple[str, ...]
    runs: int
    complete: bool
    examples: ExampleTable | None = None
    refuted: tuple[Refuted, ...] = ()
    silent: tuple[ReadingGroup, ...] = ()
    stopped: Literal["", "limit", "time", "interrupt"] = ""
    left: tuple[Box, ...] = ()
    refuted_left: tuple[Box, ...] = ()

    @property
    def settled(self) -> bool:
        """Whether all readings that count and give an answer are known to give the same."""
        return self.complete and len(self.groups) == 1

    @property
    def one_state(self) -> bool:
        """Whether all readings are known to have one outcome, of one answer: one state now."""
        return self.settled and len(self.groups[0].outcome.answers) == 1

    @property
    def asked(self) -> int:
        """How many points of the document were asked, those that were chosen left aside."""
        return sum(point not in self.chosen for point in self.scenario.rulebook.points)

    @property
    def default_refuted(self) -> tuple[ExampleStatement, ...]:
        """What refutes the reading that a plain answer shows; none where it counts."""
        if self.examples is None:
            return ()
        points = self.scenario.rulebook.points.values()
        default = {point.id: point.default for point in points}
        return self.examples.against({**default, **self.chosen})
