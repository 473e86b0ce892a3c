"""The ground is one of the types, and counters that another game lacks are no crash."""

from __future__ import annotations

from dataclasses import replace

import pytest

from layerlaw.model import BadInput, loads_rulebook, loads_scenario, shipped_rulebook
from layerlaw.solver import solve


def test_the_ground_is_a_type() -> None:
    """What squares stand on is looked for among the types alone."""
    with pytest.raises(BadInput, match="unknown type 'desert'"):
        loads_rulebook(
            "rulebook: mine\nbased on: sorcery-2026-01\n"
            "space: {columns: 5, rows: 4, ground: desert, surface: surface, void: void,"
            " deep: [underwater, underground, water]}\n"
        )


@pytest.mark.parametrize("counter", ["damage", "buff", "music"])
def test_a_counter_that_another_game_lacks_is_no_crash(counter: str) -> None:
    """A history of one game, played under the rulebook of another, as `compare` does."""
    scenario = loads_scenario(
        "title: A counter\nrulebook: grand-archive-2025-09\nplayers: [A, B]\n"
        "cards: {Odd: {is: [ally], power: 2}}\n"
        f"play: [A: Odd as O, {counter}: O 1]\n"
    )
    other = shipped_rulebook("duel-masters-1.28-en")
    assert solve(replace(scenario, rulebook=other)).situation.things[0].counters == {counter: 1}
