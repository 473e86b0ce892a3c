"""What a cell calls an ability: in the notation, with the plurals of the rulebook."""

from __future__ import annotations

from typing import cast

from layerlaw.model import loads_scenario
from layerlaw.model.notation.parsing import parse_ability
from layerlaw.model.rulebooks.words import vocabulary
from layerlaw.solver import solve
from layerlaw.solver.certificate import certificate_of

BOARD = """
title: An elf that speaks of plains and dwarves
rulebook: magic-2026-04
players: [you]
cards:
  Teacher:
    is: creature
    power: 1
    toughness: 1
    has: ['your elves: gain [your plains or your dwarves: power += 1]']
play:
  - you: Teacher as T
  - you: Llanowar Elves as E
"""


def test_irregular_plurals_are_printed_and_read_again() -> None:
    """Plains and dwarves are what they are in every text of the answer."""
    answer = solve(loads_scenario(BOARD))
    held = cast("tuple[str, ...]", answer.value("E", "abilities"))
    (told,) = (one for one in held if one.endswith(" from T.1"))
    text = told.removesuffix(" from T.1")
    assert "plains" in text and "dwarves" in text
    read = parse_ability(text, vocabulary(answer.rulebook))
    assert read == answer.effects["E.gained@T.1"].ability
    assert certificate_of(answer).check().ok
