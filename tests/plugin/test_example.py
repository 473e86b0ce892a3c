"""The example projects of an engine's developer do what their READMEs say."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import pytest

from layerlaw.model import load_scenario, loads_scenario
from layerlaw.solver.shell.engines.command import EngineCommand
from layerlaw.solver.shell.engines.engine import EngineError
from layerlaw.solver.shell.engines.holding import hold

ENGINE = Path(__file__).parents[2] / "examples" / "engine"
Run = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture(scope="module")
def copied(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The example, as somebody has it who copied it."""
    folder = tmp_path_factory.mktemp("example") / "engine"
    leave = shutil.ignore_patterns("__pycache__", ".pytest_cache", ".ruff_cache")
    shutil.copytree(ENGINE, folder, ignore=leave)
    return folder


@pytest.mark.slow
def test_the_example_passes_but_for_what_it_marks(copied: Path, run_pytest: Run) -> None:
    """All its tests pass, and its two known shortcomings are told with their reasons."""
    found = run_pytest(copied, "-p", "no:xdist", "--junitxml=report.xml")
    assert found.returncode == 0, found.stdout + found.stderr
    cases = list(ElementTree.parse(copied / "report.xml").iter("testcase"))
    skipped = {
        case.get("name"): mark.get("message") for case in cases for mark in case.iter("skipped")
    }
    assert skipped == {
        "F is a beast": "at our table the oldest effect goes first, whatever depends on it",
        "test_a_gravedigger_before_a_beastlord": "no dependencies yet: issue 12",
    }
    files = {str(case.get("classname")).split(".")[1] for case in cases}
    assert files == {"full-table", "graves", "test_engine", "two-kings"}
    assert len(cases) == 18


def test_the_engine_is_a_program_too(copied: Path) -> None:
    """Given a scenario as JSON, `engine.py` prints a state in our form, or says why it cannot."""
    scenario = load_scenario(copied / "tests" / "full-table.scenario.yaml")
    engine = EngineCommand((sys.executable, str(copied / "engine.py")))
    parting = hold(scenario, engine).parting
    assert parting is not None
    found = parting.differences
    assert [(one.object, one.characteristic) for one in found] == [
        (id, "subtypes") for id in ("F", "K1", "K2", "S")
    ]
    unknown = loads_scenario(
        "title: t\nrulebook: sorcery-2026-01\nplayers: [you]\nplay:\n  - you: Frog as X at 3\n"
    )
    with pytest.raises(EngineError, match="does not know this event: you: Frog as X"):
        engine.states(unknown)


@pytest.mark.slow
def test_its_shortcoming_is_told_with_the_steps(copied: Path, run_pytest: Run) -> None:
    """Without the mark the test shows what differs and why, by the path of the scenario."""
    found = run_pytest(copied, "-p", "no:xdist", "--runxfail", "-k", "gravedigger_before")
    assert re.search(r"E +F +subtypes +\{undead\} +\{beast\}\n", found.stdout)
    assert "goes before G.1, which is older: it waits for B.1 (SORC-DEP-3" in found.stdout
    assert "F.subtypes" in found.stdout
    assert "solver/testing" not in found.stdout


@pytest.mark.slow
def test_logs_are_replayed(tmp_path: Path, run_pytest: Run) -> None:
    """The other example finds its engine right, and each seeded fault at the event it comes up."""
    folder = tmp_path / "event_log"
    leave = shutil.ignore_patterns("__pycache__", ".pytest_cache", ".ruff_cache")
    shutil.copytree(ENGINE.parent / "event_log", folder, ignore=leave)
    found = run_pytest(folder, "-p", "no:xdist")
    assert found.returncode == 0, found.stdout + found.stderr
    assert "4 passed" in found.stdout


@pytest.mark.slow
def test_an_engine_reads_lines(tmp_path: Path, run_pytest: Run) -> None:
    """The third example is right about its cards, in one process, and says what it lacks."""
    folder = tmp_path / "json_lines"
    leave = shutil.ignore_patterns("__pycache__", ".pytest_cache", ".ruff_cache")
    shutil.copytree(ENGINE.parent / "json_lines", folder, ignore=leave)
    found = run_pytest(folder, "-p", "no:xdist")
    assert found.returncode == 0, found.stdout + found.stderr
    assert "8 passed" in found.stdout
