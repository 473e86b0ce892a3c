"""The two routes of the audit agree with each other and with trying every order."""

import random
from itertools import permutations

import pytest

from layerlaw.model.rulebooks.axiom_notation import FACTS, parse_condition
from layerlaw.model.rulebooks.axioms import Axiom
from layerlaw.solver.documents.axioms import explicit, proofs, smt
from layerlaw.solver.documents.axioms.demands import closure, demands, first_order, ring
from layerlaw.solver.documents.axioms.formulas import clauses_of
from layerlaw.solver.documents.axioms.instances import Instance, canonical, instances

TABLE = explicit.InstanceTable(3)
RANDOM = range(14)


def _axioms(seed: int) -> tuple[Axiom, ...]:
    """A few axioms of up to three clauses, made up at random."""
    rng = random.Random(seed)
    facts = [*FACTS, *(f.translate(str.maketrans("xy", "yx")) for f in FACTS if "layer" not in f)]
    found = []
    for number in range(rng.randint(2, 4)):
        clause = "ABC"[number % 3]
        parts = [rng.choice(facts) for _ in range(rng.randint(1, 2))]
        parts = [f"not ({part})" if rng.random() < 0.25 else part for part in parts]
        one = "x and y in one layer" if rng.random() < 0.7 else "layer of x before layer of y"
        over = tuple(c for c in "AB" if c != clause and rng.random() < 0.3)
        found.append(Axiom(clause, parse_condition(" and ".join((one, *parts))), over))
    return tuple(found)


def _first(question: object, axioms: tuple[Axiom, ...], *more: object) -> object:
    assert callable(question)
    answers = (question(axioms, *more, n) for n in (2, 3))
    return next((answer for answer in answers if answer is not None), None)


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


@pytest.mark.parametrize("seed", RANDOM)
def test_demands_are_what_orders_are_tried_against(seed: int) -> None:
    """A ring of demands means that no permutation keeps them; else the closure is their meet."""
    axioms = _axioms(seed)
    for row in TABLE.rows:
        asked = demands(axioms, row.instance)
        orders = [
            order
            for order in permutations(range(row.instance.n))
            if all(order.index(x) < order.index(y) for x, y in asked)
        ]
        assert first_order(row.instance.n, asked) == (orders[0] if orders else None)
        assert bool(ring(asked, "ABC")) == (not orders)
        if orders:
            common = {
                (x, y)
                for x in range(row.instance.n)
                for y in range(row.instance.n)
                if x != y and all(o.index(x) < o.index(y) for o in orders)
            }
            assert closure(asked) == common


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
