"""Plays a scenario under all readings of its document, each history standing for as many as it can.

A history that was played for a box of readings holds for the smaller box that its questions left;
what they left out are boxes of their own, played in turn, those nearest to the defaults first.
"""

from __future__ import annotations

import heapq
from dataclasses import dataclass, replace
from math import prod
from types import MappingProxyType
from typing import TYPE_CHECKING

from layerlaw.model.arguments import checked
from layerlaw.model.errors import LayerlawError
from layerlaw.solver.derivation import Derivation
from layerlaw.solver.given import scenario_of
from layerlaw.solver.history import History
from layerlaw.solver.outcome import outcome, refusal
from layerlaw.solver.readings.verdict import Group, Matter, Readings
from layerlaw.solver.readings.watched import WatchedRulebook

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from layerlaw.model.rulebook import Rulebook
    from layerlaw.model.scenario import Scenario
    from layerlaw.solver.outcome import Outcome
    from layerlaw.solver.readings.verdict import Box
    from layerlaw.solver.readings.watched import Allowed


@dataclass(frozen=True, slots=True)
class Leaf:
    """A box of readings that all lead to one outcome."""

    allowed: Mapping[str, tuple[str, ...]]
    outcome: int


class InternalDifference(AssertionError):
    """A history played under one reading came to something else than when played under many."""


@checked()
def readings(
    scenario: Scenario | Derivation,
    *,
    limit: int | None = None,
    observe: Callable[[Derivation], Outcome] = outcome,
    progress: Callable[[int, int], None] | None = None,
    left_out: frozenset[str] = frozenset(),
) -> Readings:
    """Every outcome of the scenario under all readings of its rulebook, and what decides it.

    Readings that the scenario chooses itself stay. scenario: or an answer, for the scenario that
    it answers (of which it may leave effects out). limit: the greatest number of histories that
    are played (None: as many as it takes); observe: what is compared (an event that cannot happen
    is an outcome too); progress: called after each history with the number of readings known and
    of all there are; left_out: ids of effects that never exist. When the limit is reached or the
    user interrupts, what was found by then is returned as not complete. Raises `LayerlawError` for
    unknown readings.
    """
    if isinstance(scenario, Derivation) and not left_out:
        left_out = scenario.situation.left_out
    played = scenario_of("readings", scenario, left_out)
    return Exploration(played, observe, left_out).run(limit, progress)


class Exploration:
    """One scenario, and all that is known of its outcomes so far."""

    def __init__(
        self,
        scenario: Scenario,
        observe: Callable[[Derivation], Outcome] = outcome,
        left_out: frozenset[str] = frozenset(),
    ) -> None:
        self.scenario = scenario
        self.left_out = left_out
        self.observe = observe
        self.rulebook: Rulebook = scenario.rulebook.settled(scenario.readings)
        self.everything: Allowed = {
            point.id: tuple(reading.id for reading in point.readings)
            for point in self.rulebook.points.values()
            if point.id not in self.rulebook.chosen
        }
        self.total = size(self.everything)
        self.leaves: list[Leaf] = []
        self.outcomes: dict[Outcome, int] = {}
        self.asked: dict[str, None] = {}

    def run(
        self, limit: int | None, progress: Callable[[int, int], None] | None = None
    ) -> Readings:
        """Play until every reading is known, or the limit is reached or the user interrupts."""
        waiting: list[tuple[int, int, Allowed]] = [(0, 0, self.everything)]
        count = known = 0
        try:
            while waiting and (limit is None or len(self.leaves) < limit):
                _, _, allowed = waiting[0]
                rest = self._play(allowed)
                heapq.heappop(waiting)
                known += size(self.leaves[-1].allowed)
                for box in rest:
                    count += 1
                    heapq.heappush(waiting, (self._departures(box), count, box))
                if progress is not None:
                    progress(known, self.total)
        except KeyboardInterrupt:
            pass
        return self._verdict(complete=not waiting)

    def _play(self, allowed: Allowed) -> list[Allowed]:
        """Play one history of the box; returns the boxes that its questions left out."""
        watched = WatchedRulebook.of(self.rulebook, allowed)
        scenario = replace(self.scenario, rulebook=watched, readings=MappingProxyType({}))
        found = self._outcome(scenario)
        watch = watched.watch
        self.asked.update((one.point, None) for one in watch.narrowings)
        number = self.outcomes.setdefault(found, len(self.outcomes))
        self.leaves.append(Leaf(dict(watch.allowed), number))
        rest = []
        left = dict(allowed)
        for narrowing in watch.narrowings:
            others = tuple(one for one in narrowing.before if one not in narrowing.after)
            rest.append({**left, narrowing.point: others})
            left[narrowing.point] = narrowing.after
        return rest

    def _outcome(self, scenario: Scenario) -> Outcome:
        try:
            history = History(scenario, left_out=self.left_out)
            for _ in history.play():
                pass
            return self.observe(history.derivation())
        except LayerlawError as error:
            return refusal(error)

    def _departures(self, allowed: Mapping[str, tuple[str, ...]]) -> int:
        points = self.rulebook.points
        return sum(points[point].default not in left for point, left in allowed.items())

    # --- what it comes to --------------------------------------------------------------------

    def _verdict(self, *, complete: bool) -> Readings:
        order = sorted(range(len(self.outcomes)), key=self._rank)
        place = {number: i for i, number in enumerate(order)}
        outcomes = list(self.outcomes)
        groups = tuple(self._group(outcomes[number], number) for number in order)
        matters = tuple(
            matter for point in self.everything if (matter := self._matter(point, place))
        )
        deciding = {matter.point for matter in matters}
        return Readings(
            self.scenario,
            self.rulebook.chosen,
            self.total,
            groups,
            matters,
            tuple(p for p in self.everything if p in self.asked and p not in deciding),
            tuple(p for p in self.everything if p not in self.asked),
            len(self.leaves),
            complete,
        )

    def _rank(self, number: int) -> tuple[int, int]:
        """The fewest departures that lead to the outcome, and when it was first found."""
        mine = [leaf for leaf in self.leaves if leaf.outcome == number]
        return min(self._departures(leaf.allowed) for leaf in mine), number

    def _group(self, found: Outcome, number: int) -> Group:
        mine = [leaf.allowed for leaf in self.leaves if leaf.outcome == number]
        nearest = min(mine, key=self._departures)
        example = self._nearest(nearest, ())
        self._confirm(found, example)
        return Group(
            found,
            sum(size(allowed) for allowed in mine),
            tuple(self._box(allowed) for allowed in mine),
            MappingProxyType(example),
        )

    def _confirm(self, found: Outcome, example: Mapping[str, str]) -> None:
        """The outcome, once more, from a history played under that one reading alone."""
        merged = MappingProxyType({**self.scenario.readings, **example})
        again = self._outcome(replace(self.scenario, readings=merged))
        if again != found:
            raise InternalDifference(f"under {dict(example)} the answer is not the one found")

    def _box(self, allowed: Mapping[str, tuple[str, ...]]) -> Box:
        return tuple(
            (point, left) for point, left in allowed.items() if left != self.everything[point]
        )

    def _nearest(
        self, allowed: Mapping[str, tuple[str, ...]], but: Iterable[str]
    ) -> dict[str, str]:
        """The reading of the box that departs least from the defaults, as its departures."""
        points = self.rulebook.points
        return {
            point: left[0]
            for point, left in allowed.items()
            if point not in but and points[point].default not in left
        }

    def _matter(self, point: str, place: Mapping[int, int]) -> Matter | None:
        """Whether two readings that differ in this point alone part; those nearest to default."""
        best: dict[str, str] | None = None
        cut = [leaf for leaf in self.leaves if leaf.allowed[point] != self.everything[point]]
        for i, one in enumerate(cut):
            for other in cut[i + 1 :]:
                if one.outcome == other.outcome:
                    continue
                common = _common(one.allowed, other.allowed, point)
                if common is None:
                    continue
                given = self._nearest(common, (point,))
                if best is None or _key(given) < _key(best):
                    best = given
        if best is None:
            return None
        leads = {}
        for reading in self.everything[point]:
            found = self._leaf_of({**best, point: reading})
            if found is not None:
                leads[reading] = place[found.outcome]
        return Matter(point, MappingProxyType(best), MappingProxyType(leads))

    def _leaf_of(self, departures: Mapping[str, str]) -> Leaf | None:
        """The box that holds a reading of the document; None if it was not played yet."""
        points = self.rulebook.points
        for leaf in self.leaves:
            if all(
                departures.get(point, points[point].default) in left
                for point, left in leaf.allowed.items()
            ):
                return leaf
        return None


def size(allowed: Mapping[str, tuple[str, ...]]) -> int:
    """How many readings of the document a box holds."""
    return prod(len(left) for left in allowed.values())


def _common(
    one: Mapping[str, tuple[str, ...]], other: Mapping[str, tuple[str, ...]], but: str
) -> Allowed | None:
    """What two boxes have in common in all points but one; None if that is nothing."""
    found: Allowed = {}
    for point, left in one.items():
        if point == but:
            continue
        both = tuple(reading for reading in left if reading in other[point])
        if not both:
            return None
        found[point] = both
    return found


def _key(given: Mapping[str, str]) -> tuple[int, list[tuple[str, str]]]:
    return len(given), list(given.items())
