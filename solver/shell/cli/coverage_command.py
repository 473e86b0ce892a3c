"""`layerlaw coverage`: which clauses of a rulebook scenarios exercise, and which nobody misses."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import click

from layerlaw.model.errors import LayerlawError
from layerlaw.model.scenarios.load import named_rulebook
from layerlaw.model.shipped import shipped_rulebooks, shipped_scenarios
from layerlaw.solver.documents.coverage.coverage import coverage as coverage_of
from layerlaw.solver.documents.coverage.mutation import mutation
from layerlaw.solver.shell.cli.options import markdown_option, scenario_files
from layerlaw.solver.shell.cli.output import Output, output_options
from layerlaw.solver.shell.cli.scenario_files import SCENARIO_PATH, scenario_of, text_of
from layerlaw.solver.shell.cli.stopping import INTERRUPTED, limit_options
from layerlaw.solver.shell.report.coverage import coverage_blocks, coverage_json

if TYPE_CHECKING:
    from collections.abc import Iterator

    from layerlaw.model.scenarios.scenario import Scenario
    from layerlaw.solver.documents.coverage.mutation import Mutation

_RULEBOOK = re.compile(r"^rulebook:\s*([\w.-]+)\s*(?:#.*)?$", re.MULTILINE)


@click.command()
@click.argument("rulebook")
@click.argument("paths", nargs=-1, type=SCENARIO_PATH, metavar="[PATH...]")
@click.option(
    "--mutate",
    is_flag=True,
    help="Change what each clause fixes, one after another, and say which scenarios notice.",
)
@click.option(
    "--limit",
    type=click.IntRange(min=1),
    metavar="N",
    help="With --mutate: the most changes that are tried.",
)
@markdown_option
@limit_options
@output_options
def coverage(
    rulebook: str,
    paths: tuple[Path, ...],
    mutate: bool,
    limit: int | None,
    out: Output,
) -> int:
    """Say which clauses of RULEBOOK (an id or a file) scenarios exercise.

    PATH is a scenario, or a folder with scenarios (*.scenario.yaml) at any depth; without one, the
    scenarios that come with Layerlaw. Those of other rulebooks are left out. Interrupted, it shows
    what was found (exit code 130).
    """
    if limit is not None and not mutate:
        raise LayerlawError("--limit is for --mutate: it is the most changes that are tried")
    book = named_rulebook(rulebook)
    scenarios = list(_scenarios(book.id, paths))
    with out.progress("scenarios") as report:
        covered = coverage_of(book, scenarios, progress=report)
    changed: Mutation | None = None
    if mutate:
        with out.progress("changes") as report:
            changed = mutation(book, scenarios, limit=limit, covered=covered, progress=report)
    out.report(coverage_blocks, coverage_json, covered, changed)
    stopped = not covered.complete or (changed is not None and changed.interrupted)
    return INTERRUPTED if stopped else 0


def _scenarios(wanted: str, paths: tuple[Path, ...]) -> Iterator[Scenario]:
    """The scenarios of the paths; files that name another shipped rulebook are skipped unread."""
    for file in scenario_files(paths) if paths else shipped_scenarios():
        if _named(file) not in {*shipped_rulebooks()} - {wanted}:
            yield scenario_of(file)


def _named(file: Path) -> str:
    """The rulebook that a scenario's file names, if it is seen without parsing."""
    try:
        match = _RULEBOOK.search(text_of(file))
    except LayerlawError:
        # What is wrong with the file is for the reader to say.
        return ""
    return match.group(1) if match else ""
