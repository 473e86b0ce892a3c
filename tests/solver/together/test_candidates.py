"""Every effect that could exist is found, and what it could do to others is known beforehand."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pytest

from layerlaw.solver import Answer, derive
from layerlaw.solver.certificate import Certificate
from layerlaw.solver.derivation.simultaneous import Settling
from layerlaw.solver.facts.situation import Situation
from together import game, table


def settled(situation: Situation) -> Answer:
    """The one answer, which is confirmed."""
    found = derive(situation)
    assert found.verdict == "settled" and Certificate(found.facts).check().ok
    return found


def copying(cards: Mapping[str, str], model: str) -> Situation:
    """A spell has made P a copy of a card that is nowhere else."""
    every = table({**cards, "Z": model}, {"S": "P: copy of Z"})
    [card] = (thing.card for thing in every.things if thing.id == "Z")
    [effect] = every.effects
    things = tuple(thing for thing in every.things if thing.id != "Z")
    return replace(every, things=things, effects=(replace(effect, copies=(card,)),))


def test_what_resolved_copies_brings_its_abilities() -> None:
    """They could exist, though nobody has them at the start."""
    found = settled(copying({"P": "1", "Q": "1"}, "3 | self: power += 5"))
    assert [found.value(id, "power") for id in "PQ"] == [8, 1]


LOSS = "Q: lose all abilities but blocker"


def test_what_is_copied_may_take_abilities_in_words_of_its_own() -> None:
    """Whoever looks for haste waits for it, whether it is printed, copied, or what resolved."""
    cards = {"P": "1", "Q": "haste 1", "R": "1 | creatures with haste: power += 1"}
    for situation in (
        copying(cards, f"1 | {LOSS}"),
        table({**cards, "P": f"1 | {LOSS}"}),
        table(cards, {"S": LOSS}),
        table({**cards, "P": f"1 | self: gain [{LOSS}]"}),
    ):
        assert settled(situation).value("Q", "power") == 1


def test_the_words_of_what_is_copied_could_be_anybodys() -> None:
    """Of its card, and those that its abilities add."""
    situation = copying({"P": "dark 1"}, "fire 1 | creatures: colours += light")
    assert Settling(situation).candidates.words("colours") == ("dark", "fire", "light")


def test_what_may_come_to_be_meant_is_copied_with_its_abilities() -> None:
    """At the start nobody has haste."""
    cards = {"P": "1", "Q": "2 | self: power += 3", "R": "1 | P: copy of creatures with haste"}
    found = settled(table({**cards, "S": "1 | Q: gain haste"}))
    assert found.value("P", "power") == 5


@pytest.mark.parametrize("first", [True, False])
def test_granted_abilities_come_in_the_order_of_those_that_grant_them(first: bool) -> None:
    """Of the same age as P, in whatever order they are found."""
    long, short = "self: gain [P: gain [R: power := 4]]", "P: gain [R: power := 7]"
    lines = (long, short) if first else (short, long)
    cards = {"M": f"1 | {lines[0]}", "N": f"1 | {lines[1]}", "P": "1", "R": "1"}
    for same, wanted in (("newest last", 7 if first else 4), ("oldest last", 4 if first else 7)):
        assert (
            settled(table(cards, rulebook=game({"same step": same}))).value("R", "power") == wanted
        )


@pytest.mark.parametrize("first", [True, False])
def test_what_is_printed_grants_before_what_is_granted(first: bool) -> None:
    """Both of one card, in whatever order they are printed."""
    long, short = "self: gain [P: gain [R: power := 4]]", "P: gain [R: power := 7]"
    lines = (long, short) if first else (short, long)
    cards = {"M": f"1 | {lines[0]} | {lines[1]}", "P": "1", "R": "1"}
    for same, wanted in (("newest last", 4), ("oldest last", 7)):
        assert (
            settled(table(cards, rulebook=game({"same step": same}))).value("R", "power") == wanted
        )
