"""All orders that the rules admit, over bare graphs: two routes, the queue, and brute force."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations, product
from random import Random
from typing import TYPE_CHECKING

import pytest
from plain_queue import NamedQueue
from scheduled import scheduled

from layerlaw.solver.certainty.orders.agreement import Routes, of_record
from layerlaw.solver.certainty.orders.by_constraint import orders_by_constraint
from layerlaw.solver.certainty.orders.by_z3 import formulas, orders_by_z3
from layerlaw.solver.certainty.orders.layer_question import question_of
from layerlaw.solver.certainty.orders.linear_extensions import linear_extensions
from layerlaw.solver.certificate.waiting import OrderPolicies
from layerlaw.solver.facts.records import Dependency, GraphRecord, LayerRecord, TurnRecord, Witness
from layerlaw.solver.layers.graph import Standing, standing
from layerlaw.solver.layers.procedure import Rules

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from layerlaw.solver.certainty.orders.layer_question import Order, OrderQuestion

NAMES = "ABCDE"
MANY = 1000
AGES = {"A": 0, "B": 1, "C": 2}
DEFAULTS = OrderPolicies()

Edges = frozenset[tuple[str, str]]
"""(x, y) says that x depends on y."""

POLICIES = [
    OrderPolicies("once", *values)
    for values in product(
        ("after all", "compete", "at once"),
        ("topological", "timestamps"),
        ("outside its loop", "one-way", "nothing"),
        ("members", "mutual pairs"),
    )
]


def called(policies: OrderPolicies) -> str:
    """The policies' values, for a test's name."""
    return ", ".join(
        (policies.freed, policies.dependents, policies.independent, policies.loop, policies.graph)
    )


def all_graphs(count: int) -> Iterator[Edges]:
    """Every digraph on so many effects."""
    pairs = list(permutations(NAMES[:count], 2))
    for chosen in range(1 << len(pairs)):
        yield frozenset(pair for place, pair in enumerate(pairs) if chosen >> place & 1)


def random_graph(random: Random, count: int) -> Edges:
    """A digraph on so many effects, sparse or dense."""
    density = random.choice((0.1, 0.2, 0.35))
    pairs = permutations(NAMES[:count], 2)
    return frozenset(pair for pair in pairs if random.random() < density)


# --- the solver's queue, as a record -----------------------------------------------------------


def graph_record(turn: int, names: Sequence[str], edges: Edges) -> GraphRecord:
    """A graph found after so many turns, among all these effects."""
    found = tuple(Dependency(x, y, Witness("existence")) for x, y in sorted(edges))
    return GraphRecord(turn, tuple(names), tuple(names), found)


def standing_of(
    names: Sequence[str], edges: Edges, policies: OrderPolicies
) -> tuple[Rules, Standing]:
    """The solver's rules, and where everybody stands by them."""
    rules = Rules(policies.freed, policies.dependents, policies.independent, policies.loop)
    on = {x: [y for one, y in edges if one == x] for x in names}
    return rules, standing(names, on, rules)


def queue_of(ages: Mapping[str, int], edges: Edges, policies: OrderPolicies) -> NamedQueue:
    """The solver's queue over these effects."""
    rules, _ = standing_of(list(ages), edges, policies)
    on = {x: [y for one, y in edges if one == x] for x in ages}
    return NamedQueue({x: (age,) for x, age in ages.items()}, on, rules)


def solved(ages: Mapping[str, int], edges: Edges, policies: OrderPolicies) -> LayerRecord:
    """The layer as the solver's queue goes through it; nothing joins and nothing is lost."""
    graphs = [graph_record(0, list(ages), edges)]
    turns: list[TurnRecord] = []
    left = dict(ages)
    queue = queue_of(left, edges, policies)
    while left:
        name, why = queue.next()
        turns.append(TurnRecord(name, "applied", why, ()))
        del left[name]
        queue.take(name)
        if policies.graph == "each step" and left:
            among = frozenset((x, y) for x, y in edges if x in left and y in left)
            graphs.append(graph_record(len(turns), list(left), among))
            queue = queue_of(left, among, policies)
    return LayerRecord("L", tuple(graphs), tuple(turns))


def asked(ages: Mapping[str, int], edges: Edges, policies: OrderPolicies) -> OrderQuestion:
    """What the routes are asked about a static layer."""
    record = LayerRecord(
        "L",
        (graph_record(0, list(ages), edges),),
        tuple(TurnRecord(name, "applied", "", ()) for name in ages),
    )
    return question_of(record, ages, policies)


def assert_agree(found: Routes) -> None:
    """Fail unless all three routes were taken and agree."""
    assert found.agree, found.message or found.left_out


# --- the definition, as naively as can be ------------------------------------------------------


def reached(start: str, edges: Edges) -> set[str]:
    """What an effect depends on, over others or not."""
    found: set[str] = set()
    while more := {y for x, y in edges if x == start or x in found} - found:
        found |= more
    return found


def waits(name: str, edges: Edges, policies: OrderPolicies) -> set[str]:
    """What the effect waits for."""
    if policies.loop == "mutual pairs":
        return {y for x, y in edges if x == name and (y, x) not in edges}
    near = reached(name, edges)
    loop = {name} | {other for other in near if name in reached(other, edges)}
    return {y for x, y in edges if x in loop} - loop


def free(name: str, edges: Edges, policies: OrderPolicies) -> bool:
    """Whether the effect is an independent one."""
    if policies.independent == "nothing":
        return all(x != name for x, _ in edges)
    if policies.independent == "one-way":
        return all((y, x) in edges for x, y in edges if x == name)
    return not waits(name, edges, policies)


def may_go(pending: set[str], edges: Edges, policies: OrderPolicies) -> set[str]:
    """The set of which the oldest is next."""
    independent = {x for x in pending if free(x, edges, policies)}
    ready = {x for x in pending if not waits(x, edges, policies) & pending}
    if policies.freed == "compete":
        found = ready
    elif policies.freed == "at once":
        found = ready - independent or independent
    elif independent:
        found = independent
    else:
        found = ready if policies.dependents == "topological" else pending
    return found or pending


def all_orders(ages: Mapping[str, int], edges: Edges, policies: OrderPolicies) -> list[Order]:
    """Every order that the ages leave, one turn after another."""
    found = []

    def go_on(done: tuple[str, ...]) -> None:
        pending = set(ages) - set(done)
        if not pending:
            found.append(done)
            return
        some = may_go(pending, edges, policies)
        oldest = min(ages[x] for x in some)
        for name in sorted(some):
            if ages[name] == oldest:
                go_on((*done, name))

    go_on(())
    return sorted(found)


# --- by timestamp: one order --------------------------------------------------------------------


@pytest.mark.sample(6)
@pytest.mark.parametrize("policies", POLICIES, ids=called)
def test_python_constraint_finds_the_queue_s_order_alone(policies: OrderPolicies) -> None:
    """Every graph of up to three effects, with the timestamps in every order."""
    for count in (1, 2, 3):
        for edges in all_graphs(count):
            for oldest_first in permutations(NAMES[:count]):
                ages = {name: age for age, name in enumerate(oldest_first)}
                own = tuple(turn.effect for turn in solved(ages, edges, policies).turns)
                assert orders_by_constraint(asked(ages, edges, policies), MANY) == (own,)


ASKED = [one for one in POLICIES if one.freed == "after all" or one.dependents == "topological"]
"""The policies without those that differ in a word that says nothing."""


@pytest.mark.slow
@pytest.mark.parametrize("policies", ASKED, ids=called)
def test_all_three_routes_agree_on_every_graph_of_three_effects(policies: OrderPolicies) -> None:
    """With the timestamps in one order: another order is another graph, with the names changed."""
    for count in (1, 2, 3):
        orders = list(permutations(NAMES[:count]))
        for number, edges in enumerate(all_graphs(count)):
            ages = {name: age for age, name in enumerate(orders[number % len(orders)])}
            assert_agree(of_record(solved(ages, edges, policies), policies, ages))


def test_z3_is_asked_the_same_where_a_policy_says_nothing() -> None:
    """`dependents` is of no matter where dependent parts do not go after all others."""
    edges = frozenset({("A", "B"), ("B", "A"), ("C", "A")})
    for policies in POLICIES:
        if policies not in ASKED:
            alike = replace(policies, dependents="topological")
            one, other = asked(AGES, edges, policies), asked(AGES, edges, alike)
            assert list(formulas(one)) == list(formulas(other))


@pytest.mark.slow
@pytest.mark.parametrize("graph", ["once", "each step"])
def test_all_three_routes_agree_on_random_graphs_of_four_and_five(graph: str) -> None:
    """Under policies drawn at random, with the graph found once or anew among what is left."""
    for seed in range(60 if graph == "once" else 40):
        random = Random(seed)
        drawn = random.choice(POLICIES)
        policies = OrderPolicies(
            graph, drawn.freed, drawn.dependents, drawn.independent, drawn.loop
        )
        count = random.choice((4, 5))
        ages = {name: age for age, name in enumerate(random.sample(NAMES[:count], count))}
        edges = random_graph(random, count)
        assert_agree(of_record(solved(ages, edges, policies), policies, ages))


# --- with ties, and with the timestamps left free ----------------------------------------------


@pytest.mark.sample(4)
@pytest.mark.parametrize("policies", POLICIES, ids=called)
def test_ties_leave_the_orders_that_brute_force_finds(policies: OrderPolicies) -> None:
    """Effects of the same age may go in any order, where no rule on dependencies orders them."""
    random = Random(called(policies))
    several = 0
    for _ in range(16):
        count = random.choice((2, 3, 4))
        stamps = {name: age for age, name in enumerate(NAMES[:count])}
        ages = {name: age // random.choice((1, 2, 3)) for name, age in stamps.items()}
        edges = random_graph(random, count)
        record = solved(stamps, edges, policies)
        found = of_record(record, policies, stamps, age=ages.__getitem__)
        assert found.constraint == found.z3 == tuple(all_orders(ages, edges, policies))
        assert_agree(found)
        several += len(found.z3) > 1
    assert several >= 2


@pytest.mark.slow
def test_there_are_as_many_orders_as_are_counted() -> None:
    """Counted without going through them: with ties, and where the timestamps are left free."""
    for seed in range(48):
        random = Random(seed)
        policies = random.choice(POLICIES)
        count = 5 if seed % 12 == 0 else random.choice((3, 4))
        edges = random_graph(random, count)
        ages = {name: random.choice((0, 0, seed % 3)) for name in NAMES[:count]}
        rules, stand = standing_of(list(ages), edges, policies)
        counted = scheduled(stand, rules, {name: (age,) for name, age in ages.items()})
        question = asked(ages, edges, policies)
        assert counted == (len(orders_by_constraint(question, MANY)), True)
        assert counted.number == len(orders_by_z3(question, MANY)[0])
        if len(set(ages.values())) == 1:
            assert scheduled(stand, rules) == counted
        if (policies.freed, policies.loop) == ("compete", "members") and not any(ages.values()):
            before = {name: waits(name, edges, policies) for name in ages}
            assert linear_extensions(before) == counted


def test_the_solver_s_order_has_to_be_found_where_the_ages_only_tie() -> None:
    """Ages that say the opposite of the timestamps lead elsewhere, and that is no disagreement."""
    stamps = {"A": 0, "B": 1}
    record = solved(stamps, frozenset(), DEFAULTS)
    turned = of_record(record, DEFAULTS, stamps, age={"A": 1, "B": 0}.__getitem__)
    assert turned.constraint == turned.z3 == (("B", "A"),)
    assert turned.agree
    assert not turned.found
    tied = of_record(record, DEFAULTS, stamps, age=lambda effect: 0)
    assert tied.found
    assert tied.own in tied.z3


def test_a_solver_that_differs_from_both_routes_is_noticed() -> None:
    """Two routes that agree do not outvote the solver silently."""
    stamps = {"A": 0, "B": 1}
    record = solved({"A": 1, "B": 0}, frozenset(), DEFAULTS)
    found = of_record(record, DEFAULTS, stamps)
    assert found.constraint == found.z3 == (("A", "B"),)
    assert found.message == "the solver's order is B, A, and the other routes do not find it"


# --- what joins, leaves or comes back ----------------------------------------------------------


def turn(name: str, why: str = "independent") -> TurnRecord:
    """A turn that changed nothing."""
    return TurnRecord(name, "lost" if why == "gone" else "applied", why, ())


def both(record: LayerRecord, policies: OrderPolicies) -> Routes:
    """What the routes find by the names' own order."""
    return of_record(record, policies, {name: age for age, name in enumerate(NAMES)})


def test_what_joins_goes_after_it_joined_and_by_the_edges_then_known() -> None:
    """A, the oldest, joins after B and takes precedence over C; an older edge of C's stays."""
    first = graph_record(0, "BC", frozenset({("C", "B")}))
    joined = GraphRecord(1, ("A", "C"), ("A",), ())
    record = LayerRecord("L", (first, joined), (turn("B"), turn("A"), turn("C", "freed")))
    found = both(record, DEFAULTS)
    assert found.constraint == found.z3 == (("B", "A", "C"),)
    assert_agree(found)
    other = LayerRecord("L", (first, joined), (turn("B"), turn("C", "freed"), turn("A")))
    assert both(other, DEFAULTS).message.startswith("the solver's order is B, C, A")


def test_what_was_lost_and_came_back_has_two_turns() -> None:
    """Each stay among the pending parts is an effect's turn of its own."""
    graphs = (graph_record(0, "AB", frozenset()), GraphRecord(2, ("A",), ("A",), ()))
    found = both(LayerRecord("L", graphs, (turn("A"), turn("B"), turn("A"))), DEFAULTS)
    assert found.z3 == (("A", "B", "A"),)
    assert_agree(found)


def test_what_leaves_by_itself_takes_no_turn_and_is_waited_for_until_then() -> None:
    """C waits for A, the oldest, and goes before it only where A is gone before C's turn."""
    policies = OrderPolicies(graph="each step", freed="compete")
    waiting = frozenset({("C", "A"), ("A", "D")})
    graphs = (graph_record(0, "ABCD", waiting), graph_record(2, "CD", frozenset()))
    turns = (turn("B"), turn("A", "gone"), turn("C", "freed"), turn("D"))
    found = both(LayerRecord("L", graphs, turns), policies)
    assert found.constraint == found.z3 == (("B", "C", "D"),)
    assert_agree(found)
    still = (graph_record(0, "ABCD", waiting), graph_record(1, "ACD", waiting))
    early = both(LayerRecord("L", still, (turn("B"), turn("C"), turn("A"), turn("D"))), policies)
    assert early.constraint == early.z3 == (("B", "D", "A", "C"),)
    assert early.message.startswith("the solver's order is B, C, A, D")


def test_other_ages_are_only_asked_of_a_layer_with_one_graph() -> None:
    """What would join, leave or depend in another order is not in the record."""
    policies = OrderPolicies(graph="each step")
    stamps = {"A": 0, "B": 1}
    record = solved(stamps, frozenset({("A", "B")}), policies)
    assert of_record(record, policies, stamps).agree
    left = of_record(record, policies, stamps, age=lambda effect: 0)
    assert left.left_out.startswith("what depends on what changed")
    assert not left.agree
    assert not left.message


def test_large_layers_and_many_orders_are_said_to_be_left_out() -> None:
    """Eight turns are too many for all orders, and more orders than the limit for Z3."""
    names = "ABCDEFGH"
    stamps = {name: age for age, name in enumerate(names)}
    large = of_record(solved(stamps, frozenset(), DEFAULTS), DEFAULTS, stamps)
    assert large.left_out == "it has 8 turns, and the routes go up to 7"
    few = {"A": 0, "B": 1, "C": 2}
    record = solved(few, frozenset(), DEFAULTS)
    many = of_record(record, DEFAULTS, few, age=lambda effect: 0, limit=5)
    assert many.left_out == "it has more than 5 orders, and they were not all compared"
    assert of_record(record, DEFAULTS, few, age=lambda effect: 0, limit=6).agree
