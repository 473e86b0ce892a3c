"""What an ability would do whoever has it: what is said to be the same for all is the same."""

from __future__ import annotations

import pytest

from layerlaw.model import load_scenario
from layerlaw.model.shipped import shipped_scenarios
from layerlaw.solver import solve
from layerlaw.solver.certificate.replay.board import FIXED
from layerlaw.solver.certificate.replay.replay import replayed

STEP = 4
"""Of the shipped scenarios so many are passed over for each that is looked at."""


@pytest.mark.slow
def test_parts_of_one_kind_do_the_same() -> None:
    """On real boards, had by any object that is there."""
    compared = 0
    for path in shipped_scenarios()[::STEP]:
        facts = solve(load_scenario(path)).facts
        if facts.answers is not None:
            continue
        effects, board = replayed(facts)
        effects.kept = {}
        if FIXED in board.columns:
            continue
        for effect in [*effects._static.values()]:
            for number, part in effects.parts(effect).items():
                if effects.kind(part) is None or effect.instance is None:
                    continue
                for holder in effects.table.things:
                    other = effects.parts(effects.static(effect.instance, holder))[number]
                    assert effects.look(part, board) == effects.look(other, board), (path, part.id)
                    compared += 1
    assert compared > 500
