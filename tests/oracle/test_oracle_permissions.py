"""The oracle's permissions, rules and checks that obey against answers worked out by hand."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from layerlaw.model.algebra import (
    Identified,
    Ignore,
    Member,
    Opponent,
    Permission,
    Players,
    Self,
)
from layerlaw.model.scenarios.events import ChangeCounters, Event, GetsStatus
from oracle.build import ME, WHERE, YOU, card, play, scenario, text
from oracle.permissions import Question
from oracle.small_rulebook import small_rulebook
from oracle.solve import OracleAnswer, answer

SOLDIER = card("Soldier", power=1)
MINION = Member("types", "minion")


def shown(*events: Event, policies: Mapping[str, str] | None = None) -> OracleAnswer:
    """The oracle's answer for these events."""
    return answer(scenario(small_rulebook(policies), events, YOU))


@pytest.mark.parametrize(
    ("policy", "answers"),
    [
        ("prohibition wins", (False, False)),
        ("ranks", (False, False)),
        ("both static", (False, True)),
        ("newest", (True, True)),
    ],
)
def test_who_wins_between_can_and_cannot(policy: str, answers: tuple[bool, bool]) -> None:
    """An older static can't against a newer can: a static one, and one that has resolved."""
    forbid = card("Peace", text((MINION, [Permission(False, "attack")])), types=("aura",))
    allow = text((MINION, [Permission(True, "attack")]))
    static = play(card("War", allow, types=("aura",)), "W")
    spell = play(card("Rage", allow, use="resolves"), "W", None)
    attack = Question("F", "attack")
    for newer, allowed in zip((static, spell), answers, strict=True):
        found = shown(
            play(SOLDIER, "F"), play(forbid, "P"), newer, policies={"prohibition": policy}
        )
        assert found.state.may[attack] is allowed


def test_rules_are_ignored_and_outranked() -> None:
    """The rule against tapped attackers, one who ignores it, and who flies over it by rank."""
    tapped = GetsStatus("F", "tapped", True, WHERE)
    attack = Question("F", "attack")
    assert not shown(play(SOLDIER, "F"), tapped).state.may[attack]
    wild = card("Wild", text((Self(), [Ignore("attack", Identified("rules"))])), power=1)
    assert shown(play(wild, "F"), tapped).state.may[attack]
    eager = card("Eager", text((Self(), [Permission(True, "attack")])), power=1)
    assert not shown(play(eager, "F"), tapped).state.may[attack]
    ranks = {"prohibition": "ranks"}
    assert shown(play(eager, "F"), tapped, policies=ranks).state.may[attack]


def test_a_check_obeys_and_a_player_is_forbidden() -> None:
    """Who can't be destroyed survives; an opponent who can't destroy protects what is his."""
    hurt = ChangeCounters("F", "damage", 1, WHERE)
    tough = card("Tough", text((Self(), [Permission(False, "destroyed", None, True)])), power=1)
    assert shown(play(SOLDIER, "F"), hurt).fates == {"F": "dies"}
    assert shown(play(tough, "F"), hurt).fates == {}
    calm = card("Calm", text((Players(Opponent()), [Permission(False, "destroy")])))
    events = (play(SOLDIER, "F", 8, ME), play(calm, "C"), hurt)
    assert shown(*events).fates == {}
