"""Pending nodes of a graph of bits, handed out one at a time as the rulebook's policies say."""

from __future__ import annotations

import heapq
from typing import TYPE_CHECKING

from layerlaw.solver.board.columns import bits

if TYPE_CHECKING:
    from collections.abc import Sequence

    from layerlaw.solver.effects.parts import Key
    from layerlaw.solver.layers.schedule import Rules, Why
    from layerlaw.solver.layers.swift.bitgraph import Waiting

Entry = tuple["Key", int]


class BitQueue:
    """As `schedule.Queue`: who is next among the pending nodes; nothing may join.

    entries: timestamp and number of every pending node, sorted. freeing: whether a node counts as
    independent once all that it waited for had their turn.
    """

    def __init__(
        self,
        entries: Sequence[Entry],
        waiting: Waiting,
        rules: Rules,
        *,
        freeing: bool = False,
    ) -> None:
        self.rules = rules
        self.freeing = freeing
        self.dependent = waiting.dependent
        self.pending = pending = mask_of(entries)
        self._all = list(entries)
        # Those for whom the same ones wait count as one.
        self._group: dict[int, int] = {}
        self._groups: list[tuple[int, int]] = []
        self._left: dict[int, int] = {}
        together: dict[int, int] = {}
        for node, waiters in waiting.waiters.items():
            waiters &= pending
            if waiters and pending >> node & 1:
                together[waiters] = together.get(waiters, 0) | 1 << node
        for waiters, nodes in together.items():
            for node in bits(nodes):
                self._group[node] = len(self._groups)
            self._groups.append((waiters, nodes))
            for node in bits(waiters):
                self._left[node] = self._left.get(node, 0) + 1
        self._key = {number: key for key, number in entries} if together else {}
        self._ready = [entry for entry in entries if entry[1] not in self._left]
        self._independent = [entry for entry in entries if not self.dependent >> entry[1] & 1]

    def next(self) -> tuple[int, Why]:
        """The node whose turn it is, and in what role; there must be a pending one."""
        chosen: int | None = None
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
            chosen = self._top(self._ready, self.dependent)
            if chosen is None:
                chosen, why = self._top(self._independent), "independent"
        if chosen is None:
            chosen, why = self._top(self._all), "blocked"
        assert chosen is not None
        if why == "freed" and not self.dependent >> chosen & 1:
            why = "independent"
        return chosen, why

    def take(self, node: int) -> None:
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
            if not self._left[waiter] and self.pending >> waiter & 1:
                entry = self._key[waiter], waiter
                heapq.heappush(self._ready, entry)
                if self.freeing:
                    self.dependent &= ~(1 << waiter)
                    heapq.heappush(self._independent, entry)

    def _top(self, heap: list[Entry], among: int = -1) -> int | None:
        among &= self.pending
        while heap:
            node = heap[0][1]
            if among >> node & 1:
                return node
            heapq.heappop(heap)
        return None


def mask_of(entries: Sequence[Entry]) -> int:
    """The bits of the nodes."""
    found = 0
    for _, node in entries:
        found |= 1 << node
    return found
