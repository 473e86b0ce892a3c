"""Counters give keywords as old as the newest of their kind, and statuses may renew timestamps."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from types import MappingProxyType

import pytest

from comparing import assert_same
from layerlaw.model import algebra as a
from layerlaw.model.cards.card import Card
from layerlaw.model.errors import BadInput
from layerlaw.model.rulebooks.rulebook import Characteristic, Rulebook, Status
from layerlaw.model.scenarios.events import (
    ChangeCounters,
    Event,
    GetsStatus,
    Leave,
    LosesForGood,
    MoveZone,
    Transform,
    TurnBegins,
)
from layerlaw.solver import Answer
from layerlaw.solver.certificate import Certificate, certificate_of
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

FLYING = a.Ability("Flying")


def book() -> Rulebook:
    """The little game with two kinds of counters that give keywords, one of which stays."""
    made = rulebook(graph="each step", freed="compete", members_leave="zone")
    characteristics = {
        **made.characteristics,
        "wing": Characteristic("wing", "number", counter=True, lasting=True, gives="Flying"),
        "gust": Characteristic("gust", "number", counter=True, gives="Flying", floor=0),
        "lead": Characteristic("lead", "number", counter=True, lasting=True, opposite="wing"),
    }
    statuses = {**made.statuses, "turned": Status("turned", "LITTLE-1", renews=True)}
    return replace(
        made,
        characteristics=MappingProxyType(characteristics),
        statuses=MappingProxyType(statuses),
        keywords=MappingProxyType({"Flying": FLYING}),
    )


BOOK = book()
GROUNDED = spell("Grounded", ability(does(CREATURE, a.Lose("Flying"), locked=True)))
SPHERE = card("Sphere", ("has", ability(does(CREATURE, a.Lose("Flying")))), types=("beast",))
EAGLE = card("Eagle", ("has", FLYING))


def sets_power(number: int) -> a.Ability:
    """`creatures: power := NUMBER`"""
    return ability(does(CREATURE, a.SetNumber("power", a.Number(number))))


def put(id: str, counter: str, amount: int = 1) -> ChangeCounters:
    """Counters are put on the object."""
    return ChangeCounters(id, counter, amount, WHERE)


def lost(id: str) -> LosesForGood:
    """It loses Flying for good."""
    return LosesForGood(id, "Flying", WHERE)


def flies(answer: Answer, id: str = "B") -> bool:
    """Whether it has Flying; the certificate holds."""
    assert certificate_of(answer).check().ok
    held = answer.abilities(id)
    return any(answer.instances.keyword(number) == "Flying" for number in held)


# --- by hand, from the Comprehensive Rules ------------------------------------------------------


@pytest.mark.parametrize(
    ("events", "flying"),
    [
        ([put("B", "wing"), play(GROUNDED, "S")], False),
        ([play(GROUNDED, "S"), put("B", "wing")], True),
        ([put("B", "wing"), play(GROUNDED, "S"), put("B", "wing")], True),
        ([put("B", "wing", 2), play(GROUNDED, "S"), put("B", "wing", -1)], False),
        ([play(GROUNDED, "S"), put("B", "wing", 2), put("B", "wing", -2)], False),
        ([play(GROUNDED, "S"), put("B", "wing"), put("B", "lead")], False),
        ([play(GROUNDED, "S"), put("B", "gust"), TurnBegins("me", WHERE)], False),
        ([play(GROUNDED, "S"), put("B", "wing"), TurnBegins("me", WHERE)], True),
        ([put("B", "wing"), MoveZone("B", "hand", WHERE), MoveZone("B", "play", WHERE)], False),
        ([put("B", "wing"), lost("B")], False),
        ([put("B", "wing"), lost("B"), put("B", "wing")], True),
    ],
)
def test_a_counter_makes_all_of_its_kind_as_young_as_itself(
    events: list[Event], flying: bool
) -> None:
    """613.7c: what takes Flying wins over older counters, and loses to a newer one."""
    board = scenario(BOOK, play(BEAR, "B"), *events)
    assert flies(solve(board)) is flying
    assert_same(board)


def test_what_was_turned_counts_later() -> None:
    """613.7f: each of the two is the newest as it was turned last, if anything changed."""
    three, five = (
        card(
            name,
            ("has", ability(does(CREATURE, a.SetNumber("power", a.Number(n))))),
            types=("beast",),
        )
        for name, n in (("Three", 3), ("Five", 5))
    )
    events = [play(BEAR, "B"), play(three, "T"), play(five, "F")]
    turned = GetsStatus("T", "turned", True, WHERE)
    assert after(BOOK, *events).value("B", "power") == 5
    assert after(BOOK, *events, turned).value("B", "power") == 3
    again = GetsStatus("F", "turned", True, WHERE)
    assert after(BOOK, *events, turned, again, turned).value("B", "power") == 5
    back = GetsStatus("T", "turned", False, WHERE)
    answer = after(BOOK, *events, turned, again, back)
    assert answer.value("B", "power") == 3
    assert certificate_of(answer).check().ok
    assert_same(scenario(BOOK, *events, turned, again, back))


# --- the certificate and the oracle ---------------------------------------------------------------


def test_the_certificate_refuses_counters_of_another_age() -> None:
    """The effect of a counter with the moment of an older one."""
    answer = after(BOOK, play(BEAR, "B"), put("B", "wing"), play(GROUNDED, "S"), put("B", "wing"))
    assert certificate_of(answer).check().ok
    situation = answer.facts.situation

    def told(moment: int) -> bool:
        effects = tuple(
            replace(one, timestamp=(moment, 0)) if one.id == "B.wing" else one
            for one in situation.effects
        )
        facts = replace(answer.facts, situation=replace(situation, effects=effects))
        return Certificate(facts).check().ok

    assert told(4)
    assert not told(2)


@pytest.mark.slow
def test_random_histories_with_counters_and_turning() -> None:
    """Solver and oracle agree on 150 histories of what takes, gives, turns, and leaves."""
    random = Random(20)
    cards: tuple[Card, ...] = (BEAR, EAGLE, SPHERE)
    differing: set[bool] = set()
    for _ in range(150):
        ids = [f"O{n}" for n in range(3)]
        events: list[Event] = [play(random.choice(cards), id) for id in ids]
        for number in range(random.randint(2, 7)):
            id = random.choice(ids)
            choices: list[Event] = [
                put(
                    id,
                    random.choice(("wing", "gust", "lead")),
                    random.choice((1, 1, 2, -1)),
                ),
                put(id, "wing", random.choice((1, 1, 2, -1))),
                play(GROUNDED, f"S{number}"),
                GetsStatus(id, "turned", random.random() < 0.6, WHERE),
                GetsStatus(id, "sealed", random.random() < 0.4, WHERE),
                TurnBegins(random.choice(("you", "me")), WHERE),
                Transform(id, random.choice(cards), WHERE),
                lost(id),
                MoveZone(id, random.choice(("hand", "play")), WHERE),
                Leave(id, "graveyard", WHERE),
            ]
            events.append(random.choice(choices))
        board = scenario(BOOK, *events)
        assert_same(board)
        try:
            answer = solve(board)
        except BadInput:
            continue
        assert certificate_of(answer).check().ok
        differing.add(
            any(one.id.endswith((".wing", ".gust")) for one in answer.facts.situation.effects)
        )
    assert differing == {True, False}
