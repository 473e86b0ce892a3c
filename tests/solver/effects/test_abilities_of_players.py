"""Abilities that players are given work on them: solver and oracle agree, the certificate holds."""

from __future__ import annotations

import pytest

from comparing import assert_same
from layerlaw.model import algebra as a
from layerlaw.model.cards.card import Card, PrintedAbility
from layerlaw.model.scenarios.events import Event, Play
from layerlaw.solver import solve
from layerlaw.solver.certificate import certificate_of
from layerlaw.solver.derivation.answer import Answer
from layerlaw.solver.derivation.permissions import may
from oracle.build import ME, WHERE, YOU, card, play, scenario, text
from oracle.small_rulebook import small_rulebook

BEASTS = a.Member("subtypes", "beast")
THEIRS = a.Both((BEASTS, a.Controlled(a.You())))
STRONGER = a.ChangeNumber("power", "+", a.Number(1))
YOURSELF = a.Players(a.You())
PROCEDURES = pytest.mark.parametrize(
    "policies",
    [{}, {"graph": "once"}, {"test": "result"}, {"process": "simultaneous"}],
    ids=lambda policies: "-".join(policies.values()) or "default",
)


def beast(id: str, player: str) -> Play:
    """A beast with power 2."""
    return play(card(id, subtypes=("beast",), power=2), id, player=player)


def giving(who: a.Selector, given: a.Ability, id: str = "G") -> Play:
    """A minion whose effect gives somebody the ability."""
    return play(card(id, text((who, [a.Gain(given)]))), id)


def certified(policies: dict[str, str], *events: Event) -> Answer:
    """The answer, which the oracle shares and the certificate confirms."""
    history = scenario(small_rulebook(policies), events)
    assert_same(history)
    found = solve(history)
    assert certificate_of(found).check().ok
    return found


@PROCEDURES
def test_a_player_who_was_targeted_is_given_an_ability_that_works(policies: dict[str, str]) -> None:
    """`you` in it is that player, not who cast the spell."""
    given = text((a.Target(), [a.Gain(text((THEIRS, [STRONGER])))]))
    spell = Card("Gift", {"types": ("magic",)}, {}, (PrintedAbility("resolves", given),))
    cast = Play(YOU, spell, "S", None, (ME,), None, WHERE)
    found = certified(policies, beast("B", YOU), beast("C", ME), cast)
    assert (found.value("B", "power"), found.value("C", "power")) == (2, 3)


@PROCEDURES
def test_every_player_is_given_an_ability_that_works(policies: dict[str, str]) -> None:
    """By a static effect; each player's own generates an effect."""
    giver = giving(a.Players(None), text((THEIRS, [STRONGER])))
    found = certified(policies, beast("B", YOU), beast("C", ME), giver)
    assert (found.value("B", "power"), found.value("C", "power")) == (3, 3)


@PROCEDURES
def test_self_in_an_ability_of_a_player_is_that_player(policies: dict[str, str]) -> None:
    """Alone or among others; what is `other` is no player."""
    stay = a.Permission(False, "attack")
    alone = giving(YOURSELF, text((a.Either((a.Self(), BEASTS)), [stay])))
    found = certified(policies, beast("B", ME), alone)
    assert not may(found, YOU, "attack").allowed
    assert not may(found, "B", "attack").allowed
    assert may(found, ME, "attack").allowed
    assert may(found, "G", "attack").allowed


@PROCEDURES
def test_an_ability_that_a_player_loses_again_does_nothing(policies: dict[str, str]) -> None:
    """A newer effect takes it away before it had its turn."""
    thief = play(card("L", text((YOURSELF, [a.LoseAll(())]))), "L")
    giver = giving(YOURSELF, text((BEASTS, [STRONGER])))
    assert certified(policies, beast("B", YOU), giver).value("B", "power") == 3
    assert certified(policies, beast("B", YOU), giver, thief).value("B", "power") == 2


def test_an_ability_that_names_zones_works_on_no_player() -> None:
    """A player stands in none of them."""
    elsewhere = a.Ability(None, (a.Instruction(BEASTS, (STRONGER,)),), zones=("realm", "hand"))
    found = certified({}, beast("B", YOU), giving(YOURSELF, elsewhere))
    assert found.value("B", "power") == 2


@PROCEDURES
@pytest.mark.parametrize("whose", [a.Owned, a.Controlled])
def test_nobody_owns_or_controls_a_player(
    policies: dict[str, str], whose: type[a.Owned] | type[a.Controlled]
) -> None:
    """`players an opponent owns` are none, whatever is asked of them besides."""
    them = a.Both((a.Players(None), whose(a.Opponent())))
    found = certified(
        policies, play(card("G", text((them, [a.AddMembers("subtypes", ("beast",))]))), "G")
    )
    assert found.value(ME, "subtypes") in ((), frozenset())
