"""`layerlaw sweep`: many scenarios, over all cores or a cluster, resumable."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from layerlaw.model.errors import LayerlawError
from layerlaw.model.scenarios.load import with_variant
from layerlaw.model.shipped import shipped_scenarios
from layerlaw.solver.games.sweeps.summary import QUICK, SummaryTask
from layerlaw.solver.games.sweeps.sweep import Unread
from layerlaw.solver.games.sweeps.sweep import sweep as sweep_over
from layerlaw.solver.shell.cli.options import scenario_files
from layerlaw.solver.shell.cli.output import Output, output_options
from layerlaw.solver.shell.cli.scenario_files import SCENARIO_PATH, scenario_of, shown
from layerlaw.solver.shell.cli.stopping import INTERRUPTED, limit_options
from layerlaw.solver.shell.cli.workers import sweep_options, workplace
from layerlaw.solver.shell.report.json_form import document
from layerlaw.solver.shell.report.sweep import failed, sweep_blocks

if TYPE_CHECKING:
    from collections.abc import Iterator

    from layerlaw.model.scenarios.scenario import Scenario

FAILED, TROUBLE = 1, 2


@click.command()
@click.argument("paths", nargs=-1, type=SCENARIO_PATH, metavar="PATH...")
@click.option("--shipped", is_flag=True, help="The scenarios that come with Layerlaw.")
@click.option(
    "--histories",
    type=click.IntRange(min=1),
    default=QUICK,
    show_default=True,
    metavar="N",
    help="Play so many histories of each to see whether the readings agree.",
)
@sweep_options
@limit_options
@output_options
def sweep(
    paths: tuple[Path, ...],
    shipped: bool,
    histories: int,
    workers: int | None,
    scheduler: str | None,
    results: Path | None,
    out: Output,
) -> int:
    """Solve many scenarios side by side and tell in a line how each comes out.

    PATH is a scenario, a folder with scenarios (*.scenario.yaml) at any depth, or the name of a
    shipped one. Each is solved in every order and reading that it describes. Interrupted, it shows
    what was found (exit code 130); with --results the same command goes on from there.
    """
    if not paths and not shipped:
        raise LayerlawError("name a scenario or a folder, or say --shipped")
    files = [*(shipped_scenarios() if shipped else ()), *scenario_files(paths)]
    with (
        workplace(workers, scheduler) as (executor, in_flight),
        out.progress("scenarios") as report,
    ):
        swept = sweep_over(
            _scenarios(files),
            SummaryTask(histories),
            executor=executor,
            workers=workers,
            in_flight=in_flight,
            results=results,
            progress=report,
        )
    out.report(sweep_blocks, document, swept)
    if not swept.complete:
        return INTERRUPTED
    if any(result.trouble for result in swept.results):
        return TROUBLE
    return FAILED if any(failed(result) for result in swept.results) else 0


def _scenarios(files: list[Path]) -> Iterator[Scenario | Unread]:
    """Every scenario of the files and its variants; one that can't be read stops no other."""
    for file in files:
        try:
            loaded = scenario_of(file)
        except LayerlawError as error:
            yield Unread(shown(file), shown(Path(file.name)), str(error))
            continue
        yield loaded
        for variant in loaded.variants:
            yield with_variant(loaded, variant)
