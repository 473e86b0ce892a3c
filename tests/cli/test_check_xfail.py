"""`check`, sweeps and coverage where expectations are marked as known to fail."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from layerlaw.model.scenarios.load import load_scenario
from layerlaw.solver.answer.expectations import judge_all
from layerlaw.solver.documents.coverage.exercise import ExercisedScenario, exercise
from layerlaw.solver.games.sweeps.summary import SummaryTask

KING = """\
title: A King
rulebook: sorcery-2026-01
players: [you]
play:
  - you: Foot Soldier as F at 3
  - you: King of the Realm as K at 8
expect:
  - power of F is 2
  - {xfail: power of F is %s, reason: the King is ill}
"""


@pytest.fixture
def ill(tmp_path: Path) -> Path:
    """A file whose mark is right: what it marks does fail."""
    file = tmp_path / "ill.scenario.yaml"
    file.write_text(KING % 1, encoding="utf-8", newline="\n")
    return file


@pytest.fixture
def well(tmp_path: Path) -> Path:
    """A file whose mark is wrong by now: what it marks holds."""
    file = tmp_path / "well.scenario.yaml"
    file.write_text(KING % 2, encoding="utf-8", newline="\n")
    return file


def test_what_fails_as_marked_is_fine(ill: Path, run: Callable[..., Any]) -> None:
    """The check passes, and shows the expectation with its reason."""
    found = run("check", "-v", str(ill))
    assert found.code == 0
    assert "known to fail  power of F is 1" in found.out
    assert "found     power of F is 2" in found.out
    assert "because   the King is ill" in found.out
    assert "1 passed, 0 failed (2 expectations, 1 known to fail)" in found.out


def test_what_holds_although_marked_is_a_failure(well: Path, run: Callable[..., Any]) -> None:
    """The check fails and says which mark has to go."""
    found = run("check", str(well))
    assert found.code == 1
    assert "power of F is 2" in found.out
    assert "holds although marked xfail: the King is ill" in found.out


def test_json_tells_the_mark(ill: Path, run: Callable[..., Any]) -> None:
    """Each expectation says whether it is fulfilled, and why it is known not to be."""
    found = run("check", "--json", str(ill))
    (case,) = json.loads(found.out)["cases"]
    assert case["passed"]
    assert [(one["fulfilled"], one["xfail"]) for one in case["expectations"]] == [
        (True, None),
        (False, "the King is ill"),
    ]


def test_sweeps_and_coverage_judge_alike(ill: Path, well: Path) -> None:
    """What is as it was marked counts as held everywhere, and what is not as failed."""
    for file, right in ((ill, True), (well, False)):
        scenario = load_scenario(file)
        assert judge_all(scenario).fulfilled is right
        expectations = SummaryTask()(scenario)["expectations"]
        assert isinstance(expectations, dict)
        assert (expectations["failed"] == []) is right
        settled = replace(scenario, rulebook=scenario.rulebook.settled({}))
        failed = exercise(ExercisedScenario(file.name, settled, ())).trouble
        assert (failed == "") is right
        assert right or "xfail: power of F is 2" in failed
