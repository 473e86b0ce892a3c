"""`layerlaw property`: what it prints, saves and refuses, and its exit codes."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from layerlaw.model.scenarios.load import load_scenario
from layerlaw.solver.answer.expectations import judge_all
from layerlaw.solver.shell.cli.main import main

Run = Callable[..., Any]

BOOK = "sorcery-2026-01"
KINGS = 'always: order does not matter for "King of the Realm", "King of the Realm"'


def ran(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    """The exit code, and what stands on standard output and error."""
    with pytest.raises(SystemExit) as end:
        main(["property", *arguments])
    code = end.value.code
    assert isinstance(code, int)
    out, err = capsys.readouterr()
    return code, out, err


@pytest.fixture(autouse=True)
def wide(monkeypatch: pytest.MonkeyPatch) -> None:
    """A terminal in which no line is broken."""
    monkeypatch.setenv("COLUMNS", "400")


@pytest.mark.slow
def test_a_failure_is_shown_with_objects_and_values(capsys: pytest.CaptureFixture[str]) -> None:
    """The card, of which object it fails, and what is true of it; exit code 1."""
    code, out, _ = ran(capsys, BOOK, "never: minions with power > 5", "--n", "1")
    assert code == 1
    assert "1. Fails: never: minions with power > 5" in out
    assert "Great Old One" in out
    assert "power of C1 is 16" in out


def test_both_orders_are_saved_and_play(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Each expects who controls the Kings in the end."""
    code, out, _ = ran(capsys, BOOK, KINGS, "--save", str(tmp_path / "boards"))
    assert code == 1
    files = sorted((tmp_path / "boards").iterdir())
    assert len(files) == 2
    assert all(str(file) in out for file in files)
    for file in files:
        judged = judge_all(load_scenario(file))
        assert judged.fulfilled
        assert any("controller of King1" in each.expected.text for each in judged.outcomes)


def test_the_json_has_the_boards(capsys: pytest.CaptureFixture[str]) -> None:
    """As scenarios, with what each order comes to."""
    _, out, _ = ran(capsys, BOOK, KINGS, "--json")
    report = json.loads(out)
    assert report["kind"] == "properties"
    assert report["summary"] == {"fails": 1, "never tested": 0, "holds": 0, "proved": 0}
    (shown,) = report["properties"]
    assert shown["status"] == "fails"
    assert len(shown["fails"]["boards"]) == len(shown["fails"]["sides"]) == 2
    assert shown["proof"] is None


@pytest.mark.slow
def test_a_proof_says_what_it_rests_on(capsys: pytest.CaptureFixture[str]) -> None:
    """And exit code 0, because it holds."""
    code, out, _ = ran(capsys, BOOK, "always: silenced objects have no abilities", "--n", "1")
    assert code == 0
    assert "Proved: always: silenced objects have no abilities" in out
    assert "The proof rests on this" in out
    assert "SORC-LOSE-1" in out


def test_a_mistake_is_told_with_its_place(capsys: pytest.CaptureFixture[str]) -> None:
    """The number of the property, the column, a suggestion; exit code 2."""
    code, out, err = ran(capsys, BOOK, "never: mortals", "never: minionz")
    assert (code, out) == (2, "")
    assert "property 2:1:8: unknown noun 'minionz'" in err
    assert "did you mean 'minion'?" in err


@pytest.mark.slow
def test_a_file_is_read(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Its properties come behind those of the command line, with titles and clauses."""
    file = tmp_path / "mine.yaml"
    file.write_text(
        "- title: No big ones\n  never: minions with power > 5\n  because: [SORC-PWR-1]\n",
        encoding="utf-8",
    )
    code, out, _ = ran(capsys, BOOK, "never: mortals", "--file", str(file), "--n", "1")
    assert code == 1
    assert "1. Fails: never: mortals" in out
    assert "2. Fails: No big ones" in out
    assert "SORC-PWR-1" in out


def test_a_malformed_file_is_told_by_line_and_column(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """Nothing is played then."""
    file = tmp_path / "mine.yaml"
    file.write_text("- never: minions with powr > 5\n", encoding="utf-8")
    code, _, err = ran(capsys, BOOK, "--file", str(file))
    assert code == 2
    assert f"{file}:1:23: " in err


def test_nothing_asked_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    """There has to be a property or a file."""
    code, _, err = ran(capsys, BOOK)
    assert code == 2
    assert "name a property" in err
