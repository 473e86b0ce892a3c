"""What the log of a history says of what was told, and when; where a situation is another one."""

from __future__ import annotations

from dataclasses import replace

from layerlaw.model import loads_scenario
from layerlaw.solver import solve
from layerlaw.solver.certificate.history.apart import difference
from layerlaw.solver.certificate.history.log import Aspect, FactLog, Incarnation
from replaying import KnownStates

MOOD = Aspect("mood", "calm")
BOARD = """
title: T
rulebook: magic-2026-04
players: [you, me]
cards:
  Elf: {is: [creature, elf], power: 1, toughness: 1}
  Wall: {is: [creature, wall], power: 0, toughness: 4, has: ["walls: power += 1"]}
play:
  - you: Elf as E
  - me: Wall as W
"""


def test_what_was_told_first_stays_the_first() -> None:
    """What was told last is so now; of what nothing was told all is as it is by itself."""
    log = FactLog()
    one, other = log.begin("A", {MOOD: "glad"}), log.begin("B", {})
    assert log.at_first(one, MOOD) == "glad"
    log.tell(one, MOOD, "sad")
    log.tell(one, MOOD, "angry")
    assert (log.at_first(one, MOOD), log.of(one, MOOD)) == ("glad", "angry")
    assert (log.at_first(other, MOOD), log.of(other, MOOD)) == ("calm", "calm")


def test_an_object_stands_from_its_beginning_until_before_its_end() -> None:
    """What never began, a player, stands from the first step on."""
    log = FactLog()
    one = log.begin("A", {})
    begun = log.step
    log.tell(one, MOOD, "sad")
    log.end([one])
    stood = [step for step in range(log.step + 3) if log.stood(one, step)]
    assert stood == [begun, begun + 1]
    assert all(log.stood(Incarnation("you", 0), step) for step in range(3))


def test_an_effect_that_is_applied_to_nothing_reaches_nobody() -> None:
    """Nor does one that is not there."""
    state = KnownStates().state(solve(loads_scenario(BOARD)).situation)
    assert state.reached(frozenset({"W.1"})) == {"W"}
    assert state.reached(frozenset({"W.1", "X.1"})) == {"W"}
    assert state.reached(frozenset({"X.1"})) == frozenset()


def test_of_several_things_too_many_the_first_is_named() -> None:
    """In the order in which they are written."""
    right = solve(loads_scenario(BOARD)).situation
    more = [replace(right.things[0], id=id) for id in ("Z", "Y", "X")]
    assert difference(right, replace(right, things=(*right.things, *more))) == "there is no Z"
