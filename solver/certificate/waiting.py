"""Loops, waiting and independence over one dependency graph, by transitive closure.

Written from the definition alone; the certificate shares no code with the solver's schedule.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from layerlaw.model.rulebook import Rulebook


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
    """Who waits for whom in one graph.

    waits: what each effect waits for. independent: those the rulebook calls so.
    loop: for each effect those it goes by timestamp with, because they depend on each other.
    """

    waits: dict[str, frozenset[str]]
    independent: frozenset[str]
    loop: dict[str, frozenset[str]]


def relations(
    effects: Sequence[str], edges: Iterable[tuple[str, str]], policies: OrderPolicies
) -> Relations:
    """Loops, waiting and independence of these effects.

    edges: (x, y) for "x depends on y"; both must be among the effects.
    Clauses: SORC-DEP-3, SORC-DEP-4, SORC-DEP-5.
    """
    number = {effect: i for i, effect in enumerate(effects)}
    count = len(effects)
    on = [0] * count
    back = [0] * count
    for effect, other in edges:
        on[number[effect]] |= 1 << number[other]
        back[number[other]] |= 1 << number[effect]
    mutual = [on[i] & back[i] for i in range(count)]
    together = mutual
    awaited = [on[i] & ~mutual[i] for i in range(count)]
    if policies.loop == "members":
        reach = _closure(on)
        reached = _closure(back)
        together = [(reach[i] & reached[i]) & ~(1 << i) for i in range(count)]
        known: dict[int, int] = {}
        for i in range(count):
            component = together[i] | 1 << i
            if component not in known:
                known[component] = 0
                for j in _ones(component):
                    known[component] |= on[j]
            awaited[i] = known[component] & ~component
    match policies.independent:
        case "nothing":
            free = [not on[i] for i in range(count)]
        case "one-way":
            free = [not on[i] & ~mutual[i] for i in range(count)]
        case _:
            free = [not awaited[i] for i in range(count)]

    def named(mask: int) -> frozenset[str]:
        return frozenset(effects[i] for i in _ones(mask))

    return Relations(
        {effect: named(awaited[i]) for i, effect in enumerate(effects)},
        frozenset(effect for i, effect in enumerate(effects) if free[i]),
        {effect: named(together[i]) for i, effect in enumerate(effects)},
    )


def _closure(steps: Sequence[int]) -> list[int]:
    """Warshall's transitive closure, rows as bits."""
    reach = list(steps)
    for middle, bit in enumerate(1 << i for i in range(len(reach))):
        row = reach[middle]
        if row:
            for start, mask in enumerate(reach):
                if mask & bit:
                    reach[start] = mask | row
    return reach


def _ones(mask: int) -> Iterable[int]:
    place = 0
    while mask:
        if mask & 1:
            yield place
        mask >>= 1
        place += 1
