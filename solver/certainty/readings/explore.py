"""Plays a scenario under all readings of its document, each history standing for as many as it can.

A history that was played for a box of readings holds for the smaller box that its questions left;
what they left out are boxes of their own, played in turn, those nearest to the defaults first.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable
from dataclasses import replace
from time import monotonic
from types import MappingProxyType
from typing import TYPE_CHECKING, Literal

from layerlaw.model.arguments import checked
from layerlaw.model.errors import LayerlawError
from layerlaw.model.scenarios.scenario import Scenario
from layerlaw.solver.answer.difference.outcome import Outcome, outcome, refusal
from layerlaw.solver.certainty.readings.boxes import (
    inside_any,
    outside,
    outside_all,
    size,
)
from layerlaw.solver.certainty.readings.joining import Worth
from layerlaw.solver.certainty.readings.kept import kept_examples
from layerlaw.solver.certainty.readings.matters import Leaf, departures, matters, nearest
from layerlaw.solver.certainty.readings.recording_rulebook import RecordingRulebook
from layerlaw.solver.certainty.readings.verdict import ReadingGroup, Readings, Refuted
from layerlaw.solver.derivation.answer import Answer
from layerlaw.solver.derivation.asking import scenario_of
from layerlaw.solver.derivation.derive import UnsettledConditions
from layerlaw.solver.play.history import CheckCycle, History

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from layerlaw.model.rulebooks.rulebook import Rulebook
    from layerlaw.solver.certainty.readings.boxes import Allowed, Box
    from layerlaw.solver.certainty.readings.refuting import ExampleTable
    from layerlaw.solver.certainty.readings.verdict import Matter


UNCOUNTED = 12
"""Without a limit so many histories of readings that do not count are played."""


class InternalDifference(AssertionError):
    """A history had another outcome under one reading than when played under many."""


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
    examples refute do not count; they come last.

    scenario: or an answer, for the scenario that it answers (of which it may leave effects out).
    limit: the most histories that are played (None: as many as it takes, and `UNCOUNTED` more of
    readings that do not count, those nearest to the defaults). seconds: when they are
    over, no further history begins, and the one being played is given up, except the first.
    observe: what is compared (an event that cannot happen is an outcome too). progress: called
    after each history with the number of readings known and of all there are. left_out: ids of
    effects that never exist. refuted: whether readings that do not count are played as well.

    When a limit is reached or the user interrupts, what is known by then is returned as not
    complete. Raises `LayerlawError` for unknown readings.

    >>> from layerlaw.model import loads_scenario
    >>> from layerlaw.solver import readings
    >>> found = readings(loads_scenario('''
    ... title: A King
    ... rulebook: sorcery-2026-01
    ... players: [you, me]
    ... play:
    ...   - you: Foot Soldier as F at 3
    ...   - you: King of the Realm as K at 8
    ... '''))
    >>> found.settled, len(found.groups)
    (True, 1)
    """
    if isinstance(scenario, Answer) and not left_out:
        left_out = scenario.situation.left_out
    played = scenario_of("readings", scenario, left_out)
    exploration = ReadingExploration(played, observe, left_out)
    exploration.examples = kept_examples(played.rulebook)
    return exploration.run(limit, progress, seconds, refuted=refuted)


class OutOfTime(Exception):
    """The seconds are over in the middle of a history."""


class ReadingExploration:
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
        # An outcome is what is on the table; other observers may look at the way there.
        self.worth = Worth() if observe is outcome else None
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
        """Play as `run` does; returns the boxes of readings that were not reached."""
        began = monotonic()
        total = size(self.everything)
        first = self.everything if refuted else self._counting()
        waiting: list[tuple[bool, int, int, Allowed]] = [(False, 0, 0, first)]
        others = outside(self.everything, first)
        waiting += [(True, 0, number, rest) for number, rest in enumerate(others, 1)]
        count, known, uncounted = len(others), 0, 0
        try:
            while waiting and (limit is None or len(self.leaves) < limit):
                idle, _, _, allowed = waiting[0]
                if idle and (not refuted or (limit is None and uncounted >= UNCOUNTED)):
                    break
                if seconds is not None and self.leaves:
                    # The first history is the answer itself, which is owed.
                    self._until = began + seconds
                rest = self._play(allowed)
                heapq.heappop(waiting)
                uncounted += idle
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
        """The part of the box that the worked examples leave; all of it if there are none."""
        return inside_any(box, self._standing())

    def _counting(self) -> Allowed:
        """The smallest box that holds every reading that counts.

        A point of which all that count have one reading is not open there, as if it was asked.
        """
        counted = self.counted(self.everything)
        found = {
            point: tuple(one for one in left if any(one in box[point] for box in counted))
            for point, left in self.everything.items()
        }
        self.asked.update((point, None) for point in found if len(found[point]) == 1)
        return found

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
        recording = RecordingRulebook.of(self.rulebook, allowed, worth=self.worth)
        scenario = replace(self.scenario, rulebook=recording, readings=MappingProxyType({}))
        observed = self._outcome(scenario)
        recording.cache.clear()
        remaining = recording.remaining
        self.asked.update((one.point, None) for one in remaining.narrowings)
        self.asked.update(remaining.asked)
        number = self.outcomes.setdefault(observed, len(self.outcomes))
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
            refused = refusal(error)
            if isinstance(error, UnsettledConditions | CheckCycle):
                self.endless.add(self.outcomes.setdefault(refused, len(self.outcomes)))
            return refused

    def _departures(self, box: Mapping[str, tuple[str, ...]]) -> int:
        return departures(self.rulebook, box)

    # --- the verdict -------------------------------------------------------------------------

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
        group_of = {number: group for group, number in enumerate(numbers)}
        groups = tuple(self._group(answers, number) for number in numbers)
        deciding: tuple[Matter, ...] = ()
        if len(groups) > 1:
            by_group = [Leaf(leaf.allowed, group_of[leaf.outcome]) for leaf in answers]
            deciding = matters(self.rulebook, self.everything, self.asked, by_group)
        open_boxes = [allowed for allowed in left if self.counted(allowed)]
        waiting = [box for allowed in open_boxes for box in self.counted(allowed)]
        without = tuple(
            self._group(silent, number) for number in sorted({leaf.outcome for leaf in silent})
        )
        told = {matter.point for matter in deciding}.union(*(group.example for group in without))
        return Readings(
            self.scenario,
            self.rulebook.chosen,
            sum(size(leaf.allowed) for leaf in counted) + sum(map(size, waiting)),
            groups,
            deciding,
            tuple(p for p in self.everything if p in self.asked and p not in told),
            tuple(p for p in self.everything if p not in self.asked),
            len(self.leaves),
            not waiting,
            examples=self.examples,
            stopped=self.stopped if waiting else "",
            left=tuple(self._box(box) for box in sorted(open_boxes, key=self._departures)),
            refuted=self._refuted(group_of),
            refuted_left=self._uncounted(left),
            silent=without,
        )

    def _refuted(self, group_of: Mapping[int, int]) -> tuple[Refuted, ...]:
        """The outcomes of readings that do not count, and what refutes these."""
        if self.examples is None or not self.examples.left(self.rulebook.chosen):
            return ()
        boxes: dict[int, list[Allowed]] = {}
        for leaf in self.leaves:
            pieces = outside_all(leaf.allowed, self._standing())
            boxes.setdefault(leaf.outcome, []).extend(pieces)
        chosen = {point: (reading,) for point, reading in self.rulebook.chosen.items()}
        outcomes = list(self.outcomes)
        refuted = [
            Refuted(
                outcomes[number],
                group_of.get(number),
                tuple(self._box(box) for box in pieces),
                self.examples.refuters([{**box, **chosen} for box in pieces]),
            )
            for number, pieces in boxes.items()
            if pieces and number not in self.endless
        ]
        return tuple(sorted(refuted, key=lambda one: one.group is not None))

    def _uncounted(self, left: Sequence[Allowed]) -> tuple[Box, ...]:
        """What of these boxes does not count."""
        if self.examples is None:
            return ()
        standing = self._standing()
        pieces = [piece for allowed in left for piece in outside_all(allowed, standing)]
        return tuple(self._box(box) for box in sorted(pieces, key=self._departures))

    def _rank(self, leaves: Sequence[Leaf], number: int | None = None) -> tuple[int, int]:
        """The fewest departures that lead to the outcome (any), and when it was first found."""
        boxes = [leaf.allowed for leaf in leaves if number is None or leaf.outcome == number]
        least = min(map(self._departures, boxes), default=len(self.everything))
        return least, len(self.outcomes) if number is None else number

    def _group(self, leaves: Sequence[Leaf], number: int) -> ReadingGroup:
        observed = list(self.outcomes)[number]
        boxes = [leaf.allowed for leaf in leaves if leaf.outcome == number]
        example = nearest(self.rulebook, min(boxes, key=self._departures))
        self._confirm(observed, example)
        return ReadingGroup(observed, tuple(map(self._box, boxes)), MappingProxyType(example))

    def _confirm(self, observed: Outcome, example: Mapping[str, str]) -> None:
        """Raise `InternalDifference` unless the reading alone leads to the same outcome."""
        merged = MappingProxyType({**self.scenario.readings, **example})
        again = self._outcome(replace(self.scenario, readings=merged))
        if again != observed:
            raise InternalDifference(f"under {dict(example)} the answer is not the one found")

    def _box(self, allowed: Mapping[str, tuple[str, ...]]) -> Box:
        return tuple(
            (point, left) for point, left in allowed.items() if left != self.everything[point]
        )
