"""Options that several commands share, and the scenarios that they name."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from layerlaw.model.errors import LayerlawError
from layerlaw.model.shipped import SCENARIO_ENDING
from layerlaw.solver.shell.cli.scenario_files import scenario_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from layerlaw.model.scenarios.scenario import Scenario

Command = Any
"""A click command function; click's decorators leave its type open."""


def reading_option(command: Command) -> Command:
    """`--reading POINT=READING`, repeatable."""
    return click.option(
        "--reading",
        "readings",
        multiple=True,
        metavar="POINT=READING",
        callback=_readings,
        help="Choose a reading of an open point of the rulebook; may be repeated.",
    )(command)


def rulebook_option(command: Command) -> Command:
    """`--rulebook ID`, repeatable, or with commas."""
    return click.option(
        "--rulebook",
        "rulebooks",
        multiple=True,
        metavar="ID",
        callback=_rulebooks,
        help="Another rulebook than the scenario's (or a file); several, with commas or the option "
        "repeated, stand side by side.",
    )(command)


def one_rulebook_option(command: Command) -> Command:
    """`--rulebook ID`."""
    return click.option(
        "--rulebook", metavar="ID", help="Another rulebook than the scenario's (or a file)."
    )(command)


def scenario_options(command: Command) -> Command:
    """`--rulebook ID` and `--reading POINT=READING`: how a scenario is read."""
    return one_rulebook_option(reading_option(command))


def markdown_option(command: Command) -> Command:
    """`--markdown`."""
    return click.option(
        "--markdown", "as_markdown", is_flag=True, help="Markdown, to paste into an issue tracker."
    )(command)


def read_scenario(
    file: Path, rulebook: str | None, readings: dict[str, str], *, undecided: bool = False
) -> Scenario:
    """Reads the scenario as `scenario_options` say; raises `LayerlawError`."""
    return with_readings(scenario_of(file, rulebook=rulebook, undecided=undecided), readings)


def with_readings(scenario: Scenario, readings: dict[str, str]) -> Scenario:
    """The scenario under these readings besides its own; raises `LayerlawError` if unknown."""
    merged = {**scenario.readings, **readings}
    scenario.rulebook.settled(merged)
    return replace(scenario, readings=merged)


def scenario_files(paths: Iterable[Path]) -> Iterator[Path]:
    """The files named, and the scenarios at any depth of the folders named.

    Raises `LayerlawError` for a folder without any.
    """
    for path in paths:
        if not path.is_dir():
            yield path
            continue
        files = sorted(path.rglob(f"*{SCENARIO_ENDING}"))
        if not files:
            raise LayerlawError(f"{path} holds no file called *{SCENARIO_ENDING}")
        yield from files


def _rulebooks(
    context: click.Context, parameter: click.Parameter, values: tuple[str, ...]
) -> tuple[str, ...]:
    ids = [id.strip() for value in values for id in value.split(",")]
    if "" in ids:
        raise click.BadParameter(
            "a rulebook's id or file is missing here (`layerlaw rulebook` lists the shipped ones)"
        )
    return tuple(dict.fromkeys(ids))


def _readings(
    context: click.Context, parameter: click.Parameter, values: tuple[str, ...]
) -> dict[str, str]:
    readings = {}
    for value in values:
        point, sign, reading = value.partition("=")
        if not sign or not point or not reading:
            raise click.BadParameter(
                f"'{value}' is not of the form POINT=READING, such as SORC-OPEN-TEST=result"
            )
        readings[point] = reading
    return readings
