"""`layerlaw rulebook` and `layerlaw notation`: what is shipped."""

from __future__ import annotations

from importlib.resources import files
from typing import TYPE_CHECKING

import click

from layerlaw.model.errors import LayerlawError
from layerlaw.model.scenarios.load import named_rulebook, rulebook_text
from layerlaw.model.shipped import (
    shipped_rulebook,
    shipped_rulebooks,
)
from layerlaw.solver.shell.cli.output import Output, output_options
from layerlaw.solver.shell.report.shelf import (
    rulebook_blocks,
    rulebook_json,
    rulebook_list,
)

if TYPE_CHECKING:
    from layerlaw.model.rulebooks.rulebook import Rulebook
    from layerlaw.solver.shell.report.json_form import Json


@click.command()
@click.argument("id", required=False)
@click.option("--yaml", "as_yaml", is_flag=True, help="Its text, to copy or to begin from.")
@output_options
def rulebook(id: str | None, as_yaml: bool, out: Output) -> int:
    """List the shipped rulebooks, or show the one called ID (or a file) clause by clause."""
    if as_yaml:
        if id is None:
            raise LayerlawError("--yaml goes with the ID of a rulebook")
        if out.as_json:
            raise LayerlawError("--yaml or --json, not both")
        click.echo(rulebook_text(id), nl=False)
    elif id is None:
        out.report(rulebook_list, _ids_and_titles, _shipped_books())
    else:
        out.report(rulebook_blocks, rulebook_json, named_rulebook(id))
    return 0


def _shipped_books() -> list[Rulebook]:
    return [shipped_rulebook(id) for id in shipped_rulebooks()]


def _ids_and_titles(books: list[Rulebook]) -> Json:
    return [{"id": book.id, "title": book.title, "version": book.version} for book in books]


@click.command()
@click.option("--short", is_flag=True, help="On one page: a sample of each word.")
def notation(short: bool) -> int:
    """Print the notation that cards, rulebooks and scenarios are written in."""
    page = "notation.md" if short else "README.md"
    click.echo(files("layerlaw.fixtures").joinpath(page).read_text(encoding="utf-8"))
    return 0
