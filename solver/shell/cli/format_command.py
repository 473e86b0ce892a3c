"""`layerlaw format`: files in their canonical form, with the same meaning and the same comments."""

from __future__ import annotations

from difflib import unified_diff
from pathlib import Path

import click

from layerlaw.model.errors import LayerlawError
from layerlaw.solver.shell.cli.options import scenario_files
from layerlaw.solver.shell.cli.scenario_files import SCENARIO_PATH, STANDARD_INPUT, shown, text_of
from layerlaw.solver.shell.cli.stopping import undisturbed
from layerlaw.solver.shell.report.said_once import SaidOnce
from layerlaw.solver.shell.report.whole_file import replaced
from layerlaw.solver.shell.report.words import counted

BAD_INPUT = 2


@click.command()
@click.argument("paths", nargs=-1, required=True, type=SCENARIO_PATH, metavar="PATH...")
@click.option("--write", is_flag=True, help="Put it in the place of the file.")
@click.option("--check", is_flag=True, help="Only name what would change (exit code 1).")
@click.option("--diff", is_flag=True, help="Show what would change.")
@click.option(
    "--rulebook", metavar="ID", help="In whose words files of cards are written (or a file)."
)
def format(
    paths: tuple[Path, ...], write: bool, check: bool, diff: bool, rulebook: str | None
) -> int:
    """Print a file in its canonical form: order of keys, notation, quotes, indentation.

    PATH is a scenario, a file of cards or a rulebook, a folder with scenarios (*.scenario.yaml),
    or - for standard input. Comments stay where they are, and so does the meaning: what comes out
    is loaded and compared before anything is printed or written.
    """
    from layerlaw.solver.shell.authoring.formatting import formatted

    if write and check:
        raise LayerlawError("either --write or --check")
    if write and STANDARD_INPUT in paths:
        raise LayerlawError("--write puts text into files, and standard input is none")
    files = list(scenario_files(paths))
    if len(files) > 1 and not (write or check or diff):
        raise LayerlawError("several files: say --write, --check or --diff")
    changed = bad = 0
    said = SaidOnce()
    for file in files:
        try:
            typed = text_of(file) if file == STANDARD_INPUT else None
            new = formatted(shown(file), rulebook, typed=typed)
        except LayerlawError as error:
            bad += 1
            click.echo(said.left_to_say(str(error), shown(file)), err=True)
            continue
        old = file.read_bytes().decode("utf-8") if typed is None else typed
        changed += new != old
        if new != old and diff:
            click.echo(_difference(old, new, shown(file)), nl=False)
        if new != old and check:
            click.echo(f"{shown(file)} would change")
        if new != old and write:
            _put(file, new)
            click.echo(f"{file} is written")
        if not (write or check or diff):
            click.echo(new, nl=False)
    if write or check:
        click.echo(_summary(len(files), changed, bad, "changed" if write else "would change"))
    if bad:
        return BAD_INPUT
    return 1 if check and changed else 0


def _put(file: Path, text: str) -> None:
    with undisturbed():
        replaced(file.resolve(), lambda part: part.write_text(text, encoding="utf-8", newline="\n"))


def _difference(old: str, new: str, file: str) -> str:
    lines = unified_diff(
        old.splitlines(keepends=True), new.splitlines(keepends=True), file, f"{file}, formatted"
    )
    return "".join(line if line.endswith("\n") else f"{line}\n" for line in lines)


def _summary(files: int, changed: int, bad: int, word: str) -> str:
    mistakes = f", {bad} with mistakes" if bad else ""
    return f"{counted(files, 'file')}, {changed} {word}{mistakes}"
