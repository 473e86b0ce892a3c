"""An engine's state is held against ours: what counts as the same, and what a difference tells."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from layerlaw.model.errors import LayerlawError
from layerlaw.model.scenarios.load import load_scenario, loads_scenario
from layerlaw.solver.derivation.answer import Answer
from layerlaw.solver.play.solve import solve
from layerlaw.solver.shell.testing import (
    Adapter,
    ComparedState,
    Difference,
    JsonValue,
    assert_same_state,
    differences,
    state,
)

KINGS = """\
title: Two Kings
rulebook: sorcery-2026-01
players: [you, me]
play:
  - you: Foot Soldier as F at 3
  - you: King of the Realm as K1 at 8
  - me: King of the Realm as K2 at 12
  - me: Foot Soldier as D in cemetery
"""
MUFFLERS = """\
title: Two that name each other
rulebook: duel-masters-1.28-en
players: [you, me]
cards:
  Muffler: {is: [creature], power: 1000, has: ["other creatures: lose all abilities"]}
play:
  - you: Muffler as A
  - me: Muffler as B
"""


@pytest.fixture(scope="module")
def kings() -> Answer:
    """Two Kings and two soldiers, one of them dead."""
    return solve(loads_scenario(KINGS))


@pytest.fixture(scope="module")
def mufflers() -> Answer:
    """Two answers: one of the two has its ability, the other one not."""
    return solve(loads_scenario(MUFFLERS))


def message(ours: Answer, theirs: object, **more: Any) -> str:
    """What is said of a state that is not ours."""
    with pytest.raises(AssertionError) as caught:
        assert_same_state(ours, theirs, **more)
    return str(caught.value)


def refused(ours: Answer, theirs: object, **more: Any) -> str:
    """What is said of what cannot be compared."""
    with pytest.raises(LayerlawError) as caught:
        assert_same_state(ours, theirs, **more)
    return str(caught.value)


def test_our_own_state_is_the_same(kings: Answer) -> None:
    """The state as a mapping, as JSON, as a file, and as `solve --json` prints it."""
    ours = state(kings)
    cells = sum(len(one) for one in ours.values())
    assert assert_same_state(kings, ours) == ComparedState(cells, (), 1)
    assert assert_same_state(kings, json.dumps(ours)).cells == cells
    document = {"schema": "layerlaw/1", "kind": "derivation", "objects": ours}
    assert assert_same_state(kings, document).cells == cells


def test_a_state_may_be_a_file(tmp_path: Path) -> None:
    """Scenario and state by their paths, as text or `Path`; the message names the command."""
    scenario, theirs = tmp_path / "kings.scenario.yaml", tmp_path / "engine.json"
    scenario.write_text(KINGS, encoding="utf-8", newline="\n")
    theirs.write_text('\ufeff{"F": {"power": 3}}', encoding="utf-8", newline="\n")
    assert assert_same_state(scenario, theirs).cells == 1
    theirs.write_text('{"F": {"power": 4}}', encoding="utf-8", newline="\n")
    with pytest.raises(AssertionError, match=r"more: layerlaw why .*kings.scenario.yaml.* F.power"):
        assert_same_state(str(scenario), str(theirs))


@pytest.mark.parametrize(
    ("characteristic", "value"),
    [
        ("power", "4"),
        ("power", 4.0),
        ("life", None),
        ("life", ""),
        ("controller", "P1"),
        ("silenced", 0),
        ("silenced", "false"),
        ("silenced", None),
        ("subtypes", ["Mortal"]),
        ("subtypes", "mortal"),
        ("types", "Unit"),
        ("abilities", ["other mortals: power += 1", "mortals: controller := you"]),
        ("keywords", None),
        ("keywords", []),
        ("zone", "Play"),
        ("zone", "realm"),
        ("owner", "P2"),
        ("name", "Rex"),
    ],
)
def test_a_value_may_be_written_in_many_ways(
    kings: Answer, characteristic: str, value: JsonValue
) -> None:
    """Numbers as text, truth as 0 and 1, lists as text with commas, null for what is missing."""
    adapter = Adapter(
        players={"P1": "you", "P2": "me"}, words={"Unit": "minion", "Rex": "King of the Realm"}
    )
    assert assert_same_state(kings, {"K2": {characteristic: value}}, adapter=adapter).cells == 1


@pytest.mark.parametrize(
    ("characteristic", "value", "shown"),
    [
        ("power", "5", ["4", "5"]),
        ("power", None, ["4", "none"]),
        ("power", "many", ["4", "many"]),
        ("power", True, ["4", "yes"]),
        ("controller", None, ["you", "none"]),
        ("silenced", 1, ["no", "yes", "[1]"]),
        ("subtypes", "mortal, beast", ["{mortal}", "{beast, mortal}", "[mortal, beast]"]),
        ("keywords", "airborne", ["{}", "{Airborne}", "[airborne]"]),
    ],
)
def test_a_value_that_differs_is_shown_beside_ours(
    kings: Answer, characteristic: str, value: JsonValue, shown: list[str]
) -> None:
    """Ours, theirs, and in brackets what the engine wrote where that is something else."""
    row = message(kings, {"K2": {characteristic: value}}).split("\n")[4]
    assert re.split(r" {2,}", row) == ["K2", characteristic, *shown]


def test_a_difference_tells_the_steps_and_what_was_left_out(kings: Answer) -> None:
    """Below the table stand the steps that led to our value, the clauses, and what is not said."""
    text = message(kings, {"K2": {"controller": "me", "power": 4}})
    assert text.startswith(
        "Two Kings: the engine's state is not ours, 1 of 2 values differs (sorcery-2026-01)"
    )
    assert "Why controller of K2 is you with us\n  0. begins as me\n" in text
    assert "  1. becomes you by K1.2\n       layer 3 control (SORC-LAYER-3)\n" in text
    assert "  SORC-DEP-5: " in text
    last = text.split("\n")[-1]
    assert last.startswith("Not compared, for the engine's state says nothing of it: name, types,")


def test_an_adapter_renames(kings: Answer) -> None:
    """Objects, characteristics, the document's shape, what we lack, and whatever else."""
    document = {
        "turn": 4,
        "cards": [
            {"id": 1, "pow": "3", "ctrl": 0, "art": "f.png", "hurt": "1/3"},
            {"id": 9, "pow": "x", "ctrl": 7},
        ],
    }
    adapter = Adapter(
        read=lambda whole: {str(card["id"]): card for card in whole["cards"]},
        objects={"1": "F"},
        characteristics={"pow": "power", "ctrl": "controller", "hurt": "damage"},
        players={"0": "you"},
        skip={"id", "art"},
        skip_objects={"9"},
        value=lambda object, name, value: int(str(value)[0]) - 1 if name == "damage" else value,
    )
    assert assert_same_state(kings, document, adapter=adapter).cells == 3


def test_unknown_names_are_told_with_suggestions(kings: Answer) -> None:
    """Every name that means nothing is told at once, with what to do about it."""
    theirs = {"K3": {"power": 1}, "K2": {"pwoer": 1, "controller": "yuo"}}
    lines = refused(kings, theirs).split("\n")
    assert len(lines) == 3
    assert "object 'K3'" in lines[0]
    assert "Adapter(objects=..., skip_objects=...)" in lines[0]
    assert "'pwoer', which sorcery-2026-01 lacks: did you mean 'power'?" in lines[1]
    assert "player 'yuo', whom the scenario does not have: did you mean 'you'?" in lines[2]


@pytest.mark.parametrize(
    ("theirs", "says"),
    [
        ('{"F": {"power": 3},}', "the engine's state:1:"),
        ('{"F": {"power": 3}, "F": {}}', "the key 'F' stands twice"),
        ('{"F": {"power": NaN}}', "NaN is no value of JSON"),
        ("[1]", "the engine's state is a list, not object -> characteristic -> value"),
        ('{"turn": 3}', "'turn' in the engine's state is a number"),
        ("nowhere.json", "nowhere.json: the engine's state can't be read"),
        ({"F": {}}, "says nothing that could be compared"),
        ([], "Adapter(read=...) can make it so"),
        ("[" * 100_000, "no JSON"),
    ],
)
def test_what_is_no_state_is_refused(kings: Answer, theirs: object, says: str) -> None:
    """A message instead of a traceback, with the place where there is one."""
    assert says in refused(kings, theirs)


def test_complete_means_the_same_objects_in_play(kings: Answer) -> None:
    """What is missing differs, and so does what is not in play with us, unless its zone is said."""
    board = {name: {"controller": "you"} for name in ("F", "K1", "K2")}
    assert assert_same_state(kings, board, complete=True).cells == 3
    dead = {**board, "D": {"power": 1}}
    assert "D       zone            cemetery  (nothing said)" in message(kings, dead, complete=True)
    dead["D"] = {"power": 1, "zone": "cemetery"}
    assert assert_same_state(kings, dead, complete=True).cells == 5
    del board["F"]
    assert assert_same_state(kings, board).cells == 2
    assert "F       zone            realm  (nothing said)" in message(kings, board, complete=True)


def test_one_of_several_answers_is_enough(mufflers: Answer) -> None:
    """Where there are several answers, any of them will do, or a certain one, or all of them."""
    second = {"A": {"abilities": []}, "B": {"abilities": ["other creatures: lose all abilities"]}}
    if state(mufflers.states[0])["A"]["abilities"] == []:
        second = {"A": second["B"], "B": second["A"]}
    assert assert_same_state(mufflers, second).answer == 2
    assert assert_same_state(mufflers, second, answer=2).answer == 2
    assert "There are 2 answers: answer 1" in message(mufflers, second, answer=1)
    assert "There are 2 answers: answer 1" in message(mufflers, second, answer="all")
    agreed = {"A": {"power": 1000}}
    assert assert_same_state(mufflers, agreed, answer="all").cells == 1
    neither = {"A": {"abilities": []}, "B": {"abilities": [], "power": 2}}
    assert "of which answer" in message(mufflers, neither)
    assert "there is no answer 3: there are 2" in refused(mufflers, agreed, answer=3)


def test_in_a_paradox_nothing_is_the_same() -> None:
    """No state of an engine is right where no state agrees with all effects."""
    paradox = Path(__file__).parents[2] / "fixtures/scenarios/duel-masters/paradox.scenario.yaml"
    derivation = solve(load_scenario(paradox))
    assert derivation.verdict == "paradox"
    assert "our answer is a paradox" in message(derivation, state(derivation))


def test_readings_and_rulebooks_are_for_what_is_not_solved_yet(kings: Answer) -> None:
    """A text is solved under the readings and the rulebook given; a derivation has its own."""
    readings = {"SORC-OPEN-TEST": "result"}
    theirs = {"K2": {"controller": "you"}}
    assert (
        assert_same_state(KINGS, theirs, readings=readings, rulebook="sorcery-2026-01").cells == 1
    )
    assert "solved already" in refused(kings, theirs, readings=readings)


def test_differences_are_of_what_theirs_speaks_of(kings: Answer) -> None:
    """Only cells of theirs are compared, in our order, and `both` compares ours as well."""
    ours = state(kings)
    theirs: dict[str, dict[str, JsonValue]] = {
        "F": {"power": 3, "aura": 1},
        "K2": {"silenced": 0, "subtypes": ["mortal"]},
    }
    assert differences(ours, theirs) == (
        Difference("K2", "silenced", (False, 0)),
        Difference("F", "aura", (None, 1), ("missing", "")),
    )
    everything = differences(ours, theirs, both=True)
    assert Difference("F", "name", ("Foot Soldier", None), ("", "missing")) in everything
    assert differences(ours, ours, both=True) == ()
