"""Playing a history costs each event about the same, however much stands on the table."""

from __future__ import annotations

import sys
from dataclasses import replace
from types import FrameType
from typing import Any

import pytest

from layerlaw.model.scenarios.events import Play
from layerlaw.model.scenarios.load import loads_scenario
from layerlaw.model.scenarios.scenario import Scenario
from layerlaw.solver.play.history import History

CARDS = """
cards:
  Plain: {is: [minion], power: 1}
  Anthem: {is: [minion], power: 1, has: ["other minions: power += 1 as long as self is nearby it"]}
  Spell: {is: [magic], resolves: ["target: power += 1 until end of turn"]}
"""
KINDS = {
    "plays": ["you: Anthem as A{n} at 3", "me: Plain as B{n} at 4"],
    "leaves": ["you: Plain as A{n} at 3", "leave: A{n}"],
    "moves": ["you: Plain as A{n} at 3", "move: A{n} to 5"],
    "turns": ["you: Plain as A{n} at 3", "turn: me"],
    "spells": ["you: Plain as A{n} at 3", "you: Spell as S{n} on A{n}"],
}


def scenario(kind: str, count: int) -> Scenario:
    """So many pairs of events of that kind."""
    lines = [f"  - {line.format(n=n)}" for n in range(count) for line in KINDS[kind]]
    head = "title: T\nrulebook: sorcery-2026-01\nplayers: [you, me]\nactive: you"
    return loads_scenario(head + CARDS + "play:\n" + "\n".join(lines) + "\n")


def steps(played: Scenario) -> int:
    """How many steps of the interpreter the history takes: the same on every machine."""
    counted = 0

    def trace(frame: FrameType, event: str, argument: Any) -> Any:
        nonlocal counted
        frame.f_trace_opcodes = True
        frame.f_trace_lines = False
        counted += event == "opcode"
        return trace

    history = History(played)
    before = sys.gettrace()
    sys.settrace(trace)
    try:
        for _ in history.play():
            pass
    finally:
        sys.settrace(before)
    return counted


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_twice_the_events_take_about_twice_the_steps(kind: str) -> None:
    """Plays, departures, moves, turns and spells: no event goes through all that stands."""
    # What the first events alone find out is left out.
    first, second, third = (steps(scenario(kind, n)) for n in (20, 40, 60))
    assert (third - second) < 1.15 * (second - first)


@pytest.mark.slow
def test_ten_thousand_plays_made_without_a_file() -> None:
    """A scenario of dataclasses is played to its end, every event once."""
    small = scenario("plays", 1)
    play = tuple(
        replace(event, id=f"{event.id}{n}")
        for n in range(5000)
        for event in small.play
        if isinstance(event, Play)
    )
    history = History(replace(small, play=play))
    assert sum(1 for _ in history.play()) == 10_000
    assert len(history.table.things) == 10_000
