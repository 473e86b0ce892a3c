"""Plays a scenario under all readings of its document, each history standing for as many as it can.

A history that was played for a box of readings holds for the smaller box that its questions left;
what they left out are boxes of their own, played in turn, those nearest to the defaults first.
"""

from __future__ import annotations

import heapq
from dataclasses import dataclass, replace
from functools import reduce
from operator import or_
from time import monotonic
from types import MappingProxyType
from typing import TYPE_CHECKING, Literal

from layerlaw.model.arguments import checked
from layerlaw.model.errors import LayerlawError
from layerlaw.solver.answer.difference.outcome import outcome, refusal
from layerlaw.solver.certainty.readings.boxes import (
    MOST,
    Combinations,
    count_of,
    inside_any,
    outside_all,
    size,
)
from layerlaw.solver.certainty.readings.kept import kept_examples
from layerlaw.solver.certainty.readings.recording_rulebook import RecordingRulebook
from layerlaw.solver.certainty.readings.verdict import Matter, ReadingGroup, Readings, Refuted
from layerlaw.solver.derivation.answer import Answer
from layerlaw.solver.derivation.asking import scenario_of
from layerlaw.solver.derivation.conditions_at_checks import UnsettledConditions
from layerlaw.solver.play.history import CheckCycle, History

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from layerlaw.model.rulebooks.rulebook import Rulebook
    from layerlaw.model.scenarios.scenario import Scenario
    from layerlaw.solver.answer.difference.outcome import Outcome
    from layerlaw.solver.certainty.readings.boxes import Allowed, Box
    from layerlaw.solver.certainty.readings.refuting import ExampleTable


@dataclass(frozen=True, slots=True)
class Leaf:
    """A box of readings that all lead to one outcome."""

    allowed: Mapping[str, tuple[str, ...]]
    outcome: int


class InternalDifference(AssertionError):
    """A history played under one reading came to something else than when played under many."""


@checked()
def readings(
    scenario: Scenario | Answer,
    *,
    limit: int | None = None,
    seconds: float | None = None,
    observe: Callable[[Answer], Outcome] = outcome,
    progress: Callable[[int, int], None] | None = None,
    left_out: frozenset[str] = frozenset(),
    refuted: bool = True,
) -> Readings:
    """Every outcome of the scenario under all readings of its rulebook, and what decides it.

    Readings that the scenario chooses itself stay. Readings that the document's own worked
    examples refute do not count; they come last. scenario: or an answer, for the scenario that
    it answers (of which it may leave effects out). limit: the greatest number of histories that
    are played (None: as many as it takes); seconds: after so many no further history is begun, and
    the one that is being played is given up, but for the first; observe: what is compared (an event
    that cannot happen is an outcome too); progress: called after each history with the number of
    readings known and of all there are; left_out: ids of effects that never exist; refuted: whether
    those that do not count are played as well. When a limit is reached or the user interrupts, what
    was found by then is returned as not complete. Raises `LayerlawError` for unknown readings.
    """
    if isinstance(scenario, Answer) and not left_out:
        left_out = scenario.situation.left_out
    played = scenario_of("readings", scenario, left_out)
    exploration = Exploration(played, observe, left_out)
    exploration.examples = kept_examples(played.rulebook)
    return exploration.run(limit, progress, seconds, refuted=refuted)


class OutOfTime(Exception):
    """The seconds are over in the middle of a history."""


class Exploration:
    """One scenario, and all that is known of its outcomes so far."""

    def __init__(
        self,
        scenario: Scenario,
        observe: Callable[[Answer], Outcome] = outcome,
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
        self.leaves: list[Leaf] = []
        self.outcomes: dict[Outcome, int] = {}
        self.endless: set[int] = set()
        self.asked: dict[str, None] = {}
        self.examples: ExampleTable | None = None
        self.stopped: Literal["", "limit", "time", "interrupt"] = ""
        self._until: float | None = None

    def run(
        self,
        limit: int | None,
        progress: Callable[[int, int], None] | None = None,
        seconds: float | None = None,
        *,
        refuted: bool = True,
    ) -> Readings:
        """Play until every reading is known, or a limit is reached or the user interrupts."""
        left = self.explore(limit, progress, seconds, refuted=refuted)
        return self._verdict(left)

    def explore(
        self,
        limit: int | None,
        progress: Callable[[int, int], None] | None = None,
        seconds: float | None = None,
        *,
        refuted: bool = True,
    ) -> list[Allowed]:
        """Play as `run` does; returns the boxes of readings that were not come to."""
        began = monotonic()
        total = size(self.everything)
        waiting: list[tuple[bool, int, int, Allowed]] = [(False, 0, 0, self.everything)]
        count = known = 0
        try:
            while waiting and (limit is None or len(self.leaves) < limit):
                idle, _, _, allowed = waiting[0]
                if idle and not refuted:
                    break
                if seconds is not None and self.leaves:
                    # The first history is the answer itself, which is owed.
                    self._until = began + seconds
                rest = self._play(allowed)
                heapq.heappop(waiting)
                known += size(self.leaves[-1].allowed)
                for box in rest:
                    count += 1
                    key = (not self.counted(box), self._departures(box), count)
                    heapq.heappush(waiting, (*key, box))
                if progress is not None:
                    progress(known, total)
                if waiting and seconds is not None and monotonic() > began + seconds:
                    raise OutOfTime
            if waiting and limit is not None and len(self.leaves) >= limit:
                self.stopped = "limit"
        except KeyboardInterrupt:
            self.stopped = "interrupt"
        except OutOfTime:
            self.stopped = "time"
        self._until = None
        return [allowed for _, _, _, allowed in waiting]

    def counted(self, box: Mapping[str, tuple[str, ...]]) -> list[Allowed]:
        """What of the box the worked examples leave; all of it where nothing is known of them."""
        return inside_any(box, self._standing())

    def _standing(self) -> tuple[Mapping[str, tuple[str, ...]], ...]:
        if self.examples is None:
            return ({},)
        # Where the readings chosen are refuted themselves, all that goes with them counts.
        return self.examples.left(self.rulebook.chosen) or ({},)

    def _stop(self) -> None:
        if self._until is not None and monotonic() > self._until:
            raise OutOfTime

    def _play(self, allowed: Allowed) -> list[Allowed]:
        """Play one history of the box; returns the boxes that its questions left out."""
        recording = RecordingRulebook.of(self.rulebook, allowed)
        scenario = replace(self.scenario, rulebook=recording, readings=MappingProxyType({}))
        found = self._outcome(scenario)
        remaining = recording.remaining
        self.asked.update((one.point, None) for one in remaining.narrowings)
        number = self.outcomes.setdefault(found, len(self.outcomes))
        self.leaves.append(Leaf(dict(remaining.allowed), number))
        rest = []
        left = dict(allowed)
        for narrowing in remaining.narrowings:
            others = tuple(one for one in narrowing.before if one not in narrowing.after)
            rest.append({**left, narrowing.point: others})
            left[narrowing.point] = narrowing.after
        return rest

    def _outcome(self, scenario: Scenario) -> Outcome:
        try:
            history = History(scenario, stop=self._stop, left_out=self.left_out)
            for _ in history.play():
                pass
            return self.observe(history.derivation())
        except LayerlawError as error:
            found = refusal(error)
            if isinstance(error, UnsettledConditions | CheckCycle):
                self.endless.add(self.outcomes.setdefault(found, len(self.outcomes)))
            return found

    def _departures(self, allowed: Mapping[str, tuple[str, ...]]) -> int:
        points = self.rulebook.points
        return sum(points[point].default not in left for point, left in allowed.items())

    # --- what it comes to --------------------------------------------------------------------

    def _verdict(self, left: Sequence[Allowed]) -> Readings:
        counted = [
            Leaf(box, leaf.outcome) for leaf in self.leaves for box in self.counted(leaf.allowed)
        ]
        silent = [leaf for leaf in counted if leaf.outcome in self.endless]
        answers = [leaf for leaf in counted if leaf.outcome not in self.endless]
        if not answers or self._rank(silent) < self._rank(answers):
            # Where the default itself gives no answer, that is what there is to say.
            silent, answers = [], counted
        numbers = sorted({leaf.outcome for leaf in answers}, key=lambda n: self._rank(answers, n))
        place = {number: i for i, number in enumerate(numbers)}
        groups = tuple(self._group(answers, number) for number in numbers)
        matters = self._matters(answers, place) if len(groups) > 1 else ()
        deciding = {matter.point for matter in matters}
        open_boxes = [allowed for allowed in left if self.counted(allowed)]
        waiting = [box for allowed in open_boxes for box in self.counted(allowed)]
        without = tuple(
            self._group(silent, number) for number in sorted({one.outcome for one in silent})
        )
        told = deciding.union(*(group.example for group in without))
        return Readings(
            self.scenario,
            self.rulebook.chosen,
            sum(size(leaf.allowed) for leaf in counted) + sum(map(size, waiting)),
            groups,
            matters,
            tuple(p for p in self.everything if p in self.asked and p not in told),
            tuple(p for p in self.everything if p not in self.asked),
            len(self.leaves),
            not waiting,
            examples=self.examples,
            stopped=self.stopped if waiting else "",
            left=tuple(self._box(box) for box in sorted(open_boxes, key=self._departures)),
            refuted=self._refuted(place),
            silent=without,
        )

    def _refuted(self, place: Mapping[int, int]) -> tuple[Refuted, ...]:
        """What came out under readings that do not count, by outcome, and what refutes them."""
        if self.examples is None or not self.examples.left(self.rulebook.chosen):
            return ()
        boxes: dict[int, list[Allowed]] = {}
        for leaf in self.leaves:
            pieces = outside_all(leaf.allowed, self._standing())
            boxes.setdefault(leaf.outcome, []).extend(pieces)
        chosen = {point: (reading,) for point, reading in self.rulebook.chosen.items()}
        outcomes = list(self.outcomes)
        found = [
            Refuted(
                outcomes[number],
                place.get(number),
                tuple(self._box(box) for box in pieces),
                self.examples.refuters([{**box, **chosen} for box in pieces]),
            )
            for number, pieces in boxes.items()
            if pieces and number not in self.endless
        ]
        return tuple(sorted(found, key=lambda one: one.group is not None))

    def _rank(self, leaves: Sequence[Leaf], number: int | None = None) -> tuple[int, int]:
        """The fewest departures that lead to the outcome (any), and when it was first found."""
        mine = [leaf for leaf in leaves if number is None or leaf.outcome == number]
        least = min((self._departures(leaf.allowed) for leaf in mine), default=len(self.everything))
        return least, len(self.outcomes) if number is None else number

    def _group(self, leaves: Sequence[Leaf], number: int) -> ReadingGroup:
        found = list(self.outcomes)[number]
        mine = [leaf.allowed for leaf in leaves if leaf.outcome == number]
        nearest = min(mine, key=self._departures)
        example = self._nearest(nearest, ())
        self._confirm(found, example)
        return ReadingGroup(
            found, tuple(self._box(allowed) for allowed in mine), MappingProxyType(example)
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

    def _matters(self, leaves: Sequence[Leaf], place: Mapping[int, int]) -> tuple[Matter, ...]:
        """The points that decide: few that together tell the outcomes apart."""
        found = {
            point: matter
            for point in self.everything
            if (matter := self._matter(leaves, point, place))
        }
        for point in self.everything:
            if point in self.asked and point not in found and not self._decided(leaves, found):
                # No two readings that count differ in it alone; yet without it nothing decides.
                leads = self._leads(leaves, {}, point, place)
                if len(set(leads.values())) > 1:
                    found[point] = Matter(point, MappingProxyType({}), MappingProxyType(leads))
        return tuple(found[point] for point in self.everything if point in found)

    def _decided(self, leaves: Sequence[Leaf], points: Iterable[str]) -> bool:
        """Whether these points alone tell the outcomes apart; not looked at if they are many."""
        known = {point: self.everything[point] for point in points}
        if count_of(known) > MOST:
            return True
        table = Combinations(known)
        masks = [
            reduce(or_, (table.mask_of(one.allowed) for one in leaves if one.outcome == number), 0)
            for number in {leaf.outcome for leaf in leaves}
        ]
        return sum(map(int.bit_count, masks)) == reduce(or_, masks, 0).bit_count()

    def _matter(
        self, leaves: Sequence[Leaf], point: str, place: Mapping[int, int]
    ) -> Matter | None:
        """Whether two readings that differ in this point alone part; those nearest to default."""
        best: dict[str, str] | None = None
        cut = [leaf for leaf in leaves if leaf.allowed[point] != self.everything[point]]
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
        leads = self._leads(leaves, best, point, place)
        return Matter(point, MappingProxyType(best), MappingProxyType(leads))

    def _leads(
        self, leaves: Sequence[Leaf], given: Mapping[str, str], point: str, place: Mapping[int, int]
    ) -> dict[str, int]:
        """The group that each reading of the point leads to, where such a reading counts."""
        leads = {}
        for reading in self.everything[point]:
            found = self._leaf_of(leaves, {**given, point: reading})
            if found is not None:
                leads[reading] = place[found.outcome]
        return leads

    def _leaf_of(self, leaves: Sequence[Leaf], departures: Mapping[str, str]) -> Leaf | None:
        """The box that holds a reading of the document; None if it was not played or counts not."""
        points = self.rulebook.points
        for leaf in leaves:
            if all(
                departures.get(point, points[point].default) in left
                for point, left in leaf.allowed.items()
            ):
                return leaf
        return None


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
