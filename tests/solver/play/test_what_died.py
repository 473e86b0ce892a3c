"""What the checks took away is a card in its zone: what events can do to it there, and what not."""

from __future__ import annotations

import pytest

from layerlaw.model import BadInput, loads_scenario
from layerlaw.solver import judge_all, solve

BOARD = """title: A foot soldier that died
rulebook: magic-2026-04
players: [you, me]
active: you
play:
  - you: Runeclaw Bear as B
  - you: Grizzly Bears as G
  - me: Sword as S on G
  - damage: B 5
"""
CARDS = """cards:
  Runeclaw Bear: {is: [creature], power: 2, toughness: 2}
  Grizzly Bears: {is: [creature], power: 2, toughness: 2}
  Sword: {is: [artifact, equipment]}
"""


@pytest.mark.parametrize(
    ("event", "expected"),
    [
        ("move: B to hand", "B is in hand"),
        ("move: B to exile", "B is in exile"),
        ("you: play B", "B is in battlefield"),
        ("gets: B on-top", "B is in graveyard"),
        ("move: B to battlefield", "B is in play"),
    ],
)
def test_later_events_speak_of_it_as_of_any_card_there(event: str, expected: str) -> None:
    """It has kept its id, moves between zones, and is played again from there."""
    found = judge_all(loads_scenario(f"{BOARD}  - {event}\nexpect: [{expected}]\n{CARDS}"))
    assert [one.right for one in found.outcomes] == [True]


@pytest.mark.parametrize(
    "event",
    [
        "damage: B 1",
        "leave: B",
        "gets: B tapped",
        "loses: B tapped",
        "loses: B Flying",
        "attach: S to B",
        "transform: B into Grizzly Bears",
    ],
)
def test_what_is_done_in_play_alone_is_refused(event: str) -> None:
    """The message says what became of it, after which event, by which clause."""
    with pytest.raises(BadInput, match=r"'B' is not in play: it \w+ .*after event 4 \(CR-704"):
        solve(loads_scenario(f"{BOARD}  - {event}\n{CARDS}"))
