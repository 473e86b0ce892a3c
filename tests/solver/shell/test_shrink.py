"""Shrinking: the smallest scenario that still shows a disagreement, and that it is the smallest."""

from __future__ import annotations

import itertools
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from layerlaw.model import LayerlawError, Scenario, loads_scenario
from layerlaw.model.scenarios.events import Play, Together
from layerlaw.model.scenarios.load import load_scenario
from layerlaw.model.scenarios.write import written_scenario
from layerlaw.model.shipped import shipped_scenarios
from layerlaw.solver import solve
from layerlaw.solver.certainty.what_if import by_timestamps_only
from layerlaw.solver.shell.engines import named_engine
from layerlaw.solver.shell.shrink import (
    Disagreement,
    NothingToShrink,
    Shrunk,
    between_engines,
    between_readings,
    between_rulebooks,
    shrink,
)
from layerlaw.solver.shell.shrink.expected import text_to_keep
from layerlaw.solver.shell.shrink.tree_steps import nearer_to_nothing
from layerlaw.solver.shell.testing.state import State, state

SHIPPED = {path.name.split(".")[0]: path for path in shipped_scenarios()}

TWELVE = """
title: Twelve events, three of which matter
rulebook: sorcery-2026-01
because: [SORC-TS-0]
players: [you, me, she]
active: me
cards:
  Ladder:
    is: [aura]
    cost: 4
    edition: made up
    has:
      - minions with power >= 3: power += 1
      - minions: gain Stealth
  Crowd:
    is: [aura]
    has:
      - other minions: [power += 3, gain Airborne]
  Reaper: {is: [minion, undead], power: 4, cost: 3, has: ["mortals: mortal becomes undead"]}
play:
  - you: Foot Soldier as F at 3
  - me: Foot Soldier as G at 4
  - you: Ladder as L at 7, 8, 12, 13
  - me: Reaper as R at 18
  - damage: R 1
  - move: F to 8
  - together:
      - me: Crowd as C at 7, 8, 12, 13
      - you: Reaper as S at 17
  - expect: [F is a minion]
  - turn: me
  - she: Foot Soldier as J at 17
  - move: G to 9
  - leave: S to cemetery
expect:
  - power of F >= 3
"""


def by_age_alone(scenario: Scenario) -> State:
    """An engine that applies effects by timestamps alone, whatever they depend on."""
    rulebook = by_timestamps_only(scenario.rulebook.settled(scenario.readings))
    return state(solve(replace(scenario, rulebook=rulebook, readings={})))


def power_by_age(scenario: Scenario) -> State:
    """That engine, when it only says the power of F."""
    return {
        id: {"power": cells["power"]} for id, cells in by_age_alone(scenario).items() if id == "F"
    }


def found(shrunk: Shrunk) -> Disagreement:
    """What the sides still disagree on."""
    assert isinstance(shrunk.last, Disagreement)
    return shrunk.last


@pytest.fixture(scope="module")
def small() -> Shrunk:
    """What is left of the twelve events."""
    return shrink(loads_scenario(TWELVE, "board.yaml"), between_engines(power_by_age))


@pytest.mark.slow
def test_three_of_twelve_events_are_left(small: Shrunk) -> None:
    """What is left is one minion and the two effects, of which one depends on the other."""
    assert small.text == (
        "title: Twelve events, three of which matter\n"
        "rulebook: sorcery-2026-01\n"
        "from: reduced from board.yaml by layerlaw shrink\n"
        "players: [you]\n"
        "cards:\n"
        "  Ladder:\n"
        "    is: []\n"
        "    has:\n"
        "      - objects with power >= 2: power += 1\n"
        "  Crowd:\n"
        "    is: []\n"
        "    has:\n"
        "      - objects: power += 1\n"
        "play:\n"
        "  - you: Foot Soldier as F\n"
        "  - you: Ladder as L\n"
        "  - you: Crowd as C\n"
    )
    assert small.minimal
    assert not small.stopped
    [apart] = found(small).differences
    assert (apart.cell, apart.ours, apart.theirs) == (("F", "power"), 3, 2)


@pytest.mark.slow
def test_same_arguments_lead_to_the_same_result(small: Shrunk) -> None:
    """Nothing is left to chance: the tries and what went are the same again."""
    again = shrink(loads_scenario(TWELVE, "board.yaml"), between_engines(power_by_age))
    assert (again.text, again.tries, again.removed) == (small.text, small.tries, small.removed)


def smaller_texts(text: str) -> list[str]:
    """Every text that lacks one line, or one line and what is indented below it, or one word."""
    lines = text.splitlines()
    shorter = []
    for at, line in enumerate(lines):
        if line.startswith(("title:", "rulebook:", "from:")):
            continue
        indent = len(line) - len(line.lstrip())
        end = at + 1
        while end < len(lines) and lines[end].startswith(" " * (indent + 1)):
            end += 1
        shorter += [[*lines[:at], *lines[at + 1 :]], [*lines[:at], *lines[end:]]]
        words = line.split(" ")
        # Without `as` the same things stand there, under other ids.
        for place in (number for number, word in enumerate(words) if word != "as"):
            left = " ".join(words[:place] + words[place + 1 :])
            shorter.append([*lines[:at], left, *lines[at + 1 :]])
    return list(dict.fromkeys("\n".join(one) for one in shorter if one != lines))


@pytest.mark.slow
def test_no_line_and_no_word_can_go(small: Shrunk) -> None:
    """Whatever line or word is deleted from the result: no scenario, or no disagreement."""
    disagrees = between_engines(power_by_age)
    tried, still = 0, []
    for text in smaller_texts(small.text):
        try:
            less = loads_scenario(text)
            apart = disagrees(less)
        except LayerlawError:
            # No scenario, or the engine says nothing of what is left.
            continue
        if written_scenario(less) != small.text:
            tried += 1
            still += [text] if apart is not None else []
    assert tried > 5
    assert still == []


BAR, MOMENTARY = {"SORC-OPEN-LOSE": "bar"}, {"SORC-OPEN-LOSE": "momentary"}


@pytest.mark.slow
def test_shipped_cards_are_made_smaller_when_asked() -> None:
    """With `inline` a real card stands in the file with what matters of it; else it stays whole."""
    scenario = load_scenario(SHIPPED["infiltrate-silenced"])
    disagrees = between_readings(BAR, MOMENTARY, cells=[("K", "abilities")])
    assert "cards:" not in shrink(scenario, disagrees).text
    inlined = shrink(scenario, disagrees, inline=True)
    assert "  King of the Realm:\n    is: [minion]\n  Infiltrate:" in inlined.text
    assert [apart.cell for apart in found(inlined).differences] == [("K", "abilities")]
    assert inlined.minimal


def test_text_to_keep_says_what_the_first_side_says() -> None:
    """It reads the point as that side does and expects its value of what differs."""
    scenario = load_scenario(SHIPPED["infiltrate-silenced"])
    for one, other, says in (
        (BAR, MOMENTARY, "K lacks Stealth"),
        (MOMENTARY, BAR, "K has Stealth"),
    ):
        told = between_readings(one, other, cells=[("K", "abilities")])(scenario)
        assert told is not None
        kept = text_to_keep(told)
        assert f"readings:\n  SORC-OPEN-LOSE: {one['SORC-OPEN-LOSE']}\n" in kept
        assert f"expect:\n  - {says}\n" in kept


def test_rulebooks_that_part_are_reduced_under_both() -> None:
    """Two versions of a game disagree on an element; the answers of both stand in the result."""
    scenario = load_scenario(SHIPPED["2021-no-layers"])
    small = shrink(scenario, between_rulebooks(None, "grand-archive-2025-09"))
    last = found(small)
    assert (last.ours.label, last.theirs.label) == ("grand-archive-2021", "grand-archive-2025-09")
    assert ("F", "elements") in [apart.cell for apart in last.differences]
    assert len(small.scenario.events) == 2
    assert between_rulebooks("grand-archive-2025-09", "grand-archive-2025-09")(scenario) is None
    with pytest.raises(LayerlawError, match="sorcery-2026-01 cannot read the scenario"):
        between_rulebooks(None, "sorcery-2026-01")(scenario)


KILLS = """
title: What lives under one reading alone
rulebook: duel-masters-1.28-en
players: [you]
cards:
  Muffler: {is: [], has: ["creatures: lose all abilities"]}
  Curse: {is: [], has: ["creatures: gain [self: power := 0]"]}
play:
  - you: Muffler as M
  - you: Curse as C
  - you: Burning Mane as H
  - transform: H into Burning Mane
"""


def test_history_that_only_one_side_can_play_is_a_disagreement() -> None:
    """Where one reading kills what the next event speaks of, that is what differs."""
    readings = {"DM-OPEN-LOSE": "lost"}, {"DM-OPEN-LOSE": "by-age"}
    small = shrink(loads_scenario(KILLS), between_readings(*readings))
    [apart] = found(small).differences
    assert (apart.cell, apart.ours) == (("", "history"), "happens")
    assert "'H' is not in play" in str(apart.theirs)
    assert len(small.scenario.events) == 4


def test_no_disagreement_is_an_error_of_its_own() -> None:
    """There is nothing to shrink where both sides say the same."""
    scenario = loads_scenario(TWELVE)
    with pytest.raises(NothingToShrink, match="no disagreement to reduce"):
        shrink(scenario, between_engines(lambda one: state(solve(one))))


@pytest.mark.slow
def test_other_difference_does_not_take_the_place_of_the_first() -> None:
    """A smaller scenario counts only if it differs in a cell in which the whole one did."""

    def engine(scenario: Scenario) -> State:
        ours = state(solve(scenario))
        if "F" in ours and "G" in ours:
            return {"F": {"power": 99}}
        return {"F": {"cost": 99}} if "F" in ours else ours

    scenario = loads_scenario(TWELVE)
    same = shrink(scenario, between_engines(engine))
    assert {event.id for event in same.scenario.events if isinstance(event, Play)} == {"F", "G"}
    anything = shrink(scenario, between_engines(engine), alike=lambda first, last: True)
    assert len(anything.scenario.events) == 1


def test_what_only_the_engine_knows_is_left_out() -> None:
    """A key or an object of its own neither counts as a difference nor hides the real one."""

    def engine(scenario: Scenario) -> State:
        there = state(solve(scenario))
        power = {"F": {"power": 99}} if {"F", "G"} <= {*there} else {"F": {"power": 1}}
        return {**power, "J": {"powr": 3}, "gone": {"sprite": "x.png"}} if "F" in there else {}

    disagrees = between_engines(engine)
    small = shrink(loads_scenario(KINGS), disagrees)
    assert {event.id for event in small.scenario.events if isinstance(event, Play)} == {"F", "G"}
    assert [apart.cell for apart in found(small).differences] == [("F", "power")]
    assert disagrees.left_out == (
        "the object 'J', which the scenario does not have",
        "the object 'gone', which the scenario does not have",
    )


@pytest.mark.parametrize("said", [{}, {"F": {}}, {"F": {"stamina": 3}}, {"K9": {"power": 3}}])
def test_engine_that_says_nothing_known_is_an_error(said: State) -> None:
    """Nothing that could be compared is no agreement; neither is silence about the cells asked."""
    with pytest.raises(LayerlawError, match="says nothing that could be compared"):
        shrink(loads_scenario(KINGS), between_engines(lambda one: said))
    about_f = between_engines(lambda one: {"G": {"power": 9}}, cells=[("F", "power")])
    with pytest.raises(LayerlawError, match=r"says nothing of F\.power"):
        shrink(loads_scenario(KINGS), about_f)


@pytest.mark.slow
def test_limit_and_interrupt_leave_the_smallest_found() -> None:
    """What was found by then comes back, and does not call itself minimal."""
    scenario = loads_scenario(TWELVE)
    few = shrink(scenario, between_engines(power_by_age), limit=3)
    assert (few.tries, few.stopped, few.minimal) == (3, "limit", False)
    calls = itertools.count()

    def interrupted(one: Scenario) -> object:
        if next(calls) == 4:
            raise KeyboardInterrupt
        return between_engines(power_by_age)(one)

    early = shrink(scenario, interrupted)
    assert (early.stopped, early.minimal) == ("interrupted", False)
    assert 3 <= len(early.scenario.events) < 12


@pytest.mark.slow
def test_everything_goes_where_nothing_matters() -> None:
    """Shipped scenarios shrink to no event when all are said to disagree."""
    for path in shipped_scenarios()[::15]:
        small = shrink(load_scenario(path), lambda one: True)
        assert small.scenario.events == (), path.name
        assert len(small.scenario.players) == 1, path.name


@pytest.mark.parametrize(
    "name", ["king-king-mesmerism-infiltrate", "flood-drought-late-site", "2021-granted"]
)
def test_details_go_where_only_the_number_of_events_matters(name: str) -> None:
    """No ability, number, target or choice is left that could be left out."""
    scenario = load_scenario(SHIPPED[name])
    many = len(scenario.events)

    def disagrees(one: Scenario) -> bool | None:
        return True if len(one.events) >= many else None

    small = shrink(scenario, disagrees, inline=True)
    assert small.minimal
    assert " has:" not in small.text
    assert " at " not in small.text
    assert not any(isinstance(event, Together) for event in small.scenario.events)


def test_numbers_go_towards_nothing() -> None:
    """0 and 1 are tried first, then ever smaller steps down to one; never a larger number."""
    assert list(nearer_to_nothing(0)) == []
    assert list(nearer_to_nothing(1)) == [0]
    assert list(nearer_to_nothing(9)) == [0, 1, 5, 7, 8]
    assert list(nearer_to_nothing(-2)) == [0, -1]


# --- engines as commands ----------------------------------------------------------------------

Engine = Callable[[str], str]


@pytest.fixture
def engine(tmp_path: Path) -> Engine:
    """A command that runs a Python program, in a folder with a blank and an umlaut."""

    def written(program: str) -> str:
        folder = tmp_path / "my engínes"
        folder.mkdir(exist_ok=True)
        file = folder / "engine.py"
        file.write_text(program, encoding="utf-8")
        return f'"{sys.executable}" -I -S "{file}"'

    return written


COUNTS = """
import json, sys
play = json.load(sys.stdin)["play"]
kings = sum("King" in str(event) for event in play)
# The bug: a third King is not counted.
print(json.dumps({"objects": {"F": {"power": 1 + min(kings, 2)}}}))
"""

KINGS = """
title: Three Kings
rulebook: sorcery-2026-01
players: [you, me]
play:
  - you: Foot Soldier as F at 3
  - me: Foot Soldier as G at 4
  - you: King of the Realm as K1 at 8
  - me: King of the Realm as K2 at 12
  - move: G to 9
  - me: King of the Realm as K3 at 13
"""


@pytest.mark.slow
def test_engine_gets_json_and_is_held_against_ours(engine: Engine) -> None:
    """An engine with one bug: what is left is what it takes to see the bug."""
    disagrees = between_engines(named_engine(engine(COUNTS)))
    small = shrink(loads_scenario(KINGS), disagrees)
    assert [event.id for event in small.scenario.events if isinstance(event, Play)] == [
        *("F", "K1", "K2", "K3")
    ]
    assert [(one.ours, one.theirs) for one in found(small).differences] == [(4, 3)]
    assert disagrees.failures == []
