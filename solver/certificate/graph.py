"""Dependencies as rows of bits, and the components of their graph.

Written from the definition alone; the certificate shares no code with the solver's schedule.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from layerlaw.solver.certificate.replay.board import ones
from layerlaw.solver.certificate.shape import in_rows
from layerlaw.solver.facts.lists import as_key
from layerlaw.solver.facts.rows import Found, SharedWitnesses

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from layerlaw.solver.facts.records import Dependency


class Rows:
    """Dependencies of parts: names of the parts, and for each a row of those it depends on."""

    __slots__ = ("_components", "_joined", "names", "place", "rows")

    def __init__(self, names: Iterable[str] = ()) -> None:
        self._components: Components | None = None
        self._joined: int | None = None
        self.names: list[str] = []
        self.rows: list[int] = []
        self.place: dict[str, int] = {}
        self.know(names)

    @classmethod
    def of(cls, names: Iterable[str], edges: Iterable[tuple[str, str]]) -> Rows:
        """Those of these parts. edges: (x, y) for "x depends on y"."""
        made = cls(names)
        for effect, other in edges:
            made.add(effect, other)
        return made

    @property
    def pairs(self) -> frozenset[tuple[str, str]]:
        """(x, y) for "x depends on y"."""
        names = self.names
        return frozenset((names[x], names[y]) for x, row in enumerate(self.rows) for y in ones(row))

    @property
    def components(self) -> Components:
        """The rows turned round, and its components, worked out once for those taken in so far."""
        if self._components is None:
            self._components = components_of(self.rows)
        return self._components

    def is_apart(self, name: str) -> bool:
        """Whether the part depends on no other, and no other on it."""
        if self._joined is None:
            self._joined = 0
            for place, row in enumerate(self.rows):
                if row:
                    self._joined |= row | 1 << place
        return not self._joined >> self.place[name] & 1

    def same_pairs(self, other: Rows) -> bool:
        """Whether the same parts depend on the same."""
        count, others = (sum(map(int.bit_count, one.rows)) for one in (self, other))
        return count == others and (not count or self.pairs == other.pairs)

    def know(self, names: Iterable[str]) -> None:
        """Take in parts."""
        self._components = self._joined = None
        for name in names:
            if name not in self.place:
                self.place[name] = len(self.names)
                self.names.append(name)
                self.rows.append(0)

    def add(self, effect: str, other: str) -> None:
        """One depends on another."""
        self.know((effect, other))
        self.rows[self.place[effect]] |= 1 << self.place[other]

    def take(self, recorded: Sequence[Dependency]) -> None:
        """Take in dependencies as recorded."""
        if not isinstance(recorded, Found) or not in_rows(recorded):
            for edge in recorded:
                self.add(edge.effect, edge.on)
            return
        names = recorded.names
        self.know(names)
        own = [self.place[name] for name in names]
        alike = own == list(range(len(names)))
        for x, row in enumerate(recorded.gone):
            if alike:
                self.rows[x] |= row
            else:
                for y in ones(row):
                    self.rows[own[x]] |= 1 << own[y]
        if isinstance(recorded.other, SharedWitnesses):
            for who, others, _ in recorded.other.blocks:
                on = others if alike else sum(1 << own[y] for y in ones(others))
                for x in ones(who):
                    self.rows[own[x]] |= on
            return
        for x, y in recorded.other:
            self.rows[own[x]] |= 1 << own[y]

    def copy(self) -> Rows:
        """The same, to take in more."""
        made = Rows()
        made.names, made.rows, made.place = self.names.copy(), self.rows.copy(), self.place.copy()
        return made


class Components(NamedTuple):
    """Dependencies turned round, and of each place its component and what this depends on."""

    back: list[int]
    together: list[int]
    waits: list[int]


def components_of(rows: list[int]) -> Components:
    """The strongly connected components of a graph."""
    if not any(rows):
        nothing = [0] * len(rows)
        return Components(nothing, [1 << place for place in range(len(rows))], nothing)
    back = turned_round(rows)
    return Components(back, *by_component(rows, back))


def turned_round(rows: Sequence[int]) -> list[int]:
    """For each place a row of those whose rows hold it.

    A row that holds most of what any row holds is turned round by what it does not hold of that.
    """
    held = 0
    # By what they hold, for many rows are the same.
    alike: dict[bytes, list[int]] = {}
    for place, row in enumerate(rows):
        if row:
            known = alike.setdefault(as_key(row), [row, 0])
            known[1] |= 1 << place
    for row, _ in alike.values():
        held |= row
    most = held.bit_count()
    turned = [0] * len(rows)
    without = [0] * len(rows)
    full = 0
    for row, holders in alike.values():
        if row.bit_count() * 2 <= most:
            for place in ones(row):
                turned[place] |= holders
        else:
            full |= holders
            for place in ones(held & ~row):
                without[place] |= holders
    if not full:
        return turned
    for place in ones(held):
        turned[place] |= full & ~without[place]
    return turned


def by_component(on: list[int], back: list[int]) -> tuple[list[int], list[int]]:
    """For each place its strongly connected component, and what this depends on outside of it.

    Two searches in depth, the second one backwards in the order in which the first one left.
    Source: Kosaraju and Sharir.
    """
    together = [1 << place for place in range(len(on))]
    waits = list(on)
    unseen = 0
    for place, row in enumerate(on):
        if row:
            unseen |= 1 << place | row
    left: list[int] = []
    while unseen:
        path = [(unseen & -unseen).bit_length() - 1]
        unseen &= unseen - 1
        while path:
            following = on[path[-1]] & unseen
            if following:
                low = following & -following
                unseen ^= low
                path.append(low.bit_length() - 1)
            else:
                left.append(path.pop())
    for place in left:
        unseen |= 1 << place
    for root in reversed(left):
        if not unseen >> root & 1:
            continue
        members = border = 1 << root
        unseen ^= border
        while border:
            low = border & -border
            more = back[low.bit_length() - 1] & unseen
            unseen ^= more
            members |= more
            border = border ^ low | more
        outside = 0
        for place in ones(members):
            outside |= on[place]
        outside &= ~members
        for place in ones(members):
            together[place] = members
            waits[place] = outside
    return together, waits
