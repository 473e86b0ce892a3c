"""What goes where a command takes a scenario: a path, a short name, standard input."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from layerlaw.model.finding.scenarios import scenario_called
from layerlaw.model.places import shipped_folder
from layerlaw.model.shipped import shipped_scenarios
from layerlaw.solver.shell.cli.main import group
from layerlaw.solver.shell.cli.scenario_files import SCENARIO_PATH

if TYPE_CHECKING:
    from conftest import Run

KINGS = scenario_called("two-kings")


@pytest.fixture
def typed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two Kings on standard input."""
    raw = io.BytesIO(KINGS.read_bytes())
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(raw, encoding="utf-8"))


@pytest.mark.sample(4)
@pytest.mark.parametrize(
    "command",
    [
        ["solve"],
        ["solve", "--json"],
        ["why", "F.power"],
        ["may", "F", "attack", "G"],
        ["orders"],
        ["what-if", "--timestamps-only"],
        ["check", "-v"],
        ["sweep"],
        ["coverage", "sorcery-2026-01"],
        ["shrink", "--rulebook", "sorcery-2026-07"],
        ["format"],
        ["format", "--diff"],
    ],
    ids=lambda command: command[0],
)
@pytest.mark.usefixtures("typed")
def test_a_short_name_and_standard_input_are_as_good_as_the_path(
    run: Run, command: list[str]
) -> None:
    """Every command that takes a scenario prints the same for all three."""
    name, *rest = command
    book = [rest.pop(0)] if name == "coverage" else []
    path, short, typed = (
        run(name, *book, file, *rest, "--no-color") for file in (str(KINGS), "two-kings", "-")
    )
    assert path == short
    assert typed.code == path.code
    named = path.out.replace(str(KINGS), "<stdin>").replace(KINGS.name, "<stdin>")
    assert typed.out.split() == named.split()


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["scenario", "cards", "rulebook"])
def test_lint_and_format_read_any_file_from_standard_input(
    run: Run, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    """What is shipped is found as it should be; a slip has its line under the name <stdin>."""
    named = {"cards": "cards/sorcery.yaml", "rulebook": "rulebooks/sorcery-2026-07.yaml"}
    path = shipped_folder() / named[kind] if kind in named else KINGS
    text = path.read_text(encoding="utf-8")

    def typed(text: str) -> None:
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(text.encode())))

    typed(text)
    assert run("lint", "-", "--strict").out == run("lint", str(path), "--strict").out
    typed(text)
    ran = run("format", "-")
    assert ran == run("format", str(path))
    typed(f"{text}nonsense: 3\n")
    ran = run("lint", "-")
    assert ran.code == 1
    assert ran.out.startswith("<stdin>:")
    typed(f"{text}nonsense: 3\n")
    ran = run("format", "-")
    assert ran.code == 2
    assert ran.err.startswith("<stdin>:")


def test_format_does_not_write_standard_input(run: Run) -> None:
    """There is no file that it could be written to."""
    ran = run("format", "-", "--write")
    assert ran.code == 2
    assert "standard input is none" in ran.err


def test_a_certificate_is_verified_from_standard_input(
    run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """As from its file; what is none is told under the name <stdin>."""
    file = tmp_path / "cert.json"
    assert run("solve", str(KINGS), "--certificate", str(file)).code == 0
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(file.read_bytes())))
    assert run("verify", "-") == run("verify", str(file))
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"[]")))
    ran = run("verify", "-")
    assert ran.code == 2
    assert ran.err.startswith("<stdin>:1:1:")


@pytest.mark.usefixtures("typed")
def test_standard_input_is_read_once_for_several_rulebooks(run: Run) -> None:
    """Side by side, although there is nothing more to read the second time."""
    ran = run("solve", "-", "--rulebook", "sorcery-2026-01,sorcery-2026-07", "--no-color")
    assert ran.code == 0
    assert "sorcery-2026-07: nothing dies" in ran.out


def test_what_is_wrong_on_standard_input_has_its_line(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As in a file, under the name <stdin>; text that is not UTF-8 too."""
    text = KINGS.read_text(encoding="utf-8").replace("Foot Soldier as F", "Foot Soldir as F")
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
    number = next(n for n, line in enumerate(text.splitlines(), 1) if "Soldir" in line)
    ran = run("solve", "-")
    assert ran.code == 2
    assert ran.err.startswith(f"<stdin>:{number}:")
    assert "did you mean 'Foot Soldier'?" in ran.err
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"title: \xff")))
    ran = run("check", "-")
    assert (ran.code, "<stdin>:1:8: the file is not UTF-8" in ran.out) == (2, True)


def test_a_file_goes_before_a_shipped_name(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who has a file or folder called two-kings means that."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "two-kings").write_text("title: mine", encoding="utf-8")
    ran = run("solve", "two-kings")
    assert (ran.code, ran.err.splitlines()[0]) == (
        2,
        "two-kings:1:1: a scenario needs the key 'rulebook'",
    )


def test_an_unknown_name_gets_candidates(run: Run) -> None:
    """And what looks like a file is looked for as one."""
    ran = run("solve", "two-king")
    assert (ran.code, "did you mean 'two-kings'?" in ran.err) == (2, True)
    assert "there is no such file" in run("solve", "two-king.scenario.yaml").err


def test_names_are_completed_where_no_file_begins_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Shells ask for what begins with the letters typed."""
    monkeypatch.chdir(tmp_path)
    solve = group.get_command(group.make_context("layerlaw", ["demo"]), "solve")
    assert solve is not None
    context, file = solve.make_context("solve", ["two-kings"]), solve.params[0]
    found = [item.value for item in SCENARIO_PATH.shell_complete(context, file, "two-ki")]
    assert "two-kings" in found
    (tmp_path / "two-kinds.yaml").touch()
    (item,) = SCENARIO_PATH.shell_complete(context, file, "two-ki")
    assert item.type == "file"


def test_scenarios_are_listed_by_game_with_titles(run: Run) -> None:
    """And not by path, unless asked; as JSON with cards and clauses."""
    ran = run("scenarios", "two", "kings", "sorcery-2026-01", "--no-color")
    assert "Sorcery: Contested Realm" in ran.out
    assert "two-kings " in ran.out and "Two Kings of the Realm" in ran.out
    assert str(KINGS) not in ran.out
    assert run("scenarios", "--paths").out.splitlines() == [str(p) for p in shipped_scenarios()]
    document = json.loads(run("scenarios", "two-kings", "--json").out)
    assert document["scenarios"][0]["path"] == str(KINGS)
    ran = run("scenarios", "two-kngs")
    assert (ran.code, "did you mean 'two-kings'?" in ran.err) == (2, True)
