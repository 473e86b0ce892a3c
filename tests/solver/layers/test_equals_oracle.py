"""Solver and literal oracle give the same answer: on all small cases, and on random ones."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import chain, combinations, permutations
from random import Random

import pytest

from comparing import assert_same
from exhaustive.laws import other_way_round
from layerlaw.model import Scenario, shipped_rulebook
from oracle.build import action_graph, scope_graph, silence_graph
from oracle.candidates import TooBig
from oracle.generate import seeded_scenario
from oracle.small_rulebook import VALUES, point_id, small_rulebook

SMALL = small_rulebook()
SORCERY = shipped_rulebook("sorcery-2026-01")
Edge = tuple[int, int]


def all_graphs(n: int) -> Iterator[tuple[Edge, ...]]:
    """Every directed graph without self-loops on 1..n."""
    pairs = [(a, b) for a in range(1, n + 1) for b in range(1, n + 1) if a != b]
    return chain.from_iterable(combinations(pairs, size) for size in range(len(pairs) + 1))


@pytest.mark.slow
@pytest.mark.parametrize("slice", range(4))
def test_silence_graphs_of_four_effects_are_solved_as_the_oracle_does(slice: int) -> None:
    """A sixteenth of all 4,096 graphs, spread over them; the oracle takes minutes for all."""
    for number, edges in enumerate(all_graphs(4)):
        if number % 64 == 16 * slice + 5:
            assert_same(silence_graph(4, edges, range(1, 5), SORCERY))


@pytest.mark.sample(2)
@pytest.mark.parametrize("family", [silence_graph, scope_graph, action_graph])
@pytest.mark.parametrize("n", [1, 2, 3])
def test_every_graph_of_up_to_three_effects_in_every_order(
    family: Callable[..., Scenario], n: int
) -> None:
    """Effects that end each other, change each other's scope, or change each other's action.

    All graphs in one order are all graphs in every order, but for the names of the effects; of
    three each graph comes in two orders, so that these have a say too.
    """
    for number, edges in enumerate(all_graphs(n)):
        orders = list(permutations(range(1, n + 1)))
        for order in orders if n < 3 else {orders[0], orders[number % 6]}:
            assert_same(family(n, edges, order, SMALL))


@pytest.mark.slow
@pytest.mark.parametrize("test", ["action", "result", "none"])
@pytest.mark.parametrize("graph", ["once", "each step"])
def test_every_silence_graph_of_three_effects_under_every_test_and_procedure(
    test: str, graph: str
) -> None:
    """The policies on dependencies are read alike."""
    rulebook = small_rulebook({"test": test, "graph": graph})
    for edges in all_graphs(3):
        assert_same(silence_graph(3, edges, range(1, 4), rulebook))
        assert_same(scope_graph(3, edges, range(1, 4), rulebook))


@pytest.mark.slow
@pytest.mark.parametrize("process", ["simultaneous", "newest wins"])
@pytest.mark.parametrize("same", ["newest last", "oldest last"])
def test_every_silence_graph_of_three_effects_at_the_same_time(same: str, process: str) -> None:
    """Rings are paradoxes or have several answers, and the newest one is found."""
    rulebook = small_rulebook({"process": process, "same step": same})
    for edges in all_graphs(3):
        assert_same(silence_graph(3, edges, range(1, 4), rulebook))


def seeded_readings(seed: int) -> dict[str, str]:
    """Readings for up to three of the small rulebook's points, but not for its process."""
    random = Random(seed)
    known = sorted(set(SMALL.points) - {point_id("process")})
    points = random.sample(known, random.choice((0, 0, 1, 2, 3)))
    return {id: random.choice([each.id for each in SMALL.points[id].readings]) for id in points}


@pytest.mark.slow
@pytest.mark.parametrize("slice", range(8))
def test_larger_graphs_agree_under_all_readings(slice: int) -> None:
    """Loops with tails, chains into loops, and whatever else six effects can make."""
    for seed in range(slice, 96, 8):
        random = Random(seed)
        n = random.randint(4, 6)
        pairs = [(a, b) for a in range(1, n + 1) for b in range(1, n + 1)]
        edges = random.sample(pairs, random.randint(n, 2 * n))
        family = random.choice([silence_graph, scope_graph, action_graph])
        order = random.sample(range(1, n + 1), n)
        assert_same(family(n, edges, order, SMALL), seeded_readings(seed))


@pytest.mark.slow
@pytest.mark.parametrize("slice", range(16))
def test_random_histories_agree_under_all_readings(slice: int) -> None:
    """Mixed layers, grants, zones, links, marks, durations, permissions, whatever happens."""
    for seed in range(slice, 160, 16):
        assert_same(seeded_scenario(seed, SMALL), seeded_readings(seed))


@pytest.mark.sample(1)
@pytest.mark.parametrize("slice", range(4))
def test_random_histories_agree_the_other_way_round(slice: int) -> None:
    """What arrives in the opposite order has the opposite timestamps, and the sides still agree."""
    turned = 0
    for seed in range(600 + slice, 616, 4):
        scenario = seeded_scenario(seed, SMALL)
        other = other_way_round(scenario)
        turned += other.play != scenario.play
        assert_same(other, seeded_readings(seed))
    assert turned > 0


@pytest.mark.slow
@pytest.mark.parametrize(
    "policy",
    ["members leave", "condition read", "parity", "prohibition", "timestamp in an open set"],
)
def test_random_histories_agree_under_every_value(policy: str) -> None:
    """The policies that few readings drawn at random would bring up often enough."""
    for seed in range(400, 408):
        for value in VALUES[policy][1:]:
            assert_same(seeded_scenario(seed, small_rulebook({policy: value})))


@pytest.mark.slow
@pytest.mark.parametrize("process", ["simultaneous", "newest wins"])
@pytest.mark.parametrize("slice", range(4))
def test_random_histories_at_the_same_time_agree(slice: int, process: str) -> None:
    """All answers, what only lifts itself, and what is known; where the oracle can try it all."""
    compared = 0
    for seed in range(slice, 60, 4):
        board = seeded_scenario(seed, small_rulebook({"process": process}), 3, 4)
        with suppress(TooBig):
            assert_same(board, seeded_readings(seed))
            compared += 1
        if compared == 3:
            return
    pytest.fail(f"of 15 boards the oracle could try {compared}")


def test_marks_are_borne_in_play_only() -> None:
    """What resolved gives a keyword to cards in the cemetery, and no mark is lost there."""
    assert_same(seeded_scenario(1237, SMALL))
