"""Runs the commands of a page as a reader would who types them one after another."""

from __future__ import annotations

import io
import os
import re
import runpy
import shlex
import shutil
import subprocess
import sys
from collections.abc import Sequence
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path

from docs.pages import ROOT, Block, blocks
from layerlaw.solver.shell.cli import main

SHELLS = ("console", "sh", "")
"""Languages of blocks of commands; `console` shows what they print, behind `$ ` and the command."""

_CODE = re.compile(r"\bexit code (\d+)")


PROGRESS = re.compile(r"^.*: \d+ % after \d+ s\n", re.MULTILINE)
"""What a command says now and then where it takes long, as on a busy machine."""


@dataclass(frozen=True, slots=True)
class Typed:
    """One command of a page: what is typed, its exit code as said, what it shows."""

    block: Block
    line: int
    command: str
    code: int
    shown: tuple[str, ...] | None

    def __str__(self) -> str:
        return f"{self.block.page}:{self.line}: {self.command}"


def typed(block: Block) -> list[Typed]:
    """The commands of one block; a line that ends in a backslash goes on in the next one."""
    prompt = "$ " if block.language == "console" else ""
    groups: list[tuple[int, str, list[str]]] = []
    going_on = False
    for number, line in enumerate(block.text.splitlines(), block.line + 1):
        if going_on:
            at, command, _ = groups[-1]
            groups[-1] = (at, f"{command[:-1].rstrip()} {line.strip()}", [])
        elif line.startswith(prompt) and (prompt or line.strip()):
            groups.append((number, line[len(prompt) :], []))
        elif prompt:
            assert groups, f"{block}: a console block begins with `$ ` and a command"
            groups[-1][2].append(line)
        going_on = bool(groups) and groups[-1][1].endswith("\\") and not groups[-1][2]
    found = []
    for at, text, output in groups:
        command, _, comment = _comment(text)
        if command:
            said = _CODE.search(comment)
            shown = tuple(output) if prompt else None
            found.append(Typed(block, at, command, int(said[1]) if said else 0, shown))
    return found


def _comment(text: str) -> tuple[str, str, str]:
    """The command, and the comment behind it (one that begins the line is all of it)."""
    if text.lstrip().startswith("#"):
        return "", "#", text
    command, sign, comment = text.partition(" # ")
    return command.strip(), sign, comment


def commands(page: str) -> list[Typed]:
    """Every command of a page in its order."""
    return [one for block in blocks(page) if block.language in SHELLS for one in typed(block)]


class Folder:
    """A folder of one page, in which its files appear and its commands are run."""

    def __init__(self, page: str, path: Path) -> None:
        """Put there what the page's own folder holds, where it is an example to be tried."""
        self.path = path
        home = (ROOT / page).parent
        if home.relative_to(ROOT).parts[:1] == ("examples",):
            # What was left by trying the example by hand is no part of it.
            ignored = shutil.ignore_patterns("__pycache__", ".*")
            shutil.copytree(home, path, dirs_exist_ok=True, ignore=ignored)
        if any("fixtures/" in one.command for one in commands(page)):
            shutil.copytree(ROOT / "fixtures", path / "fixtures", dirs_exist_ok=True)

    def write(self, block: Block) -> None:
        """Save a block that stands in a file."""
        if block.file is not None:
            file = self.path / block.file
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(block.text, encoding="utf-8", newline="\n")

    def run(self, command: str) -> tuple[int, str] | None:
        """Its exit code and all that it prints, or None if it is no command that is run here."""
        words = shlex.split(command)
        if words[0] == "layerlaw":
            return _inside(words[1:])
        if words[0] == "pytest" or words[:3] == ["python", "-m", "pytest"]:
            return self._pytest(words[1:] if words[0] == "pytest" else words[3:])
        if words[0] == "python" and len(words) == 2 and words[1].endswith(".py"):
            return self._script(words[1])
        return None

    def _pytest(self, arguments: Sequence[str]) -> tuple[int, str]:
        # Of all plugins that are installed here only ours: the others take long to load.
        plugins = ("-p", "no:cacheprovider", "-p", "layerlaw")
        done = subprocess.run(
            [sys.executable, "-m", "pytest", *plugins, *arguments],
            env={**os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"},
            capture_output=True,
            text=True,
            encoding="utf-8",
            cwd=self.path,
            check=False,
        )
        return done.returncode, done.stdout + done.stderr

    def _script(self, name: str) -> tuple[int, str]:
        out = io.StringIO()
        before = list(sys.path)
        sys.path.insert(0, str(self.path))
        try:
            with redirect_stdout(out), redirect_stderr(out):
                runpy.run_path(str(self.path / name), run_name="__main__")
        except SystemExit as end:
            return (end.code if isinstance(end.code, int) else 1), out.getvalue()
        finally:
            sys.path[:] = before
        return 0, out.getvalue()


def _inside(arguments: list[str]) -> tuple[int, str]:
    """`layerlaw` in this process."""
    out = io.StringIO()
    with redirect_stdout(out), redirect_stderr(out):
        try:
            main(arguments)
        except SystemExit as end:
            assert isinstance(end.code, int)
            return end.code, PROGRESS.sub("", out.getvalue())
    raise AssertionError("the command line always exits")


def as_shown(shown: Sequence[str], printed: str) -> str | None:
    """None if that was printed, else the first line shown that was not.

    A line `...` stands for any number of lines, `...` inside one for any text. Blanks at the ends
    of lines, and empty lines at the end of all, do not count.
    """
    lines = [line.rstrip() for line in printed.rstrip().splitlines()]
    wanted = [line.rstrip() for line in shown]
    while wanted and not wanted[-1]:
        wanted.pop()
    at = 0
    free = False
    for number, line in enumerate(wanted):
        if line.strip() == "...":
            free = True
            continue
        last = number == len(wanted) - 1
        pattern = re.compile(".*".join(re.escape(part) for part in line.split("...")))
        places = range(at, len(lines)) if free else range(at, min(at + 1, len(lines)))
        fits = [place for place in places if pattern.fullmatch(lines[place])]
        if last and free:
            fits = [place for place in fits if place == len(lines) - 1]
        if not fits:
            return line
        at, free = fits[0] + 1, False
    return None if free or at == len(lines) else f"(more is printed: {lines[at]!r})"
