"""The first route: every instance up to a size, and the relation that is demanded of it."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING

from layerlaw.solver.documents.axioms.demands import InstanceFacts, closure, cyclic, of_pairs
from layerlaw.solver.documents.axioms.instances import instances

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from layerlaw.model.rulebooks.axioms import Axiom, Condition
    from layerlaw.solver.documents.axioms.demands import Pair
    from layerlaw.solver.documents.axioms.instances import Instance

Kinds = tuple[str, str, bool]
"""What two effects left open are, the words sorted, and whether a chain leads from one to the
other; the words are those of `KINDS`."""
KINDS = ("independent", "dependent", "in a free loop", "in a waiting loop")


@dataclass(frozen=True, slots=True)
class CheckedInstance:
    """An instance, and of which pairs the conditions asked for so far hold."""

    instance: Instance
    facts: InstanceFacts
    holding: dict[Condition, frozenset[Pair]]


class InstanceTable:
    """All instances of 2 to n effects, the smallest first; what holds in them is kept."""

    def __init__(self, n: int) -> None:
        self.n = n
        self.rows = [
            CheckedInstance(instance, InstanceFacts(instance), {})
            for size in range(2, n + 1)
            for instance in instances(size)
        ]


def row_of(instance: Instance) -> CheckedInstance:
    """The row of one instance, of whatever size."""
    return CheckedInstance(instance, InstanceFacts(instance), {})


def asked(axioms: Sequence[Axiom], row: CheckedInstance) -> dict[Pair, tuple[str, ...]]:
    """The pairs demanded of the instance, with the clauses that demand them."""
    for axiom in axioms:
        if axiom.when not in row.holding:
            row.holding[axiom.when] = row.facts.pairs(axiom.when)
    return of_pairs(axioms, [row.holding[axiom.when] for axiom in axioms])


def _by(pairs: Mapping[Pair, tuple[str, ...]], clauses: Iterable[str]) -> list[Pair]:
    chosen = set(clauses)
    return [pair for pair, said in pairs.items() if chosen & set(said)]


def conflicts(
    axioms: Sequence[Axiom], table: InstanceTable, *, loops: bool = True
) -> dict[frozenset[str], Instance]:
    """Each minimal set of clauses in conflict on some instance -> the smallest such instance.

    loops: whether instances with loops of dependencies count.
    """
    smallest: dict[frozenset[str], Instance] = {}
    for row in table.rows:
        if not loops and row.facts.loops:
            continue
        pairs = asked(axioms, row)
        if cyclic(pairs):
            for clauses in minimal(pairs):
                smallest.setdefault(clauses, row.instance)
    return smallest


def minimal(pairs: Mapping[Pair, tuple[str, ...]]) -> Iterator[frozenset[str]]:
    """The minimal sets of clauses whose demands, of those here, go round in a ring."""
    clauses = sorted({clause for said in pairs.values() for clause in said})
    sets: list[frozenset[str]] = []
    for many in range(1, len(clauses) + 1):
        for chosen in map(frozenset, combinations(clauses, many)):
            if not any(less <= chosen for less in sets) and cyclic(_by(pairs, chosen)):
                sets.append(chosen)
                yield chosen


def without_order(axioms: Sequence[Axiom], table: InstanceTable) -> CheckedInstance | None:
    """The row of the smallest instance that has no order."""
    return next((row for row in table.rows if cyclic(asked(axioms, row))), None)


def kinds_of(facts: InstanceFacts, x: int, y: int) -> Kinds:
    """What two effects are."""
    first, second = sorted((kind_of(facts, x), kind_of(facts, y)))
    return (first, second, (x, y) in facts.chains or (y, x) in facts.chains)


def kind_of(facts: InstanceFacts, x: int) -> str:
    """What an effect is: one of `KINDS`."""
    if x not in facts.bound:
        return KINDS[0]
    if all(x != a for a, _ in facts.loops):
        return KINDS[1]
    return KINDS[3] if x in facts.waiting else KINDS[2]


def undetermined(
    axioms: Sequence[Axiom], table: InstanceTable
) -> dict[Kinds, tuple[Instance, Pair]]:
    """For each kind of pair left open: the smallest instance with an order, and its first pair."""
    smallest: dict[Kinds, tuple[Instance, Pair]] = {}
    for row in table.rows:
        demanded = closure(asked(axioms, row))
        if any(x == y for x, y in demanded):
            continue
        for x in range(row.instance.n):
            for y in range(x + 1, row.instance.n):
                if (x, y) not in demanded and (y, x) not in demanded:
                    smallest.setdefault(kinds_of(row.facts, x, y), (row.instance, (x, y)))
    return smallest


def makes_difference(axioms: Sequence[Axiom], clause: str, table: InstanceTable) -> Instance | None:
    """The smallest instance whose admissible orders are others without the clause."""
    rest = [axiom for axiom in axioms if axiom.clause != clause]
    for row in table.rows:
        whole, less = closure(asked(axioms, row)), closure(asked(rest, row))
        broken = [any(x == y for x, y in pairs) for pairs in (whole, less)]
        if broken[0] != broken[1] or (not broken[0] and whole != less):
            return row.instance
    return None


def condition_met(axioms: Sequence[Axiom], clause: str, table: InstanceTable) -> Instance | None:
    """The smallest instance with a pair for which some axiom of the clause has its condition."""
    mine = [axiom for axiom in axioms if axiom.clause == clause]
    met = (row.instance for row in table.rows if any(row.facts.pairs(x.when) for x in mine))
    return next(met, None)


def demand_left(axioms: Sequence[Axiom], clause: str, table: InstanceTable) -> Instance | None:
    """The smallest instance of which the clause demands something that is not overridden."""
    left = (row.instance for row in table.rows if _by(asked(axioms, row), (clause,)))
    return next(left, None)
