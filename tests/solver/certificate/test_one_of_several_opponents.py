"""Where one player is needed, `opponent` is nobody as soon as there are several of them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from comparing import assert_same
from layerlaw.model import loads_scenario
from layerlaw.solver.certificate import Certificate, certificate_of
from layerlaw.solver.facts.records import Facts
from layerlaw.solver.play.solve import solve

BOARD = """
title: opponents
rulebook: sorcery-2026-01
players: [{players}]
cards:
  A: {{is: [minion, beast], power: 1, life: 9, has: ["other mortals: controller := you"]}}
  C: {{is: [minion, mortal], power: 1, life: 9, has: ["artifacts: {operation}"]}}
  B: {{is: [artifact, relic]}}
play:
  - you: C as C at 1
  - {{you: B as B {where}}}
  - me: A as A at 1
"""
GIVEN, FORBIDDEN = "controller := opponent", "can't be controlled by opponents"


def facts_of(players: str, operation: str, where: str = "at 1") -> Facts:
    """The facts, which the plain search finds too; the control of C passes to who controls A."""
    made = loads_scenario(BOARD.format(players=players, operation=operation, where=where))
    found = solve(made)
    assert found.facts == solve(made, prune=False).facts
    assert certificate_of(found).check().ok
    assert_same(made)
    return found.facts


def edges(facts: Facts) -> set[tuple[str, str]]:
    """The dependencies of the layer for control."""
    [layer] = [one for one in facts.layers if one.layer == "3"]
    return {(one.effect, one.on) for one in layer.graphs[0].found}


@pytest.mark.parametrize("where", ["at 1", "on C"])
@pytest.mark.parametrize(
    ("players", "operation", "depends"),
    [
        ("you, me, her", GIVEN, False),
        ("you, me", GIVEN, True),
        ("you, me, her", FORBIDDEN, True),
        ("you, me", FORBIDDEN, True),
    ],
)
def test_nobody_is_given_anything_by_whoever_controls_it(
    players: str, operation: str, depends: bool, where: str
) -> None:
    """So that it does not matter who that is; of what is forbidden to all others it does."""
    facts = facts_of(players, operation, where)
    assert (("C.1", "A.1") in edges(facts)) is depends


def test_the_dependency_of_those_who_are_forbidden_has_to_be_told() -> None:
    """Of all opponents, of which there are several."""
    facts = facts_of("you, me, her", FORBIDDEN)
    [number] = [place for place, one in enumerate(facts.layers) if one.layer == "3"]
    layer = facts.layers[number]
    graph = layer.graphs[0]
    told = tuple(one for one in graph.found if (one.effect, one.on) != ("C.1", "A.1"))
    changed = replace(layer, graphs=(replace(graph, found=told), *layer.graphs[1:]))
    layers = (*facts.layers[:number], changed, *facts.layers[number + 1 :])
    failures = Certificate(replace(facts, layers=layers)).check().failures
    assert "C.1 depends on A.1 at turn 0, unrecorded" in [one.message for one in failures]
