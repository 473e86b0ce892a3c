"""Checks that pass by one of all, the newest, and none where several came at one moment."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from lands import FILE

from comparing import assert_same
from layerlaw.model.errors import BadInput
from layerlaw.model.rulebooks.load import loads_rulebook
from layerlaw.model.rulebooks.rulebook import StateCheck
from layerlaw.model.scenarios.events import Event, Together
from layerlaw.solver.certificate import certificate_of
from little_game import BEAR, CREATURE, WHERE, after, play, rulebook, scenario

ALONE = StateCheck(
    "alone", CREATURE, "dies", "graveyard", "LITTLE-1", one_for_each=("game",), ties=True
)
LEGEND = replace(ALONE, one_for_each=("controller",))


def at_once(*ids: str, by: tuple[str, ...] = ()) -> Together:
    """Bears that enter at one moment."""
    players = by or ("you",) * len(ids)
    bears = zip(ids, players, strict=True)
    return Together(tuple(play(BEAR, id, by=player) for id, player in bears), WHERE)


@pytest.mark.parametrize(
    ("check", "events", "dying"),
    [
        (ALONE, [play(BEAR, "A")], set()),
        (ALONE, [play(BEAR, "A"), play(BEAR, "B", by="me")], {"A"}),
        (ALONE, [at_once("A", "B")], {"A", "B"}),
        (ALONE, [play(BEAR, "A"), at_once("B", "C")], {"A", "B", "C"}),
        (LEGEND, [at_once("A", "B", by=("you", "me"))], set()),
        (LEGEND, [at_once("A", "B", "C", by=("you", "me", "me"))], {"B", "C"}),
        (replace(ALONE, ties=False), [at_once("A", "B")], {"A"}),
    ],
)
def test_who_stays(check: StateCheck, events: list[Event], dying: set[str]) -> None:
    """Magic's 704.5k: the newest, and of a tie nobody."""
    book = replace(rulebook(), checks=(check,))
    answer = after(book, *events)
    assert {fate.object for fate in answer.fates} == dying
    assert certificate_of(answer).check().ok
    assert_same(scenario(book, *events))


def test_what_they_have_in_common_is_one_of_four() -> None:
    """The word for who controls is `controller`, whatever the rulebook calls that player."""
    text = FILE.read_text(encoding="utf-8")
    check = """
checks:
  - {id: c, who: objects, verdict: dies, zone: graveyard, one for each: [keeper], clause: L-1}
"""
    with pytest.raises(BadInput, match="unknown thing to have in common 'keeper'"):
        loads_rulebook(text + check)


def test_random_arrivals() -> None:
    """Solver, certificate and oracle agree on 60 histories of arrivals alone and together."""
    pick = Random(7)
    for _ in range(60):
        book = replace(rulebook(), checks=(pick.choice((ALONE, LEGEND)),))
        events: list[Event] = []
        for number in range(pick.randint(1, 4)):
            players = [pick.choice(("you", "me")) for _ in range(pick.choice((1, 1, 2, 3)))]
            ids = [f"N{number}{each}" for each in range(len(players))]
            events.append(
                at_once(*ids, by=tuple(players))
                if len(ids) > 1
                else play(BEAR, ids[0], by=players[0])
            )
        assert certificate_of(after(book, *events)).check().ok
        assert_same(scenario(book, *events))
