"""The two routes of the audit agree with each other and with trying every order."""

import random
from collections.abc import Collection
from itertools import permutations
from typing import get_args

import pytest

from layerlaw.model.rulebooks.axioms import (
    All,
    Axiom,
    Condition,
    Demand,
    Fact,
    Negated,
    Relation,
    Some,
    relations,
)
from layerlaw.solver.documents.axioms import explicit, proofs, smt
from layerlaw.solver.documents.axioms.demands import ring
from layerlaw.solver.documents.axioms.formulas import clauses_of
from layerlaw.solver.documents.axioms.instances import Instance, Order, canonical, instances
from layerlaw.solver.documents.axioms.moments import Moments

TABLE = explicit.InstanceTable(3)
RANDOM = range(30)


def _axioms(seed: int) -> tuple[Axiom, ...]:
    """A few axioms of up to three clauses, some of them on each choice, made up at random."""
    rng = random.Random(seed)
    every: tuple[Relation, ...] = get_args(Relation)
    found = []
    for number in range(rng.randint(2, 4)):
        clause = "ABC"[number % 3]
        demand: Demand = rng.choice(get_args(Demand)) if seed % 3 else "x before y"
        known = [each for each in every if each != "ready" or demand == "y is not next"]
        parts: list[Condition] = []
        for _ in range(rng.randint(1, 2)):
            fact = Fact(rng.choice(known), *rng.choice((("x", "y"), ("y", "x"))))
            parts.append(Negated(fact) if rng.random() < 0.25 else fact)
        where = Fact("one layer") if rng.random() < 0.7 else Fact("layer before")
        if demand == "x before y" or rng.random() < 0.7:
            parts.append(where)
        over = tuple(c for c in "AB" if c != clause and rng.random() < 0.3)
        found.append(Axiom(clause, All(tuple(parts)), over, demand))
    return tuple(found)


def _reached(edges: Collection[tuple[int, int]], start: int) -> set[int]:
    """What a chain of dependencies leads to from an effect."""
    reached: set[int] = set()
    while more := {y for x, y in edges if x in reached | {start}} - reached:
        reached |= more
    return reached


def _fact(
    instance: Instance, pending: Collection[int], ready: Collection[int], fact: Fact, x: int, y: int
) -> bool:
    """What is said of two effects, among those pending, word for word."""
    a, b = (x, y) if fact.first == "x" else (y, x)
    edges = [(v, w) for v, w in instance.edges if v in pending and w in pending]
    same = instance.layers[a] == instance.layers[b]
    own = {w for w in _reached(edges, a) if a in _reached(edges, w)} | {a}
    return {
        "older": a < b,
        "one layer": same,
        "layer before": instance.layers[a] < instance.layers[b],
        "depends": (a, b) in edges,
        "chain": b in _reached(edges, a),
        "mutual": (a, b) in edges and (b, a) in edges,
        "loop": a != b and b in own,
        "something": any(v == a for v, _ in edges),
        "nothing": all(v != a for v, _ in edges),
        "waits": any(v in own and w not in own for v, w in edges),
        "free": all(v not in own or w in own for v, w in edges),
        "busy": any(instance.layers[v] == instance.layers[a] for v, _ in edges),
        "ready": a in ready,
    }[fact.relation]


def _keeps(axioms: Collection[Axiom], instance: Instance, order: Order) -> bool:
    """Whether the order keeps the axioms, choice after choice, read word for word."""
    every = range(instance.n)

    def true(axiom: Axiom, x: int, y: int, now: Collection[int], ready: Collection[int]) -> bool:
        def holds(condition: Condition) -> bool:
            match condition:
                case All(parts):
                    return all(map(holds, parts))
                case Some(parts):
                    return any(map(holds, parts))
                case Negated(part):
                    return not holds(part)
                case Fact():
                    among = now if axiom.by_step else every
                    return _fact(instance, among, ready, condition, x, y)

        return (x != y or axiom.alone) and holds(axiom.when)

    def barred(
        some: Collection[Axiom], y: int, now: Collection[int], ready: Collection[int]
    ) -> bool:
        return any(
            true(axiom, x, y, now, ready)
            and not any(
                axiom.clause in other.overrides and true(other, *way, now, ready)
                for other in some
                for way in ((x, y), (y, x))
            )
            for axiom in some
            for x in now
        )

    settled = [axiom for axiom in axioms if "ready" not in relations(axiom.when)]
    for turn, effect in enumerate(order):
        now = order[turn:]
        ready = {y for y in now if not barred(settled, y, now, ())}
        if barred(axioms, effect, now, ready):
            return False
    return True


def _first(question: object, axioms: tuple[Axiom, ...], *more: object) -> object:
    assert callable(question)
    answers = (question(axioms, *more, n) for n in (2, 3))
    return next((answer for answer in answers if answer is not None), None)


@pytest.mark.slow
@pytest.mark.parametrize("seed", RANDOM)
def test_both_routes_find_the_same_conflicts(seed: int) -> None:
    """Enumeration and Z3 find the same minimal conflicts with the same smallest instances."""
    axioms = _axioms(seed)
    for loops in (True, False):
        found: dict[frozenset[str], Instance] = {}
        for n in (2, 3):
            found |= smt.conflicts(axioms, n, loops=loops, known=found)
        assert found == explicit.conflicts(axioms, TABLE, loops=loops)


@pytest.mark.parametrize("seed", RANDOM)
def test_both_routes_find_the_same_pairs_left_open(seed: int) -> None:
    """Enumeration and Z3 find the same smallest instance that leaves some pair open."""
    axioms = _axioms(seed)
    by_kind = explicit.undetermined(axioms, TABLE)
    least = min((one[0].size for one in by_kind.values()), default=None)
    found = _first(smt.undetermined, axioms)
    assert (found is None) == (least is None)
    if isinstance(found, tuple):
        assert found[0].size == least


@pytest.mark.slow
@pytest.mark.parametrize("seed", RANDOM)
def test_both_routes_agree_on_what_is_needed(seed: int) -> None:
    """Enumeration and Z3 agree on where each clause speaks, is heard and makes a difference."""
    axioms = _axioms(seed)
    for clause in clauses_of(axioms):
        for by_z3, by_hand in (
            (smt.condition_met, explicit.condition_met),
            (smt.demand_left, explicit.demand_left),
            (smt.makes_difference, explicit.makes_difference),
        ):
            assert _first(by_z3, axioms, clause) == by_hand(axioms, clause, TABLE)


@pytest.mark.slow
@pytest.mark.parametrize("seed", RANDOM)
def test_the_moments_allow_the_orders_that_keep_the_axioms(seed: int) -> None:
    """Every permutation is held against the axioms at their word; a ring means that none keeps."""
    axioms = _axioms(seed)
    for row in TABLE.rows:
        moments = Moments(axioms, row)
        orders = [order for order in permutations(row.every) if _keeps(axioms, row.instance, order)]
        assert moments.first_order() == (orders[0] if orders else None)
        allowed = {
            (tuple(sorted(order[turn:])), order[turn])
            for order in orders
            for turn in range(len(order))
        }
        assert {(p, y) for p, on in moments.choices.items() for y in on} == allowed
        for x, y in ((x, y) for x in row.every for y in row.every if x < y):
            found = moments.first_order((x, y)), moments.first_order((y, x))
            assert found[0] == next((o for o in orders if o.index(x) < o.index(y)), None)
            if (x, y) in moments.left_open:
                assert None not in found
        if not moments.by_step:
            assert bool(ring(moments.barred(row.every), "ABC")) == (not orders)
        elif not orders:
            assert ring(moments.barred(moments.stuck()), "ABC")


@pytest.mark.sample(5)
@pytest.mark.parametrize("seed", RANDOM)
def test_no_theorem_is_false(seed: int) -> None:
    """Whatever is proved for every number of effects is so in every small instance."""
    axioms = _axioms(seed)
    if proofs.strict_order(axioms) is not None:
        assert explicit.conflicts(axioms, TABLE) == {}
    if proofs.total(axioms):
        assert explicit.undetermined(axioms, TABLE) == {}
    for clause in clauses_of(axioms):
        if proofs.never_met(axioms, clause):
            assert explicit.condition_met(axioms, clause, TABLE) is None
        if proofs.never_left(axioms, clause):
            assert explicit.demand_left(axioms, clause, TABLE) is None
        if proofs.dispensable(axioms, clause):
            assert explicit.makes_difference(axioms, clause, TABLE) is None


@pytest.mark.slow
def test_a_core_is_minimal() -> None:
    """The core of clauses on one instance is in conflict, and without any one of them it is not."""
    rows = 0
    for seed in RANDOM:
        axioms = _axioms(seed)
        for clauses, instance in explicit.conflicts(axioms, TABLE).items():
            core = smt.core(axioms, instance, clauses_of(axioms))
            assert core
            assert not smt.order_exists(axioms, instance, core)
            for clause in core:
                assert smt.order_exists(axioms, instance, [c for c in core if c != clause])
            assert set(smt.core(axioms, instance, sorted(clauses))) == set(clauses)
            rows += 1
    assert rows > 3


def test_instances_come_once_and_smallest_first() -> None:
    """Instances of a size come in order, each once, each the one that stands for its kind."""
    for n, count in ((1, 1), (2, 6), (3, 94)):
        found = list(instances(n))
        assert len(found) == len(set(found)) == count
        assert [one.size for one in found] == sorted(one.size for one in found)
        assert all(canonical(one) == one for one in found)


def test_the_canonical_form_forgets_names_of_layers_alone() -> None:
    """Layers are numbered without gaps; effects keep their age; dependencies are said once."""
    one = canonical(Instance(3, (7, 2, 7), ((2, 0), (0, 2), (2, 0))))
    assert one == Instance(3, (1, 0, 1), ((0, 2), (2, 0)))
    assert one.words() == "3 effects; layers 1 0 1; 0 depends on 2, 2 depends on 0"
