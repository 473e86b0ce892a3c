"""`layerlaw shrink`: the smallest scenario on which two rulebooks, readings or engines disagree."""

from __future__ import annotations

from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING

import click

from layerlaw.model.errors import LayerlawError
from layerlaw.model.files.yaml_text import Mapping as YamlMapping
from layerlaw.model.files.yaml_text import Scalar, parse
from layerlaw.model.scenarios.load import is_file
from layerlaw.solver.play.solve import solve
from layerlaw.solver.shell.cli.engine_options import EngineOptions, engine_options
from layerlaw.solver.shell.cli.options import with_readings
from layerlaw.solver.shell.cli.output import Output, output_options, show_json
from layerlaw.solver.shell.cli.saving import book_from, save
from layerlaw.solver.shell.cli.scenario_files import file_argument, scenario_of, text_of
from layerlaw.solver.shell.cli.stopping import INTERRUPTED, limit_options
from layerlaw.solver.shell.shrink.against_engine import AgainstEngine, between_engines
from layerlaw.solver.shell.shrink.disagreement import (
    CHECKS,
    ZONE,
    Disagreement,
    between_readings,
    between_rulebooks,
)
from layerlaw.solver.shell.shrink.expected import text_to_keep
from layerlaw.solver.shell.shrink.report import (
    agreed_json,
    not_compared,
    shrunk_blocks,
    shrunk_json,
)
from layerlaw.solver.shell.shrink.shrinking import NothingToShrink
from layerlaw.solver.shell.shrink.shrinking import shrink as reduced

if TYPE_CHECKING:
    from collections.abc import Callable

    from layerlaw.model.scenarios.scenario import Scenario
    from layerlaw.solver.facts.records import Cell
    from layerlaw.solver.shell.engines.engine import Engine

    Disagrees = Callable[[Scenario], Disagreement | None]

AGREED = 1
ANY = "any"

ASKED = """who disagrees? One of:
  --rulebook A,B             two rulebooks (with one alone: the scenario's own against it)
  --reading POINT=ONE,OTHER  two readings of an open point
  --engine ENGINE            another engine: a command, or module:name of Python"""


def _readings(
    context: click.Context, parameter: click.Parameter, values: tuple[str, ...]
) -> dict[str, tuple[str, ...]]:
    sides = {}
    for value in values:
        point, _, named = value.partition("=")
        readings = tuple(reading.strip() for reading in named.split(",") if reading.strip())
        if not point or not 1 <= len(readings) <= 2:
            raise click.BadParameter(
                f"'{value}' is not of the form POINT=READING or POINT=ONE,OTHER"
            )
        sides[point] = readings
    return sides


def _books(
    context: click.Context, parameter: click.Parameter, values: tuple[str, ...]
) -> tuple[str, ...]:
    return tuple(book.strip() for value in values for book in value.split(",") if book.strip())


@click.command()
@file_argument
@click.option(
    "--rulebook",
    "rulebooks",
    multiple=True,
    metavar="A,B",
    callback=_books,
    help="Two rulebooks, ids or files; or one, against which the scenario's own is held.",
)
@click.option(
    "--reading",
    "readings",
    multiple=True,
    metavar="POINT=ONE,OTHER",
    callback=_readings,
    help="Two readings of an open point; or one, against --against, or against the scenario as it "
    "stands. With --engine or --rulebook: how the scenario is read.",
)
@click.option(
    "--against",
    multiple=True,
    metavar="POINT=READING",
    callback=_readings,
    help="With --reading: what the other side reads. May be repeated.",
)
@engine_options
@click.option(
    "--cell",
    "cells",
    multiple=True,
    metavar="OBJECT.CHARACTERISTIC",
    help="Only disagreements on this, such as K2.controller. May be repeated. `any`: the smallest "
    "scenario may show another difference than the whole one.",
)
@click.option(
    "--inline", is_flag=True, help="Make shipped cards smaller too; they then stand in the file."
)
@click.option(
    "--limit", type=click.IntRange(min=1), metavar="N", help="Try N scenarios at the most."
)
@click.option(
    "--out",
    "kept",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Write the smallest scenario into a new file, expecting what the first side says.",
)
@limit_options
@output_options
def shrink(
    file: Path,
    rulebooks: tuple[str, ...],
    readings: dict[str, tuple[str, ...]],
    against: dict[str, tuple[str, ...]],
    engine: EngineOptions,
    cells: tuple[str, ...],
    inline: bool,
    limit: int | None,
    kept: Path | None,
    out: Output,
) -> int:
    """Reduce a disagreement to the smallest scenario that still shows it.

    Events, abilities, numbers, players and choices are left out as long as two rulebooks, two
    readings, or Layerlaw and another engine still differ on what they differ on in FILE. Exit code
    0: reduced; 1: there is no disagreement. Interrupted, it shows the smallest found (130).
    """
    if kept is not None and kept.exists():
        raise LayerlawError(f"{kept} is there already and is not written over")
    scenario, book = _scenario(file, rulebooks, readings, engine)
    wanted = _cells(scenario, [cell for cell in cells if cell != ANY])
    runs = engine.engine() if engine else None
    for rulebook in rulebooks[-1:]:
        # What it cannot read is told with its place in the file.
        scenario_of(file, rulebook=rulebook)
    disagrees = _disagrees(rulebooks, readings, against, runs, wanted, complete=engine.complete)
    of_engine = disagrees if isinstance(disagrees, AgainstEngine) else None
    try:
        with runs or nullcontext(), out.progress("scenarios") as report:
            shrunk = reduced(
                scenario,
                disagrees,
                progress=report,
                limit=limit,
                inline=inline,
                alike=(lambda first, last: True) if ANY in cells else None,
                rulebook=None if book is None else book_from(book, Path("/")),
                folder=Path("/"),
            )
    except NothingToShrink as agreed:
        left_out = of_engine.left_out if of_engine is not None else ()
        if out.as_json:
            show_json(agreed_json(scenario.title, str(agreed), left_out))
        else:
            click.echo("\n".join([str(agreed), *not_compared(left_out)]))
        return AGREED
    left_out = of_engine.left_out if of_engine is not None else ()
    failures = of_engine.failures if of_engine is not None else ()
    last = shrunk.last
    assert isinstance(last, Disagreement)
    beside = (kept or file).parent
    shown = None if book is None else book_from(book, beside)
    text = text_to_keep(last, rulebook=shown, folder=beside)
    if kept is not None:
        save({kept: text})
    out.report(shrunk_blocks, shrunk_json, shrunk, last, text, failures, left_out)
    return INTERRUPTED if shrunk.stopped == "interrupted" else 0


def _scenario(
    file: Path,
    rulebooks: tuple[str, ...],
    readings: dict[str, tuple[str, ...]],
    engine: EngineOptions,
) -> tuple[Scenario, str | None]:
    """The scenario as the first side reads it, and its rulebook's path if that is a file."""
    sides = [bool(rulebooks), bool(engine)]
    if sides.count(True) != 1 and (any(sides) or not readings):
        raise LayerlawError(ASKED)
    if len(rulebooks) > 2:
        raise LayerlawError("--rulebook takes two rulebooks, A,B, or one")
    own = scenario_of(file)
    first = rulebooks[0] if len(rulebooks) == 2 else None
    if first is not None and first != own.rulebook.id:
        scenario, book = scenario_of(file, rulebook=first), first
    else:
        scenario, book = own, _named(file)
    if any(sides):
        for point, chosen in readings.items():
            if len(chosen) > 1:
                raise LayerlawError(
                    f"with --rulebook or --engine {point} has one reading, not "
                    f"{' and '.join(chosen)}"
                )
        scenario = with_readings(scenario, {point: r[0] for point, r in readings.items()})
    return scenario, book if is_file(book) else None


def _named(file: Path) -> str:
    """The rulebook that a scenario names, a file's path as seen from here."""
    root = parse(text_of(file)).root
    for key, value in root.entries if isinstance(root, YamlMapping) else ():
        if key.text == "rulebook" and isinstance(value, Scalar):
            name = value.text
            return (file.parent / name).as_posix() if is_file(name) else name
    return ""


def _disagrees(
    rulebooks: tuple[str, ...],
    readings: dict[str, tuple[str, ...]],
    against: dict[str, tuple[str, ...]],
    runs: Engine | None,
    cells: list[Cell],
    *,
    complete: bool,
) -> Disagrees:
    if against and (runs is not None or rulebooks):
        raise LayerlawError("--against goes with --reading alone")
    if runs is not None:
        return between_engines(runs, cells=cells, complete=complete)
    if rulebooks:
        label = rulebooks[0] if len(rulebooks) == 2 else ""
        return between_rulebooks(None, rulebooks[-1], cells=cells, label=label)
    if against and any(len(chosen) > 1 for chosen in (*readings.values(), *against.values())):
        raise LayerlawError("with --against every point has one reading on each side")
    first = {point: chosen[0] for point, chosen in readings.items()}
    if against:
        return between_readings(first, {p: r[0] for p, r in against.items()}, cells=cells)
    if all(len(chosen) == 1 for chosen in readings.values()):
        return between_readings(first, {}, cells=cells)
    second = {point: chosen[-1] for point, chosen in readings.items()}
    return between_readings(first, second, cells=cells)


def _cells(scenario: Scenario, texts: list[str]) -> list[Cell]:
    """The cells that the texts name; raises `LayerlawError` for what is none."""
    cells = []
    derivation = solve(scenario) if texts else None
    for text in texts:
        object, dot, characteristic = text.rpartition(".")
        if not dot or not object or not characteristic:
            raise LayerlawError(
                f"'{text}' is not of the form OBJECT.CHARACTERISTIC, such as K2.controller"
            )
        assert derivation is not None
        derivation.index(object)
        if characteristic not in (ZONE, CHECKS):
            derivation.check_characteristic(characteristic)
        cells.append((object, characteristic))
    return cells
