"""Loops, waiting and independence over one dependency graph.

Written from the definition alone; the certificate shares no code with the solver's schedule.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.model.dataclass import dataclass
from layerlaw.solver.certificate.replay.board import ones
from layerlaw.solver.facts.lists import as_key

if TYPE_CHECKING:
    from collections.abc import Sequence

    from layerlaw.model.rulebooks.rulebook import Rulebook
    from layerlaw.solver.certificate.entries import Rows


@dataclass(frozen=True, slots=True)
class OrderPolicies:
    """The policies on order inside a layer."""

    graph: str = "once"
    freed: str = "after all"
    dependents: str = "topological"
    independent: str = "outside its loop"
    loop: str = "members"

    @classmethod
    def of(cls, rulebook: Rulebook) -> OrderPolicies:
        """Those of a rulebook under its readings."""
        return cls(
            rulebook.policy("graph"),
            rulebook.policy("freed"),
            rulebook.policy("dependents"),
            rulebook.policy("independent"),
            rulebook.policy("loop"),
        )


@dataclass(frozen=True, slots=True)
class Relations:
    """Who waits for whom in one graph; parts by their places in it, sets of them as rows of bits.

    waits: what each waits for. independent: those the rulebook calls so.
    loop: for each those it goes by timestamp with, because they depend on each other, and itself.
    """

    waits: list[int]
    independent: int
    loop: list[int]


def relations(graph: Rows, policies: OrderPolicies) -> Relations:
    """Loops, waiting and independence of the graph's parts.

    Clauses: SORC-DEP-3, SORC-DEP-4, SORC-DEP-5.
    """
    on = graph.rows
    back = turned_round(on)
    own = [1 << i for i in range(len(on))]
    if policies.loop == "members":
        together, waits = by_component(on, back)
    else:
        together = [row & back[i] | own[i] for i, row in enumerate(on)]
        waits = [row & ~back[i] for i, row in enumerate(on)]
    match policies.independent:
        case "nothing":
            bound = on
        case "one-way":
            bound = [row & ~back[i] for i, row in enumerate(on)]
        case _:
            bound = waits
    free = 0
    for i, row in enumerate(bound):
        if not row:
            free |= own[i]
    return Relations(waits, free, together)


def loops_of(graph: Rows) -> tuple[tuple[str, ...], ...]:
    """The names of the members of every component of two or more, whatever the policies."""
    together, _ = by_component(graph.rows, turned_round(graph.rows))
    loops = {row for row in together if row & (row - 1)}
    return tuple(sorted(tuple(sorted(graph.names[one] for one in ones(row))) for row in loops))


def turned_round(rows: Sequence[int]) -> list[int]:
    """For each place a row of those whose rows hold it.

    A row that holds most places is turned round by those that it does not hold.
    """
    everyone = (1 << len(rows)) - 1
    # By what they hold, for many rows are the same.
    alike: dict[bytes, list[int]] = {}
    for place, row in enumerate(rows):
        if row:
            known = alike.setdefault(as_key(row), [row, 0])
            known[1] |= 1 << place
    turned = [0] * len(rows)
    without = [0] * len(rows)
    full = 0
    for row, holders in alike.values():
        if row.bit_count() * 2 <= len(rows):
            for place in ones(row):
                turned[place] |= holders
        else:
            full |= holders
            for place in ones(everyone & ~row):
                without[place] |= holders
    if not full:
        return turned
    return [some | full & ~less for some, less in zip(turned, without, strict=True)]


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
