"""`layerlaw rulebook`, `card`, `scenarios` and `notation`: what is shipped."""

from __future__ import annotations

from importlib.resources import files

import click

from layerlaw.model.errors import LayerlawError, with_hint
from layerlaw.model.scenarios.load import named_rulebook
from layerlaw.model.shipped import (
    shipped_cards,
    shipped_rulebook,
    shipped_rulebooks,
    shipped_scenarios,
)
from layerlaw.solver.shell.cli.options import one_rulebook_option, output_options, show, show_json
from layerlaw.solver.shell.report.shelf import (
    card_blocks,
    card_json,
    rulebook_blocks,
    rulebook_json,
    rulebook_list,
)


@click.command()
@click.argument("id", required=False)
@output_options
def rulebook(id: str | None, as_json: bool, no_color: bool) -> int:
    """List the shipped rulebooks, or show the one called ID (or a file) clause by clause."""
    if id is None:
        books = [shipped_rulebook(name) for name in shipped_rulebooks()]
        if as_json:
            show_json([{"id": b.id, "title": b.title, "version": b.version} for b in books])
        else:
            show(rulebook_list(books), no_color=no_color)
        return 0
    book = named_rulebook(id)
    if as_json:
        show_json(rulebook_json(book))
    else:
        show(rulebook_blocks(book), no_color=no_color)
    return 0


@click.command()
@click.argument("name")
@one_rulebook_option
@output_options
def card(name: str, rulebook: str | None, as_json: bool, no_color: bool) -> int:
    """Show a shipped card in the notation and in English."""
    names: list[str] = []
    books = [shipped_rulebook(id) for id in shipped_rulebooks()]
    if rulebook is not None:
        books = [named_rulebook(rulebook)]
    # Of several documents of its game the one with the latest date is shown.
    for book in sorted(books, key=lambda one: (one.version[:1].isdigit(), one.version, one.id))[
        ::-1
    ]:
        cards = shipped_cards(book)
        spelt = next((one for one in cards if one.lower() == name.lower()), None)
        if spelt is not None:
            found = cards[spelt]
            break
        names += cards
    else:
        raise LayerlawError(with_hint(f"unknown card '{name}'", name, names))
    if as_json:
        show_json(card_json(found))
    else:
        show(card_blocks(found, book), no_color=no_color)
    return 0


@click.command()
@output_options
def scenarios(as_json: bool, no_color: bool) -> int:
    """List the shipped scenarios with their paths."""
    paths = [str(path) for path in shipped_scenarios()]
    if as_json:
        show_json([*paths])
    else:
        click.echo("\n".join(paths))
    return 0


@click.command()
@click.option("--short", is_flag=True, help="On one page: a sample of each word.")
def notation(short: bool) -> int:
    """Print the notation that cards, rulebooks and scenarios are written in."""
    page = "notation.md" if short else "README.md"
    click.echo(files("layerlaw.fixtures").joinpath(page).read_text(encoding="utf-8"))
    return 0
