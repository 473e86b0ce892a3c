"""What lies partly in the void, held against the oracle: relations, ground that comes, checks."""

from __future__ import annotations

from dataclasses import replace
from itertools import count
from random import Random

import pytest

from comparing import assert_same, confirmed
from layerlaw.model import loads_scenario
from layerlaw.model.errors import LayerlawError
from layerlaw.model.scenarios.events import Event, Move, Place, Play, Together
from layerlaw.model.scenarios.scenario import Scenario
from layerlaw.solver import solve
from layerlaw.solver.certificate import certificate_of
from oracle.candidates import TooBig
from oracle.generate import seeded_scenario
from oracle.small_rulebook import small_rulebook

BOOKS = [small_rulebook({"process": process}) for process in ("layered", "simultaneous")]
PLACES = (
    Place((7, 8), "surface", (8,)),
    Place((7, 8, 12, 13), "surface", (12, 7)),
    Place((7, 8, 12, 13)),
    Place((2, 7)),
    Place((8,), "void"),
    Place((13,), "void"),
    Place((7, 12), "void"),
    Place((8,)),
    Place((13,), "deep"),
)


def placed_anew(scenario: Scenario, seed: int) -> Scenario:
    """The scenario with other places, of several squares and partly in the void."""
    pick = Random(seed)

    def anew(event: Event) -> Event:
        if isinstance(event, Together):
            events = tuple(anew(each) for each in event.events)
            return replace(event, events=events)  # type: ignore[arg-type]
        if isinstance(event, Play | Move) and event.place is not None:
            return replace(event, place=pick.choice(PLACES))
        return event

    return replace(scenario, play=tuple(anew(event) for event in scenario.play))


@pytest.mark.slow
@pytest.mark.parametrize("part", range(4))
def test_boards_partly_in_the_void_are_as_the_definition_has_them(part: int) -> None:
    """Random boards of both processes, certificates included: five that both can follow."""
    seeds, compared = count(part, 4), 0
    while compared < 5:
        seed = next(seeds)
        scenario = placed_anew(seeded_scenario(seed, BOOKS[seed % 8 < 3], 4, 3), seed)
        try:
            assert_same(scenario)
            answer = solve(scenario)
        except (LayerlawError, TooBig):
            continue
        assert certificate_of(answer).check().ok is not False
        compared += 1


CARDS = """
title: void
rulebook: sorcery-2026-07
players: [you, me]
cards:
  Unit: {is: minion, power: 1}
  Cloud: {is: aura}
  Reader: {is: minion, power: 1, has: ["sites: subtypes += beast"]}
play:
"""
"""The text of `Reader` speaks of sites, so that ground which nobody names is laid."""


@pytest.mark.parametrize("first", ["Unit", "Reader"])
@pytest.mark.parametrize("turned", [False, True])
def test_the_void_shows_that_no_ground_was_below(first: str, turned: bool) -> None:
    """A minion on a square where something lies in the void lies in it too, whichever came first,
    and whether or not a card speaks of sites. Clause: SORC-VOID-1.
    """
    lines = ["you: Unit as Wide at 7, 8, 12, 13", "me: Cloud as Deep at 8 void"]
    lines = [f"you: {first} as R at 1", *(lines[::-1] if turned else lines)]
    board = CARDS + "".join(f"  - {line}\n" for line in lines)
    assert [fate.object for fate in confirmed(loads_scenario(board)).fates] == ["Wide"]
