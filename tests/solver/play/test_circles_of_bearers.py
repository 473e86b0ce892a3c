"""Things that carry each other, where the rulebook lets them: Auras on each other."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from types import MappingProxyType

import pytest

from comparing import assert_same
from layerlaw.model import algebra as a
from layerlaw.model.errors import BadInput
from layerlaw.model.rulebooks.rulebook import PolicyValue, Rulebook, StateCheck
from layerlaw.model.scenarios.events import Attach, Event, Leave
from layerlaw.model.scenarios.load import loads_scenario
from layerlaw.solver.certificate import certificate_of
from layerlaw.solver.play.solve import solve
from little_game import BEAR, WHERE, ability, after, card, does, play, rulebook, scenario
from replaying import assert_replayed

BEAST = a.Member("types", "beast")
FALLS = StateCheck(
    "falls",
    a.Both((BEAST, a.Not(a.BorneBy(a.Everything())))),
    "dies",
    "graveyard",
    "LITTLE-1",
)


def book(*, circles: bool = True) -> Rulebook:
    """The little game in which beasts are carried by anything, and die without a bearer."""
    made = rulebook(graph="each step", freed="compete")
    policies = {**made.policies, "new timestamp": PolicyValue("attaching", "LITTLE-1")}
    return replace(
        made,
        policies=MappingProxyType(policies),
        carried=BEAST,
        carried_control=False,
        carried_circles=circles,
        checks=(FALLS,),
    )


STEAL = card(
    "Steal",
    ("has", ability(does(a.Bearer(), a.SetPlayer("controller", a.You())))),
    types=("beast",),
)


def attach(id: str, to: str) -> Attach:
    """It passes to another bearer."""
    return Attach(id, to, WHERE)


CIRCLE: list[Event] = [
    play(BEAR, "G"),
    play(STEAL, "A", "G"),
    play(STEAL, "B", "A", by="me"),
    attach("A", "B"),
]


def test_two_carry_each_other_and_the_one_attached_last_is_younger() -> None:
    """A loop of two: what B makes of A comes first, then A gives B to whoever has A."""
    answer = after(book(), *CIRCLE)
    assert (answer.value("A", "controller"), answer.value("B", "controller")) == ("me", "me")
    assert not answer.fates
    assert certificate_of(answer).check().ok
    assert_same(scenario(book(), *CIRCLE))


def test_one_that_is_left_alone_dies() -> None:
    """And so would a circle's next."""
    answer = after(book(), *CIRCLE, Leave("B", "graveyard", WHERE))
    assert [fate.object for fate in answer.fates] == ["A"]
    assert_same(scenario(book(), *CIRCLE, Leave("B", "graveyard", WHERE)))


def test_elsewhere_a_circle_is_refused_and_nothing_carries_itself_anywhere() -> None:
    """By the loader where it can tell, else by the table."""
    for history in (
        scenario(book(circles=False), *CIRCLE),
        scenario(book(), *CIRCLE, attach("A", "A")),
    ):
        with pytest.raises(BadInput, match="nothing is attached to itself"):
            solve(history)
        assert_replayed(history, None)
    text = """
title: itself
rulebook: magic-2026-04
players: [you, me]
play:
  - you: Grizzly Bears as B
  - you: Flight as F on B
  - attach: F to F
"""
    with pytest.raises(BadInput, match="'F' would be carried by itself"):
        loads_scenario(text)


@pytest.mark.slow
def test_random_circles() -> None:
    """Solver, certificate and oracle agree on 30 histories of attaching and leaving."""
    pick = Random(3)
    circles = 0
    for _ in range(30):
        there = ["G"]
        events: list[Event] = [play(BEAR, "G")]
        for number in range(pick.randint(3, 8)):
            if pick.random() < 0.5 or len(there) < 3:
                on, by = pick.choice(there), pick.choice(("you", "me"))
                events.append(play(STEAL, f"N{number}", on, by=by))
                there.append(f"N{number}")
            else:
                events.append(attach(*pick.sample(there[1:], 2)))
        if pick.random() < 0.4:
            events.append(Leave(pick.choice(there), "graveyard", WHERE))
        board = scenario(book(), *events)
        try:
            answer = solve(board)
        except BadInput:
            continue  # Something died on the way.
        assert_same(board)
        assert certificate_of(answer).check().ok
        bearers = {thing.id: thing.bearer for thing in answer.situation.things}
        circles += any(bearers.get(bearers.get(id) or "") == id for id in bearers)
    assert circles > 5
