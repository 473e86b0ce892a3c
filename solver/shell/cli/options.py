"""Options and output that several commands share."""

from __future__ import annotations

import json
import os
import re
import sys
from typing import TYPE_CHECKING, Any

import click

from layerlaw.model.errors import LayerlawError
from layerlaw.model.shipped import SCENARIO_ENDING
from layerlaw.solver.shell.report.to_markdown import markdown
from layerlaw.solver.shell.report.to_terminal import console, terminal

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

    from layerlaw.solver.shell.report.blocks import Blocks
    from layerlaw.solver.shell.report.json_form import Json

# Neither a title nor a name may do something to the terminal; colours are the report's own.
_HIDING = re.compile("(?!\x1b\\[[0-9;]*m)[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
_BLANKS = re.compile(r"[ ]+((?:\x1b\[[0-9;]*m)*)$", re.MULTILINE)

Command = Any
"""A click command function; click's decorators leave its type open."""


def output_options(command: Command) -> Command:
    """`--json` and `--no-color`."""
    command = click.option("--no-color", is_flag=True, help="Plain text (also with NO_COLOR set).")(
        command
    )
    return click.option(
        "--json", "as_json", is_flag=True, help="JSON instead of text; see docs/json.md."
    )(command)


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


def markdown_option(command: Command) -> Command:
    """`--markdown`."""
    return click.option(
        "--markdown", "as_markdown", is_flag=True, help="Markdown, to paste into an issue tracker."
    )(command)


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
    ids = (id.strip() for value in values for id in value.split(","))
    return tuple(dict.fromkeys(id for id in ids if id))


def _readings(
    context: click.Context, parameter: click.Parameter, values: tuple[str, ...]
) -> dict[str, str]:
    found = {}
    for value in values:
        point, sign, reading = value.partition("=")
        if not sign or not point or not reading:
            raise click.BadParameter(
                f"'{value}' is not of the form POINT=READING, such as SORC-OPEN-TEST=result"
            )
        found[point] = reading
    return found


def show(blocks: Blocks, *, no_color: bool) -> None:
    """Print for people; without colour when asked, or when the output is no terminal."""
    color = not no_color and "NO_COLOR" not in os.environ
    out = console(color=color)
    with out.capture() as captured:
        out.print(terminal(blocks))
    # Wrapped lines come padded to the width; nobody wants blanks at the end of a line.
    text = _HIDING.sub("\ufffd", _BLANKS.sub(r"\1", captured.get()))
    # Old consoles of Windows take no colours as text; click tells them in their own way.
    click.echo(text, nl=False, color="\x1b[" in text)


def show_report(
    blocks: Blocks, document: Json, *, as_json: bool, as_markdown: bool, no_color: bool
) -> None:
    """Print a report in the one of its three forms that was asked for."""
    if as_json:
        show_json(document)
    elif as_markdown:
        sys.stdout.write(markdown(blocks))
    else:
        show(blocks, no_color=no_color)


def show_documents(documents: Sequence[Json]) -> None:
    """Print one JSON document as it is, several as a list."""
    show_json(documents[0] if len(documents) == 1 else list(documents))


def show_json(document: Json) -> None:
    """Print JSON, the same text on every run; where not every letter can be written, in ASCII."""
    every = (sys.stdout.encoding or "utf-8").lower().replace("-", "").startswith("utf")
    sys.stdout.write(json.dumps(document, indent=2, ensure_ascii=not every) + "\n")
