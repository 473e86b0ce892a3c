"""Effects on open sets, by when objects joined them: parts, ends, and the oracle on all of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from comparing import assert_same, confirmed
from layerlaw.model import Scenario, load_scenario, loads_scenario
from layerlaw.solver import may, solve
from layerlaw.solver.play.history import History

SCENARIOS = Path(__file__).parents[3] / "fixtures" / "scenarios" / "grand-archive"
HEAD = """
title: Who joins the Mirror's set
rulebook: grand-archive-2026-08
players: [you, me]
active: you
cards:
  Sum:
    is: [action]
    elements: [norm]
    resolves:
      - "open allies you control: power += 1; other allies: power += 1 until end of turn"
      - "open your allies with buff >= 1: elements := fire until rest of the game"
  Truce:
    is: [action]
    elements: [norm]
    resolves: ["open opponents or allies: can't attack until end of turn"]
  Rain: {is: [domain], elements: [norm], has: ["allies: elements := water"]}
  Strong: {is: [ally], elements: [norm], power: 2, life: 2}
  Weak: {is: [ally], elements: [norm], power: 1, life: 2}
play:
"""


def table(*events: str) -> Scenario:
    """A scenario with these events."""
    return loads_scenario(HEAD + "".join(f"  - {event}\n" for event in events), "m.scenario.yaml")


@pytest.mark.slow
@pytest.mark.parametrize("name", ["joined-later", "joined-anew", "nullifying-mirror"])
def test_oracle_and_solver_know_the_same_of_who_joined(name: str) -> None:
    """The shipped ones, under both readings."""
    scenario = load_scenario(SCENARIOS / f"2026-{name}.scenario.yaml")
    for reading in ("joining", "effect"):
        assert_same(scenario, {"GA-OPEN-JOIN": reading})


MIRROR = ("you: Nullifying Mirror as M", "you: use M as U")


@pytest.mark.slow
def test_each_time_of_joining_is_a_part_with_its_timestamp() -> None:
    """Two that come together are one part; the effect as it began keeps to what was there."""
    scenario = table(
        "me: Freezing Hail as F in memory",
        *(f"me: Freezing Hail as {id} in hand" for id in ("A", "B", "C")),
        *MIRROR,
        "together: [{move: A to memory}, {move: B to memory}]",
        "move: C to memory",
    )
    answer = solve(scenario)
    parts = {each.id: each.timestamp for each in answer.situation.effects}
    assert parts == {"U": (6, 0), "U.joined7.2": (7, 2), "U.joined8": (8, 0)}
    assert {answer.value(id, "elements") for id in "FABC"} == {("norm",)}
    assert_same(scenario)


@pytest.mark.slow
def test_the_parts_end_with_the_effect() -> None:
    """A duration is the whole effect's."""
    joined = ("me: Freezing Hail as A in hand", *MIRROR, "move: A to memory")
    assert [each.id for each in solve(table(*joined)).situation.effects] == ["U.joined4"]
    assert not solve(table(*joined, "turn: me")).situation.effects
    assert_same(table(*joined, "turn: me"))


@pytest.mark.slow
def test_players_are_in_an_open_set_beside_objects() -> None:
    """Who is in it as it begins is told by ids, those of players too."""
    ban = ("you: Strong as A", "you: Truce as T")
    for events, there in ((ban, "A"), ((*ban, "me: Weak as B"), "AB")):
        answer = confirmed(table(*events))
        found = {one: may(answer, one, "attack").allowed for one in (*there, "me", "you")}
        assert found == {**dict.fromkeys(there, False), "me": False, "you": True}


def test_an_effect_that_never_exists_is_joined_by_nobody() -> None:
    """`what-if --without` leaves out all of its parts."""
    scenario = table("me: Freezing Hail as A in hand", *MIRROR, "move: A to memory")
    history = History(scenario, left_out=frozenset({"U"}))
    for _ in history.play():
        pass
    assert history.derivation().value("A", "elements") == ("water",)


@pytest.mark.slow
def test_what_leaves_the_set_without_leaving_its_zone_joins_it_anew() -> None:
    """A counter brings an ally in, takes it out, and brings it in again, newer than the rain."""
    before = ("you: Strong as S", "you: Weak as W", "you: Sum as X")
    joined = (*before, "buff: W 2", "you: Rain as R")
    events = (*joined, "buff: W -2", "turn: me", "turn: you", "buff: W 2")
    for count in range(3, len(events) + 1):
        assert_same(table(*events[:count]))
    assert solve(table(*joined)).value("W", "elements") == ("water",)
    assert solve(table(*events)).value("W", "elements") == ("fire",)
