"""How many orders a bare graph has under the rules: groups counted alone, then interleaved."""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.solver.certainty.orders.interleavings import shuffled
from layerlaw.solver.certainty.orders.linear_extensions import LIMIT, OrderCount
from layerlaw.solver.certainty.orders.schedules import group_profiles
from layerlaw.solver.certainty.orders.swaps import pieces

if TYPE_CHECKING:
    from collections.abc import Mapping

    from layerlaw.solver.certainty.orders.interleavings import Profiles, Rank
    from layerlaw.solver.layers.graph import Standing
    from layerlaw.solver.layers.procedure import Rules


def scheduled(
    stand: Standing,
    rules: Rules,
    ages: Mapping[str, Rank] | None = None,
    limit: int = LIMIT,
) -> OrderCount:
    """How many orders there are where nothing joins, nothing is lost and the graph stays.

    stand: of all that are pending. ages: only those that are as old as the oldest of those that
    might go may go instead of it; None: any of them.
    """
    exact = True
    found: list[Profiles] = []
    for names in _groups(stand, rules):
        profiles, all_there = group_profiles(names, stand, rules, ages, limit)
        found.append(profiles)
        exact = exact and all_there
    counted = shuffled(found)
    return OrderCount(counted.number, counted.exact and exact)


def _groups(stand: Standing, rules: Rules) -> list[tuple[str, ...]]:
    """The effects in groups of which none waits for another."""
    waiting = {name: set(awaited) for name, awaited in stand.awaited.items()}
    if rules.freed == "after all":
        # Independent ones go before all others anyway, and so nobody ever waits for them.
        for name in waiting:
            waiting[name] -= stand.independent
            if name in stand.independent or rules.dependents != "topological":
                waiting[name] = set()
    return pieces(waiting)
