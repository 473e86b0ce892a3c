"""Who asks for a zone before the checks, or for a fate behind them, is told the right word."""

from __future__ import annotations

import pytest

from layerlaw.model import loads_scenario
from layerlaw.solver import judge_all

BOARD = """title: Bears come and go
rulebook: magic-2026-04
players: [you, me]
cards:
  Bear: {{is: [creature], power: 2, toughness: 2}}
play:
  - you: Bear as A
  - you: Bear as B
  - you: Bear as C in hand
  - you: Bear as D
  - leave: B
  - damage: D 2
  - damage: A 2
expect: ["{}"]
"""


@pytest.mark.parametrize(
    ("expected", "found"),
    [
        (
            "A is in graveyard",
            "A is in battlefield: the checks come after this; say `A dies` of what they do",
        ),
        (
            "A is not in play",
            "A is in battlefield: the checks come after this; say `A dies` of what they do",
        ),
        ("A is in hand", "A is in battlefield: the checks come after this; say `A dies`"),
        ("B dies", "B leaves play for the graveyard after event 5: say `B is in graveyard`"),
        ("C dies", "C is not in play: say `C is in hand`"),
        ("C survives", "C is not in play: say `C is in hand`"),
    ],
)
def test_the_right_word_is_named(expected: str, found: str) -> None:
    """Of what the checks do afterwards it is the fate, of what is elsewhere the zone."""
    (outcome,) = judge_all(loads_scenario(BOARD.format(expected))).outcomes
    assert not outcome.fulfilled
    assert outcome.found.startswith(found)
    # What is suggested holds.
    said = outcome.found.split("`")[1]
    assert judge_all(loads_scenario(BOARD.format(said))).fulfilled


@pytest.mark.parametrize("expected", ["D survives", "B is in hand", "D is in play", "A survives"])
def test_what_is_merely_otherwise_gets_no_advice(expected: str) -> None:
    """The right kind of word with the wrong answer."""
    (outcome,) = judge_all(loads_scenario(BOARD.format(expected))).outcomes
    assert not outcome.fulfilled and "say" not in outcome.found
