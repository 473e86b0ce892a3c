"""Every block on the pages that is code, a scenario or a command is what it says it is."""

from __future__ import annotations

import ast
import io
import os
import re
import shlex
import sys
from contextlib import redirect_stdout
from pathlib import Path
from typing import get_args

import click
import pytest
import yaml

from docs.not_run import NOT_RUN
from docs.pages import Block, blocks, every_block, in_backquotes, pages
from docs.running import SHELLS, Folder, as_shown, commands, typed
from layerlaw.model import (
    BadInput,
    load_scenario,
    loads_cards,
    loads_rulebook,
    shipped_rulebook,
    with_variant,
)
from layerlaw.model.cards.card import Use
from layerlaw.model.properties.load import load_properties
from layerlaw.solver import judge_all
from layerlaw.solver.shell.cli.main import COMMANDS, group

KNOWN = {*SHELLS, "python", "yaml", "powershell"}
WITH_COMMANDS = [page for page in pages() if commands(page)]
POWERSHELL = {
    "py -m venv .venv": "python3 -m venv .venv",
    '$env:PATH = "$PWD\\.venv\\Scripts;$env:PATH"': 'export PATH="$PWD/.venv/bin:$PATH"',
}
"""Lines that differ between the systems, and what stands for them elsewhere."""


def test_every_block_says_what_it_is() -> None:
    """A block in a language that nothing here checks would go stale unseen."""
    unknown = [
        f"{block} ({block.language})"
        for page in pages()
        for block in blocks(page)
        # A text in a file is read by the commands of its page, which are run.
        if block.language not in KNOWN and not (block.language == "md" and block.file)
    ]
    assert not unknown


def test_every_command_has_a_sample() -> None:
    """No command of `layerlaw` is without a line on the pages that shows how it is typed."""
    shown = {tuple(one.command.split()[:2]) for page in pages() for one in commands(page)}
    assert not [name for name in COMMANDS if ("layerlaw", name) not in shown]


@pytest.mark.sample(1)
@pytest.mark.parametrize("page", WITH_COMMANDS)
def test_the_commands_of_a_page_do_what_it_shows(
    page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Typed one after another in one folder, with the page's files, they print what it shows."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.delenv("LAYERLAW_CARDS", raising=False)
    monkeypatch.setenv("PATH", str(Path(sys.executable).parent), prepend=os.pathsep)
    folder = Folder(page, tmp_path)
    for block in blocks(page):
        folder.write(block)
        for one in typed(block) if block.language in SHELLS else ():
            if one.command in NOT_RUN:
                continue
            done = folder.run(one.command)
            assert done is not None, f"{one}: neither run here nor listed in not_run.py"
            code, printed = done
            assert code == one.code, f"{one}: exit code {code}\n{printed}"
            missing = None if one.shown is None else as_shown(one.shown, printed)
            assert missing is None, f"{one}: not printed: {missing}\n{printed}"


def test_what_is_not_run_is_on_a_page() -> None:
    """The list of commands that are not run holds no command that no page has."""
    shown = {one.command for page in pages() for one in commands(page)}
    assert set(NOT_RUN) <= shown, sorted(set(NOT_RUN) - shown)
    assert all(NOT_RUN.values())


@pytest.mark.parametrize("block", every_block("python"), ids=str)
def test_a_python_sample_runs(
    block: Block, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Pasted into a fresh interpreter, every line prints what the comment behind it says."""
    monkeypatch.chdir(tmp_path)
    page_folder = Folder(block.page, tmp_path)
    for other in blocks(block.page):
        page_folder.write(other)
    monkeypatch.syspath_prepend(str(tmp_path))
    lines = block.text.splitlines()
    names: dict[str, object] = {"__name__": "__main__"}
    for statement in ast.parse(block.text).body:
        printed = io.StringIO()
        piece = ast.Module([statement], type_ignores=[])
        with redirect_stdout(printed):
            exec(compile(piece, str(block), "exec"), names)
        said = re.search(r"  # (.+)$", lines[(statement.end_lineno or 1) - 1])
        if isinstance(statement, ast.Expr) and said:
            assert said[1] == printed.getvalue().strip(), f"{block}: {lines[statement.lineno - 1]}"


@pytest.mark.parametrize("block", every_block("yaml"), ids=str)
def test_a_yaml_sample_loads_and_is_as_it_expects(block: Block, tmp_path: Path) -> None:
    """Scenarios keep their expectations in every order they name; cards and rulebooks are read."""
    folder = Folder(block.page, tmp_path)
    for other in blocks(block.page):
        folder.write(other)
    if any(one.code and block.file in shlex.split(one.command) for one in commands(block.page)):
        # Wrong on purpose: the command that says so is run above.
        return
    read = yaml.safe_load(block.text)
    if isinstance(read, dict) and "play" in read:
        file = tmp_path / (block.file or "sample.scenario.yaml")
        file.write_text(block.text, encoding="utf-8", newline="\n")
        whole = load_scenario(file)
        for scenario in (whole, *(with_variant(whole, variant) for variant in whole.variants)):
            judged = judge_all(scenario)
            assert judged.outcomes, f"{block} expects nothing"
            assert judged.fulfilled, [one for one in judged.outcomes if not one.fulfilled]
    elif "based on" in read or "rests on" in read:
        assert loads_rulebook(block.text).id == read["rulebook"]
    elif "axioms" in read:
        book = loads_rulebook(f"rulebook: sample\nbased on: sorcery-2026-01\n{block.text}")
        assert len(book.axioms) == len(read["axioms"])
    elif "space" in read:
        sample = loads_rulebook(f"rulebook: sample\nbased on: sorcery-2026-01\n{block.text}")
        assert sample.space is not None and len(sample.space.relations) == 3
    elif isinstance(read, list) and isinstance(read[0], dict) and {"always", "never"} & {*read[0]}:
        file = tmp_path / "properties.yaml"
        file.write_text(block.text, encoding="utf-8")
        assert len(load_properties(file, shipped_rulebook("sorcery-2026-01"))) == len(read)
    elif isinstance(read, list):
        for ability in read:
            assert any(_fits(ability, use) for use in get_args(Use)), f"{block}: {ability}"
    else:
        assert loads_cards(block.text, shipped_rulebook("sorcery-2026-01"))


def _fits(ability: object, use: str) -> bool:
    """Whether it is an ability that can stand under that key of a card."""
    card = {"Sample": {"is": ["minion"], use: [ability]}}
    try:
        return bool(loads_cards(yaml.safe_dump(card), shipped_rulebook("sorcery-2026-01")))
    except BadInput:
        return False


def test_lines_for_powershell_are_the_same_commands() -> None:
    """A block for PowerShell stands behind one for other shells and says the same, line by line."""
    for page in pages():
        before: Block | None = None
        for block in blocks(page):
            if block.language == "powershell":
                assert before is not None and before.language in SHELLS, str(block)
                here = [_elsewhere(one.command) for one in typed(block)]
                assert here == [one.command for one in typed(before)], str(block)
            before = block


def _elsewhere(line: str) -> str:
    """A line for PowerShell as one for other shells."""
    there = POWERSHELL.get(line, line)
    return re.sub(r"\.venv\\Scripts\\(\w+)", r".venv/bin/\1", there)


def _spelt(text: str) -> list[str]:
    """A command in backquotes as words; what cannot be taken apart has one."""
    try:
        return shlex.split(text)
    except ValueError:
        return [text]


@pytest.mark.parametrize("page", pages())
def test_commands_in_the_text_exist(page: str) -> None:
    """Every `layerlaw ...` in backquotes names a command, and options that it has."""
    for line, text in in_backquotes(page):
        words = _spelt(text)
        if words[0] != "layerlaw" or len(words) == 1 or words[1] in ("...", "COMMAND", "--version"):
            continue
        command = group.get_command(click.Context(group), words[1])
        assert command is not None, f"{page}:{line}: `{text}`"
        known = {name for parameter in command.params for name in parameter.opts}
        asked = {word.partition("=")[0] for word in words[2:] if word.startswith("--")}
        assert asked <= known | {"--help"}, f"{page}:{line}: `{text}`"
