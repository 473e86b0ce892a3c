"""What an ability would do whoever has it: what is said to be the same for all is the same."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from comparing import confirmed
from layerlaw.model import load_scenario, loads_scenario
from layerlaw.model.shipped import shipped_scenarios
from layerlaw.solver import solve
from layerlaw.solver.certificate.replay.board import FIXED, ReplayBoard
from layerlaw.solver.certificate.replay.effects import ReplayEffects
from layerlaw.solver.certificate.replay.parts import passing_by
from layerlaw.solver.certificate.replay.replay import replayed

STEP = 4
"""Of the shipped scenarios so many are passed over for each that is looked at."""


def real_boards() -> Iterator[tuple[Path, ReplayEffects, ReplayBoard]]:
    """Shipped scenarios, their effects, and the last board, where nothing on it is fixed."""
    for path in shipped_scenarios()[::STEP]:
        facts = solve(load_scenario(path)).facts
        if facts.answers is not None:
            continue
        effects, board = replayed(facts)
        effects.kept = {}
        if FIXED not in board.columns:
            yield path, effects, board


@pytest.mark.slow
def test_parts_of_one_kind_do_the_same() -> None:
    """On real boards, had by any object that is there."""
    compared = 0
    for path, effects, board in real_boards():
        for effect in [*effects._static.values()]:
            for number, part in effects.parts(effect).items():
                if effects.kind(part) is None or effect.instance is None:
                    continue
                for holder in effects.table.things:
                    other = effects.parts(effects.static(effect.instance, holder))[number]
                    assert effects.look(part, board) == effects.look(other, board), (path, part.id)
                    compared += 1
    assert compared > 500


@pytest.mark.slow
def test_parts_that_pass_by_their_source_do_the_same_to_all_others() -> None:
    """On real boards, had by any object that is there: one look tells of each what it would do."""
    compared = passed = 0
    for path, effects, board in real_boards():
        for effect in [*effects._static.values()]:
            for number, part in effects.parts(effect).items():
                if effects.kind_of_others(part) is None or effect.instance is None:
                    continue
                seen = effects.look_of_nobody(part, board)
                for holder, place in effects.table.index.items():
                    other = effects.parts(effects.static(effect.instance, holder))[number]
                    right = effects.look(other, board)
                    found = passing_by(seen, other.steps, 1 << place)
                    assert found == right, (path, part.id)
                    assert [one.reach for one in found] == [one.reach for one in right]
                    compared += 1
                    passed += found != seen
    assert compared > 100
    assert passed > 20


@pytest.mark.parametrize(
    "says",
    [
        "other minions: power += 1; other objects: power += 2",
        "other objects: power += 2; other minions: power += 1",
        "other objects: power += 2; minions: power += 1",
    ],
)
def test_what_is_said_of_other_objects_passes_by_the_source(says: str) -> None:
    """Of two minions that say it, each gets what the other one says, whatever else both say."""
    answer = confirmed(
        loads_scenario(
            f"""
title: Two heralds
rulebook: sorcery-2026-07
players: [you, me]
cards:
  Herald: {{is: [minion], power: 1, has: ["{says}"]}}
play:
  - you: Herald as A at 3
  - you: Herald as B at 4
"""
        )
    )
    own = says.count("; minions")
    assert answer.value("A", "power") == answer.value("B", "power") == 4 + own
