"""`layerlaw coverage`: what it prints, its JSON and Markdown, its messages and exit codes."""

from __future__ import annotations

import json
from pathlib import Path

import click
import pytest

from layerlaw.model.errors import LayerlawError
from layerlaw.model.shipped import shipped_rulebook, shipped_scenarios
from layerlaw.solver.shell.cli.coverage_command import coverage

SORCERY = "sorcery-2026-01"
FILES = {path.name.split(".")[0]: str(path) for path in shipped_scenarios()}
BOARDS = (FILES["silver-rule"], FILES["several-of-one-spell"])


@pytest.fixture(autouse=True)
def wide(monkeypatch: pytest.MonkeyPatch) -> None:
    """A terminal in which no line is broken."""
    monkeypatch.setenv("COLUMNS", "300")


def run(*arguments: str) -> int:
    """The exit code of the command."""
    code = coverage.main(args=[SORCERY, *arguments], standalone_mode=False)
    assert isinstance(code, int)
    return code


@pytest.mark.slow
def test_table_shows_what_is_cited_used_and_noticed(capsys: pytest.CaptureFixture[str]) -> None:
    """Every clause has a line; what no scenario uses and what none would miss follow."""
    assert run(*BOARDS, "--mutate") == 0
    out = capsys.readouterr().out
    rows = {words[0]: words[1:] for line in out.splitlines() if (words := line.split())}
    book = shipped_rulebook(SORCERY)
    assert {*book.clauses, *book.points} <= rows.keys()
    assert rows["SORC-SILV-1"] == ["1", "1", "3", "of", "3"]
    assert rows["SORC-OPEN-SEVERAL"] == ["1", "1", "1", "of", "1"]
    assert "Clauses that no scenario's answer rests on" in out
    assert "SORC-GOLD-1 (nor cited): The dependency rule" in out
    assert "Clauses that would not be missed if changed" in out
    assert "several is 'reverse' instead of 'printed order': several-of-one-spell" in out


def test_without_mutate_nothing_is_changed(capsys: pytest.CaptureFixture[str]) -> None:
    """Coverage alone says nothing of changes."""
    assert run(FILES["silver-rule"]) == 0
    out = capsys.readouterr().out
    assert "1 scenario in 1 order or reading" in out
    assert "missed" not in out


@pytest.mark.slow
def test_json_is_the_same_on_every_run(capsys: pytest.CaptureFixture[str]) -> None:
    """Every clause and mutant stands in it, with the scenarios by name."""
    arguments = (*BOARDS, "--mutate", "--limit", "40", "--json")
    assert run(*arguments) == 0
    text = capsys.readouterr().out
    document = json.loads(text)
    assert (document["schema"], document["kind"]) == ("layerlaw/1", "coverage")
    assert document["scenarios"] == ["silver-rule", "several-of-one-spell"]
    assert document["complete"] is False
    by_id = {one["id"]: one for one in document["clauses"]}
    assert by_id["SORC-SILV-1"]["used by"] == ["silver-rule"]
    found = document["mutation"]
    assert len(found["mutants"]) == 40 < found["total"]
    noticed = {one["id"]: one["noticed by"] for one in found["mutants"]}
    assert noticed["policy several = reverse"] == ["several-of-one-spell"]
    assert "SORC-OPEN-SET" in found["would not be missed"]
    assert run(*arguments) == 0
    assert capsys.readouterr().out == text


def test_markdown_has_headings_and_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    """For an issue tracker."""
    assert run(FILES["silver-rule"], "--markdown") == 0
    out = capsys.readouterr().out
    assert out.startswith("# Clause coverage of Sorcery")
    assert "| SORC-SILV-1 | 1 | 1 |" in out


def test_interrupt_shows_what_was_found(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Interrupted, it ends with 130 and a report of the mutants looked at."""

    def interrupted(*arguments: object, **more: object) -> object:
        raise KeyboardInterrupt

    monkeypatch.setattr("layerlaw.solver.documents.coverage.mutation.examine", interrupted)
    assert run(FILES["silver-rule"], "--mutate") == 130
    assert "were tried (interrupted)" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((FILES["two-kings"], "--json", "--markdown"), "two forms"),
        ((FILES["two-kings"], "--limit", "3"), "--mutate"),
        ((FILES["2021-mutual-silence"],), "none of the scenarios is of the rulebook"),
    ],
)
def test_bad_input_is_one_message(arguments: tuple[str, ...], message: str) -> None:
    """What cannot be done is said in a sentence."""
    with pytest.raises(LayerlawError, match=message):
        run(*arguments)


def test_folder_without_scenarios_is_bad_input(tmp_path: Path) -> None:
    """A folder that holds none, and a limit of nothing."""
    with pytest.raises(LayerlawError, match="holds no file"):
        run(str(tmp_path))
    with pytest.raises(click.BadParameter):
        run("--mutate", "--limit", "0")
