"""Who is older where everything applies at the same time: as where effects apply in layers."""

from __future__ import annotations

from dataclasses import replace

import pytest

from layerlaw.model.notation.parsing import parse_ability
from layerlaw.solver import Answer, derive
from layerlaw.solver.certificate import certificate_of
from layerlaw.solver.facts.situation import AS_IT_ENTERED, ResolvedEffect, Situation
from together import PLAYERS, WORDS, game, table

PROCESSES = ("layered", "simultaneous", "newest wins")


def confirmed(situation: Situation) -> Answer:
    """What is derived from it, and certified."""
    found = derive(situation)
    verdict = certificate_of(found).check()
    assert verdict.ok, verdict.failures
    return found


def setting(process: str, *older: str, **policies: str) -> Situation:
    """P, Q and R, in this order, each set the power of all; R counts as older than some."""
    cards = {
        id: f"1 | creatures: power := {power}" for id, power in zip("PQR", (3, 4, 5), strict=True)
    }
    found = table(cards, None, game({"process": process, **policies}))
    *first, last = found.things
    return replace(found, things=(*first, replace(last, older_than=frozenset(older))))


@pytest.mark.parametrize("process", PROCESSES)
@pytest.mark.parametrize(
    ("older", "power"),
    [((), 5), (("P",), 4), (("Q",), 4), (("P", "Q"), 4), (("Z",), 5)],
)
def test_some_count_as_older_than_they_are(
    process: str, older: tuple[str, ...], power: int
) -> None:
    """The newest has the last word: R, or Q where R counts as older than one of them."""
    found = confirmed(setting(process, *older))
    assert found.value("P", "power") == power


@pytest.mark.parametrize("process", PROCESSES)
@pytest.mark.parametrize(
    ("granted", "power"),
    [("later", 3), ("later, before what resolved", 5), ("holder", 5), ("grant", 3)],
)
def test_what_resolved_may_be_newer_than_what_it_gave(
    process: str, granted: str, power: int
) -> None:
    """S1 gives P a text by which its power is 3, and says itself that it is 5."""
    book = game({"process": process, "granted timestamp": granted})
    spell = {"S1": "P: power := 5, gain [self: power := 3]"}
    found = confirmed(table({"P": "1"}, spell, book))
    assert found.value("P", "power") == power


@pytest.mark.parametrize("process", PROCESSES)
@pytest.mark.parametrize(("several", "power"), [("printed order", 5), ("reverse", 5)])
def test_what_is_said_of_the_entry_stands_behind_the_card(
    process: str, several: str, power: int
) -> None:
    """Whichever of its own abilities comes first."""
    book = game({"process": process, "several": several})
    found = table({"P": "1 | self: power := 3 | self: power := 4"}, None, book)
    ability = parse_ability("self: power := 5", WORDS.with_names(PLAYERS, ("P",)))
    also = ResolvedEffect("P.also@P", "P", "you", ability, (1, 0), AS_IT_ENTERED, (), (None,))
    assert confirmed(replace(found, effects=(also,))).value("P", "power") == power


@pytest.mark.parametrize("process", PROCESSES)
@pytest.mark.parametrize(("several", "power"), [("printed order", 4), ("reverse", 3)])
def test_abilities_of_one_card_stand_in_their_order(process: str, several: str, power: int) -> None:
    """Or in the reverse order."""
    book = game({"process": process, "several": several})
    found = table({"P": "1 | self: power := 3 | self: power := 4"}, None, book)
    assert confirmed(found).value("P", "power") == power
