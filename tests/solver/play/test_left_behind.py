"""What a card left behind is nothing to the new object that the card becomes."""

from __future__ import annotations

from comparing import assert_same
from layerlaw.model import loads_scenario
from layerlaw.solver import solve
from layerlaw.solver.certificate import certificate_of

HERALD = """
title: A herald comes again
rulebook: sorcery-2026-01
players: [you, me]
active: you
cards:
  Herald:
    is: [minion]
    power: 1
    on entry: ["open minions: power += 1 until rest of the game"]
  Shelter: {is: [artifact], has: ["minions: can't be modified"]}
play:
  - you: Herald as H at 8
  - leave: H
  - you: Shelter as S at 8
"""
AGAIN = "  - you: play H at 8\n"


def test_an_effect_spares_its_own_source_no_more_once_that_is_a_new_object() -> None:
    """It modifies its source though nobody else may; the new object is not its source."""
    scenario = loads_scenario(HERALD + AGAIN, "herald.scenario.yaml")
    assert_same(scenario)
    answer = solve(scenario)
    assert certificate_of(answer).check().ok
    changed = {
        turn.effect: [(one.object, one.characteristic) for one in turn.changes]
        for record in answer.layers
        for turn in record.turns
    }
    assert changed["H.entry"] == []
    assert changed["H.entry.again"] == [("H", "power")]
