"""The command: measures the families chosen, prints tables, writes a plot and the results."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from bench.boards import WAYS
from bench.measuring import HASTE, pace_of
from bench.plot import write_plot
from bench.results import Results, here, load
from bench.running import jobs, measure_apart, measure_here, work
from bench.tables import all_tables, as_text
from bench.tasks import QUICK, SIZES, TASKS
from layerlaw.model import LayerlawError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bench.measuring import Pace
    from bench.running import Job

FAILED, BAD_INPUT, INTERRUPTED = 1, 2, 130
SECONDS = 60.0
MOST = 1_000_000


Asked = Callable[[click.Context, click.Parameter, str | None], Any]


def listed(known: Sequence[str]) -> Asked:
    """Reads several words with commas between them: known ones, or the first part of known ones."""
    groups = {word.partition("-")[0]: None for word in known}
    choice = click.Choice(tuple({**groups, **dict.fromkeys(known)}))

    def read(ctx: click.Context, param: click.Parameter, value: str | None) -> Any:
        if value is None:
            return None
        words = {choice.convert(word.strip(), param, ctx) for word in value.split(",")}
        return tuple(word for word in known if {word, word.partition("-")[0]} & words)

    return read


def numbers(ctx: click.Context, param: click.Parameter, value: str | None) -> Any:
    """Reads several whole numbers of 2 and more, with commas between them."""
    if value is None:
        return None
    try:
        found = sorted({int(number) for number in value.split(",")})
    except ValueError:
        message = f"{value!r} is no list of whole numbers, as in 2,10,100"
        raise click.BadParameter(message, ctx, param) from None
    if not 2 <= found[0] <= found[-1] <= MOST:
        raise click.BadParameter(f"only 2 to {MOST:,} is measured", ctx, param)
    return tuple(found)


@click.command(context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.option(
    "--families", callback=listed(tuple(TASKS)), help="Only these, with commas between them."
)
@click.option(
    "--ways", callback=listed(tuple(WAYS)), help="Only this procedure: once, or each step."
)
@click.option("--sizes", callback=numbers, help="The values of n, with commas between them.")
@click.option("--seconds", type=click.FloatRange(min=0.01), help="Time for each family (60).")
@click.option(
    "--out",
    type=click.Path(file_okay=False, path_type=Path),
    default=Path("build/bench"),
    show_default=True,
    help="Folder for results.json, tables.md, plot.svg and plot.png.",
)
@click.option(
    "--json",
    "json_file",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write the results to this file as well.",
)
@click.option(
    "--against",
    "before",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Show the ratio to the results.json of an earlier run.",
)
@click.option("--quick", is_flag=True, help="A few seconds in all, to see that everything works.")
@click.option("--worker", type=click.Choice(tuple(TASKS)), hidden=True)
def command(
    families: tuple[str, ...] | None,
    ways: tuple[str, ...] | None,
    sizes: tuple[int, ...] | None,
    seconds: float | None,
    out: Path,
    json_file: Path | None,
    before: Path | None,
    quick: bool,
    worker: str | None,
) -> int:
    """Measure how solving grows with n, family by family, and what else there is to measure.

    Every family goes through 2, 10, 30, 100, 300, 1,000, 3,000 and 10,000 as far as it comes in its
    time. What the columns say is in benchmarks/README.md.
    """
    pace = HASTE if quick else pace_of(SECONDS if seconds is None else seconds)
    sizes = sizes or (QUICK if quick else SIZES)
    ways = ways or tuple(WAYS)
    if worker is not None:
        work((worker, ways[0], sizes), pace)
        return 0
    if families is None:
        families = tuple(name for name, task in TASKS.items() if not (quick and task.slow))
    earlier = None if before is None else load(before)
    results = here(pace.seconds)
    for folder in {out, *(() if json_file is None else (json_file.parent,))}:
        folder.mkdir(parents=True, exist_ok=True)
    code = 0
    try:
        for job in jobs(families, ways, sizes, quick=quick):
            _measure(results, job, pace, apart=not quick)
    except KeyboardInterrupt:
        code = INTERRUPTED
    text = as_text(all_tables(results, earlier))
    (out / "tables.md").write_text(text, encoding="utf-8")
    for file in (out / "results.json", json_file):
        if file is not None:
            results.write(file)
    click.echo(text)
    _plot(results, out)
    for told in results.told:
        click.echo(told, err=True)
    return code or (FAILED if results.told else 0)


def _measure(results: Results, job: Job, pace: Pace, *, apart: bool) -> None:
    """All figures of one family, and on the terminal how far it has come."""
    name, way, _ = job
    figures = (
        measure_apart(job, pace.seconds, results.told.append) if apart else measure_here(job, pace)
    )
    for found in figures:
        results.add(found)
        if sys.stderr.isatty():
            click.echo(f"\r\x1b[K{name}, {way}: n = {found.n:,}, {found.key}", nl=False, err=True)
    if sys.stderr.isatty():
        click.echo("\r\x1b[K", nl=False, err=True)


def _plot(results: Results, folder: Path) -> None:
    try:
        files = write_plot(results, folder)
    except ImportError:
        click.echo("no plot: matplotlib is not installed (pip install -e '.[plot]')", err=True)
        return
    click.echo(f"written: {', '.join(str(file) for file in files)}", err=True)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; returns its exit code (0 fine, 1 a family failed, 2 bad input)."""
    try:
        code = command.main(args=arguments, prog_name="benchmarks", standalone_mode=False)
    except click.ClickException as error:
        error.show()
        return BAD_INPUT
    except (click.exceptions.Abort, KeyboardInterrupt):
        click.echo("interrupted", err=True)
        return INTERRUPTED
    except LayerlawError as error:
        click.echo(str(error), err=True)
        return BAD_INPUT
    except OSError as error:
        click.echo(f"{error.filename}: cannot be written: {error.strerror}", err=True)
        return BAD_INPUT
    return code if isinstance(code, int) else 0
