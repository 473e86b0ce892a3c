"""Turns of effects that no longer exist: the search of all orders need not take them."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from layerlaw.model import Scenario
from layerlaw.solver.certainty.orders.confluence import order_matters
from layerlaw.solver.certainty.orders.exploration import Explorer
from layerlaw.solver.certainty.orders.verdict import OrderVerdict
from layerlaw.solver.play.solve import solve
from oracle.build import action_graph, scope_graph, silence_graph
from oracle.small_rulebook import VALUES, small_rulebook

ORDER_POLICIES = ("freed", "dependents", "independent", "loop", "test")


def verdict(scenario: Scenario) -> OrderVerdict:
    """Whether the order matters, without what the search took."""
    found = order_matters(solve(scenario), "all")
    layers = tuple(replace(layer, states=0, steps=0) for layer in found.layers)
    return replace(found, states=0, steps=0, layers=layers)


@pytest.mark.slow
@pytest.mark.parametrize("slice", range(4))
def test_turns_not_taken_would_change_nothing(slice: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """The orders, the outcomes and the pair are those of a search that takes every turn."""
    left = 0
    for seed in range(slice, 48, 4):
        random = Random(seed)
        n = random.randint(2, 6)
        pairs = [(a, b) for a in range(1, n + 1) for b in range(1, n + 1)]
        edges = random.sample(pairs, min(len(pairs), 2 * n))
        policies = {name: random.choice(VALUES[name]) for name in ORDER_POLICIES if seed % 3}
        family = random.choice([silence_graph, silence_graph, scope_graph, action_graph])
        order = random.sample(range(1, n + 1), n)
        scenario = family(n, edges, order, small_rulebook({**policies, "graph": "once"}))
        short = order_matters(solve(scenario), "all")
        told = verdict(scenario)
        with monkeypatch.context() as plain:
            plain.setattr(Explorer, "_idle", lambda self, state: False)
            assert told == verdict(scenario)
            left += order_matters(solve(scenario), "all").steps - short.steps
    assert left > 0


def test_twenty_that_silence_each_other_end_in_twenty_ways() -> None:
    """Whoever goes first silences the rest: as many outcomes, and every order is counted."""
    n = 20
    edges = [(a, b) for a in range(1, n + 1) for b in range(1, n + 1) if a != b]
    scenario = silence_graph(n, edges, range(1, n + 1), small_rulebook({"graph": "once"}))
    found = order_matters(solve(scenario), "all")
    assert found.complete
    assert found.exact
    assert found.outcomes == n
    assert found.pair is not None
    assert found.pair.swaps == 1
