"""A fault in one route is noticed by the others, with an order that one of them has alone."""

from __future__ import annotations

from itertools import permutations

import pytest

from layerlaw.solver.certainty.orders.agreement import Routes, compared
from layerlaw.solver.certainty.orders.by_constraint import orders_by_constraint
from layerlaw.solver.certainty.orders.by_z3 import orders_by_z3
from layerlaw.solver.certainty.orders.layer_question import AXIOMS, OrderQuestion, question_of
from layerlaw.solver.certificate.confirm import models
from layerlaw.solver.certificate.waiting import OrderPolicies
from layerlaw.solver.facts.records import Dependency, GraphRecord, LayerRecord, TurnRecord, Witness

MANY = 100
DEFAULTS = OrderPolicies()


def asked(
    ages: dict[str, int], edges: frozenset[tuple[str, str]], policies: OrderPolicies
) -> OrderQuestion:
    """What the routes are asked about a layer with one graph; (x, y): x depends on y."""
    found = tuple(Dependency(x, y, Witness("existence")) for x, y in sorted(edges))
    graph = GraphRecord(0, tuple(ages), tuple(ages), found)
    turns = tuple(TurnRecord(name, "applied", "", ()) for name in ages)
    return question_of(LayerRecord("L", (graph,), turns), ages, policies)


@pytest.mark.parametrize(
    ("axiom", "freed", "edges"),
    [
        ("waiting", "after all", {("A", "C"), ("B", "C"), ("A", "B")}),
        ("waiting", "compete", {("A", "B")}),
        ("freed", "after all", {("A", "B")}),
        ("freed", "at once", {("C", "A")}),
        ("timestamps", "after all", set()),
    ],
)
def test_a_route_without_an_axiom_finds_orders_that_the_other_does_not(
    axiom: str, freed: str, edges: set[tuple[str, str]]
) -> None:
    """Whichever route it is that forgets it, the difference is told with an order."""
    policies = OrderPolicies(freed=freed)
    ages = {"A": 0, "B": 1, "C": 2}
    question = asked(ages, frozenset(edges), policies)
    one, (two, _unknown) = orders_by_constraint(question, MANY), orders_by_z3(question, MANY)
    assert one == two
    [right] = one
    forgetful = orders_by_constraint(question, MANY, without=(axiom,))
    also, _unknown = orders_by_z3(question, MANY, without=(axiom,))
    assert forgetful == also
    assert len(forgetful) > 1
    for found in (Routes("L", right, forgetful, two), Routes("L", right, one, also)):
        assert not found.agree
        assert " finds " in found.message
        assert found.message.endswith(" does not")


def test_a_route_that_lets_parts_go_before_they_joined_is_noticed() -> None:
    """A joins after B; without the axiom nothing keeps its turn from being the first."""
    first = GraphRecord(0, ("B", "C"), ("B", "C"), ())
    graphs = (first, GraphRecord(1, ("A", "C"), ("A",), ()))
    turns = tuple(TurnRecord(name, "applied", "independent", ()) for name in "BAC")
    record = LayerRecord("L", graphs, turns)
    question = question_of(record, {"A": 0, "B": 0, "C": 0}, DEFAULTS)
    right = orders_by_constraint(question, MANY)
    assert right == orders_by_z3(question, MANY)[0]
    assert all(order[0] != "A" for order in right)
    for fault in (
        orders_by_constraint(question, MANY, without=("joined",)),
        orders_by_z3(question, MANY, without=("joined",))[0],
    ):
        assert ("A", "B", "C") in fault
        assert Routes("L", right[0], right, fault, alone=False).message


LOOP = {("A", "B"), ("B", "A")}
RING = {("A", "B"), ("B", "C"), ("C", "A")}


@pytest.mark.parametrize(
    ("policies", "misread", "edges"),
    [
        (OrderPolicies(), OrderPolicies(freed="compete"), {("A", "B")}),
        (OrderPolicies(), OrderPolicies(freed="at once"), {("B", "A")}),
        (OrderPolicies(), OrderPolicies(dependents="timestamps"), {("A", "B"), ("B", "C")}),
        (OrderPolicies(), OrderPolicies(independent="nothing"), LOOP),
        (OrderPolicies(), OrderPolicies(independent="one-way"), {*LOOP, ("B", "C")}),
        (OrderPolicies(), OrderPolicies(loop="mutual pairs"), {*RING, ("A", "D")}),
    ],
)
def test_a_route_that_misreads_a_policy_is_noticed(
    policies: OrderPolicies, misread: OrderPolicies, edges: set[tuple[str, str]]
) -> None:
    """On a small graph each policy of the order makes a difference that the other route sees."""
    ages = {"A": 0, "B": 1, "C": 2, "D": 3}
    right = asked(ages, frozenset(edges), policies)
    wrong = asked(ages, frozenset(edges), misread)
    [own] = orders_by_constraint(right, MANY)
    for one, (other, _unknown) in (
        (orders_by_constraint(wrong, MANY), orders_by_z3(right, MANY)),
        (orders_by_constraint(right, MANY), orders_by_z3(wrong, MANY)),
    ):
        assert " finds " in Routes("L", own, one, other).message


# --- the parts of the routes --------------------------------------------------------------------


def test_models_are_sorted_and_told_to_be_all() -> None:
    """Whatever order Z3 finds them in."""
    text = "(declare-const x Int)(declare-const y Int)(assert (and (<= 0 x y) (<= y 2)))"
    assert models(text, ["x", "y"], 10).values == ((0, 0), (0, 1), (0, 2), (1, 1), (1, 2), (2, 2))
    assert len(models(text, ["x", "y"], 3).values) == 4
    assert models("(declare-const x Int)(assert (< x x))", ["x"], 3).values == ()


def test_the_axioms_have_the_names_that_can_be_left_out() -> None:
    """Without all of them every order is right, for both routes."""
    question = asked({"A": 0, "B": 1, "C": 2}, frozenset({("A", "B")}), DEFAULTS)
    every = tuple(permutations("ABC"))
    assert orders_by_constraint(question, MANY, without=AXIOMS) == every
    assert orders_by_z3(question, MANY, without=AXIOMS)[0] == every


class Interrupted:
    """A stand-in for Z3's solver that was interrupted at once."""

    ctx = None

    def push(self) -> None:
        """Nothing to remember."""

    def pop(self) -> None:
        """Nothing to forget."""

    def add(self, claims: object) -> None:
        """Nothing to keep."""

    def check(self) -> object:
        """No answer."""
        return pytest.importorskip("z3").unknown

    def reason_unknown(self) -> str:
        """What Z3 says of an interrupt, and of the end of its time too."""
        return "canceled"


def test_an_interrupt_of_z3_is_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """Z3 swallows it; when its time is over, that is no interrupt but a route left out."""
    for made in ("_kept_solver", "_new_solver"):
        name = f"layerlaw.solver.certificate.confirm.{made}"
        monkeypatch.setattr(name, lambda **_: Interrupted())
    with pytest.raises(KeyboardInterrupt):
        models("(declare-const x Int)", ["x"], 3)
    monkeypatch.setattr("layerlaw.solver.certificate.confirm.MILLISECONDS", 0)
    assert models("(declare-const x Int)", ["x"], 3).unknown == "canceled"
    question = asked({"A": 0, "B": 1}, frozenset(), DEFAULTS)
    assert compared("L", ("A", "B"), question, alone=True, found=True, limit=9).left_out == (
        "Z3 could not tell: canceled"
    )
