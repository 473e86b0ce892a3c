"""What enters, or is turned face up, as one of several is that copiably. Rules 613.2a, 708.11."""

from __future__ import annotations

from itertools import product

import pytest

from comparing import assert_same
from layerlaw.model import loads_scenario
from layerlaw.model.errors import BadInput
from layerlaw.solver import solve, verify, written_certificate

BOARD = """
title: T
rulebook: magic-2026-04
players: [you, me]
active: you
cards:
  Copy: {{is: [creature], token: true, enters: ["self: copy of target"]}}
  Passing: {{is: [creature], mana-value: 3, power: 1, toughness: 2,
    enters: ["self: copy of target except [gain Haste] until end of turn"]}}
  Hydra: {{is: [creature], mana-value: 3, power: 0, toughness: 0,
    has: ["self: enters as [power := 1, toughness := 1] or [power := 0, toughness := 2]",
      "self: enters with (2 + number of creatures) plus-one"]}}
  Gatherer: {{is: [creature], mana-value: 2, power: 1, toughness: 1,
    has: ["other creatures with power >= 3: enters with 1 plus-one",
      "other creatures with Flying: enters as [creature-types += bird]"]}}
play:
{events}
"""
ENTRIES = {
    "3/3": "  - you: Primal Plasma as P choosing 1",
    "flies": "  - you: Primal Plasma as P choosing 2",
    "a wall": "  - you: Primal Clay as P choosing 3",
    "a sentry": "  - you: Molten Sentry as P choosing 2",
    "counters": "  - you: Hydra as P choosing 1",
    "face up": "  - you: Aquamorph Entity as P choosing 2",
    "turned": """
  - together:
      - you: Aquamorph Entity as P
      - gets: P face-down
  - loses: P face-down choosing 1""",
    "copy": """
  - me: Primal Plasma as O choosing 2
  - you: Clone as P copying O choosing 3""",
    "copy with exceptions": """
  - me: Primal Clay as O choosing 3
  - you: Quicksilver Gargantuan as P copying O choosing 1""",
    "copy for a turn": """
  - me: Primal Plasma as O choosing 2
  - you: Passing as P copying O choosing 3""",
    "token": """
  - me: Aquamorph Entity as O choosing 2
  - you: Copy as P copying O choosing 1""",
}
LATER = {
    "nothing": "",
    "copied": "  - you: Clone as C copying P choosing 2",
    "copied with exceptions": "  - me: Quicksilver Gargantuan as C copying P choosing 2",
    "all are copies": """
  - me: Grizzly Bears as B
  - me: Mirrorweave as M on P""",
    "is a copy": """
  - me: Grizzly Bears as B
  - me: Mirrorweave as M on B
  - you: Clone as C copying P
  - turn: me""",
    "turned twice": """
  - gets: P face-down
  - you: Clone as C copying P
  - loses: P face-down choosing 2""",
    "mutated over": "  - mutate: P into Gemrazer as G",
    "mutated under": "  - mutate under: P into Gemrazer as G",
    "mutated, then copied": """
  - mutate under: P into Gemrazer as G
  - you: Clone as C copying P choosing 1""",
    "blinked": """
  - move: P to exile
  - move: P to play""",
    "dead": """
  - leave: P to graveyard
  - you: Clone as C copying P that left choosing 2""",
    "bare": """
  - you: Humility as L
  - you: Clone as C copying P
  - leave: L to graveyard""",
    "next turn": "  - turn: me",
}
BEFORE = {
    "": "",
    "gatherer": "  - you: Gatherer as W",
    "humility": "  - me: Humility as W",
}
BOARDS = [
    BOARD.format(events="\n".join((before, entry, later)))
    for before, entry, later in product(BEFORE.values(), ENTRIES.values(), LATER.values())
]


def solved(events: str):
    return solve(loads_scenario(BOARD.format(events=events)))


@pytest.mark.parametrize("number", range(len(BOARDS)))
def test_the_oracle_says_the_same(number: int) -> None:
    scenario = loads_scenario(BOARDS[number])
    assert_same(scenario)
    try:
        answer = solve(scenario)
    except BadInput as e:
        pytest.skip(str(e))
    assert verify(written_certificate(answer), answer.rulebook).outcome == "verified"
