"""Double-faced cards: what was transformed goes where its front face belongs."""

from __future__ import annotations

from dataclasses import replace
from itertools import count

import pytest

from comparing import assert_same
from layerlaw.model.algebra import InZone, Member, Redirect
from layerlaw.model.algebra.canonical import both
from layerlaw.model.cards.card import Card
from layerlaw.model.errors import LayerlawError
from layerlaw.model.rulebooks.rulebook import Rule
from layerlaw.model.scenarios.events import ChangeCounters, Event, Leave, MoveZone, Transform
from layerlaw.solver.certificate import certificate_of
from layerlaw.solver.play.solve import solve
from oracle.build import WHERE, card, play, scenario, text
from oracle.candidates import TooBig
from oracle.generate import seeded_scenario
from oracle.small_rulebook import CLAUSE, small_rulebook

BURIED = replace(
    text(
        (
            both((Member("subtypes", "beast"), InZone("*"))),
            [Redirect("banished", "cemetery")],
        )
    ),
    zones=("rules",),
)
SMALL = small_rulebook()
RULED = replace(SMALL, rules=(*SMALL.rules, Rule("buried", BURIED, CLAUSE)))
FACED = replace(RULED, front_face=CLAUSE)
BEAST = card("Beast", subtypes=("beast",), power=3)
PLAIN = card("Plain", subtypes=("mortal",), power=1)
KEEPER = card(
    "Keeper", text((both((Member("subtypes", "mortal"),)), [Redirect("hand", "cemetery")]))
)
LEAVES = Leave("B", "cemetery", WHERE)


AND_BACK = (MoveZone("B", "hand", WHERE), MoveZone("B", "realm", WHERE))


def turn(to: Card) -> Transform:
    """The object has another printed form."""
    return Transform("B", to, WHERE)


@pytest.mark.parametrize(
    ("events", "by_face", "by_form"),
    [
        ((play(BEAST, "B"), LEAVES), "banished", "banished"),
        ((play(BEAST, "B"), turn(PLAIN), LEAVES), "banished", "cemetery"),
        ((play(PLAIN, "B"), turn(BEAST), LEAVES), "cemetery", "banished"),
        ((play(BEAST, "B"), turn(PLAIN), turn(BEAST), LEAVES), "banished", "banished"),
        ((play(BEAST, "B"), turn(PLAIN), turn(PLAIN), LEAVES), "banished", "cemetery"),
        # A card that sends the back elsewhere prevails over where the rules send the front.
        ((play(KEEPER, "K"), play(BEAST, "B"), turn(PLAIN), LEAVES), "hand", "hand"),
        # It is the front face again once it has left.
        ((play(BEAST, "B"), turn(PLAIN), *AND_BACK, LEAVES), "banished", "cemetery"),
    ],
)
def test_the_front_face_decides(events: tuple[Event, ...], by_face: str, by_form: str) -> None:
    """Where the rulebook says so; else the form that it has as it leaves."""
    for rulebook, zone in ((FACED, by_face), (RULED, by_form)):
        history = scenario(rulebook, list(events))
        assert_same(history)
        thing = solve(history).situation.thing("B")
        assert (thing.zone, thing.front) == (zone, None)


def test_a_card_that_dies_is_its_front_face_again() -> None:
    """A check sends it where that belongs, and it is printed so there."""
    events: list[Event] = [play(BEAST, "B"), turn(PLAIN), ChangeCounters("B", "damage", 1, WHERE)]
    history = scenario(FACED, [*events, play(PLAIN, "P")])
    assert_same(history)
    answer = solve(history)
    assert answer.situation.thing("B").zone == "banished"
    assert answer.situation.thing("B").card.name == "Beast"


KEEPING = replace(FACED, front_numbers=("power",))


def test_numbers_that_stay_those_of_the_front_face() -> None:
    """Turned over it has the front's power."""
    cases: list[tuple[list[Event], int]] = [
        ([play(BEAST, "B"), turn(PLAIN)], 3),
        ([play(BEAST, "B"), turn(PLAIN), turn(BEAST)], 3),
        ([play(PLAIN, "B"), turn(BEAST)], 1),
    ]
    for events, power in cases:
        history = scenario(KEEPING, events)
        assert_same(history)
        answer = solve(history)
        assert answer.value("B", "power") == power
        assert certificate_of(answer).check().ok


@pytest.mark.slow
def test_random_histories_agree_with_the_oracle() -> None:
    """Objects that are transformed among whatever else happens."""
    seeds, turned = count(), 0
    while turned < 10:
        history = seeded_scenario(next(seeds), KEEPING, 4, 4)
        if not any(isinstance(event, Transform) for event in history.play):
            continue
        try:
            assert_same(history)
        except (LayerlawError, TooBig):
            continue
        turned += 1
