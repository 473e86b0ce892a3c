"""Who waits for whom in a graph of dependencies, as rows of bits, and whose turn it is.

`columns[y]` is the set of the parts that depend on y. `Standing` says the
same by names, for those who explain and count.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import TYPE_CHECKING, Literal

from layerlaw.model.dataclass import dataclass
from layerlaw.solver.board.columns import bits, shared
from layerlaw.solver.board.kinds import NO_PARTS, PartNumber, Parts
from layerlaw.solver.facts.lists import as_key

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence

    from layerlaw.solver.layers.procedure import Rules, Why


Columns = dict[PartNumber, Parts]
"""For each part on which any depends, the set of those."""


def loops(columns: Columns) -> list[Parts]:
    """The strongly connected components of two or more nodes, as sets. Source: Gabow 2000.

    The path's components are sets too, so that all edges of a node are looked at in one go.
    """
    ends = NO_PARTS
    for mask in columns.values():
        ends |= mask
    unseen = NO_PARTS
    for node in columns:
        unseen |= 1 << node
    # What leads nowhere, or is led to from nowhere, is in no loop.
    unseen &= ends
    inner = unseen
    components: list[Parts] = []
    on_path = NO_PARTS
    path: list[Parts] = []
    roots: list[PartNumber] = []
    while unseen:
        stack = [lowest(unseen)]
        while stack:
            node = stack[-1]
            bit = 1 << node
            row = columns[node] & inner
            if unseen & bit:
                unseen ^= bit
                on_path |= bit
                path.append(bit)
                roots.append(node)
            ahead = row & unseen
            if ahead:
                stack.append(lowest(ahead))
                continue
            back = row & on_path
            while back & ~path[-1]:
                last = path.pop()
                roots.pop()
                path[-1] |= last
                back &= ~last
            stack.pop()
            if roots[-1] == node:
                roots.pop()
                members = path.pop()
                on_path ^= members
                if members & (members - 1):
                    components.append(members)
    return components


def lowest(parts: Parts) -> PartNumber:
    """The lowest number of a set that is not empty."""
    return PartNumber((parts & -parts).bit_length() - 1)


def transposed(columns: Columns) -> Columns:
    """The graph turned around: for each node the set of those that it depends on.

    Nodes on which the same ones depend are turned around together; one on which most depend by
    those that do not.
    """
    alike: dict[bytes, tuple[Parts, Parts]] = {}
    ends = NO_PARTS
    for node, mask in columns.items():
        key = as_key(mask)
        known = alike.get(key)
        alike[key] = mask, 1 << node | (NO_PARTS if known is None else known[1])
        ends |= mask
    most = ends.bit_count() // 2
    wide = NO_PARTS
    narrow: Columns = {}
    missing: Columns = {}
    for mask, nodes in alike.values():
        if mask.bit_count() <= most:
            for node in bits(mask):
                narrow[node] = narrow.get(node, NO_PARTS) | nodes
        else:
            wide |= nodes
            for node in bits(ends & ~mask):
                missing[node] = missing.get(node, NO_PARTS) | nodes
    if not wide:
        return narrow
    rows: Columns = {}
    for node in bits(ends):
        row = wide & ~missing.get(node, NO_PARTS) | narrow.get(node, NO_PARTS)
        if row:
            rows[node] = row
    return rows


@dataclass(frozen=True, slots=True)
class Waiting:
    """Where everybody stands in one graph.

    loops: the components of two or more nodes. waiters: for each node the set of those
    that wait for it. dependent: the nodes that the rulebook does not call independent.
    """

    loops: tuple[Parts, ...]
    waiters: Columns
    dependent: Parts


NOBODY_WAITS = Waiting((), {}, NO_PARTS)
"""Where everybody stands if there are no dependencies."""


def waiting(columns: Columns, rules: Rules) -> Waiting:
    """Loops, waiting and independence. Clauses: SORC-DEP-3, SORC-DEP-4, SORC-DEP-5."""
    if not columns:
        return NOBODY_WAITS
    looped = loops(columns)
    rows: Columns = {}
    if rules.loop != "members" or rules.independent == "one-way":
        rows = transposed(columns)
    one_way = {
        node: alone for node, mask in columns.items() if (alone := mask & ~rows.get(node, 0))
    }
    waiters = _waiters(columns, looped) if rules.loop == "members" else one_way
    if rules.independent == "outside its loop":
        counted = waiters
    elif rules.independent == "one-way":
        counted = one_way
    else:
        counted = columns
    dependent = NO_PARTS
    for mask in counted.values():
        dependent |= mask
    return Waiting(tuple(looped), waiters, dependent)


def _waiters(columns: Columns, components: list[Parts]) -> Columns:
    """Who waits for whom, where the members of a loop wait for what lies outside it alone."""
    looped = NO_PARTS
    loop_of: Columns = {}
    for members in components:
        looped |= members
        for node in bits(members):
            loop_of[node] = members
    waiters: Columns = {}
    for node, mask in columns.items():
        waits = mask & ~looped
        rest = mask & looped & ~loop_of.get(node, NO_PARTS)
        while rest:
            members = loop_of[lowest(rest)]
            waits |= members
            rest &= ~members
        if waits:
            waiters[node] = shared(waits, mask)
    return waiters


@dataclass(frozen=True, slots=True)
class Standing:
    """Where everybody stands in one graph, by names.

    loops: components of two or more members. loop_of: member -> its loop.
    awaited: what each waits for. independent: those that the rulebook calls so.
    """

    loops: tuple[tuple[str, ...], ...]
    loop_of: Mapping[str, tuple[str, ...]]
    awaited: Mapping[str, frozenset[str]]
    independent: frozenset[str]


def standing(names: Collection[str], edges: Mapping[str, Iterable[str]], rules: Rules) -> Standing:
    """Loops, waiting and independence over a graph of names.

    edges: x -> everything that x depends on; what is none of the names is left out.
    """
    numbers = {name: PartNumber(number) for number, name in enumerate(names)}
    columns: Columns = {}
    for name, depends in edges.items():
        if name in numbers:
            for other in depends:
                if other in numbers:
                    node = numbers[other]
                    columns[node] = columns.get(node, NO_PARTS) | 1 << numbers[name]
    return named({number: name for name, number in numbers.items()}, waiting(columns, rules))


def named(names: Mapping[PartNumber, str], stand: Waiting) -> Standing:
    """The same by names. names: of every node."""
    loops = named_loops(names.__getitem__, stand)
    rows = transposed(stand.waiters)
    sets: dict[bytes, frozenset[str]] = {}
    for mask in rows.values():
        key = as_key(mask)
        if key not in sets:
            sets[key] = frozenset(names[node] for node in bits(mask))
    sets.setdefault(as_key(NO_PARTS), frozenset())
    return Standing(
        loops,
        {name: members for members in loops for name in members},
        {name: sets[as_key(rows.get(node, NO_PARTS))] for node, name in names.items()},
        frozenset(name for node, name in names.items() if not stand.dependent >> node & 1),
    )


def named_loops(name: Callable[[PartNumber], str], stand: Waiting) -> tuple[tuple[str, ...], ...]:
    """The members of every loop by names."""
    return tuple(sorted(tuple(sorted(map(name, bits(mask)))) for mask in stand.loops))


Choose = Callable[[Parts], PartNumber]
"""Takes one of the parts whose turn it might be."""

Group = Literal["pending", "independent", "ready", "freed"]
"""All that are pending; those of them that the rulebook calls independent; those that wait for
nothing that is pending; the dependent ones among these."""


def tiers(rules: Rules) -> tuple[tuple[Why, Group], ...]:
    """Whose turn it may be: of the first group that is not empty the oldest goes, in that role.

    Clauses: SORC-DEP-3, SORC-DEP-4, SORC-DEP-5.
    """
    last: tuple[Why, Group] = ("blocked", "pending")
    if rules.freed == "after all" and rules.dependents == "topological":
        return ("independent", "independent"), ("freed", "ready"), last
    if rules.freed == "after all":
        return ("independent", "independent"), ("by timestamp only", "pending"), last
    if rules.freed == "compete":
        return ("freed", "ready"), last
    return ("freed", "freed"), ("independent", "independent"), last


class Queue:
    """The pending nodes of one graph, handed out one at a time; nothing may join.

    order: all pending nodes, the oldest first. freeing: whether a node counts as independent once
    all that it waited for had their turn.
    """

    def __init__(
        self, order: Sequence[PartNumber], waiting: Waiting, rules: Rules, *, freeing: bool = False
    ) -> None:
        self.freeing = freeing
        self._tiers = tiers(rules)
        self.dependent = waiting.dependent
        self.pending = pending = set_of(order)
        self._order = order
        self._by_number = all(a < b for a, b in pairwise(order))
        # Those for whom the same ones wait count as one.
        self._group: dict[PartNumber, int] = {}
        self._groups: list[tuple[Parts, Parts]] = []
        self._left: dict[PartNumber, int] = {}
        self._blocked = NO_PARTS
        alike: dict[bytes, tuple[Parts, Parts]] = {}
        for node, waiters in waiting.waiters.items():
            waiters &= pending
            if waiters and pending >> node & 1:
                key = as_key(waiters)
                known = alike.get(key)
                alike[key] = waiters, 1 << node | (NO_PARTS if known is None else known[1])
        for waiters, nodes in alike.values():
            self._blocked |= waiters
            for node in bits(nodes):
                self._group[node] = len(self._groups)
            self._groups.append((waiters, nodes))
            for node in bits(waiters):
                self._left[node] = self._left.get(node, 0) + 1

    def offered(self) -> tuple[Why, Parts]:
        """In what role a node goes next, and the set of those that might; see `tiers`."""
        for why, group in self._tiers:
            nodes = self.pending
            if group == "independent":
                nodes &= ~self.dependent
            elif group != "pending":
                nodes &= ~self._blocked
                if group == "freed":
                    nodes &= self.dependent
            if nodes:
                return why, nodes
        raise AssertionError("nothing is pending")

    def next(self, choose: Choose | None = None) -> tuple[PartNumber, Why]:
        """The node whose turn it is, and in what role; there must be a pending one.

        choose: takes one of a set; None takes the oldest.
        """
        why, nodes = self.offered()
        chosen = self._oldest(nodes) if choose is None else choose(nodes)
        if why == "freed" and not self.dependent >> chosen & 1:
            why = "independent"
        return chosen, why

    def take(self, node: PartNumber) -> None:
        """Its turn is over; who waited for it alone is ready."""
        self.pending &= ~(1 << node)
        group = self._group.get(node)
        if group is None:
            return
        waiters, nodes = self._groups[group]
        nodes &= ~(1 << node)
        self._groups[group] = waiters, nodes
        if nodes:
            return
        for waiter in bits(waiters):
            self._left[waiter] -= 1
            if not self._left[waiter]:
                self._blocked &= ~(1 << waiter)
                if self.freeing:
                    self.dependent &= ~(1 << waiter)

    def _oldest(self, nodes: Parts) -> PartNumber:
        if self._by_number:
            return lowest(nodes)
        return next(node for node in self._order if nodes >> node & 1)


def set_of(parts: Iterable[PartNumber]) -> Parts:
    """The parts of these numbers as a set."""
    members = NO_PARTS
    for number in parts:
        members |= 1 << number
    return members
