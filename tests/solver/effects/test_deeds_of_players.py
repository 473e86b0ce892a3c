"""Whom the words for a deed select: objects, and players only beside a word for players.

Nothing selects a player but a word for players (docs/definition.md, on players as objects).
"""

from __future__ import annotations

import pytest

from comparing import confirmed
from layerlaw.model import loads_scenario
from layerlaw.solver import Answer

BOARD = """
title: Bear attacks a player, who attacks Wolf
rulebook: {rulebook}
players: [you, me]
cards:
  Bear: {{is: [{type}], power: 2}}
  Wolf: {{is: [{type}], power: 2}}
  Source: {{is: [{type}], power: 2, has: ["{says}"]}}
play:
  - you: Bear as B{at}
  - me: Wolf as W{at}
  - me: Source as S{at}
  - does: B attack me
  - does: me attack W
"""
GAMES = {
    "sorcery-2026-07": ("minion", " at 3"),
    "duel-masters-1.28-en": ("creature", ""),
}
SEVEN = "power := 7"


def solved(rulebook: str, says: str) -> Answer:
    """The board, with what the source says; the oracle and the certificate agree."""
    type, at = GAMES[rulebook]
    return confirmed(loads_scenario(BOARD.format(rulebook=rulebook, type=type, at=at, says=says)))


def changed(answer: Answer) -> list[str]:
    """Whose power is 7."""
    return [id for id in ("B", "W", "S", "you", "me") if answer.value(id, "power") == 7]


@pytest.mark.sample(8)
@pytest.mark.parametrize("rulebook", GAMES)
@pytest.mark.parametrize(
    ("who", "selected"),
    [
        ("objects that have been attacked this turn", ["W"]),
        ("objects that have attacked this turn", ["B"]),
        ("opponents or objects that have been attacked this turn", ["W", "you"]),
        ("you or objects that have attacked this turn", ["B", "me"]),
        ("players that have been attacked this turn", ["me"]),
        ("opponents that have been attacked this turn", []),
        ("players or objects that have been attacked this turn", ["W", "you", "me"]),
    ],
)
def test_a_deed_alone_selects_no_player(rulebook: str, who: str, selected: list[str]) -> None:
    """The player who was attacked is selected by `players that` and not by `objects that`."""
    assert changed(solved(rulebook, f"{who}: {SEVEN}")) == selected


@pytest.mark.parametrize("rulebook", GAMES)
@pytest.mark.parametrize(
    ("condition", "holds"),
    [
        ("you have attacked this turn", True),
        ("you have been attacked this turn", True),
        ("an opponent has attacked this turn", False),
        ("number of times players have been attacked this turn = 1", True),
    ],
)
def test_a_condition_asks_players_too(rulebook: str, condition: str, holds: bool) -> None:
    """Whoever is asked by a word for players is asked of deeds."""
    answer = solved(rulebook, f"self: {SEVEN} as long as {condition}")
    assert changed(answer) == (["S"] if holds else [])
