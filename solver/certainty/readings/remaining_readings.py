"""Which readings remain of a document's open points, and what every question left out."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, TypeVar

from layerlaw.model.dataclass import dataclass

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from layerlaw.model.rulebooks.rulebook import Rulebook
    from layerlaw.solver.certainty.readings.boxes import Allowed

T = TypeVar("T")
Table = list[tuple[tuple[str, ...], T]]
"""For every choice of readings for some points, the result under it."""


@dataclass(frozen=True, slots=True)
class Narrowing:
    """One open point was asked about: the readings left before and after."""

    point: str
    before: tuple[str, ...]
    after: tuple[str, ...]


ENTERED = Narrowing("", (), ())
"""Stands among the narrowings where other readings were looked at in between."""


class RemainingReadings:
    """Which readings remain, and the one that is followed.

    allowed: for each open point the readings that remain. The one followed is the default, or the
    first that is allowed. narrowings: what was left out, in the order of asking. asked: the points
    that were asked where that turned out to decide nothing. idle: those that decide nothing now.
    undecided: those of them of which that is only supposed so far.
    """

    def __init__(self, rulebook: Rulebook, allowed: Mapping[str, tuple[str, ...]]) -> None:
        self.rulebook = rulebook
        self.allowed: Allowed = dict(allowed)
        self.chosen = self._chosen()
        self.narrowings: list[Narrowing] = []
        self.asked: dict[str, None] = {}
        self.idle: frozenset[str] = frozenset()
        self.undecided: frozenset[str] = frozenset()
        self._let_be: set[str] = set()
        self._by_policy: dict[str, list[str]] = {}
        self._by_verb: dict[str, list[str]] = {}
        for point in rulebook.points.values():
            if point.id not in self.allowed:
                continue
            for reading in point.readings:
                for name in reading.policies:
                    _note(self._by_policy, name, point.id)
                for verb in reading.layers:
                    _note(self._by_verb, verb, point.id)
        self._moved = frozenset(self._by_verb)
        self._named: dict[tuple[str, ...], tuple[str, ...]] = {}

    def enter(self, allowed: Mapping[str, tuple[str, ...]]) -> None:
        """From now on these readings remain, and one of them is followed."""
        self.allowed = dict(allowed)
        self.chosen = self._chosen()
        self._named.clear()
        self.narrowings.append(ENTERED)

    def follow(self, allowed: Allowed, asked: int, before: Allowed) -> None:
        """These of the readings before remain, for what was asked since then decides no more.

        asked: how many narrowings there were then.
        """
        self.asked.update(
            (one.point, None) for one in self.narrowings[asked:] if one is not ENTERED
        )
        self.allowed = dict(allowed)
        self.chosen = self._chosen()
        self.narrowings[asked:] = [
            Narrowing(point, before[point], left)
            for point, left in allowed.items()
            if left != before[point]
        ]
        self._named.clear()

    def let_be(self, idle: frozenset[str]) -> None:
        """These points decide nothing from now on; of others that did not, one reading is left.

        Where what they move has its place by now, that is the one that is followed.
        """
        self.idle = idle
        for point in sorted(self._let_be - idle):
            before, after = self.allowed[point], (self.chosen[point],)
            if after != before:
                self.allowed[point] = after
                self.narrowings.append(Narrowing(point, before, after))
        self._let_be &= idle

    def _chosen(self) -> dict[str, str]:
        points = self.rulebook.points
        return {
            point: points[point].default if points[point].default in readings else readings[0]
            for point, readings in self.allowed.items()
        }

    def layer(self, words: tuple[str, ...], chosen: Mapping[str, str]) -> str | None:
        """The id of the first layer for any of the words under one reading; None if none is."""
        for verb in words:
            layer = next((one.id for one in self.rulebook.layers if verb in one.does), None)
            for point in self._by_verb.get(verb, ()):
                layer = self.rulebook.points[point].reading(chosen[point]).layers.get(verb, layer)
            if layer is not None:
                return layer
        return None

    def listing(self, words: tuple[str, ...], chosen: Mapping[str, str]) -> frozenset[str]:
        """The ids of the layers that list any of the words under one reading."""
        found: set[str] = set()
        for word in words:
            listing = {one.id for one in self.rulebook.layers if word in one.does}
            for point in self._by_verb.get(word, ()):
                layers = self.rulebook.points[point].reading(chosen[point]).layers
                listing = {layers[word]} if word in layers else listing
            found |= listing
        return frozenset(found)

    def points_moving(
        self, verbs: tuple[str, ...], idle: frozenset[str] | None = None
    ) -> list[str]:
        """The open points that may move any of the words to another layer and are still open.

        idle: those that do not count (None: those that decide nothing now).
        """
        if self._moved.isdisjoint(verbs):
            return []
        idle = self.idle if idle is None else idle
        named = {point for verb in verbs for point in self._by_verb.get(verb, ())}
        return [
            p for p in self.allowed if p in named and len(self.allowed[p]) > 1 and p not in idle
        ]

    def note_moved(self, verbs: tuple[str, ...]) -> None:
        """What goes by these words has its place by now, even if points that move it are idle."""
        for point in {point for verb in verbs for point in self._by_verb.get(verb, ())}:
            if point not in self.idle:
                continue
            readings = ({**self.chosen, point: one} for one in self.allowed[point])
            if len({self.layer(verbs, chosen) for chosen in readings}) > 1:
                self._let_be.add(point)
                self.asked[point] = None

    def left(self, points: Sequence[str]) -> Iterator[dict[str, str]]:
        """Every reading of the document that differs in these points alone from the chosen one."""
        for readings in product(*(self._chosen_first(point) for point in points)):
            yield {**self.chosen, **dict(zip(points, readings, strict=True))}

    def table(self, points: Sequence[str], told: Callable[[Mapping[str, str]], T]) -> Table[T]:
        """What is told of each reading that differs in these points alone, the chosen one first."""
        return [
            (tuple(chosen[point] for point in points), told(chosen)) for chosen in self.left(points)
        ]

    def _chosen_first(self, point: str) -> tuple[str, ...]:
        chosen = self.chosen[point]
        return (chosen, *(reading for reading in self.allowed[point] if reading != chosen))

    def narrow(self, points: Sequence[str], table: Table[T]) -> T:
        """The result under the chosen reading; readings with another result are left out.

        table: the result for all readings of these points that remain, the chosen ones first. A
        point keeps every reading that gives the same as the chosen one, whatever the others are.
        """
        actual = table[0][1]
        for number, point in enumerate(points):
            if all(result == actual for _, result in table):
                break
            like = {
                (*key[:number], *key[number + 1 :]): result
                for key, result in table
                if key[number] == self.chosen[point]
            }
            differ = {
                key[number]
                for key, result in table
                if result != like[(*key[:number], *key[number + 1 :])]
            }
            before = self.allowed[point]
            after = tuple(reading for reading in before if reading not in differ)
            if after != before:
                self.allowed[point] = after
                self.narrowings.append(Narrowing(point, before, after))
                table = [(key, result) for key, result in table if key[number] not in differ]
        return actual

    def combinations(self, policies: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
        """The different values that the policies have under the remaining readings."""
        return self._table(policies).different

    def values(self, policies: tuple[str, ...]) -> tuple[Sequence[str], Table[tuple[str, ...]]]:
        """The open points behind the policies, and the values for all remaining readings."""
        table = self._table(policies)
        return table.points, table.rows

    def _table(self, policies: tuple[str, ...]) -> _PolicyTable:
        """The table of these policies; one rulebook keeps it for all that ask the same."""
        named = self._named.get(policies)
        if named is None:
            points = {point for name in policies for point in self._by_policy.get(name, ())}
            named = self._named[policies] = tuple(p for p in self.allowed if p in points)
        remaining = tuple((point, self._chosen_first(point)) for point in named)
        return self.rulebook.cache.of_value(_policy_table, self.rulebook, (policies, remaining))


@dataclass(frozen=True, slots=True)
class _PolicyTable:
    """Policies under all remaining readings of the points behind them.

    points: those still open. rows: for each choice of their readings the values, the chosen ones
    first. different: the values, each once.
    """

    points: tuple[str, ...]
    rows: Table[tuple[str, ...]]
    different: tuple[tuple[str, ...], ...]


def _policy_table(
    rulebook: Rulebook, asked: tuple[tuple[str, ...], tuple[tuple[str, tuple[str, ...]], ...]]
) -> _PolicyTable:
    """asked: the policies; each point that may give one its value, with the remaining readings."""
    policies, remaining = asked
    points = tuple(point for point, readings in remaining if len(readings) > 1)
    gives = {
        point: {one: rulebook.points[point].reading(one).policies for one in readings}
        for point, readings in remaining
    }
    in_order = [point for point in rulebook.points if point in gives]
    rows: Table[tuple[str, ...]] = []
    for readings in product(*(readings for _, readings in remaining)):
        chosen = dict(zip(gives, readings, strict=True))
        values = {name: rulebook.policies[name].value for name in policies}
        for point in in_order:
            values |= gives[point][chosen[point]]
        rows.append(
            (tuple(map(chosen.__getitem__, points)), tuple(map(values.__getitem__, policies)))
        )
    return _PolicyTable(points, rows, tuple(dict.fromkeys(values for _, values in rows)))


def _note(table: dict[str, list[str]], key: str, point: str) -> None:
    points = table.setdefault(key, [])
    if point not in points:
        points.append(point)
