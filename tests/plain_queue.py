"""Whose turn it is, said of names and sets: the solver's queue by names, and a plain one."""

from __future__ import annotations

import heapq
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from layerlaw.solver.board.kinds import NO_PARTS, PartNumber, Parts
from layerlaw.solver.layers.graph import Queue, Standing, waiting
from layerlaw.solver.together.graph import components

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping

    from layerlaw.solver.layers.procedure import Rules, Why


class NamedQueue:
    """The solver's queue over a graph of names.

    keys: the timestamps of all that are pending. edges: x -> everything that x depends on.
    """

    def __init__(
        self,
        keys: Mapping[str, tuple[int, ...]],
        edges: Mapping[str, Iterable[str]],
        rules: Rules,
    ) -> None:
        self.names = list(keys)
        numbers = {name: PartNumber(number) for number, name in enumerate(self.names)}
        columns: dict[PartNumber, Parts] = {}
        for name, depends in edges.items():
            for awaited in map(numbers.__getitem__, depends):
                columns[awaited] = columns.get(awaited, NO_PARTS) | 1 << numbers[name]
        order = sorted(numbers.values(), key=lambda number: keys[self.names[number]])
        self._queue = Queue(order, waiting(columns, rules), rules)

    def next(self) -> tuple[str, Why]:
        """Whose turn it is, and in what role."""
        number, why = self._queue.next()
        return self.names[number], why

    def take(self, name: str) -> None:
        """Its turn is over."""
        self._queue.take(PartNumber(self.names.index(name)))


def plain_standing(
    names: Collection[str], edges: Mapping[str, Iterable[str]], rules: Rules
) -> Standing:
    """Loops, waiting and independence over a dependency graph.

    edges: x -> everything that x depends on. Clauses: SORC-DEP-3, SORC-DEP-4, SORC-DEP-5.
    """
    known = frozenset(names)
    on = {name: frozenset(edges.get(name, ())) & known for name in known}
    mutual = {
        name: frozenset(other for other in depends if name in on[other])
        for name, depends in on.items()
    }
    loops = tuple(sorted(members for members in components(known, on) if len(members) > 1))
    loop_of = {name: members for members in loops for name in members}
    awaited: dict[str, frozenset[str]]
    if rules.loop == "members":
        awaited = {name: depends for name, depends in on.items() if name not in loop_of}
        for members in loops:
            outside = frozenset().union(*(on[name] for name in members)) - frozenset(members)
            awaited.update(dict.fromkeys(members, outside))
    else:
        awaited = {name: on[name] - mutual[name] for name in known}
    if rules.independent == "outside its loop":
        free = frozenset(name for name in known if not awaited[name])
    elif rules.independent == "one-way":
        free = frozenset(name for name in known if not on[name] - mutual[name])
    else:
        free = frozenset(name for name in known if not on[name])
    return Standing(loops, loop_of, awaited, free)


@dataclass(slots=True)
class PlainQueue:
    """The pending parts of one graph, handed out one at a time.

    pending: every pending part's timestamp. Nothing may join; for that, make a new queue.
    """

    pending: dict[str, tuple[int, ...]]
    stand: Standing
    rules: Rules
    _left: dict[str, int] = field(default_factory=dict)
    _waiters: dict[str, list[str]] = field(default_factory=dict)
    _independent: list[tuple[tuple[int, ...], str]] = field(default_factory=list)
    _ready: list[tuple[tuple[int, ...], str]] = field(default_factory=list)
    _all: list[tuple[tuple[int, ...], str]] = field(default_factory=list)

    def __post_init__(self) -> None:
        for name, key in self.pending.items():
            heapq.heappush(self._all, (key, name))
            if name in self.stand.independent:
                heapq.heappush(self._independent, (key, name))
            waits = [other for other in self.stand.awaited[name] if other in self.pending]
            self._left[name] = len(waits)
            for other in waits:
                self._waiters.setdefault(other, []).append(name)
            if not waits:
                heapq.heappush(self._ready, (key, name))

    def _top(
        self, heap: list[tuple[tuple[int, ...], str]], *, dependent: bool = False
    ) -> str | None:
        while heap:
            name = heap[0][1]
            if name in self.pending and not (dependent and name in self.stand.independent):
                return name
            heapq.heappop(heap)
        return None

    def next(self) -> tuple[str, Why]:
        """The part whose turn it is, and in what role; there must be a pending one."""
        chosen: str | None = None
        why: Why = "freed"
        if self.rules.freed == "after all":
            chosen, why = self._top(self._independent), "independent"
            if chosen is None and self.rules.dependents == "topological":
                chosen, why = self._top(self._ready), "freed"
            elif chosen is None:
                chosen, why = self._top(self._all), "by timestamp only"
        elif self.rules.freed == "compete":
            chosen = self._top(self._ready)
        else:
            chosen = self._top(self._ready, dependent=True)
            if chosen is None:
                chosen, why = self._top(self._independent), "independent"
        if chosen is None:
            chosen, why = self._top(self._all), "blocked"
        assert chosen is not None
        if why == "freed" and chosen in self.stand.independent:
            why = "independent"
        return chosen, why

    def take(self, name: str) -> None:
        """Its turn is over; who waited for it alone is ready."""
        del self.pending[name]
        for waiter in self._waiters.get(name, ()):
            self._left[waiter] -= 1
            if not self._left[waiter] and waiter in self.pending:
                heapq.heappush(self._ready, (self.pending[waiter], waiter))
