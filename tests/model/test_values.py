"""Scenarios from mappings: what is read, what is written, and where a mistake is said to stand."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from layerlaw.model.errors import BadInput, Problem
from layerlaw.model.scenarios.as_dict import scenario_from_dict, scenario_to_dict
from layerlaw.model.scenarios.load import load_scenario, loads_scenario
from layerlaw.model.shipped import shipped_scenarios
from layerlaw.solver.shell.authoring.formatting import meaning

if TYPE_CHECKING:
    from pathlib import Path

KINGS: dict[str, object] = {
    "title": "Two Kings",
    "rulebook": "sorcery-2026-01",
    "players": ["you", "me"],
    "cards": {"Tall Foot": {"is": ["minion", "mortal"], "power": 3, "token": True}},
    "play": [
        {"you": "Tall Foot as F at 3"},
        {"you": "King of the Realm as K1 at 8"},
        {"me": "King of the Realm as K2 at 12"},
    ],
    "expect": ["power of F is 5", {"layer control": "K1 before K2"}],
}
TEXT = """
title: Two Kings
rulebook: sorcery-2026-01
players: [you, me]
cards: {Tall Foot: {is: [minion, mortal], power: 3, token: true}}
play:
  - you: Tall Foot as F at 3
  - you: King of the Realm as K1 at 8
  - me: King of the Realm as K2 at 12
expect:
  - power of F is 5
  - layer control: K1 before K2
"""


def problems(**changed: object) -> tuple[Problem, ...]:
    """What is wrong with the Kings, changed."""
    with pytest.raises(BadInput) as caught:
        scenario_from_dict({**KINGS, **changed})
    return caught.value.problems


def test_a_mapping_and_a_text_are_read_alike() -> None:
    """Numbers and truths may be values of their own."""
    scenario = scenario_from_dict(KINGS)
    assert meaning(scenario) == meaning(loads_scenario(TEXT))
    assert scenario_to_dict(scenario) == KINGS


@pytest.mark.parametrize("path", shipped_scenarios()[::8], ids=lambda path: path.name)
def test_every_scenario_can_go_through_json(path: Path) -> None:
    """What `scenario_to_dict` gives is plain data, and is read back as the same scenario."""
    scenario = load_scenario(path)
    values = json.loads(json.dumps(scenario_to_dict(scenario)))
    assert meaning(scenario_from_dict(values)) == meaning(scenario)


@pytest.mark.parametrize(
    ("changed", "path", "message"),
    [
        ({"plai": []}, "plai", "a scenario has no key 'plai'"),
        ({"active": "he"}, "active", "unknown player 'he'"),
        ({"play": [{"you": "Kng as K"}]}, "play[0].you", "unknown card 'Kng'"),
        ({"expect": ["power of F is x"]}, "expect[0]", "'x' is no number"),
        (
            {"cards": {"A B": {"is": "minion", "has": "self: power +="}}},
            'cards["A B"].has',
            "something is missing at the end",
        ),
        ({"title": 3.5}, "title", "a value is text, a number, a truth, a list or a mapping"),
        ({"cards": {1: {}}}, "cards", "a key must be text, not the int 1"),
    ],
)
def test_a_mistake_stands_at_its_path(changed: dict[str, object], path: str, message: str) -> None:
    """Messages are those on a file, with the path of a value for the line."""
    found = next(each for each in problems(**changed) if each.message.startswith(message))
    assert found.path == path
    assert str(found).startswith(f"<mapping>:{path}: {message}")


def test_a_caret_stands_in_the_text_of_the_value() -> None:
    """The column counts its characters."""
    (problem,) = problems(play=[{"you": "King of the Realm as K at 99"}], expect=[])
    assert str(problem).splitlines()[1:3] == [
        "    King of the Realm as K at 99",
        "                              ^",
    ]


def test_other_places_are_paths_too() -> None:
    """What a message says of another line of a file, it says of a path here."""
    twice = problems(play=[{"you": "Foot Soldier as F"}, {"me": "Foot Soldier as F"}], expect=[])
    assert twice[0].message == "two objects with the id 'F'; the first is at play[0].you"


def test_endless_values_are_refused() -> None:
    """A list that holds itself is nested too deep."""
    endless: list[object] = []
    endless.append(endless)
    assert problems(play=endless)[0].message == "nested deeper than 50 levels"
