"""`layerlaw lint`: what to look after in scenarios, cards and rulebooks."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import click

from layerlaw.model.errors import LayerlawError
from layerlaw.solver.shell.authoring.lint_rules import rule_lines
from layerlaw.solver.shell.cli.output import Output, output_options, show_json
from layerlaw.solver.shell.cli.scenario_files import NAMED, SCENARIO_PATH, STANDARD_INPUT, text_of
from layerlaw.solver.shell.report.json_form import document

if TYPE_CHECKING:
    from collections.abc import Iterable

_COLORS = {"error": "red", "warning": "yellow"}


@click.command()
@click.argument("paths", nargs=-1, type=SCENARIO_PATH, metavar="PATH...")
@click.option("--shipped", is_flag=True, help="Also look after what comes with Layerlaw.")
@click.option("--strict", is_flag=True, help="Exit code 1 for warnings, too.")
@click.option("--notes", is_flag=True, help="Show notes, too.")
@click.option("--rules", "list_rules", is_flag=True, help="List the rules.")
@output_options
def lint(
    paths: tuple[Path, ...],
    shipped: bool,
    strict: bool,
    notes: bool,
    list_rules: bool,
    out: Output,
) -> int:
    """Look for what loads but is not as it should be: titles, ids, clauses without a case.

    PATH is a scenario, a file of cards, a rulebook, a folder with such files, or - for standard
    input; all are looked at together. A comment `# layerlaw: allow RULE because REASON` in a file
    switches a rule off. Exit code 1 if there are errors.
    """
    if list_rules:
        _show(rule_lines(), out)
        return 0
    if not paths and not shipped:
        raise LayerlawError("name a file or a folder, or say --shipped")
    from layerlaw.solver.shell.authoring import linting

    typed = {Path(NAMED): text_of(STANDARD_INPUT)} if STANDARD_INPUT in paths else None
    named = [Path(NAMED) if path == STANDARD_INPUT else path for path in paths]
    report = linting.lint(named, shipped=shipped, typed=typed)
    if out.as_json:
        show_json(document(report))
    else:
        _show(linting.lint_lines(report, notes=notes), out)
    bad = linting.count(report, "error") + (linting.count(report, "warning") if strict else 0)
    return 1 if bad else 0


def _show(lines: Iterable[tuple[str, str]], out: Output) -> None:
    """Print lines as they are; click leaves colours out where nobody sees them."""
    plain = out.no_color or "NO_COLOR" in os.environ
    for line, severity in lines:
        color = None if plain else _COLORS.get(severity)
        click.echo(click.style(line, fg=color) if color else line)
