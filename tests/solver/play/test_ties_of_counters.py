"""What counters give, and static abilities that began at the same moment, which no rule orders."""

from __future__ import annotations

import pytest

from comparing import assert_same
from layerlaw.model import loads_scenario
from layerlaw.solver import certificate_of, solve, verify, written_certificate

BOARD = """
title: It enters with a flying counter, and says that it loses flying
rulebook: magic-2026-04
players: [you, me]
cards:
  Giver: {is: [enchantment], has: ['creatures you control: enters with 1 flying-counter']}
  First: {is: [creature], power: 1, toughness: 1, has: ['self: lose flying']}
  Second:
    is: [creature]
    power: 1
    toughness: 1
    has: ['self: enters with 1 flying-counter', 'self: lose flying']
play:
"""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("events", "order"),
    [
        (("you: Giver as G", "you: First as O"), ["O.flying-counter", "O.1"]),
        (("you: Second as O",), ["O.flying-counter", "O.1"]),
        (("together: [{you: Giver as G}, {you: Second as O}]",), ["O.flying-counter", "O.1"]),
        (("you: First as O", "flying-counter: O +1"), ["O.1", "O.flying-counter"]),
    ],
)
def test_the_counter_stands_before_the_first_ability(
    events: tuple[str, ...], order: list[str]
) -> None:
    """Whichever ability it is that takes the keyword, and whoever says that it enters with it."""
    scenario = loads_scenario(BOARD + "".join(f"  - {event}\n" for event in events), "ties")
    assert_same(scenario)
    answer = solve(scenario)
    turns = [turn.effect for layer in answer.layers for turn in layer.turns]
    assert [effect for effect in turns if effect in order] == order
    assert certificate_of(answer).check().outcome == "confirmed"
    assert verify(written_certificate(answer), scenario.rulebook).outcome == "verified"
