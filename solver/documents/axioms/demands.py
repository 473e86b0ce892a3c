"""What the axioms of a rulebook demand of an instance: pairs, each with the clauses behind it."""

from __future__ import annotations

from collections import deque
from functools import cache
from typing import TYPE_CHECKING

from layerlaw.model.rulebooks.axioms import All, Fact, Negated, Some

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping

    from layerlaw.model.rulebooks.axioms import Condition, Relation, Variable
    from layerlaw.solver.documents.axioms.instances import Instance, Order

Pair = tuple[int, int]


class InstanceFacts:
    """What can be said of the effects of one instance."""

    def __init__(self, instance: Instance) -> None:
        self.n = instance.n
        self.layers = instance.layers
        self.edges = frozenset(instance.edges)
        self.chains = closure(self.edges)
        self.loops = frozenset((x, y) for x, y in self.chains if (y, x) in self.chains and x != y)
        self.bound = frozenset(x for x, _ in self.edges)
        waiting = {x for x, y in self.edges if (x, y) not in self.loops}
        self.waiting = frozenset(waiting | {x for x, y in self.loops if y in waiting})
        self.busy = frozenset(self.layers[x] for x in self.bound)
        self._held: dict[tuple[Relation, Variable], int] = {}

    def where(self, condition: Condition, ready: int = 0) -> int:
        """Where the condition holds, as bits: x * n + y for x and y, which may be one effect.

        Only the lowest n * n bits mean anything. ready: the effects that nothing else keeps from
        being next, one bit each.
        """
        match condition:
            case Fact("ready", first, _):
                return _of_one(ready, self.n, first == "x")
            case Fact(relation, first, _):
                known = self._held.get((relation, first))
                return self._pairs_of(relation, first) if known is None else known
            case All(parts):
                held = -1
                for part in parts:
                    held &= self.where(part, ready)
                return held
            case Some(parts):
                held = 0
                for part in parts:
                    held |= self.where(part, ready)
                return held
            case Negated(part):
                return ~self.where(part, ready)

    def _pairs_of(self, relation: Relation, first: Variable) -> int:
        """Where a relation holds of x to y, or of y to x where that is the first."""
        every = range(self.n)
        held = 0
        for x in every:
            for y in every:
                a, b = (x, y) if first == "x" else (y, x)
                if self._fact(relation, a, b):
                    held |= 1 << (x * self.n + y)
        self._held[relation, first] = held
        return held

    def _fact(self, relation: Relation, a: int, b: int) -> bool:
        match relation:
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
        raise AssertionError(relation)


@cache
def _of_one(effects: int, n: int, as_x: bool) -> int:
    """The pairs of which the first, or the second, is one of the effects."""
    every = range(n)
    return sum(1 << (x * n + y) for x in every for y in every if effects >> (x if as_x else y) & 1)


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
