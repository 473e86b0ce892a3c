"""`layerlaw --help`, shell completion, and what the quickest command imports."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from layerlaw.solver.shell.cli.main import COMMANDS, GROUPS

if TYPE_CHECKING:
    from conftest import Run

START = "from layerlaw.solver.shell.cli.main import main; main()"


def test_every_command_stands_once_under_what_it_is_for(run: Run) -> None:
    """With what it does on one line."""
    shown = run("--help").out.splitlines()
    assert [name for commands in GROUPS.values() for name in commands] == list(COMMANDS)
    for title, commands in GROUPS.items():
        at = shown.index(f"{title}:")
        lines = shown[at + 1 : at + 1 + len(commands)]
        assert [line.split()[0] for line in lines] == list(commands)
        for line, (_, says) in zip(lines, commands.values(), strict=True):
            assert line.endswith(says)


def complete(words: str, position: int) -> list[str]:
    """What bash offers for a word."""
    asked = {
        "_LAYERLAW_COMPLETE": "bash_complete",
        "COMP_WORDS": words,
        "COMP_CWORD": str(position),
    }
    done = subprocess.run(
        [sys.executable, "-c", START],
        env={**os.environ, **asked},
        capture_output=True,
        text=True,
        check=False,
    )
    return [line.partition(",")[2] for line in done.stdout.splitlines()]


@pytest.mark.slow
def test_shells_complete_commands_and_shipped_scenarios() -> None:
    """By click's own way; options too."""
    assert complete("layerlaw wh", 1) == ["why", "what-if"]
    assert complete("layerlaw solve two-ki", 2) == ["two-kings"]
    assert "--rulebook" in complete("layerlaw solve --ru", 2)


def test_the_version_imports_nothing_that_solves() -> None:
    """No grammar, no YAML, no solver."""
    script = (
        "import sys\n"
        "from layerlaw.solver.shell.cli.main import main\n"
        "try: main(['--version'])\n"
        "except SystemExit: pass\n"
        "print([n for n in sys.modules if n.split('.')[0] in ('yaml', 'lark', 'z3', 'networkx',"
        " 'rich') or n.startswith(('layerlaw.solver.derivation', 'layerlaw.model.notation'))])\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    assert done.stdout.splitlines()[-1] == "[]"
