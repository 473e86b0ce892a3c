"""What Windows and macOS would stumble over, as far as that can be seen without them."""

from __future__ import annotations

import ast
import io
import json
import os
import re
import subprocess
import sys
import tomllib
import types
from collections.abc import Callable, Iterator
from pathlib import Path

import click
import pytest

from layerlaw.model import BadInput, LayerlawError, load_scenario
from layerlaw.model.shipped import shipped_cards, shipped_rulebook
from layerlaw.solver import solve
from layerlaw.solver.games.sweeps import pools
from layerlaw.solver.games.sweeps.ledger import Ledger
from layerlaw.solver.shell.cli import output, saving
from layerlaw.solver.shell.cli.main import main, written_in
from layerlaw.solver.shell.report.blocks import line
from layerlaw.solver.shell.report.whole_file import replaced

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("model", "solver", "fixtures")
FOLDERS = (*PACKAGES, "tests", "docs", "notebooks", "examples", "benchmarks", ".ci", ".github")
# On Windows these are devices, whatever stands behind the first dot.
DEVICE = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)(\.|$)", re.IGNORECASE)

KINGS = """title: Zwei Könige (二王)
rulebook: sorcery-2026-01
players: [you, me]
play:
  - you: Foot Soldier as F at 3
  - you: King of the Realm as K1 at 8
  - me: King of the Realm as K2 at 12
"""


def files(*folders: str) -> list[Path]:
    """The files of these folders that belong to the repository, without what running makes."""
    made = {"__pycache__", ".ipynb_checkpoints", ".pytest_cache", ".hypothesis"}
    return [
        path
        for folder in folders
        for path in sorted((ROOT / folder).rglob("*"))
        if path.is_file() and made.isdisjoint(path.parts)
    ]


def sources() -> Iterator[tuple[Path, ast.Module]]:
    """The modules of the packages that open files, parsed."""
    for path in files(*PACKAGES):
        text = path.read_text(encoding="utf-8") if path.suffix == ".py" else ""
        if re.search(r"open\(|_text\(", text):
            yield path.relative_to(ROOT), ast.parse(text)


# --- the files themselves ---------------------------------------------------------------------


def test_every_name_is_possible_on_every_system() -> None:
    """No reserved or forbidden name, none that differs by case only, none too long, no link."""
    names = [path.relative_to(ROOT).as_posix() for path in files(*FOLDERS)]
    assert len(names) > 500
    pieces = {piece for name in names for piece in name.split("/")}
    assert [piece for piece in pieces if DEVICE.match(piece)] == []
    assert [piece for piece in pieces if re.search(r'[<>:"|?*\\]|[ .]$|[^ -~]', piece)] == []
    assert len({name.casefold() for name in names}) == len(names)
    # In a virtual environment of somebody's home there are a hundred letters before them.
    assert [name for name in names if len(name) > 120] == []
    assert [name for name in names if (ROOT / name).is_symlink()] == []


def test_links_stand_in_one_folder_that_is_not_installed() -> None:
    """The links are for the type checker alone: no part of what is packed."""
    assert "prune .links" in (ROOT / "MANIFEST.in").read_text(encoding="utf-8").splitlines()
    assert (
        ".links"
        not in (ROOT / "pyproject.toml")
        .read_text(encoding="utf-8")
        .split("[tool.setuptools]", 1)[1]
        .split("[tool.pytest", 1)[0]
    )


def test_every_package_is_in_the_wheel() -> None:
    """Each folder of code has its line in pyproject.toml."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    shipped = set(project["tool"]["setuptools"]["packages"])
    for top in ("model", "solver"):
        for path in (ROOT / top).rglob("__init__.py"):
            folder = path.parent.relative_to(ROOT).parts
            if folder[:2] != ("solver", "entry"):
                assert ".".join(("layerlaw", *folder)) in shipped


def test_text_files_are_opened_as_utf_8() -> None:
    """Whoever opens a file as text names its encoding, and who writes one its line end."""
    opened, bad = 0, []
    for path, tree in sources():
        for call in (node for node in ast.walk(tree) if isinstance(node, ast.Call)):
            name = call.func.attr if isinstance(call.func, ast.Attribute) else ""
            name = call.func.id if isinstance(call.func, ast.Name) else name
            if name not in ("open", "read_text", "write_text", "fdopen"):
                continue
            modes = [one.value for one in call.args if isinstance(one, ast.Constant)]
            if any(isinstance(mode, str) and "b" in mode and len(mode) < 4 for mode in modes):
                continue
            if name == "open" and not modes and not isinstance(call.func, ast.Name):
                # `os.open`, and methods that open something else.
                continue
            opened += 1
            words = {word.arg for word in call.keywords}
            wanted = {"encoding", "newline"} if name == "write_text" else {"encoding"}
            if not wanted <= words:
                bad.append(f"{path}:{call.lineno}")
    assert opened > 1
    assert bad == []


# --- other systems, played --------------------------------------------------------------------

WITHOUT_POSIX = """
import importlib, os, pkgutil, signal, sys
for name in ("resource", "fcntl", "pwd", "grp", "termios", "pty", "tty", "syslog"):
    sys.modules[name] = None
for module, names in {
    os: ("fork", "forkpty", "killpg", "setsid", "getuid", "geteuid", "mkfifo", "sched_getaffinity"),
    signal: ("SIGKILL", "SIGALRM", "SIGHUP", "SIGPIPE", "SIGUSR1", "SIGCHLD", "setitimer"),
}.items():
    for name in names:
        if hasattr(module, name):
            delattr(module, name)
import layerlaw.model, layerlaw.solver, layerlaw.fixtures
for package in (layerlaw.model, layerlaw.solver, layerlaw.fixtures):
    for found in pkgutil.walk_packages(package.__path__, package.__name__ + "."):
        if not found.name.endswith("__main__"):
            importlib.import_module(found.name)
from layerlaw.solver.shell.cli import main
main(["check", sys.argv[1]])
"""


@pytest.mark.slow
def test_every_module_is_imported_without_posix(tmp_path: Path) -> None:
    """Modules and functions that Windows lacks are looked for only where they are used."""
    board = tmp_path / "kings.scenario.yaml"
    board.write_text(KINGS + "expect: [controller of K2 is you]\n", encoding="utf-8")
    ran = subprocess.run(
        [sys.executable, "-c", WITHOUT_POSIX, str(board)],
        capture_output=True,
        encoding="utf-8",
        timeout=120,
    )
    assert (ran.returncode, ran.stderr) == (0, "")
    assert ran.stdout.splitlines()[-1] == "1 passed, 0 failed (1 expectations)"


def test_memory_limit_is_refused_where_the_system_has_none(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Without the module that limits memory `--memory` is one message."""
    monkeypatch.setitem(sys.modules, "resource", None)
    with pytest.raises(SystemExit) as ended:
        main(["solve", "x.yaml", "--memory", "500"])
    assert ended.value.code == 2
    assert "this system has no limit of memory to set" in capsys.readouterr().err


SPAWNED = """
import multiprocessing, sys
from layerlaw.command import main
if __name__ == "__main__":
    multiprocessing.set_start_method("spawn")
    sys.argv[0] = "layerlaw"
    main()
"""


@pytest.mark.slow
def test_sweep_works_where_processes_start_from_nothing(tmp_path: Path) -> None:
    """Windows and macOS have no fork: what the workers need is found by its name."""
    program = tmp_path / "start.py"
    program.write_text(SPAWNED, encoding="utf-8")
    for name in ("a", "b"):
        (tmp_path / f"{name}.scenario.yaml").write_text(KINGS, encoding="utf-8")
    ran = subprocess.run(
        [sys.executable, str(program), "sweep", str(tmp_path), "--workers", "2", "--json"],
        capture_output=True,
        encoding="utf-8",
        timeout=120,
    )
    assert (ran.returncode, ran.stderr) == (0, "")
    assert json.loads(ran.stdout)["kind"] == "sweep"


@pytest.mark.slow
def test_module_runs_and_json_is_whole_where_python_writes_ascii(tmp_path: Path) -> None:
    """`python -m layerlaw` under the C locale: every letter of the title comes through."""
    folder = tmp_path / "Spiel sätze"
    folder.mkdir()
    (folder / "zwei könige.yaml").write_bytes(b"\xef\xbb\xbf" + KINGS.encode("utf-8"))
    ran = subprocess.run(
        [sys.executable, "-m", "layerlaw", "solve", "zwei könige.yaml", "--json"],
        cwd=folder,
        env={**os.environ, "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
        capture_output=True,
        timeout=120,
    )
    assert (ran.returncode, ran.stderr) == (0, b"")
    assert json.loads(ran.stdout)["title"] == "Zwei Könige (二王)"


def test_what_is_redirected_on_windows_is_utf_8() -> None:
    """Not the code page that Python would take, unless somebody asked for an encoding."""
    assert written_in("win32", {}, terminal=False) == "utf-8"
    assert written_in("win32", {"PYTHONIOENCODING": "cp1252"}, terminal=False) is None
    assert written_in("win32", {}, terminal=True) is None
    assert written_in("darwin", {}, terminal=False) is None


@pytest.mark.parametrize("encoding", ["cp1252", "cp437", "ascii", "utf-8"])
def test_json_is_whole_in_every_encoding(encoding: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """What the encoding lacks is escaped, so that reading the JSON gives it back."""
    raw = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(raw, encoding, errors="replace"))
    output.show_json({"title": "Zwei Könige (二王)"})
    sys.stdout.flush()
    assert json.loads(raw.getvalue().decode(encoding)) == {"title": "Zwei Könige (二王)"}


@pytest.mark.parametrize("width", ["40", "200"])
def test_reports_fit_the_terminal(
    width: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """Narrow or wide, no line is longer than the terminal, and none ends in a blank."""
    board = tmp_path / "kings.yaml"
    board.write_text(KINGS, encoding="utf-8")
    monkeypatch.setenv("COLUMNS", width)
    with pytest.raises(SystemExit):
        main(["solve", str(board)])
    lines = capsys.readouterr().out.splitlines()
    assert max(map(len, lines)) <= int(width)
    assert [line for line in lines if line != line.rstrip()] == []


def test_colours_reach_old_consoles_through_click(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where colours are wanted they are handed to click, which knows how Windows shows them."""
    told: list[tuple[str, object]] = []

    def echo(text: str, *, nl: bool, color: object) -> None:
        assert not nl
        told.append((text, color))

    monkeypatch.setattr(click, "echo", echo)
    for name in ("NO_COLOR", "FORCE_COLOR", "TERM"):
        monkeypatch.delenv(name, raising=False)
    output.Output().show([line("[plain]")])
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm")
    output.Output().show([line(("bold", "bold green"))])
    output.Output(no_color=True).show([line(("bold", "green"))])
    assert [color for _, color in told] == [False, True, False]
    assert told[0][0] == "[plain]\n"
    assert "\x1b[" in told[1][0]


# --- files that people write, and that are written --------------------------------------------


def test_windows_line_ends_and_byte_order_marks_change_nothing(tmp_path: Path) -> None:
    """The same answer, and in messages the same line and column, as with \\n alone."""
    raw = KINGS.encode("utf-8")
    ends = {
        "unix.yaml": raw,
        "windows.yaml": b"\xef\xbb\xbf" + raw.replace(b"\n", b"\r\n"),
        "old mac.yaml": raw.replace(b"\n", b"\r"),
    }
    answers, places = [], []
    for name, text in ends.items():
        (tmp_path / name).write_bytes(text)
        answers.append(dict(solve(load_scenario(tmp_path / name)).final))
        (tmp_path / name).write_bytes(text.replace(b"King of the Realm as K2", b"Kink as K2"))
        with pytest.raises(BadInput) as caught:
            load_scenario(tmp_path / name)
        [problem] = caught.value.problems
        places.append((problem.line, problem.column, problem.message))
    assert answers[0] == answers[1] == answers[2]
    assert places[0] == places[1] == places[2]
    assert places[0][:2] == (7, 9)


def test_no_saved_file_has_a_name_that_windows_refuses() -> None:
    """Devices get another name, forbidden letters a dash, and names differ by more than case."""
    for pieces in (("con",), ("NUL.x",), ("aux", ""), ("COM1.scenario",)):
        assert not DEVICE.match(saving.file_name(*pieces)), pieces
    assert saving.file_name("console") == "console"
    assert saving.file_name('a:b"c', "d*e/f\\g") == "a-b-c-d-e-f-g"
    assert saving.named_once(["Part", "part", "PART-2"]) == ["Part", "part-2", "PART-2-2"]


def test_file_that_somebody_has_open_stays_as_it_was(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Windows replaces no file that is open: one message, the old text, and no rest of the new."""

    def held(self: Path, target: Path) -> Path:
        raise PermissionError(13, "Access is denied")

    monkeypatch.setattr(Path, "replace", held)
    file = tmp_path / "census.json"
    file.write_bytes(b"old")
    with pytest.raises(LayerlawError, match=r"census\.json cannot be written: Access is denied"):
        replaced(file, lambda part: part.write_bytes(b"new"))
    assert [path.read_bytes() for path in tmp_path.iterdir()] == [b"old"]


def test_rulebook_on_another_drive_is_named_by_its_whole_path(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Where there is no way from one folder to another the saved scenario has the full path."""
    assert saving.book_from("sorcery-2026-01", tmp_path) == "sorcery-2026-01"
    beside = saving.book_from(str(tmp_path / "my book.yaml"), tmp_path)
    assert beside == "./my book.yaml"

    def nowhere(path: str, start: object) -> str:
        raise ValueError("path is on mount 'C:', start on mount 'D:'")

    monkeypatch.setattr(os.path, "relpath", nowhere)
    file = tmp_path / "my book.yaml"
    assert saving.book_from(str(file), tmp_path) == file.as_posix()


@pytest.mark.parametrize("name", ["../cards/sorcery", "..\\cards\\sorcery", "C:sorcery"])
def test_no_name_of_cards_leads_out_of_their_folder(name: str) -> None:
    """Neither system's way of writing a path is taken for the name of shipped cards."""
    from dataclasses import replace

    assert shipped_cards(replace(shipped_rulebook("sorcery-2026-01"), cards=name)) == {}


Locking = Callable[[int, int, int], None]


def test_two_sweeps_do_not_write_one_file_on_windows(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Its lock is asked for once, far behind the end; who does not get it is told so."""
    places: list[int] = []

    def locking(file: int, mode: int, count: int) -> None:
        places.append(os.lseek(file, 0, os.SEEK_CUR))
        assert (mode, count) == (2, 1)
        if len(places) > 1:
            raise PermissionError(13, "Permission denied")

    fake = types.ModuleType("msvcrt")
    monkeypatch.setattr(fake, "locking", locking, raising=False)
    monkeypatch.setattr(fake, "LK_NBLCK", 2, raising=False)
    monkeypatch.setitem(sys.modules, "msvcrt", fake)
    monkeypatch.setattr(sys, "platform", "win32")
    path = tmp_path / "results.jsonl"
    with Ledger(path) as ledger:
        assert ledger.known == {}
        with pytest.raises(LayerlawError, match="another sweep is writing to"):
            Ledger(path)
    assert places[0] > 1_000_000_000
    assert path.stat().st_size == 0


def test_windows_gets_no_more_processes_than_it_can_wait_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A machine with very many cores, or a large `--workers`, is no error there."""
    asked: list[int] = []

    def executor(workers: int, **_: object) -> pools.Inline:
        asked.append(workers)
        return pools.Inline()

    monkeypatch.setattr(pools, "ProcessPoolExecutor", executor)
    for platform in ("linux", "win32"):
        monkeypatch.setattr(sys, "platform", platform)
        pools.Pool(200).close(at_once=False)
    assert asked == [200, 61]


def test_reader_that_went_away_is_no_error_on_windows(monkeypatch: pytest.MonkeyPatch) -> None:
    """There a closed pipe is an invalid argument, and the command ends as it does elsewhere."""
    from layerlaw.solver.shell.cli import main as module

    run = sys.modules["layerlaw.solver.shell.cli.main"]

    def gone(**_: object) -> int:
        raise OSError(22, "Invalid argument")

    monkeypatch.setattr(run.__dict__["group"], "main", gone)
    monkeypatch.setitem(run.__dict__, "_to_nobody", lambda: None)
    codes = []
    for platform in ("win32", "linux"):
        monkeypatch.setattr(sys, "platform", platform)
        with pytest.raises(SystemExit) as ended:
            module([])
        codes.append(ended.value.code)
    assert codes == [0, 2]


def test_every_system_is_in_the_workflow() -> None:
    """CI runs tests on all three with every Python, the wheel with the oldest and the newest."""
    text = (ROOT / ".github" / "workflows" / "ci.yml").read_text(encoding="utf-8")
    assert text.count("os: [ubuntu-latest, macos-latest, windows-latest]") == 2
    assert text.count('python: ["3.11", "3.12", "3.13", "3.14"]') == 1
    assert text.count('python: ["3.11", "3.14"]') == 1
    for named in re.findall(r"tests/[\w/]+(?:\.py)?", text):
        assert (ROOT / named).exists(), named
