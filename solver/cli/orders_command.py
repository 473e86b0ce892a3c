"""`layerlaw orders`: what the rules leave to choose, and which choice leads where."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from layerlaw.model.load_scenario import load_scenario
from layerlaw.solver.choices import orders as orders_of
from layerlaw.solver.choices.grouping import LIMIT
from layerlaw.solver.cli.options import (
    one_rulebook_option,
    output_options,
    reading_option,
    show,
    show_json,
)
from layerlaw.solver.cli.progress import progress
from layerlaw.solver.cli.solve_commands import with_readings
from layerlaw.solver.report.orders import orders_json, orders_lines

if TYPE_CHECKING:
    from rich.console import RenderableType

    from layerlaw.solver.report.json_form import Json

INTERRUPTED = 130


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option(
    "--limit",
    type=click.IntRange(min=1),
    default=LIMIT,
    show_default=True,
    help="The most orders that are played.",
)
@one_rulebook_option
@reading_option
@output_options
def orders(
    file: Path,
    limit: int,
    rulebook: str | None,
    readings: dict[str, str],
    as_json: bool,
    no_color: bool,
) -> int:
    """Say what the rules leave to choose in FILE, and which choice leads to which outcome.

    It is the order of what happens together, and of effects of one card or one spell that tie.
    Where several players' cards enter together and nobody is `active`, it is that as well.
    Interrupted, it shows what was found (exit code 130).
    """
    scenario = with_readings(load_scenario(file, rulebook=rulebook, undecided=True), readings)
    with progress("orders") as report:
        found = orders_of(scenario, limit=limit, progress=report)
    # Here the section "Does the order matter?" goes (solver/confluence): text into `sections`,
    # the same as JSON into `more`.
    sections: list[RenderableType] = []
    more: dict[str, Json] = {}
    if as_json:
        show_json(orders_json(found, more))
    else:
        show(orders_lines(found, sections), no_color=no_color)
    return INTERRUPTED if found.interrupted else 0
