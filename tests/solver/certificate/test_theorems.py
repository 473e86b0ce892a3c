"""Z3 proves that the axioms leave one order, for every number of effects, and that all are needed.

Two orders of the same effects that differ have a first position k where they differ; up to k they
agree. The effects that the two have at k (Skolem constants) are refuted by the axioms. Effects are
an uninterpreted sort, so nothing is said of how many there are; `waits` is any relation: for a
chain it is the dependency itself, with loops it is what a loop's members depend on outside of it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache, partial
from itertools import product
from typing import Any

import pytest
import z3

Terms = Callable[..., Any]


@dataclass(frozen=True)
class Layer:
    """One abstract layer: a sort of effects with timestamps and what each waits for.

    effects: the members, where there are only so many; empty for any number.
    """

    sort: Any
    effects: tuple[Any, ...]
    age: Terms
    waits: Terms
    independent: Terms

    @classmethod
    def any_size(cls) -> Layer:
        """A layer with any number of effects."""
        return cls._of(z3.DeclareSort("Effect"), ())

    @classmethod
    def of_size(cls, count: int) -> Layer:
        """A layer with exactly so many effects, for models."""
        return cls._of(*_enumerated(count))

    @classmethod
    def _of(cls, sort: Any, effects: tuple[Any, ...]) -> Layer:
        return cls(
            sort,
            effects,
            z3.Function("age", sort, z3.IntSort()),
            z3.Function("waits", sort, sort, z3.BoolSort()),
            z3.Function("independent", sort, z3.BoolSort()),
        )

    def every(self, claim: Callable[..., Any], count: int) -> Any:
        """The claim of all tuples of so many effects."""
        if self.effects:
            return z3.And([claim(*some) for some in product(self.effects, repeat=count)])
        names = [z3.Const(f"x{i}", self.sort) for i in range(count)]
        return z3.ForAll(names, claim(*names))

    def some(self, claim: Callable[..., Any]) -> Any:
        """The claim of some effect."""
        if self.effects:
            return z3.Or([claim(effect) for effect in self.effects])
        name = z3.Const("c", self.sort)
        return z3.Exists([name], claim(name))

    def given(self) -> list[Any]:
        """Timestamps differ, and who waits for nothing is independent."""
        return [
            self.every(lambda x, y: z3.Implies(self.age(x) == self.age(y), x == y), 2),
            self.every(
                lambda x: self.independent(x) == z3.Not(self.some(lambda c: self.waits(x, c))), 1
            ),
        ]

    def still_waiting(self, effect: Any, position: Terms, now: Any) -> Any:
        """Whether something the effect waits for has a position not before now."""
        return self.some(lambda c: z3.And(self.waits(effect, c), now <= position(c)))


@lru_cache
def _enumerated(count: int) -> tuple[Any, tuple[Any, ...]]:
    """A sort of exactly so many effects; Z3 lets each be declared once only."""
    sort, effects = z3.EnumSort(f"Effect{count}", [f"E{i}_{count}" for i in range(count)])
    return sort, tuple(effects)


Axioms = Callable[[Layer, Terms], Mapping[str, Any]]


def same(layer: Layer, x: Any, y: Any) -> Any:
    """Both are independent, or both dependent."""
    return layer.independent(x) == layer.independent(y)


def structure(layer: Layer, p: Terms) -> Any:
    """No two effects have one position."""
    return layer.every(lambda x, y: z3.Implies(p(x) == p(y), x == y), 2)


def awaited_first(layer: Layer, p: Terms) -> Any:
    """What an effect waits for is before it."""
    return layer.every(lambda x, y: z3.Implies(layer.waits(x, y), p(y) < p(x)), 2)


def independent_first(layer: Layer, p: Terms) -> Any:
    """An independent effect is before a dependent one."""
    return layer.every(
        lambda x, y: z3.Implies(
            z3.And(layer.independent(x), z3.Not(layer.independent(y))), p(x) < p(y)
        ),
        2,
    )


def oldest_first(layer: Layer, p: Terms, rivals: Terms, *, excused: bool) -> Any:
    """No newer rival is before an effect, unless that was still waiting then."""

    def claim(x: Any, y: Any) -> Any:
        excuse = layer.still_waiting(y, p, p(x)) if excused else z3.BoolVal(False)
        early = z3.And(p(x) < p(y), layer.age(y) < layer.age(x), rivals(x, y))
        return z3.Implies(early, excuse)

    return layer.every(claim, 2)


def after_all(layer: Layer, p: Terms) -> Mapping[str, Any]:
    """The default: two buckets, the dependent ones topologically."""
    rivals = partial(same, layer)
    return {
        "STRUCTURE": structure(layer, p),
        "freed": independent_first(layer, p),
        "dependents": awaited_first(layer, p),
        "timestamps": oldest_first(layer, p, rivals, excused=True),
    }


def literal(layer: Layer, p: Terms) -> Mapping[str, Any]:
    """Two buckets, each by timestamp."""
    rivals = partial(same, layer)
    return {
        "STRUCTURE": structure(layer, p),
        "freed": independent_first(layer, p),
        "timestamps": oldest_first(layer, p, rivals, excused=False),
    }


def compete(layer: Layer, p: Terms) -> Mapping[str, Any]:
    """Whatever waits for nothing any more goes by timestamp with all others."""
    return {
        "STRUCTURE": structure(layer, p),
        "dependents": awaited_first(layer, p),
        "timestamps": oldest_first(layer, p, lambda x, y: z3.BoolVal(True), excused=True),
    }


def at_once(layer: Layer, p: Terms) -> Mapping[str, Any]:
    """A dependent effect goes as soon as it waits for nothing any more."""
    rivals = partial(same, layer)

    def not_kept_waiting(x: Any, y: Any) -> Any:
        passed = z3.And(p(x) < p(y), layer.independent(x), z3.Not(layer.independent(y)))
        return z3.Implies(passed, layer.still_waiting(y, p, p(x)))

    return {
        "STRUCTURE": structure(layer, p),
        "freed": layer.every(not_kept_waiting, 2),
        "dependents": awaited_first(layer, p),
        "timestamps": oldest_first(layer, p, rivals, excused=True),
    }


def two_orders(layer: Layer, axioms: Axioms, without: str = "") -> Any:
    """A solver for "two orders meet the axioms, and differ first at position k"."""
    p = z3.Function("p", layer.sort, z3.IntSort())
    q = z3.Function("q", layer.sort, z3.IntSort())
    k = z3.Int("k")
    one, other = z3.Consts("one other", layer.sort)
    solver = z3.Solver()
    solver.set("timeout", 60_000)
    solver.add(layer.given())
    for position in (p, q):
        solver.add([a for name, a in axioms(layer, position).items() if name != without])
    solver.add(p(one) == k, q(other) == k)
    # The two orders are named so that p has the newer effect at k; no two are of one age.
    solver.add(layer.age(other) < layer.age(one))
    solver.add(layer.every(lambda x: z3.Implies(z3.Or(p(x) < k, q(x) < k), p(x) == q(x)), 1))
    if layer.effects:
        count = len(layer.effects)
        for effect in layer.effects:
            solver.add(p(effect) >= 0, p(effect) < count, q(effect) >= 0, q(effect) < count)
    return solver


POLICIES: list[Axioms] = [after_all, literal, compete, at_once]


@pytest.mark.sample(1)
@pytest.mark.parametrize("axioms", POLICIES)
def test_the_axioms_admit_at_most_one_order(axioms: Axioms) -> None:
    """For every number of effects, all timestamps and all that they wait for."""
    assert two_orders(Layer.any_size(), axioms).check() == z3.unsat


@pytest.mark.parametrize(
    ("axioms", "clause"),
    [
        (after_all, "STRUCTURE"),
        (after_all, "freed"),
        (after_all, "dependents"),
        (after_all, "timestamps"),
        (literal, "STRUCTURE"),
        (literal, "freed"),
        (literal, "timestamps"),
        (compete, "STRUCTURE"),
        (compete, "dependents"),
        (compete, "timestamps"),
        (at_once, "STRUCTURE"),
        (at_once, "freed"),
        (at_once, "dependents"),
        (at_once, "timestamps"),
    ],
)
def test_no_axiom_can_be_dropped(axioms: Axioms, clause: str) -> None:
    """Without any one of them, three effects can be ordered in two ways."""
    assert two_orders(Layer.of_size(3), axioms, without=clause).check() == z3.sat


@pytest.mark.parametrize("axioms", POLICIES)
def test_the_axioms_are_not_vacuous(axioms: Axioms) -> None:
    """Some layer with a chain of three, and one more independent effect, has an order."""
    layer = Layer.of_size(4)
    a, b, c, d = layer.effects
    p = z3.Function("p", layer.sort, z3.IntSort())
    solver = z3.Solver()
    solver.add(layer.given())
    solver.add(list(axioms(layer, p).values()))
    solver.add(layer.waits(a, b), layer.waits(b, c), z3.Not(layer.waits(a, c)))
    solver.add(layer.independent(d), layer.age(a) < layer.age(b), layer.age(b) < layer.age(c))
    assert solver.check() == z3.sat


def test_who_waits_for_no_circle_is_never_blocked() -> None:
    """Where waiting is acyclic, the least of the pending ones in that order is ready."""
    layer = Layer.any_size()
    rank = z3.Function("rank", layer.sort, z3.IntSort())
    pending = z3.Function("pending", layer.sort, z3.BoolSort())
    least = z3.Const("least", layer.sort)
    solver = z3.Solver()
    solver.add(pending(least))
    solver.add(layer.every(lambda x: z3.Implies(pending(x), rank(least) <= rank(x)), 1))
    blocked = layer.every(
        lambda x: z3.Implies(
            pending(x), layer.some(lambda c: z3.And(layer.waits(x, c), pending(c)))
        ),
        1,
    )
    solver.add(blocked)
    acyclic = layer.every(lambda x, y: z3.Implies(layer.waits(x, y), rank(y) < rank(x)), 2)
    assert solver.check(acyclic) == z3.unsat

    small = z3.Solver()
    ring = Layer.of_size(2)
    held = z3.Function("pending", ring.sort, z3.BoolSort())
    small.add(*[held(effect) for effect in ring.effects])
    small.add(
        ring.every(
            lambda x: z3.Implies(held(x), ring.some(lambda c: z3.And(ring.waits(x, c), held(c)))),
            1,
        )
    )
    assert small.check() == z3.sat


def rightly(layer: Layer, pending: Terms, chosen: Any) -> Any:
    """The chosen part is pending and no axiom refuses it at this step (default policies)."""

    def ready(x: Any) -> Any:
        return z3.Not(layer.some(lambda c: z3.And(layer.waits(x, c), pending(c))))

    def not_against(x: Any) -> Any:
        freed = z3.And(layer.independent(x), z3.Not(layer.independent(chosen)))
        older = z3.And(same(layer, x, chosen), ready(x), layer.age(x) < layer.age(chosen))
        return z3.Implies(z3.And(pending(x), x != chosen), z3.Not(z3.Or(freed, older)))

    return z3.And(pending(chosen), ready(chosen), layer.every(not_against, 1))


def two_choices(layer: Layer, *, different: bool) -> Any:
    """A solver for "two parts are both rightly chosen at one step"."""
    pending = z3.Function("pending", layer.sort, z3.BoolSort())
    one, other = z3.Consts("one other", layer.sort)
    solver = z3.Solver()
    solver.set("timeout", 20_000)
    solver.add(layer.given())
    solver.add(rightly(layer, pending, one), rightly(layer, pending, other))
    solver.add((one != other) if different else (one == other))
    return solver


def test_one_choice_is_settled_whatever_came_before() -> None:
    """With the graph found anew, or parts joining: what is pending and waits settles who is next.

    Two orders that agree up to a step have the same board, graph and pending parts there.
    """
    assert two_choices(Layer.any_size(), different=True).check() == z3.unsat
    assert two_choices(Layer.of_size(3), different=False).check() == z3.sat
