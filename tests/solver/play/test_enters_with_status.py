"""What gets a status at the moment of its entry enters with it. Rule 708.3."""

from __future__ import annotations

from itertools import product

import pytest

from comparing import confirmed
from layerlaw.model import loads_scenario
from layerlaw.solver import solve, verify, written_certificate
from layerlaw.solver.play import playing

BOARD = """
title: T
rulebook: magic-2026-04
players: [you, me]
active: you
cards:
  Hydra: {{is: [creature], mana-value: 4, power: 1, toughness: 1,
    has: ["self: enters with 2 plus-one"]}}
  Herald: {{is: [creature], mana-value: 4, power: 1, toughness: 1,
    on entry: "creatures: power += 1 until end of turn"}}
  Gatherer: {{is: [creature], mana-value: 2, power: 1, toughness: 1,
    has: ["other creatures: enters with (number of creatures) plus-one"]}}
  Under: {{is: [land, forest], mana-value: 0}}
play:
  - you: Hydra as U
{events}
"""
ENTRIES = ("Hydra as A", "Herald as A", "Clone as A copying U", "Gatherer as A")
STATUSES = ("", "gets: A face-down", "gets: A face-down as Under", "gets: A tapped")


def board(entry: str, status: str, *, first: bool, later: str) -> str:
    """A board on which that enters, with the Gatherer before it or with it."""
    before = "  - you: Gatherer as G\n" if first else ""
    others = "" if first else "      - you: Gatherer as G\n"
    gets = f"      - {status}\n" if status else ""
    together = f"  - together:\n      - you: {entry}\n{gets}{others}      - you: Hydra as B\n"
    return BOARD.format(events=f"{before}{together}{later}")


LATER = ("", "  - loses: A face-down\n", "  - you: Clone as C copying A\n")
BOARDS = [
    board(entry, status, first=first, later=later)
    for entry, status, first, later in product(ENTRIES, STATUSES, (True, False), LATER)
][::2]


@pytest.mark.slow
@pytest.mark.parametrize("number", range(len(BOARDS)))
def test_the_oracle_says_the_same(number: int) -> None:
    """Four entries, three statuses or none, with what others say and what comes later: every
    second of these boards."""
    scenario = loads_scenario(BOARDS[number])
    confirmed(scenario)


def power(status: str, later: str = "") -> int:
    """The power of a Hydra that enters alone, with that status."""
    events = f"  - together:\n      - you: Hydra as A\n      - {status}\n{later}"
    value = solve(loads_scenario(BOARD.format(events=events))).value("A", "power")
    assert isinstance(value, int)
    return value


def test_face_down_it_enters_with_nothing_of_its_own() -> None:
    """By 708.3 the counters of a 1/1 that enters with two are not put; tapped, they are."""
    assert power("gets: A face-down") == 2
    assert power("gets: A face-down", "  - loses: A face-down\n") == 1
    assert power("gets: A tapped") == 3


def test_who_is_turned_face_down_later_has_entered_as_what_it_is() -> None:
    """A moment later its counters are there, on a 2/2."""
    events = "  - you: Hydra as A\n  - gets: A face-down\n"
    assert solve(loads_scenario(BOARD.format(events=events))).value("A", "power") == 4


def test_a_player_who_forgets_it_is_refuted(monkeypatch: pytest.MonkeyPatch) -> None:
    """The replay sees the status before anything asks about the entry."""
    events = "  - together:\n      - you: Hydra as A\n      - gets: A face-down\n"
    with monkeypatch.context() as patch:
        patch.setattr(playing, "mark_as_it_enters", lambda table, id: None)
        wrong = solve(loads_scenario(BOARD.format(events=events)))
    assert verify(written_certificate(wrong), wrong.rulebook).outcome == "refuted"
