"""The engine is held against Layerlaw: one process, many scenarios, after every event."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from layerlaw.model import load_scenario, scenario_from_dict
from layerlaw.solver.shell.engines import hold, named_engine
from layerlaw.solver.shell.testing import NotPlayed

HERE = Path(__file__).parent


@pytest.fixture(scope="module")
def engine():
    """The engine, running as long as there are tests."""
    command = f'"{sys.executable}" "{HERE.parent / "engine.py"}"'
    with named_engine(command, lines=True, adapter="adapter:OURS") as running:
        yield running


def test_a_game_is_the_same_after_every_event(engine) -> None:
    """Who has what, how strong it is and what is there at all."""
    held = hold(load_scenario(HERE / "kings.scenario.yaml"), engine, complete=True)
    assert (held.parting, held.events, held.unknown) == (None, 6, ())


@pytest.mark.parametrize("kings", range(1, 5))
def test_any_number_of_kings(engine, kings: int) -> None:
    """The oldest has everybody, and each gives all others power."""
    scenario = scenario_from_dict(
        {
            "title": f"{kings} Kings",
            "rulebook": "sorcery-2026-01",
            "players": ["you", "me"],
            "play": [
                {"me": "Foot Soldier as F at 3"},
                *(
                    {("you", "me")[number % 2]: f"King of the Realm as K{number} at {8 + number}"}
                    for number in range(kings)
                ),
            ],
        }
    )
    assert hold(scenario, engine, complete=True).parting is None


def test_what_it_does_not_play_it_says(engine) -> None:
    """Such a scenario counts neither way."""
    scenario = scenario_from_dict(
        {
            "title": "A frog",
            "rulebook": "sorcery-2026-01",
            "players": ["you"],
            "play": [{"you": "Frog as X at 3"}],
        }
    )
    with pytest.raises(NotPlayed, match="not played: the card Frog"):
        hold(scenario, engine)
