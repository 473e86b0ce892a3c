"""Only the latest answers hold their runs; older ones are run again, and say the same."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from layerlaw import load_scenario, shipped_scenarios, solve
from layerlaw.model import algebra as a
from layerlaw.solver import Answer, certificate_of, derive, why
from layerlaw.solver.board.columns import PERMISSIONS
from layerlaw.solver.derivation import course
from layerlaw.solver.derivation import derive as module
from layerlaw.solver.layers.machine import LayerMachine
from layerlaw.solver.layers.procedure import NO_SHORT_CUTS, ShortCuts
from situations import CREATURES, answer, line, plus, rulebook, thing


def all_of(one: Answer) -> tuple[object, ...]:
    """What an answer says, the end first."""
    return one.final, one.layers, one.fates, one.late, one.facts.effects


def board(power: int) -> Answer:
    """Two that are changed, and one that can't attack, in a layer that waits."""
    cant = line(CREATURES, a.Permission(False, "attack"))
    things = (thing("A", line(CREATURES, plus(1)), cant, power=power), thing("B", power=power))
    return answer(rulebook(), *things)


def test_the_latest_hold_their_runs_and_no_others() -> None:
    """So many as `LATEST` says; what was looked at counts as late."""
    kept = [board(power) for power in range(course.LATEST + 4)]
    for one in kept:
        assert one.runs
    held = [one.course._runs is not None for one in kept]
    assert held == [False] * 4 + [True] * course.LATEST
    assert kept[1].value("B", "power") == 2
    assert kept[1].course._runs is None, "the end is there without any run"
    assert kept[0].runs
    held = [one.course._runs is not None for one in kept]
    assert held == [True] + [False] * 4 + [True] * (course.LATEST - 1)


def test_many_turns_are_held_of_the_latest_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """What was looked at counts as late, and the latest is held however many turns it has."""
    monkeypatch.setattr(course, "MOST_TURNS", 1)
    first, second = board(1), board(2)
    assert first.runs
    assert second.course._runs is None
    for _ in range(2):
        assert second.runs
        assert second.course._runs is not None
        assert first.course._runs is None


def test_an_end_that_nobody_looked_at_is_worked_out_later() -> None:
    """What can be done is marked in a layer that waited as the runs were let go."""
    oldest = board(0)
    others = [board(power) for power in range(course.LATEST)]
    assert oldest.course._runs is None
    assert others[0].runs
    assert oldest.end.column(PERMISSIONS) == others[0].end.column(PERMISSIONS) != {}


@pytest.mark.sample(14)
@pytest.mark.parametrize("path", shipped_scenarios()[::9], ids=lambda path: path.stem)
def test_shipped_answers_say_the_same(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where no runs are held at all, records, explanations and certificates are as ever."""
    scenario = load_scenario(path)
    now = solve(scenario)
    monkeypatch.setattr(course, "LATEST", 0)
    again = solve(scenario)
    assert all_of(again) == all_of(now)
    assert again.end.columns == now.end.columns
    for here, there in zip(again.states, now.states, strict=True):
        for cell in [*here.final][:40]:
            assert why(here, *cell) == why(there, *cell)
    verdict = certificate_of(again).check()
    assert verdict.ok, verdict.failures


def test_short_cuts_are_those_of_before(monkeypatch: pytest.MonkeyPatch) -> None:
    """An answer without short cuts is run again without them."""
    taken: list[ShortCuts] = []

    class Watched(LayerMachine):
        def __init__(self, *args: Any, short_cuts: ShortCuts, **more: Any) -> None:
            taken.append(short_cuts)
            super().__init__(*args, short_cuts=short_cuts, **more)

    situation = board(1).situation
    monkeypatch.setattr(course, "LATEST", 0)
    slowly = derive(situation, prune=False)
    monkeypatch.setattr(module, "LayerMachine", Watched)
    assert slowly.runs
    assert taken
    assert {*taken} == {NO_SHORT_CUTS}
