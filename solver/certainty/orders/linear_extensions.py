"""How many orders there are: linear extensions, counted exactly or as a lower bound."""

from __future__ import annotations

from dataclasses import field
from math import comb, factorial
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from layerlaw.model.dataclass import dataclass

if TYPE_CHECKING:
    from collections.abc import Collection, Hashable, Iterable, Mapping

Item = TypeVar("Item", bound="Hashable")

LIMIT = 250_000
"""The most sets of effects that are visited before a count becomes a lower bound."""

_DEEP = 250
"""Larger indecomposable sets are not taken apart: the recursion would go too deep."""

_FEW = 4_000
"""An order whose chain cover allows no more ideals than this is counted by its ideals."""

_TAKEN_APART = 2_000
"""The most indecomposable sets that are taken apart element by element, in the hope of pieces."""


class OrderCount(NamedTuple):
    """An exact count, or a lower bound."""

    number: int
    exact: bool = True

    def times(self, other: OrderCount) -> OrderCount:
        """The product."""
        return OrderCount(self.number * other.number, self.exact and other.exact)

    def plus(self, other: OrderCount) -> OrderCount:
        """The sum."""
        return OrderCount(self.number + other.number, self.exact and other.exact)


def linear_extensions(before: Mapping[Item, Iterable[Item]], limit: int = LIMIT) -> OrderCount:
    """In how many orders all items can go.

    before: for each item, those that must go before it; what is no key is ignored.
    limit: after that many sets the count is only a lower bound. Raises `ValueError` for a cycle.
    """
    number = {item: i for i, item in enumerate(before)}
    earlier = [
        sum(1 << i for i in {number[other] for other in others if other in number})
        for others in before.values()
    ]
    return _Extensions(closed(earlier), limit).count((1 << len(before)) - 1)


def circular(before: Mapping[Item, Collection[Item]]) -> bool:
    """Whether some items must go before themselves, directly or not; as `linear_extensions`."""
    rest = set(before)
    while rest:
        ready = {item for item in rest if rest.isdisjoint(before[item])}
        if not ready:
            return True
        rest -= ready
    return False


def closed(earlier: list[int]) -> list[int]:
    """The transitive closure of "must go before", as bit masks; raises `ValueError` for a cycle."""
    count = len(earlier)
    waits = list(earlier)
    order: list[int] = []
    rest = (1 << count) - 1
    while rest:
        ready = [i for i in members(rest) if not waits[i] & rest]
        if not ready:
            raise ValueError("some must go before themselves")
        for i in ready:
            rest &= ~(1 << i)
        order += ready
    for i in order:
        for other in members(earlier[i]):
            waits[i] |= waits[other]
    return waits


def members(mask: int) -> list[int]:
    """The positions of the bits set, lowest first."""
    found = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return found


@dataclass(slots=True)
class _Extensions:
    """The linear extensions of the parts of one order, each part known by its mask.

    before: for each element all that must go before it, directly or not.
    """

    before: list[int]
    limit: int
    after: list[int] = field(init=False)
    known: dict[int, OrderCount] = field(default_factory=dict)
    taken_apart: int = 0
    inside: bool = False

    def __post_init__(self) -> None:
        self.after = [0] * len(self.before)
        for i, mask in enumerate(self.before):
            for other in members(mask):
                self.after[other] |= 1 << i

    def count(self, mask: int) -> OrderCount:
        """The linear extensions of a part."""
        if not mask & (mask - 1):
            return OrderCount(1)
        if mask not in self.known:
            pieces = self.split(mask)
            found = OrderCount(1)
            for piece, ways in pieces:
                one = self.count(piece) if len(pieces) > 1 else self._whole(piece)
                found = found.times(one).times(OrderCount(ways))
            self.known[mask] = found
        return self.known[mask]

    def _whole(self, mask: int) -> OrderCount:
        """The linear extensions of a part that falls into no pieces."""
        most = self._at_most(mask)
        if most <= _FEW:
            return self.ideals(mask, self.limit)
        if self.inside:
            return self._by_elements(mask)
        if most <= 16 * self.limit:
            # Mostly there are far fewer than could be.
            return self.ideals(mask, self.limit)
        self.inside = True
        self.taken_apart = 0
        one = self._by_elements(mask)
        self.inside = False
        return one if one.exact else max(one, self.ideals(mask, self.limit), key=_better)

    def _by_elements(self, mask: int) -> OrderCount:
        if self.taken_apart >= _TAKEN_APART or mask.bit_count() > _DEEP:
            return OrderCount(self._least(mask), exact=False)
        self.taken_apart += 1
        elements = members(mask)
        first = [i for i in elements if not self.before[i] & mask]
        last = [i for i in elements if not self.after[i] & mask]
        found = OrderCount(0)
        for i in first if len(first) <= len(last) else last:
            found = found.plus(self.count(mask & ~(1 << i)))
        return found

    def split(self, mask: int) -> list[tuple[int, int]]:
        """The pieces that can be counted alone, each with the ways of shuffling it in."""
        apart = self._pieces(mask, together=True)
        if len(apart) > 1:
            # What has nothing to do with each other is shuffled freely.
            found = []
            size = 0
            for piece in apart:
                size += piece.bit_count()
                found.append((piece, comb(size, piece.bit_count())))
            return found
        # Each piece goes as a whole before or after each other.
        return [(piece, 1) for piece in self._pieces(mask, together=False)]

    def ideals(self, mask: int, limit: int) -> OrderCount:
        """The linear extensions, by way of all ideals; only a bound if there are more of these.

        An ideal is a set that holds whatever goes before its members.
        """
        elements = members(mask)
        needs = {i: self.before[i] & mask for i in elements}
        freed = {i: members(self.after[i] & mask) for i in elements}
        ways = {0: 1}
        ready = {0: sum(1 << i for i in elements if not needs[i])}
        seen = 1
        for _ in elements:
            more: dict[int, int] = {}
            after: dict[int, int] = {}
            for ideal, count in ways.items():
                here = rest = ready[ideal]
                while rest:
                    low = rest & -rest
                    rest ^= low
                    larger = ideal | low
                    if larger in more:
                        more[larger] += count
                        continue
                    more[larger] = count
                    now = here ^ low
                    for j in freed[low.bit_length() - 1]:
                        if not needs[j] & ~larger:
                            now |= 1 << j
                    after[larger] = now
            ways, ready = more, after
            seen += len(ways)
            if seen > limit:
                found = sum(count * self._least(mask & ~ideal) for ideal, count in ways.items())
                return OrderCount(found, exact=False)
        return OrderCount(sum(ways.values()))

    def _at_most(self, mask: int) -> int:
        """An upper bound on the ideals: one cut in each chain of a chain cover."""
        found = 1
        while mask:
            length = 0
            low = mask & -mask
            rest = mask
            while low:
                length += 1
                mask ^= low
                rest &= self.after[low.bit_length() - 1]
                # The element of the rest with the fewest before it there goes on with the chain.
                low = min(
                    (1 << i for i in members(rest)),
                    key=lambda bit: (self.before[bit.bit_length() - 1] & rest).bit_count(),
                    default=0,
                )
            found *= length + 1
        return found

    def _pieces(self, mask: int, *, together: bool) -> list[int]:
        """The connected pieces of "one goes before the other" (or of "neither does")."""
        before, after = self.before, self.after
        found = []
        rest = mask
        while rest:
            piece = fresh = rest & -rest
            rest ^= piece
            while fresh:
                low = fresh & -fresh
                fresh ^= low
                i = low.bit_length() - 1
                near = before[i] | after[i]
                new = rest & (near if together else ~near)
                piece |= new
                fresh |= new
                rest ^= new
            found.append(piece)
            if not rest and len(found) == 1:
                break
        return found

    def _least(self, mask: int) -> int:
        """A lower bound on the orders: one antichain after another, each in any order."""
        found = 1
        while mask:
            first = [i for i in members(mask) if not self.before[i] & mask]
            found *= factorial(len(first))
            for i in first:
                mask &= ~(1 << i)
        return found


def _better(one: OrderCount) -> tuple[bool, int]:
    return one.exact, one.number
