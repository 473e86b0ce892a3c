"""Loops, graphs and orders by another route: networkx finds the same."""

from __future__ import annotations

from itertools import combinations
from random import Random

import networkx
import pytest
from plain_queue import NamedQueue

from layerlaw.solver import solve
from layerlaw.solver.derivation.answer import Answer
from layerlaw.solver.layers.procedure import Rules
from layerlaw.solver.together.graph import components
from oracle.build import scope_graph
from oracle.small_rulebook import small_rulebook

SMALL = small_rulebook()
DEFAULT = Rules.from_rulebook(SMALL)


def random_graph(random: Random, n: int, *, acyclic: bool) -> networkx.DiGraph:
    """A graph on 1..n; an edge (x, y) says that x depends on y."""
    graph = networkx.DiGraph()
    graph.add_nodes_from(range(1, n + 1))
    ranks = random.sample(range(1, n + 1), n)
    density = random.choice((0.1, 0.2, 0.4))
    for x, y in combinations(ranks, 2):
        for edge in ((x, y), (y, x))[: 1 if acyclic else 2]:
            if random.random() < density:
                graph.add_edge(*edge)
    return graph


def buckets(graph: networkx.DiGraph, ages: dict[str, int]) -> list[str]:
    """The independent ones by timestamp, then the others: a topological sort, by timestamp."""
    independent = sorted((x for x in graph if not graph.out_degree(x)), key=ages.__getitem__)
    rest = graph.subgraph(set(graph) - set(independent)).reverse()
    return [*independent, *networkx.lexicographical_topological_sort(rest, ages.__getitem__)]


@pytest.mark.parametrize("seed", range(100))
def test_components_are_those_that_networkx_finds(seed: int) -> None:
    """On graphs of up to thirty vertices."""
    random = Random(seed)
    graph = random_graph(random, random.randint(1, 30), acyclic=False)
    graph = networkx.relabel_nodes(graph, str)
    found = components(list(graph), {x: list(graph.successors(x)) for x in graph})
    expected = {frozenset(each) for each in networkx.strongly_connected_components(graph)}
    assert {frozenset(each) for each in found} == expected
    assert len(found) == len(expected)


@pytest.mark.parametrize("seed", range(100))
def test_on_acyclic_graphs_both_buckets_are_in_topological_order_by_timestamp(seed: int) -> None:
    """The queue under the default policies hands out what networkx' own sort gives."""
    random = Random(seed)
    graph = random_graph(random, random.randint(1, 25), acyclic=True)
    graph = networkx.relabel_nodes(graph, str)
    ages = dict(zip(graph, random.sample(range(len(graph)), len(graph)), strict=True))
    edges = {x: list(graph.successors(x)) for x in graph}
    queue = NamedQueue({name: (age,) for name, age in ages.items()}, edges, DEFAULT)
    turns: list[str] = []
    while len(turns) < len(ages):
        name, _ = queue.next()
        queue.take(name)
        turns.append(name)
    assert turns == buckets(graph, ages)


@pytest.mark.parametrize("seed", range(30))
def test_solved_acyclic_graphs_take_their_turns_in_that_order(seed: int) -> None:
    """Minions that change each other's scope, entering in a random order."""
    random = Random(seed)
    n = random.randint(2, 8)
    graph = random_graph(random, n, acyclic=True)
    order = random.sample(range(1, n + 1), n)
    scenario = scope_graph(n, [(y, x) for x, y in graph.edges], order, SMALL)
    ages = {f"M{number}.1": age for age, number in enumerate(order)}
    named = networkx.relabel_nodes(graph, lambda number: f"M{number}.1")
    derivation = solve(scenario)
    assert set(derivation.graph("4").edges) == set(named.edges)
    assert list(derivation.order("4")) == buckets(named, ages)


def derivations() -> list[Answer]:
    """Answers with dependencies of all kinds."""
    found = []
    for seed in range(40):
        random = Random(seed)
        n = random.randint(2, 7)
        graph = random_graph(random, n, acyclic=False)
        order = random.sample(range(1, n + 1), n)
        found.append(solve(scope_graph(n, list(graph.edges), order, SMALL)))
    return found


def test_the_graph_has_exactly_the_dependencies_with_their_witnesses() -> None:
    """Nodes are the effects with a turn, edges the dependencies found."""
    for derivation in derivations():
        for record in derivation.layers:
            graph = derivation.graph(record.layer)
            found = {(d.effect, d.on): d.witness for d in derivation.dependencies(record.layer)}
            assert set(graph.edges) == set(found)
            for one, witness in found.items():
                edge = graph.edges[one]
                assert edge["witness"] == witness.kind == "scope"
                said = (edge["entered"], edge["left"])
                assert said == (", ".join(witness.entered), ", ".join(witness.left))
            assert set(graph) == {turn.effect for turn in record.turns}


def test_loops_are_the_large_components_of_the_graph() -> None:
    """The condensation of the graph has them as its vertices of several members."""
    loops = 0
    for derivation in derivations():
        for record in derivation.layers:
            condensed = networkx.condensation(derivation.graph(record.layer))
            members = [tuple(sorted(each)) for _, each in condensed.nodes(data="members")]
            expected = {each for each in members if len(each) > 1}
            assert set(derivation.loops(record.layer)) == expected
            loops += len(expected)
    assert loops > 10
