"""Loops, waiting and independence over one dependency graph.

Written from the definition alone; the certificate shares no code with the solver's schedule.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.model.dataclass import dataclass
from layerlaw.solver.certificate.replay.board import ones

if TYPE_CHECKING:
    from layerlaw.model.rulebooks.rulebook import Rulebook
    from layerlaw.solver.certificate.graph import Rows


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
    back, together, waits = graph.components
    own = [1 << i for i in range(len(on))]
    if policies.loop != "members":
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
    loops = {row for row in graph.components.together if row & (row - 1)}
    return tuple(sorted(tuple(sorted(graph.names[one] for one in ones(row))) for row in loops))
