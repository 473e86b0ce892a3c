"""Numbers of players: what they begin with, what events make of them, and who reads them."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from types import MappingProxyType

import pytest

from comparing import assert_same
from layerlaw.model import algebra as a
from layerlaw.model.cards.card import Card
from layerlaw.model.errors import BadInput
from layerlaw.model.rulebooks.rulebook import Characteristic, Rulebook
from layerlaw.model.scenarios.events import ChangeCounters, Event, Leave, TurnBegins
from layerlaw.model.scenarios.load import loads_scenario
from layerlaw.solver import Answer
from layerlaw.solver.certificate import Certificate, certificate_of
from layerlaw.solver.facts.situation import Total
from little_game import (
    BEAR,
    CREATURE,
    WHERE,
    ability,
    after,
    card,
    does,
    play,
    rulebook,
    scenario,
    spell,
)

MINE = a.Players(a.You())
LIFE = a.Read("life", MINE)


def book() -> Rulebook:
    """The little game with a life total of 5, and poison that is never below 0."""
    made = rulebook(graph="each step", freed="compete", members_leave="zone")
    characteristics = {
        **made.characteristics,
        "life": Characteristic("life", "number", of_players=5),
        "poison": Characteristic("poison", "number", of_players=0, floor=0),
    }
    return replace(made, characteristics=MappingProxyType(characteristics))


BOOK = book()
AVATAR = card("Avatar", ("has", ability(does(a.Self(), a.SetNumber("power", LIFE)))))
PROUD = card(
    "Proud",
    (
        "has",
        ability(
            does(CREATURE, a.ChangeNumber("power", "+", a.Number(2))),
            condition=a.Holds(LIFE, ">=", a.Number(6)),
        ),
    ),
)
POISONED = card(
    "Poisoned",
    (
        "has",
        ability(
            does(a.Self(), a.ChangeNumber("power", "+", a.Read("poison", a.Players(a.Opponent()))))
        ),
    ),
)
BOON = spell(
    "Boon",
    ability(
        does(CREATURE, a.ChangeNumber("power", "+", a.Number(3))),
        until=a.UntilFact(a.Holds(LIFE, "<", a.Number(3))),
    ),
)
BARRED = card(
    "Barred",
    ("has", ability(does(a.Players(None), a.Permission(False, "get life counters")))),
)


def life(player: str, amount: int) -> ChangeCounters:
    """The player's life total changes."""
    return ChangeCounters(player, "life", amount, WHERE)


def proved(answer: Answer) -> Answer:
    """The answer; the certificate holds."""
    assert certificate_of(answer).check().ok
    return answer


# --- by hand --------------------------------------------------------------------------------------


def test_a_player_begins_with_it_and_events_change_it() -> None:
    """Five, less two; the other player's stays, and so does all of it as a turn begins."""
    events: list[Event] = [play(AVATAR, "A"), life("you", -2), TurnBegins("me", WHERE)]
    answer = proved(after(BOOK, *events))
    assert answer.value("A", "power") == 3
    assert (answer.value("you", "life"), answer.value("me", "life")) == (3, 5)
    assert answer.value("A", "life") is None
    assert_same(scenario(BOOK, *events))


def test_it_goes_below_zero_unless_it_has_a_floor() -> None:
    """Life goes to -4; poison stays at 0."""
    events: list[Event] = [life("me", -9), ChangeCounters("me", "poison", -2, WHERE)]
    answer = proved(after(BOOK, *events))
    assert (answer.value("me", "life"), answer.value("me", "poison")) == (-4, 0)
    assert_same(scenario(BOOK, *events))


@pytest.mark.parametrize(("change", "power"), [(0, 2), (1, 4), (-1, 2)])
def test_a_condition_reads_it(change: int, power: int) -> None:
    """From six on the other creature gets two."""
    events: list[Event] = [play(PROUD, "P"), play(BEAR, "B"), life("you", change)]
    assert proved(after(BOOK, *events)).value("B", "power") == power
    assert_same(scenario(BOOK, *events))


def test_a_duration_ends_with_it() -> None:
    """What lasts until life is below three does not begin again as it rises."""
    events: list[Event] = [play(BEAR, "B"), play(BOON, "S")]
    assert after(BOOK, *events).value("B", "power") == 5
    events += [life("you", -3), life("you", 3)]
    assert proved(after(BOOK, *events)).value("B", "power") == 2
    assert_same(scenario(BOOK, *events))


def test_what_can_not_get_any_gets_none() -> None:
    """An effect bars gaining it, and not losing it."""
    events: list[Event] = [play(BARRED, "X"), life("you", 4), life("me", -1)]
    answer = proved(after(BOOK, *events))
    assert (answer.value("you", "life"), answer.value("me", "life")) == (5, 4)
    assert_same(scenario(BOOK, *events))


def test_the_certificate_refuses_another_total() -> None:
    """The replay begins with other numbers than the records speak of."""
    answer = after(BOOK, play(AVATAR, "A"), life("you", -2))
    facts = answer.facts
    for number, holds in ((3, True), (4, False)):
        situation = replace(facts.situation, totals=(Total("you", "life", number),))
        assert Certificate(replace(facts, situation=situation)).check().ok is holds


def test_an_object_has_none() -> None:
    """A scenario that names an object is told which players there are."""
    text = """
title: none
rulebook: magic-2026-04
players: [you, me]
play:
  - you: Grizzly Bears as B
  - life: B -1
"""
    with pytest.raises(BadInput, match="unknown player 'B'"):
        loads_scenario(text)


# --- against the literal oracle -------------------------------------------------------------------

CARDS: tuple[Card, ...] = (AVATAR, PROUD, POISONED, BOON, BARRED, BEAR)


def drawn(pick: Random) -> list[Event]:
    """A short history of cards, totals, turns and leaving."""
    events: list[Event] = []
    ids: list[str] = []
    for number in range(pick.randint(3, 8)):
        kind = pick.random()
        if kind < 0.4 or not ids:
            one = pick.choice(CARDS)
            events.append(play(one, f"N{number}", by=pick.choice(("you", "me"))))
            if one is not BOON:
                ids.append(f"N{number}")
        elif kind < 0.85:
            name = pick.choice(("life", "poison"))
            player = pick.choice(("you", "me"))
            events.append(ChangeCounters(player, name, pick.randint(-4, 4), WHERE))
        elif kind < 0.93:
            events.append(TurnBegins(pick.choice(("you", "me")), WHERE))
        else:
            events.append(Leave(ids.pop(pick.randrange(len(ids))), "graveyard", WHERE))
    return events


@pytest.mark.sample(1)
@pytest.mark.parametrize("seed", range(6))
def test_random_histories(seed: int) -> None:
    """Solver and oracle agree on 15 histories each, and the certificate confirms them."""
    pick = Random(seed)
    for _ in range(15):
        board = scenario(BOOK, *drawn(pick))
        assert_same(board)
        proved(after(BOOK, *board.events))
