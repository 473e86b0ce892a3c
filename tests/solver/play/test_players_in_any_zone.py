"""Players are in any zone: what speaks of them so from a hand forbids them something."""

from __future__ import annotations

from comparing import assert_same
from layerlaw.model import loads_scenario
from layerlaw.solver import certificate_of, solve

BOARD = """
title: A card in a hand speaks of its player
rulebook: sorcery-2026-01
players: [you, me]
cards:
  Odd: {is: [minion], power: 1, has: ['you in any zone: can''t attack while in hand']}
play:
  - me: Odd as O in hand
"""


def test_a_player_in_any_zone_is_a_player() -> None:
    scenario = loads_scenario(BOARD, "players")
    assert_same(scenario)
    answer = solve(scenario)
    assert certificate_of(answer).check().outcome == "confirmed"
