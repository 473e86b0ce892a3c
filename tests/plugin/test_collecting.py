"""The plugin in a project that has its own `model.py` and `solver.py`: what users see."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import pytest

Run = Callable[..., subprocess.CompletedProcess[str]]

KINGS = """\
title: Two Kings of the Realm
rulebook: sorcery-2026-01
because: [SORC-LAYER-3]
players: [you, me]
play:
  - you: Foot Soldier as F at 3
  - expect: [F is a mortal]
  - you: King of the Realm as K1 at 8
  - me: King of the Realm as K2 at 12
expect:
  - F is a mortal
  - controller of K2 is me
  - layer control: K1 before K2, loop [K1, K2]
  - {xfail: power of F is 9, reason: not before autumn}
  - {xfail: power of F is 3, reason: somebody thought so}
also:
  - order: [K2, K1]
    because: [SORC-TS-0]
    readings: {SORC-OPEN-TEST: result}
    expect:
      - controller of K1 is me
"""
BROKEN = KINGS.replace("King of the Realm as K1", "King of the Reaml as K1")
IMPOSSIBLE = """\
title: A soldier who is dead already
rulebook: sorcery-2026-01
players: [you]
play:
  - you: Foot Soldier as F at 3
  - damage: F 1
  - damage: F 1
"""
# Solving is counted, and forbidden where a test says so.
CONFTEST = """\
import os
from pathlib import Path

from layerlaw.solver.answer import expectations
from layerlaw.solver.shell.testing import collected

real = expectations.judge_all


def counted(scenario, **more):
    with Path(f"solved-{os.getpid()}.txt").open("a", encoding="utf-8") as file:
        file.write(scenario.title + "\\n")
    return real(scenario, **more)


collected.judge_all = counted
"""


def project(folder: Path) -> Path:
    """A repository of an engine: modules of its own at the top, scenarios below tests/."""
    files = {
        "model.py": "WHOSE = 'the model of the engine'\n",
        "solver.py": "import model\n\nWHOSE = model.WHOSE.replace('model', 'solver')\n",
        "conftest.py": CONFTEST,
        "pytest.ini": "[pytest]\ntestpaths = tests\npythonpath = .\naddopts = --strict-markers\n",
        "tests/kings.scenario.yaml": KINGS,
        "tests/broken.scenario.yaml": BROKEN,
        "tests/impossible.scenario.yaml": IMPOSSIBLE,
        "tests/test_own.py": (
            "import model\nimport solver\n\n\n"
            "def test_own():\n    assert solver.WHOSE == 'the solver of the engine'\n"
        ),
    }
    for name, text in files.items():
        file = folder / name
        file.parent.mkdir(exist_ok=True)
        file.write_text(text, encoding="utf-8", newline="\n")
    return folder


@pytest.fixture(scope="module")
def engine(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The project."""
    return project(tmp_path_factory.mktemp("engine"))


@pytest.fixture(scope="module")
def told(engine: Path, run_pytest: Run) -> str:
    """What pytest says about the whole project, and what it leaves in report.xml."""
    arguments = ("-p", "no:xdist", "-rA", "--continue-on-collection-errors")
    found = run_pytest(engine, *arguments, "--junitxml=report.xml")
    assert found.returncode == 1, found.stdout + found.stderr
    return found.stdout


def block(told: str, head: str) -> str:
    """What stands below a heading of pytest, up to the next one."""
    lines = told.split("\n")
    start = next(n for n, line in enumerate(lines) if line.strip("_ ") == head)
    heads = (n for n in range(start + 1, len(lines)) if lines[n].startswith(("___", "===")))
    return "\n".join(lines[start : next(heads)])


@pytest.mark.slow
def test_every_expectation_is_a_test(told: str) -> None:
    """Each expectation of each order has a test with a readable name, and so has each case."""
    summary = told.split("short test summary info")[1]
    got = {
        tuple(line.split(" - ")[0].split(" ", 1))
        for line in summary.split("\n")
        if "yaml::" in line
    }
    kings, impossible = "tests/kings.scenario.yaml", "tests/impossible.scenario.yaml"
    other = f"{kings}::order K2 K1; SORC-OPEN-TEST result"
    assert got == {
        ("PASSED", f"{kings}::as written::after event 1: F is a mortal"),
        ("PASSED", f"{kings}::as written::F is a mortal"),
        ("FAILED", f"{kings}::as written::controller of K2 is me"),
        ("PASSED", f"{kings}::as written::layer control: K1 before K2"),
        ("PASSED", f"{kings}::as written::layer control: loop [K1, K2]"),
        ("XFAIL", f"{kings}::as written::power of F is 9"),
        ("FAILED", f"{kings}::as written::power of F is 3"),
        ("PASSED", f"{kings}::as written::certificate"),
        ("PASSED", f"{other}::controller of K1 is me"),
        ("PASSED", f"{other}::certificate"),
        ("FAILED", f"{impossible}::as written::certificate"),
    }
    assert "PASSED tests/test_own.py::test_own" in summary


@pytest.mark.slow
def test_a_failure_tells_the_steps(told: str) -> None:
    """Expected, found, the steps with their clauses, the place, and no line of a traceback."""
    text = block(told, "as written: controller of K2 is me")
    assert text.split("\n")[1:4] == [
        f"{Path('tests/kings.scenario.yaml')}:12: Two Kings of the Realm",
        "  expected  controller of K2 is me",
        "  found     controller of K2 is you",
    ]
    assert "  1. becomes you by K1.2\n       layer 3 control (SORC-LAYER-3)\n" in text
    assert "  SORC-DEP-5: " in text
    assert "layerlaw why" in text
    assert "K2.controller" in text
    assert "Traceback" not in told
    assert ".py:" not in text


@pytest.mark.slow
def test_an_xfail_is_strict(told: str) -> None:
    """What fails as marked is shown with its reason; what holds although marked is a failure."""
    assert "power of F is 9 - not before autumn" in told
    text = block(told, "as written: power of F is 3")
    assert "holds although marked xfail: power of F is 3" in text
    assert "somebody thought so" in text


@pytest.mark.slow
def test_a_file_that_does_not_load_is_an_error_of_collecting(told: str) -> None:
    """The message is that of `layerlaw check`, with its place and a suggestion."""
    text = block(told, "ERROR collecting tests/broken.scenario.yaml")
    place = f"{Path('tests/broken.scenario.yaml')}:8:10: "
    assert place + "unknown card 'King of the Reaml': did you mean 'King of the Realm'?" in text
    assert ".py" not in text


@pytest.mark.slow
def test_events_that_cannot_happen_fail_with_their_place(told: str) -> None:
    """A history without an answer fails the tests of its case, with line and column."""
    text = block(told, "as written: certificate")
    assert "there is no answer" in text
    assert f"{Path('tests/impossible.scenario.yaml')}:7:5: 'F' " in text


def test_junit_knows_rulebook_clauses_and_cards(told: str, engine: Path) -> None:
    """Each test of a scenario carries what it rests on into JUnit's report."""
    found = {
        (case.get("classname"), case.get("name")): {
            one.get("name"): one.get("value") for one in case.iter("property")
        }
        for case in ElementTree.parse(engine / "report.xml").iter("testcase")
    }
    classname = "tests.kings.scenario.yaml"
    written = found[f"{classname}.as written", "controller of K2 is me"]
    assert written == {
        "rulebook": "sorcery-2026-01",
        "clauses": "SORC-LAYER-3, SORC-OWN-1, SORC-TS-0, SORC-DEP-5",
        "cards": "Foot Soldier; King of the Realm",
    }
    other = found[f"{classname}.order K2 K1; SORC-OPEN-TEST result", "certificate"]
    assert other["readings"] == "SORC-OPEN-TEST=result"
    assert other["clauses"] == "SORC-TS-0"


def test_a_case_is_solved_once(told: str, engine: Path) -> None:
    """However many tests there are, each order is solved a single time."""
    (counted,) = engine.glob("solved-*.txt")
    titles = counted.read_text(encoding="utf-8").splitlines()
    assert len(titles) == len(set(titles)) == 3


@pytest.mark.slow
def test_failures_are_run_again_alone(told: str, engine: Path, run_pytest: Run) -> None:
    """`--lf` with modules imported by importlib: only what failed, by the same names."""
    arguments = ("-p", "no:xdist", "--import-mode=importlib", "--lf", "-rA", "-q")
    found = run_pytest(engine, *arguments, "tests/kings.scenario.yaml", "tests/test_own.py")
    assert "2 failed" in found.stdout
    assert "passed" not in found.stdout
    assert found.stdout.count("FAILED tests/kings.scenario.yaml::as written::") == 2


@pytest.mark.slow
def test_collecting_solves_nothing_and_selects_by_card_and_clause(
    tmp_path: Path, run_pytest: Run
) -> None:
    """`-k` knows cards and clauses as they are printed, with `_` for blanks."""
    project(tmp_path)
    arguments = ("-p", "no:xdist", "--collect-only", "-q", "tests/kings.scenario.yaml")
    found = run_pytest(tmp_path, *arguments, "-k", "Foot_Soldier and SORC-TS-0", "-m", "layerlaw")
    got = [line.split("::", 1)[1] for line in found.stdout.split("\n") if "::" in line]
    other = "order K2 K1; SORC-OPEN-TEST result"
    assert got == [f"{other}::controller of K1 is me", f"{other}::certificate"]
    assert not list(tmp_path.glob("solved-*.txt"))


@pytest.mark.slow
def test_two_workers_run_the_same_tests(tmp_path: Path, run_pytest: Run) -> None:
    """Under xdist the failures are told alike, and no worker solves an order twice."""
    project(tmp_path)
    arguments = ("-n", "2", "-o", "layerlaw_certificate=false", "tests/kings.scenario.yaml")
    found = run_pytest(tmp_path, *arguments)
    assert "2 failed, 5 passed, 1 xfailed" in found.stdout
    assert "  1. becomes you by K1.2\n       layer 3 control (SORC-LAYER-3)\n" in found.stdout
    assert "::controller of K2 is me - controller of K2 is you\n" in found.stdout
    for counted in tmp_path.glob("solved-*.txt"):
        titles = counted.read_text(encoding="utf-8").splitlines()
        assert len(titles) == len(set(titles))


@pytest.mark.slow
def test_names_certificates_and_the_rulebook_can_be_set(tmp_path: Path, run_pytest: Run) -> None:
    """Other names of files, no certificates, and a rulebook that stands in a file."""
    project(tmp_path)
    (tmp_path / "mine.yaml").write_text(
        "rulebook: mine\nbased on: sorcery-2026-01\n", encoding="utf-8", newline="\n"
    )
    (tmp_path / "tests/kings.board").write_text(KINGS, encoding="utf-8", newline="\n")
    settings = ("-o", "layerlaw_files=*.board", "-o", "layerlaw_certificate=false")
    arguments = ("-p", "no:xdist", "-rA", *settings, "--layerlaw-rulebook", "./mine.yaml")
    found = run_pytest(tmp_path, *arguments, "--junitxml=report.xml")
    # The order with readings of its own means nothing under another rulebook.
    assert "2 failed, 5 passed, 1 xfailed" in found.stdout
    assert "scenario.yaml" not in found.stdout
    assert "::certificate" not in found.stdout
    assert 'value="mine"' in (tmp_path / "report.xml").read_text(encoding="utf-8")
    assert "K2.controller --rulebook ./mine.yaml" in found.stdout


@pytest.mark.slow
def test_an_unknown_rulebook_is_said_at_once(tmp_path: Path, run_pytest: Run) -> None:
    """A wrong `--layerlaw-rulebook` is a mistake of usage with a suggestion, not of every file."""
    found = run_pytest(tmp_path, "--layerlaw-rulebook", "sorcery-2026-1")
    assert found.returncode == 4
    assert "did you mean 'sorcery-2026-01'?" in found.stderr
    assert "Traceback" not in found.stderr


@pytest.mark.slow
def test_the_plugin_can_be_left_out(tmp_path: Path, run_pytest: Run) -> None:
    """With `-p no:layerlaw` scenario files are no tests."""
    (tmp_path / "kings.scenario.yaml").write_text(KINGS, encoding="utf-8", newline="\n")
    found = run_pytest(tmp_path, "-p", "no:layerlaw", "--collect-only", "-q")
    assert found.returncode == 5
    assert "Kings" not in found.stdout


@pytest.mark.slow
def test_the_plugin_imports_nothing_large() -> None:
    """Where no scenario file is met the plugin costs next to nothing."""
    code = (
        "import pytest, sys\nbefore = set(sys.modules)\n"
        "import layerlaw.pytest_plugin\nprint(*sorted(set(sys.modules) - before))"
    )
    found = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, encoding="utf-8", check=True
    )
    loaded = found.stdout.split()
    assert "layerlaw.pytest_plugin" in loaded
    assert not {"lark", "networkx", "yaml", "z3"}.intersection(loaded)
    assert len([name for name in loaded if name.startswith("layerlaw")]) <= 8, loaded
