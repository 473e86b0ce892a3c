"""Which open points decide between outcomes, shown on readings that differ in one point alone."""

from __future__ import annotations

from functools import reduce
from itertools import combinations
from operator import or_
from types import MappingProxyType
from typing import TYPE_CHECKING

from layerlaw.model.dataclass import dataclass
from layerlaw.solver.certainty.readings.boxes import MOST, Combinations, common, count_of
from layerlaw.solver.certainty.readings.verdict import Matter

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence

    from layerlaw.model.rulebooks.rulebook import Rulebook
    from layerlaw.solver.certainty.readings.boxes import Allowed


@dataclass(frozen=True, slots=True)
class Leaf:
    """A box of readings that all lead to one outcome, by its number."""

    allowed: Mapping[str, tuple[str, ...]]
    outcome: int


def departures(rulebook: Rulebook, box: Mapping[str, tuple[str, ...]]) -> int:
    """How many points a reading of the box has to read otherwise than by default."""
    return sum(rulebook.points[point].default not in left for point, left in box.items())


def nearest(rulebook: Rulebook, box: Mapping[str, tuple[str, ...]]) -> dict[str, str]:
    """The reading of the box that departs least from the defaults, as its departures."""
    points = rulebook.points
    return {point: left[0] for point, left in box.items() if points[point].default not in left}


def matters(
    rulebook: Rulebook, everything: Allowed, asked: Collection[str], leaves: Sequence[Leaf]
) -> tuple[Matter, ...]:
    """The points that decide: few that together tell the outcomes of the leaves apart.

    everything: every open point with its readings. asked: the points that any history asked for.
    """
    return _Search(rulebook, everything, leaves).matters(asked)


class _Search:
    """The leaves of a scenario, searched for readings that differ in one point and in outcome."""

    def __init__(self, rulebook: Rulebook, everything: Allowed, leaves: Sequence[Leaf]) -> None:
        self.rulebook = rulebook
        self.everything = everything
        self.leaves = leaves

    def matters(self, asked: Collection[str]) -> tuple[Matter, ...]:
        found = {
            point: matter
            for point in self.everything
            if (matter := self._matter(point)) is not None
        }
        for point in self.everything:
            if point in asked and point not in found and not self._decide(found):
                # No two readings that count differ in it alone; yet without it nothing decides.
                leads = self._leads({}, point)
                if len(set(leads.values())) > 1:
                    found[point] = Matter(point, MappingProxyType({}), MappingProxyType(leads))
        return tuple(found[point] for point in self.everything if point in found)

    def _decide(self, points: Iterable[str]) -> bool:
        """Whether these points alone tell the outcomes apart; assumed if they are very many."""
        known = {point: self.everything[point] for point in points}
        if count_of(known) > MOST:
            return True
        table = Combinations(known)
        masks: dict[int, int] = {}
        for leaf in self.leaves:
            masks[leaf.outcome] = masks.get(leaf.outcome, 0) | table.mask_of(leaf.allowed)
        return sum(map(int.bit_count, masks.values())) == reduce(or_, masks.values(), 0).bit_count()

    def _matter(self, point: str) -> Matter | None:
        """The point, if two readings that differ in it alone diverge; shown on the nearest ones."""
        best: dict[str, str] | None = None
        cut = [leaf for leaf in self.leaves if leaf.allowed[point] != self.everything[point]]
        for one, other in combinations(cut, 2):
            if one.outcome == other.outcome:
                continue
            rest = {id: left for id, left in one.allowed.items() if id != point}
            shared = common(rest, other.allowed)
            if shared is None:
                continue
            given = nearest(self.rulebook, shared)
            if best is None or _key(given) < _key(best):
                best = given
        if best is None:
            return None
        return Matter(point, MappingProxyType(best), MappingProxyType(self._leads(best, point)))

    def _leads(self, given: Mapping[str, str], point: str) -> dict[str, int]:
        """The outcome that each reading of the point leads to, where such a reading counts."""
        leads = {}
        for reading in self.everything[point]:
            leaf = self._leaf_of({**given, point: reading})
            if leaf is not None:
                leads[reading] = leaf.outcome
        return leads

    def _leaf_of(self, chosen: Mapping[str, str]) -> Leaf | None:
        """The leaf that holds a reading, given by its departures; None if there is none."""
        points = self.rulebook.points
        for leaf in self.leaves:
            if all(
                chosen.get(point, points[point].default) in left
                for point, left in leaf.allowed.items()
            ):
                return leaf
        return None


def _key(given: Mapping[str, str]) -> tuple[int, list[tuple[str, str]]]:
    return len(given), list(given.items())
