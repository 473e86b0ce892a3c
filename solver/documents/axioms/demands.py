"""What the axioms of a rulebook demand of an instance: pairs, each with the clauses behind it."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

from layerlaw.model.rulebooks.axioms import All, Fact, Negated, Some

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence

    from layerlaw.model.rulebooks.axioms import Axiom, Condition
    from layerlaw.solver.documents.axioms.instances import Instance, Order

Pair = tuple[int, int]


class InstanceFacts:
    """What can be said of the effects of one instance."""

    def __init__(self, instance: Instance, ready: frozenset[int] = frozenset()) -> None:
        """ready: the effects that nothing else keeps from being next."""
        self.n = instance.n
        self.ready = ready
        self.layers = instance.layers
        self.edges = frozenset(instance.edges)
        self.chains = closure(self.edges)
        self.loops = frozenset((x, y) for x, y in self.chains if (y, x) in self.chains and x != y)
        self.bound = frozenset(x for x, _ in self.edges)
        waiting = {x for x, y in self.edges if (x, y) not in self.loops}
        self.waiting = frozenset(waiting | {x for x, y in self.loops if y in waiting})
        self.busy = frozenset(self.layers[x] for x in self.bound)

    def holds(self, condition: Condition, x: int, y: int) -> bool:
        """Whether the condition holds of the two effects."""
        match condition:
            case All(parts):
                return all(self.holds(part, x, y) for part in parts)
            case Some(parts):
                return any(self.holds(part, x, y) for part in parts)
            case Negated(part):
                return not self.holds(part, x, y)
            case Fact(_, first, _):
                return self._fact(condition, x, y) if first == "x" else self._fact(condition, y, x)

    def _fact(self, fact: Fact, a: int, b: int) -> bool:
        match fact.relation:
            case "older":
                return a < b
            case "one layer":
                return self.layers[a] == self.layers[b]
            case "layer before":
                return self.layers[a] < self.layers[b]
            case "depends":
                return (a, b) in self.edges
            case "chain":
                return (a, b) in self.chains
            case "mutual":
                return (a, b) in self.edges and (b, a) in self.edges
            case "loop":
                return (a, b) in self.loops
            case "something":
                return a in self.bound
            case "nothing":
                return a not in self.bound
            case "waits":
                return a in self.waiting
            case "free":
                return a not in self.waiting
            case "busy":
                return self.layers[a] in self.busy
            case "ready":
                return a in self.ready

    def pairs(self, condition: Condition) -> frozenset[Pair]:
        """The pairs of different effects of which the condition holds."""
        every = range(self.n)
        return frozenset(
            (x, y) for x in every for y in every if x != y and self.holds(condition, x, y)
        )


def demands(axioms: Sequence[Axiom], instance: Instance) -> dict[Pair, tuple[str, ...]]:
    """(x, y) -> the clauses that demand x before y, in the order of the axioms; pairs sorted."""
    facts = InstanceFacts(instance)
    return of_pairs(axioms, [facts.pairs(axiom.when) for axiom in axioms])


def of_pairs(
    axioms: Sequence[Axiom], holding: Sequence[Collection[Pair]]
) -> dict[Pair, tuple[str, ...]]:
    """The same from the pairs for which the condition of each axiom holds.

    A clause overridden for a pair demands nothing of it, and overrides others there all the same.
    """
    silent: set[tuple[str, Pair]] = set()
    for axiom, pairs in zip(axioms, holding, strict=True):
        for clause in axiom.overrides:
            for x, y in pairs:
                silent |= {(clause, (x, y)), (clause, (y, x))}
    demanded: dict[Pair, dict[str, None]] = {}
    for axiom, pairs in zip(axioms, holding, strict=True):
        for pair in pairs:
            if (axiom.clause, pair) not in silent:
                demanded.setdefault(pair, {})[axiom.clause] = None
    return {pair: tuple(demanded[pair]) for pair in sorted(demanded)}


def closure(pairs: Iterable[Pair]) -> frozenset[Pair]:
    """The least transitive relation that holds the pairs."""
    after: dict[int, set[int]] = {}
    for x, y in pairs:
        after.setdefault(x, set()).add(y)
    for middle in list(after):
        for beyond in after.values():
            if middle in beyond:
                beyond |= after[middle]
    return frozenset((x, y) for x, ys in after.items() for y in ys)


def cyclic(pairs: Iterable[Pair]) -> bool:
    """Whether no order has all the pairs in it."""
    return any(x == y for x, y in closure(pairs))


def first_order(n: int, pairs: Iterable[Pair]) -> Order | None:
    """The order that has the pairs in it and comes first in dictionary order; None if none has."""
    before: list[set[int]] = [set() for _ in range(n)]
    for x, y in pairs:
        before[y].add(x)
    done: list[int] = []
    while len(done) < n:
        free = [y for y in range(n) if y not in done and before[y] <= set(done)]
        if not free:
            return None
        done.append(free[0])
    return tuple(done)


def ring(
    asked: Mapping[Pair, tuple[str, ...]], clauses: Collection[str]
) -> tuple[tuple[str, int, int], ...]:
    """The shortest ring of demands of these clauses, as (clause, x, y); empty if there is none.

    Of several the one that comes first in dictionary order, from its least effect on. For a pair
    that several of the clauses demand the first of them is named.
    """
    kept = {
        pair: next(clause for clause in said if clause in clauses)
        for pair, said in asked.items()
        if any(clause in clauses for clause in said)
    }
    best: tuple[int, ...] | None = None
    for start in sorted({x for x, _ in kept}):
        paths: deque[tuple[int, ...]] = deque([(start,)])
        while paths:
            path = paths.popleft()
            if best is not None and len(path) >= len(best):
                break
            for y in sorted(y for x, y in kept if x == path[-1]):
                if y == start:
                    best = path
                    paths.clear()
                    break
                if y > start and y not in path:
                    paths.append((*path, y))
    if best is None:
        return ()
    return tuple((kept[x, y], x, y) for x, y in zip(best, (*best[1:], best[0]), strict=True))
