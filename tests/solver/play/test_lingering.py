"""Static effects that go on after their source has left, played, replayed, and by the oracle."""

from __future__ import annotations

import pytest

from comparing import confirmed
from layerlaw.model import LayerlawError, Scenario, loads_scenario
from layerlaw.solver import solve, verify, written_certificate
from layerlaw.solver.play import zones

BOARD = """
title: A banner that is remembered
rulebook: sorcery-2026-01
players: [you, me]
active: you
cards:
  Banner:
    is: [minion]
    power: 2
    has: ["{ability}"]
play:
  - you: Banner as B at 3
  - you: Foot Soldier as F at 4
  - me: Foot Soldier as E at 9
{events}
"""
UNTIL = "until end of turn after it leaves"


def board(ability: str, *events: str) -> Scenario:
    """The banner with that ability, two soldiers, and what happens."""
    lines = "\n".join(f"  - {event}" for event in events)
    return loads_scenario(BOARD.format(ability=ability, events=lines))


def power(scenario: Scenario, id: str) -> object:
    """What the solver says, when the oracle and the certificate have said it too."""
    answer = confirmed(scenario)
    return answer.value(id, "power")


@pytest.mark.slow
def test_it_goes_on_for_those_of_who_controlled_it_and_for_what_comes_later() -> None:
    """It keeps to no set, and `your` is who controlled the source."""
    ability = f"your minions: power += 1 {UNTIL}"
    gone = board(ability, "leave: B", "you: Foot Soldier as G at 2")
    assert power(gone, "F") == power(gone, "G") == 2
    assert power(gone, "E") == 1


def test_it_ends_with_the_turn_and_without_the_words_at_once() -> None:
    """Its duration is counted from when the source leaves."""
    assert power(board(f"your minions: power += 1 {UNTIL}", "leave: B", "turn: me"), "F") == 1
    assert power(board("your minions: power += 1", "leave: B"), "F") == 1


def test_until_the_source_leaves_it_is_one_static_effect() -> None:
    """Nothing is added while the source is there, and turns end nothing."""
    assert power(board(f"your minions: power += 1 {UNTIL}", "turn: me"), "F") == 2


@pytest.mark.parametrize(("what", "comes"), [("silenced", 1), ("tapped", 2)])
def test_only_what_the_source_had_goes_on(what: str, comes: int) -> None:
    """A source that has lost the ability before it leaves takes it along."""
    gone = board(f"your minions: power += 1 {UNTIL}", f"gets: B {what}", "leave: B")
    assert power(gone, "F") == comes


def test_the_condition_is_asked_as_the_source_leaves_and_not_again() -> None:
    """Where it did not hold nothing goes on."""
    ability = "your minions: power += 1 as long as there is an enemy minion " + UNTIL
    assert power(board(ability, "leave: B", "leave: E"), "F") == 2
    assert power(board(ability, "leave: E", "leave: B"), "F") == 1


def test_a_given_ability_goes_on_too() -> None:
    """Who has it leaves, and who gave it is still there."""
    ability = f"other minions: gain [your minions: power += 1 {UNTIL}]"
    # F and E have it; F is gone, and yours are the Banner and what comes.
    assert power(board(ability, "leave: F"), "B") == 3


def test_a_second_leaving_has_a_name_of_its_own() -> None:
    """Both go on side by side."""
    ability = f"your minions: power += 1 {UNTIL}"
    twice = board(ability, "leave: B", "move: B to realm", "leave: B")
    assert power(twice, "F") == 3
    ids = [effect.id for effect in solve(twice).situation.effects]
    assert ids == ["B.1.lingering", "B.1.lingering.again"]


def test_a_player_who_forgets_it_is_refuted(monkeypatch: pytest.MonkeyPatch) -> None:
    """The replay of the history knows what goes on."""
    gone = board(f"your minions: power += 1 {UNTIL}", "leave: B")
    with monkeypatch.context() as patch:
        patch.setattr(zones, "linger", lambda *_: None)
        wrong = solve(gone)
    verification = verify(written_certificate(wrong))
    assert verification.outcome == "refuted"


@pytest.mark.parametrize(
    ("key", "ability", "says"),
    [
        ("has", "minions: power += 1 until end of turn", "has no 'until'"),
        ("has", "minions: power += 1 until it leaves after it leaves", "does not end as"),
        ("has", "self: copy of nearby minions until end of turn after it leaves", "'copy of'"),
        ("triggers", "self: power += 1 until end of turn after it leaves", "does not wait"),
    ],
)
def test_what_cannot_go_on_is_refused(key: str, ability: str, says: str) -> None:
    """Each mistake has its message."""
    text = BOARD.format(ability=ability, events="").replace("has: [", f"{key}: [")
    with pytest.raises(LayerlawError, match=says):
        loads_scenario(text)
