"""Whatever file a command is given, it gives one message and exit code 2, and leaves nothing."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from layerlaw.solver.shell.cli.main import COMMANDS as EVERY

if TYPE_CHECKING:
    from conftest import Ran, Run

UNIX = hasattr(os, "mkfifo")
BOOK, LATER = "sorcery-2026-01", "sorcery-2026-05"
FILE = "@"
"""Stands for the hostile file; `good` for a scenario that is as it should be."""
HEAD = f"title: It is so\nrulebook: {BOOK}\nplayers: [you, me]\n"
GOOD = f"{HEAD}play:\n  - you: Foot Soldier as F at 3\nexpect: [power of F is 1]\n"

SCENARIOS: dict[str, tuple[str, ...]] = {
    "solve": ("solve", FILE),
    "solve-html": ("solve", FILE, "--html", "out.html"),
    "solve-certificate": ("solve", FILE, "--certificate", "out.json"),
    "why": ("why", FILE),
    "may": ("may", FILE, "F", "attack"),
    "orders": ("orders", FILE),
    "what-if": ("what-if", FILE, "--without", "F"),
    "check": ("check", FILE),
    "check-engine": ("check", FILE, "--engine", sys.executable),
    # Its file of results may be empty: nothing was worked out.
    "sweep": ("sweep", FILE, "--workers", "1"),
    "coverage": ("coverage", BOOK, FILE),
    "examples": ("examples", BOOK, FILE),
    "shrink": ("shrink", FILE, "--rulebook", f"{BOOK},{LATER}", "--out", "out.yaml"),
    "suite": ("suite", FILE, "--save", "out.json"),
    "format": ("format", FILE),
    "lint": ("lint", FILE),
}
"""What takes a scenario."""
RULEBOOKS: dict[str, tuple[str, ...]] = {
    "solve-rulebook": ("solve", "good", "--rulebook", FILE),
    "ask-rulebook": ("ask", "--rulebook", FILE, "Foot Soldier", "--save", "out.yaml"),
    "cards-rulebook": ("cards", "--rulebook", FILE, "giant"),
    "card-rulebook": ("card", "--rulebook", FILE, "Foot Soldier"),
    "rulebook": ("rulebook", FILE),
    "rulebook-yaml": ("rulebook", "--yaml", FILE),
    "new-rulebook": ("new", "out.yaml", "--rulebook", FILE),
    "format-rulebook": ("format", "--rulebook", FILE, "cards.yaml"),
    "schema-rulebook": ("schema", "scenario", "--rulebook", FILE, "--save", "out"),
    "audit": ("audit", FILE),
    "property": ("property", FILE, "always: mortals are minions"),
    "compare": ("compare", BOOK, FILE),
    "coverage-rulebook": ("coverage", FILE),
    "examples-rulebook": ("examples", FILE, "good"),
    "source-rulebook": ("source", FILE, "good"),
    "census": ("census", FILE, "--results", "out.jsonl", "--json", "out.json"),
    "shrink-rulebook": ("shrink", "good", "--rulebook", f"{FILE},{BOOK}"),
    "fuzz": ("fuzz", FILE, "--engine", sys.executable),
}
"""What takes a rulebook."""
OTHERS: dict[str, tuple[str, ...]] = {
    "ask-cards": ("ask", "--rulebook", BOOK, "--cards", FILE, "Foot Soldier"),
    "cards-cards": ("cards", "--rulebook", BOOK, "--cards", FILE, "giant"),
    "rulings-cards": ("rulings", "magic", "--cards", FILE),
    "property-file": ("property", BOOK, "--file", FILE),
    "compare-cards": ("compare", BOOK, LATER, "--cards", FILE),
    "census-cards": ("census", BOOK, "--cards", FILE),
    "fuzz-cards": ("fuzz", BOOK, "--engine", sys.executable, "--cards", FILE),
    "verify": ("verify", FILE),
    "new-from": ("new", "out.yaml", "--kind", "rulebook", "--from", FILE),
    "source": ("source", BOOK, FILE),
    "source-diff": ("source", "diff", FILE, "good"),
}
"""What takes cards, properties, a certificate or a text."""
TAKE_NO_FILES = {"demo", "notation", "scenarios", "serve"}
"""`serve` reads as `solve` does, and its tests say so."""
STANDARD = tuple(name for name in SCENARIOS if "-" not in name and name != "suite")


def _big(path: Path) -> None:
    with path.open("wb") as file:
        file.truncate(100_000_000)


def _nothing(path: Path) -> None:
    assert not os.path.lexists(path)


ODD: dict[str, Callable[[Path], object]] = {
    "100 MB": _big,
    "binary": lambda path: path.write_bytes(bytes(range(256)) * 16),
    "UTF-16": lambda path: path.write_bytes(GOOD.encode("utf-16")),
    "zero bytes": lambda path: path.write_bytes(b"\0" * 1000),
    "empty": lambda path: path.write_bytes(b""),
    "blank": lambda path: path.write_text("\n\n"),
    "deep": lambda path: path.write_text("[" * 100_000),
    "a folder": lambda path: path.mkdir(),
    "missing": _nothing,
    "below a file": _nothing,
    "a long name": _nothing,
    **(
        {
            "a pipe": lambda path: os.mkfifo(path),
            "a link to itself": lambda path: path.symlink_to(path),
            "a link to nothing": lambda path: path.symlink_to(path.parent / "nowhere"),
        }
        if UNIX
        else {}
    ),
}
TEXTS = {
    "two of one id": f"{HEAD}play: [you: Foot Soldier as F at 3, you: Foot Soldier as F at 4]\n",
    "an unknown card": f"{HEAD}play: [you: Foot Soldeir at 3]\n",
    "an unknown noun": f"{HEAD}cards: {{X: {{has: ['wizzards: power += 1']}}}}\nplay: [you: X]\n",
    "nested": f"{HEAD}cards: {{X: {{has: ['{'(' * 900}minions: power += 1']}}}}\nplay: [you: X]\n",
    "a rulebook": f"rulebook: mine\nbased on: {BOOK}\n",
    "cards": "Giant: {is: [minion]}\n",
    "a list": "- a\n- b\n",
    "words": "just words\n",
    "under a circle": HEAD.replace(BOOK, "./circle.yaml") + "play: []\n",
    "under nothing": HEAD.replace(BOOK, "./nowhere.yaml") + "play: []\n",
}
"""What is YAML and no scenario; `nested` goes deeper than the notation does."""
NO_RULEBOOKS = {
    "a scenario": GOOD,
    "on itself": "rulebook: hostile\nbased on: ./hostile.yaml\n",
    "in a circle": "rulebook: hostile\nlike: ./circle.yaml\n",
    "on nothing": "rulebook: hostile\nbased on: ./nowhere.yaml\n",
    "a list": "- a\n- b\n",
}


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a good scenario, cards, and a rulebook that rests on itself over another."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "good.scenario.yaml").write_text(GOOD)
    (tmp_path / "cards.yaml").write_text("Giant: {is: [minion], power: 7}\n")
    (tmp_path / "circle.yaml").write_text("rulebook: circle\nbased on: ./hostile.yaml\n")
    return tmp_path


def typed(command: tuple[str, ...], file: str) -> list[str]:
    """The command with the file in it."""
    return [word.replace(FILE, file).replace("good", "good.scenario.yaml") for word in command]


def refused(run: Run, here: Path, command: list[str]) -> Ran:
    """What a command says that is refused and leaves the folder as it was."""
    before = {path: path.lstat().st_mtime_ns for path in here.rglob("*")}
    ran = run(*command)
    told = ran.out + ran.err
    # To lint, a mistake is a finding.
    assert ran.code == (1 if command[0] == "lint" and "[mistake]" in told else 2), told
    assert told.strip() and "Traceback" not in told and len(told) < 20_000
    assert "the output cannot be written" not in told
    assert {path: path.lstat().st_mtime_ns for path in here.rglob("*")} == before
    return ran


def test_every_command_that_takes_a_file_is_here() -> None:
    """A new command has to be added."""
    given = {words[0] for words in (*SCENARIOS.values(), *RULEBOOKS.values(), *OTHERS.values())}
    assert given | TAKE_NO_FILES == {*EVERY}


@pytest.mark.sample(8)
@pytest.mark.parametrize("name", [*SCENARIOS, *RULEBOOKS, *OTHERS])
def test_a_file_that_holds_nothing_of_use(run: Run, here: Path, name: str) -> None:
    """Too large, binary, in another encoding, empty, deep, a folder, missing, a pipe, a link."""
    command = {**SCENARIOS, **RULEBOOKS, **OTHERS}[name]
    for kind, make in ODD.items():
        file = Path("hostile.yaml")
        if kind == "below a file":
            file = Path("good.scenario.yaml/hostile.yaml")
        elif kind == "a long name":
            file = Path(f"{'a' * 300}.yaml")
        make(file)
        refused(run, here, typed(command, f"./{file}"))
        if kind == "a folder":
            file.rmdir()
        elif make is not _nothing:
            file.unlink()


@pytest.mark.sample(3)
@pytest.mark.parametrize("name", SCENARIOS)
def test_what_is_no_scenario(run: Run, here: Path, name: str) -> None:
    """Mistakes in it, other kinds of files, rulebooks that rest on themselves or on nothing."""
    for kind, text in TEXTS.items():
        if name in ("format", "lint") and kind in ("a rulebook", "cards"):
            continue
        Path("hostile.yaml").write_text(text)
        refused(run, here, typed(SCENARIOS[name], "hostile.yaml"))


@pytest.mark.sample(3)
@pytest.mark.parametrize("name", RULEBOOKS)
def test_what_is_no_rulebook(run: Run, here: Path, name: str) -> None:
    """A scenario, circles, a base that is not there."""
    for text in NO_RULEBOOKS.values():
        Path("hostile.yaml").write_text(text)
        refused(run, here, typed(RULEBOOKS[name], "./hostile.yaml"))


@pytest.mark.parametrize("name", [*STANDARD, "verify"])
def test_a_closed_standard_input(
    run: Run, here: Path, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As a shell closes it by `<&-`."""
    monkeypatch.setattr(sys, "stdin", None)
    ran = refused(run, here, typed({**SCENARIOS, **OTHERS}[name], "-"))
    assert "standard input cannot be read: it is closed" in (ran.out + ran.err).replace("\n", " ")


def test_new_writes_files_only(run: Run, here: Path) -> None:
    """`-` is no name of a file."""
    assert "name a file" in refused(run, here, ["new", "-"]).err


@pytest.mark.parametrize("command", ["cards", "scenarios", "ask"])
def test_a_search_is_no_book(run: Run, here: Path, command: str) -> None:
    """Very long words are refused at once."""
    ran = refused(run, here, [command, "a" * 100_000])
    assert "letters is too long" in ran.err
