"""Players carry things where the rulebook says so, and are their own controllers."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from types import MappingProxyType

import pytest

from comparing import assert_same
from layerlaw.model import algebra as a
from layerlaw.model.rulebooks.rulebook import PolicyValue, Rulebook
from layerlaw.model.scenarios.events import Attach, Event, Leave, MoveZone
from layerlaw.solver.certificate import Certificate, certificate_of
from layerlaw.solver.derivation.permissions import may
from layerlaw.solver.play.solve import solve
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

THEIRS = a.Both((CREATURE, a.Controlled(a.ControllerOf(a.Bearer()))))


def book(*, players: bool = True) -> Rulebook:
    """The little game in which beasts are carried, by players too, and stay with who has them."""
    made = rulebook(graph="each step", freed="compete")
    policies = {
        **made.policies,
        "new timestamp": PolicyValue("attaching", "LITTLE-1"),
        "resolved variable": PolicyValue("always", "LITTLE-1"),
    }
    return replace(
        made,
        policies=MappingProxyType(policies),
        carried=a.Member("types", "beast"),
        carried_control=False,
        carried_players=players,
    )


def curse(power: int) -> a.Ability:
    """`creatures controlled by controller of bearer: power := POWER`"""
    return ability(does(THEIRS, a.SetNumber("power", a.Number(power))))


ONE = card("One", ("has", curse(1)), types=("beast",))
FIVE = card("Five", ("has", curse(5)), types=("beast",))
BOUND = card(
    "Bound", ("has", ability(does(a.Bearer(), a.Permission(False, "attack")))), types=("beast",)
)
BOARD = play(BEAR, "Y"), play(BEAR, "M", by="me")
MASS = spell(
    "Mass",
    ability(
        does(
            a.Both((CREATURE, a.Controlled(a.ControllerOf(a.Target())))),
            a.SetNumber("power", a.Number(7)),
            locked=True,
        )
    ),
)


def attach(id: str, to: str | None) -> Attach:
    """It passes to another bearer."""
    return Attach(id, to, WHERE)


def powers(*events: Event) -> list[object]:
    """The powers of your creature and mine; the certificate holds, the oracle agrees."""
    answer = after(book(), *BOARD, *events)
    assert certificate_of(answer).check().ok
    assert_same(scenario(book(), *BOARD, *events))
    return [answer.value("Y", "power"), answer.value("M", "power")]


@pytest.mark.parametrize(
    ("events", "expected"),
    [
        ([play(ONE, "E", "me")], [2, 1]),
        ([play(ONE, "E", "you", by="me")], [1, 2]),
        ([play(ONE, "E", "me"), attach("E", "you")], [1, 2]),
        ([play(ONE, "E", "me"), attach("E", None)], [2, 2]),
        ([play(ONE, "E", "M"), attach("E", "me"), play(FIVE, "F", "me")], [2, 5]),
        ([play(ONE, "E"), play(FIVE, "F", "me"), attach("E", "me")], [2, 1]),
        ([play(MASS, "S", "me"), play(ONE, "E", "you")], [1, 7]),
    ],
)
def test_what_a_player_carries_speaks_of_what_that_player_controls(
    events: list[Event], expected: list[int]
) -> None:
    """It goes by who carries it now, whoever controls it, and is newer as it is attached anew."""
    assert powers(*events) == expected


def test_a_player_who_carries_may_be_spoken_of() -> None:
    """`bearer: can't attack` forbids it to the player."""
    board = scenario(book(), *BOARD, play(BOUND, "E", "me"))
    answer = solve(board)
    assert not may(answer, "me", "attack").allowed
    assert may(answer, "you", "attack").allowed
    assert_same(board)


def test_players_carry_nothing_elsewhere() -> None:
    """Without the word it enters carried by nobody, for solver and oracle."""
    board = scenario(book(players=False), *BOARD, play(ONE, "E", "me"))
    assert solve(board).value("M", "power") == 2
    assert_same(board)


def test_the_certificate_refuses_another_bearer() -> None:
    """A record in which it is you who carries it is not true."""
    answer = after(book(), *BOARD, play(ONE, "E", "me"))
    situation = answer.facts.situation
    things = tuple(replace(one, bearer="you") if one.id == "E" else one for one in situation.things)
    facts = replace(answer.facts, situation=replace(situation, things=things))
    assert Certificate(answer.facts).check().ok
    assert not Certificate(facts).check().ok


@pytest.mark.slow
def test_random_histories_of_bearers() -> None:
    """Solver and oracle agree on 80 histories of what players and creatures carry."""
    random = Random(7)
    for _ in range(80):
        cards = {"E": ONE, "F": FIVE, "B": BOUND}
        bearers = ("you", "me", "Y", "M")
        events: list[Event] = [*BOARD]
        events += [play(one, id, random.choice(bearers)) for id, one in cards.items()]
        for number in range(random.randint(1, 4)):
            id = random.choice("EFB")
            choices: list[Event] = [
                attach(id, random.choice((*bearers, None))),
                play(MASS, f"S{number}", random.choice(("you", "me"))),
                Leave(random.choice("EFBYM"), "graveyard", WHERE),
                MoveZone(id, random.choice(("hand", "play")), WHERE),
            ]
            events.append(random.choice(choices))
        assert_same(scenario(book(), *events))
