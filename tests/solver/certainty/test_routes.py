"""Solver, python-constraint, Z3 and the literal oracle: the same orders, from real scenarios."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import chain, combinations, permutations, product
from json import dumps
from random import Random

import pytest

from layerlaw.model import Scenario, shipped_rulebook
from layerlaw.model.errors import LayerlawError
from layerlaw.model.scenarios.events import Play, Together
from layerlaw.solver import solve
from layerlaw.solver.certainty.orders import CrossCheck, Routes, cross_check, routes
from layerlaw.solver.derivation.answer import Answer
from layerlaw.solver.shell.report.blocks import TextLine
from layerlaw.solver.shell.report.json_form import json_of
from layerlaw.solver.shell.report.order_matters import route_blocks
from oracle.build import WHERE, action_graph, scope_graph, silence_graph
from oracle.generate import seeded_scenario
from oracle.small_rulebook import VALUES, newest_wins_rulebook, small_rulebook
from oracle.solve import answer

SMALL = small_rulebook()
Edge = tuple[int, int]

FAMILIES = {"silence": silence_graph, "type": scope_graph, "set power": action_graph}
"""The families of graphs, by the layer in which the effects meet."""

ORDERS = [
    dict(zip(("freed", "dependents", "independent", "loop"), values, strict=True))
    for values in product(
        VALUES["freed"], VALUES["dependents"], VALUES["independent"], VALUES["loop"]
    )
]
"""Every combination of the policies on waiting and on who is next."""

RULEBOOKS = [
    small_rulebook({**policies, "graph": graph}) for policies in ORDERS for graph in VALUES["graph"]
]


def all_graphs(n: int) -> Iterator[tuple[Edge, ...]]:
    """Every directed graph without self-loops on 1..n."""
    pairs = list(permutations(range(1, n + 1), 2))
    return chain.from_iterable(combinations(pairs, size) for size in range(len(pairs) + 1))


def together(scenario: Scenario) -> Scenario:
    """The same with everything entering in one event, one after another in it."""
    events = tuple(event for event in scenario.play if isinstance(event, Play))
    return replace(scenario, play=(Together(events, WHERE),))


def assert_same_orders(scenario: Scenario, layer: str) -> Answer:
    """Fail unless the oracle and all three routes have one and the same order."""
    derivation = solve(scenario)
    record = derivation.layer(layer)
    theirs = answer(scenario).turns.get(record.layer, ())
    assert tuple((turn.effect, turn.verdict) for turn in record.turns) == theirs
    found = routes(derivation, layer)
    assert found.agree, found.message or found.left_out
    if all(turn.why != "gone" for turn in record.turns):
        assert found.constraint == found.z3 == (tuple(effect for effect, _ in theirs),)
    return derivation


def lines(found: CrossCheck, names: Mapping[str, str] | None = None) -> list[str]:
    """The report's lines below its heading."""
    return [block.plain for block in route_blocks(found, names) if isinstance(block, TextLine)]


@pytest.mark.slow
@pytest.mark.parametrize("slice", range(6))
def test_all_routes_and_the_oracle_agree_on_every_graph_of_up_to_three_effects(slice: int) -> None:
    """In every order of entry, each family of graphs in turn, each under one after another of
    the policies' combinations (the bare graphs are tried under all of them)."""
    cases = [
        (n, edges, order)
        for n in (1, 2, 3)
        for edges in all_graphs(n)
        for order in permutations(range(1, n + 1))
    ]
    families = list(FAMILIES.items())
    for number in range(slice, len(cases), 6):
        # 29 and 72 have no divisor in common: every combination of policies has its turn.
        layer, family = families[(number // 6) % 3]
        scenario = family(*cases[number], RULEBOOKS[number * 29 % 72])
        # The oracle works out the state after every event, and one event is enough.
        assert_same_orders(together(scenario), layer)


@pytest.mark.slow
@pytest.mark.parametrize("layer", FAMILIES)
def test_all_routes_and_the_oracle_agree_on_random_graphs_of_four_and_five(layer: str) -> None:
    """Loops with tails, chains into loops, under policies drawn at random."""
    for seed in range(16):
        random = Random(f"{layer} {seed}")
        n = random.choice((4, 5))
        pairs = list(permutations(range(1, n + 1), 2))
        edges = random.sample(pairs, random.randint(n - 1, 2 * n - 1))
        order = random.sample(range(1, n + 1), n)
        assert_same_orders(FAMILIES[layer](n, edges, order, random.choice(RULEBOOKS)), layer)


@pytest.mark.slow
@pytest.mark.parametrize("slice", range(4))
def test_all_routes_agree_where_effects_join_and_are_lost(slice: int) -> None:
    """Random histories under random policies; in many layers the graph changes on the way."""
    changed = 0
    for seed in range(slice, 72, 4):
        random = Random(seed)
        names = ("freed", "dependents", "independent", "loop", "graph", "test")
        rulebook = small_rulebook({name: random.choice(VALUES[name]) for name in names})
        try:
            derivation = solve(seeded_scenario(seed, rulebook))
        except LayerlawError:
            continue
        for record in derivation.layers:
            found = routes(derivation, record.layer)
            assert found.agree or "turns" in found.left_out, (seed, record.layer, found.message)
            changed += found.agree and len(record.graphs) > 1
    assert changed >= 5


# --- with the timestamps left free --------------------------------------------------------------


@pytest.mark.sample(1)
@pytest.mark.parametrize("layer", FAMILIES)
def test_without_timestamps_every_order_of_the_solver_is_found(layer: str) -> None:
    """Entering in another order, the same effects go in another of the orders found, and in each
    of them that they can enter in."""
    for edges in (((1, 2), (2, 3)), ((1, 2), (2, 1), (3, 1)), ((1, 3),), ()):
        family = FAMILIES[layer]
        solved = [solve(family(3, edges, order, SMALL)) for order in permutations((1, 2, 3))]
        own = {routes(each, layer).own for each in solved}
        found = routes(solved[0], layer, age=lambda effect: 0)
        assert found.agree
        assert sorted(own) == list(found.z3)


def test_two_that_tie_go_in_either_order_and_the_third_after_them() -> None:
    """The ages may be those of a moment: what came in together has the same one."""
    derivation = solve(silence_graph(3, [(1, 2), (2, 1), (3, 1), (3, 2)], (1, 2, 3), SMALL))
    moments = {"M1.1": 1, "M2.1": 1, "M3.1": 2}
    found = routes(derivation, "silence", age=moments.__getitem__)
    assert found.constraint == found.z3 == (("M3.1", "M1.1", "M2.1"), ("M3.1", "M2.1", "M1.1"))
    assert found.agree
    assert not found.alone


# --- all layers ---------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def ring() -> Answer:
    """Three minions that silence each other in a ring, the second one being the oldest."""
    return solve(silence_graph(3, [(1, 2), (2, 3), (3, 1)], (2, 1, 3), SMALL))


def test_every_layer_is_taken_by_timestamp_and_without(ring: Answer) -> None:
    """Layers in their order; the progress is told after each."""
    told: list[tuple[int, int]] = []
    found = cross_check(ring, progress=lambda done, of: told.append((done, of)))
    assert found.agree
    assert [one.layer for one in found.layers] == [record.layer for record in ring.layers]
    assert [len(one.z3) for one in found.free] == [6, 2, 1]
    assert told == [(1, 3), (2, 3), (3, 3)]


def test_after_an_interrupt_there_is_what_was_found(ring: Answer) -> None:
    """The first layer is told, and that the others were not looked at."""

    def stop(done: int, of: int) -> None:
        raise KeyboardInterrupt

    found = cross_check(ring, progress=stop)
    assert len(found.layers) == len(found.free) == 1
    assert lines(found)[1] == "interrupted: the layers after that were not looked at"
    data = json_of(found)
    assert isinstance(data, dict) and data["interrupted"] is True


def test_the_lines_name_the_order_and_how_many_there_would_be(ring: Answer) -> None:
    """One line for each layer, by its name where it is given."""
    names = {layer.id: layer.name for layer in ring.rulebook.layers}
    first, *rest = lines(cross_check(ring), names)
    assert first == (
        "layer silence: solver, python-constraint and Z3 find M2.1, M1.1, M3.1 and no other "
        "order; without timestamps python-constraint and Z3 find the same 6 orders"
    )
    assert len(rest) == 2


def test_disagreement_and_what_is_left_out_are_told_in_lines_and_data() -> None:
    """A layer that is left out is no disagreement, and one that differs is."""
    own = ("A", "B")
    differs = Routes("1", own, (own,), (own, ("B", "A")))
    left = Routes("2", own, left_out="it has 8 turns, and the routes go up to 7")
    assert CrossCheck((left,), (left,)).agree
    found = CrossCheck((differs, left), (differs, left))
    assert not found.agree
    part = "Z3 finds B, A, and python-constraint does not"
    assert lines(found) == [
        f"layer 1: the routes part: {part}; without timestamps the routes part: {part}",
        f"layer 2: left out ({left.left_out}); without timestamps left out ({left.left_out})",
    ]
    data = json_of(found)
    assert isinstance(data, dict) and data["agree"] is False
    assert '"Z3 finds B, A' in dumps(data)
    assert '"agree": null' in dumps(data)


def test_effects_that_apply_at_the_same_time_have_no_order_to_find() -> None:
    """Every layer is left out, and that is said."""
    derivation = solve(silence_graph(2, [(1, 2)], (1, 2), newest_wins_rulebook()))
    found = routes(derivation, "silence")
    assert found.left_out == "effects apply at the same time, in no order"
    assert not found.agree


def test_a_large_layer_is_left_out_and_an_unknown_one_refused(ring: Answer) -> None:
    """Eight effects of one layer, and a layer that is none."""
    many = solve(scope_graph(8, [(1, 2)], range(1, 9), SMALL))
    assert routes(many, "type").left_out == "it has 8 turns, and the routes go up to 7"
    with pytest.raises(LayerlawError, match="no layer 'silense'"):
        routes(ring, "silense")


@pytest.mark.slow
def test_shipped_rulebooks_are_cross_checked_too() -> None:
    """The default policies of a real document, on a loop with a tail."""
    rulebook = shipped_rulebook("sorcery-2026-01")
    scenario = silence_graph(4, [(1, 2), (2, 1), (3, 4), (4, 1)], (4, 2, 1, 3), rulebook)
    assert cross_check(solve(scenario)).agree


def test_the_command_s_data_is_the_same_on_every_run(ring: Answer) -> None:
    """Never the order in which Z3 happens to find its models."""
    assert dumps(json_of(cross_check(ring))) == dumps(json_of(cross_check(ring)))
