"""`layerlaw property`: what must always hold under a rulebook, and the board where it does not."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from layerlaw.model.errors import BadInput, LayerlawError, NotationError, Problem
from layerlaw.model.properties.load import load_properties
from layerlaw.model.properties.property import Property, parse_property
from layerlaw.model.scenarios.load import named_rulebook
from layerlaw.solver.documents.properties.search import EFFECTS, check_property
from layerlaw.solver.shell.cli.output import Output, output_options
from layerlaw.solver.shell.cli.saving import (
    file_name,
    named_once,
    save,
    saving_options,
    size_option,
    texts_to_save,
)
from layerlaw.solver.shell.cli.stopping import INTERRUPTED, limit_options
from layerlaw.solver.shell.report.json_form import document
from layerlaw.solver.shell.report.properties import (
    CheckedProperty,
    PropertyReport,
    property_blocks,
    property_scenarios,
)

if TYPE_CHECKING:
    from layerlaw.model.rulebooks.rulebook import Rulebook

FAILS = 1


@click.command()
@click.argument("rulebook")
@click.argument("properties", nargs=-1, metavar="[PROPERTY]...")
@click.option(
    "--file",
    "files",
    type=click.Path(path_type=Path),
    multiple=True,
    metavar="FILE",
    help="A file of properties; see fixtures/README.md.",
)
@size_option
@saving_options
@limit_options
@output_options
def property(
    rulebook: str,
    properties: tuple[str, ...],
    files: tuple[Path, ...],
    size: int | None,
    folder: Path | None,
    out: Output,
) -> int:
    """Say whether each PROPERTY holds under RULEBOOK (an id or a file): on which board it fails.

    A PROPERTY is "always: ..." or "never: ...", in the notation. Exit code 0 if all hold on every
    board that was tried, or are proved, 1 if one fails or was never tested.
    """
    book = named_rulebook(rulebook)
    asked = [_parsed(number, text, book) for number, text in enumerate(properties, 1)]
    for file in files:
        asked += load_properties(file, book)
    if not asked:
        raise LayerlawError(
            "name a property, such as 'always: silenced minions have no abilities', or --file FILE"
        )
    shown: list[CheckedProperty] = []
    for what in asked:
        with out.progress(f"boards for {what.name}") as report:
            result = check_property(book, what, n=size or EFFECTS, progress=report)
        shown.append(CheckedProperty(result))
        if not result.complete:
            break
    complete = len(shown) == len(asked) and all(each.result.complete for each in shown)
    refused: LayerlawError | None = None
    try:
        shown = _saved(shown, folder, rulebook) if folder is not None else shown
    except LayerlawError as error:
        # What took so long to find is shown all the same.
        refused = error
    out.report(property_blocks, document, PropertyReport(book, tuple(shown)))
    if refused is not None:
        raise refused
    if not complete:
        return INTERRUPTED
    return 0 if all(each.result.holds for each in shown) else FAILS


def _parsed(number: int, text: str, book: Rulebook) -> Property:
    """A property of the command line; raises `BadInput` with its place there."""
    try:
        return parse_property(text, book)
    except NotationError as error:
        problem = Problem(
            f"property {number}",
            1,
            error.offset + 1,
            error.message,
            error.expected,
            error.suggestion,
            text,
        )
        raise BadInput([problem]) from None


def _saved(shown: list[CheckedProperty], folder: Path, rulebook: str) -> list[CheckedProperty]:
    """The properties that fail, with the files that their boards were written to."""
    found = [
        (place, scenario)
        for place, each in enumerate(shown)
        for scenario in property_scenarios(each.result)
    ]
    names = named_once([file_name("fails", shown[place].result.what.name) for place, _ in found])
    scenarios = {
        name: (scenario, rulebook) for name, (_, scenario) in zip(names, found, strict=True)
    }
    texts = texts_to_save(scenarios, folder)
    save(texts)
    files: dict[int, list[str]] = {}
    for (place, _), file in zip(found, texts, strict=True):
        files.setdefault(place, []).append(str(file))
    return [
        CheckedProperty(each.result, tuple(files.get(place, ())))
        for place, each in enumerate(shown)
    ]
