"""Whose turn it is: the one place that says it, and the pending nodes of a graph, one at a time."""

from __future__ import annotations

from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING, Literal

from layerlaw.solver.board.columns import bits

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from layerlaw.solver.layers.graph import Waiting
    from layerlaw.solver.layers.procedure import Rules, Why

Group = Literal["pending", "independent", "ready", "freed"]
"""All that are pending; those of them that the rulebook calls independent; those that wait for
nothing that is pending; the dependent ones among these."""


@cache
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
        self, order: Sequence[int], waiting: Waiting, rules: Rules, *, freeing: bool = False
    ) -> None:
        self.freeing = freeing
        self._tiers = tiers(rules)
        self.dependent = waiting.dependent
        self.pending = pending = mask_of(order)
        self._order = order
        self._by_number = all(a < b for a, b in pairwise(order))
        # Those for whom the same ones wait count as one.
        self._group: dict[int, int] = {}
        self._groups: list[tuple[int, int]] = []
        self._left: dict[int, int] = {}
        self._blocked = 0
        together: dict[int, int] = {}
        for node, waiters in waiting.waiters.items():
            waiters &= pending
            if waiters and pending >> node & 1:
                together[waiters] = together.get(waiters, 0) | 1 << node
        for waiters, nodes in together.items():
            self._blocked |= waiters
            for node in bits(nodes):
                self._group[node] = len(self._groups)
            self._groups.append((waiters, nodes))
            for node in bits(waiters):
                self._left[node] = self._left.get(node, 0) + 1

    def offered(self) -> tuple[Why, int]:
        """In what role a node goes next, and the mask of those that might; see `tiers`."""
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

    def next(self, choose: Callable[[int], int] | None = None) -> tuple[int, Why]:
        """The node whose turn it is, and in what role; there must be a pending one.

        choose: takes one of the nodes of a mask; None takes the oldest.
        """
        why, nodes = self.offered()
        chosen = self._oldest(nodes) if choose is None else choose(nodes)
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
            if not self._left[waiter]:
                self._blocked &= ~(1 << waiter)
                if self.freeing:
                    self.dependent &= ~(1 << waiter)

    def _oldest(self, nodes: int) -> int:
        if self._by_number:
            return (nodes & -nodes).bit_length() - 1
        return next(node for node in self._order if nodes >> node & 1)


def mask_of(nodes: Iterable[int]) -> int:
    """The bits of the nodes."""
    mask = 0
    for node in nodes:
        mask |= 1 << node
    return mask
