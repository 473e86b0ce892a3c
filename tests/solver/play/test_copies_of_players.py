"""A player is no object, so that what would copy one copies nothing. Rules 109.1 and 707.2."""

from __future__ import annotations

from comparing import assert_same
from layerlaw.model import loads_scenario
from layerlaw.solver import solve, verify, written_certificate

BOARD = """
title: T
rulebook: magic-2026-04
players: [you, me]
active: you
play:
  - you: Silvercoat Lion as L
  - me: Mirrorweave as M on me
"""


def test_what_would_copy_a_player_copies_nothing() -> None:
    """Solver, oracle and the replay of the history agree on it."""
    scenario = loads_scenario(BOARD)
    assert_same(scenario)
    answer = solve(scenario)
    assert (answer.value("L", "name"), answer.value("L", "power")) == ("Silvercoat Lion", 2)
    assert verify(written_certificate(answer), answer.rulebook).outcome == "verified"
