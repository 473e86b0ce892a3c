"""`layerlaw cards` and `layerlaw card`: the shipped cards, found by words, and one shown whole."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from layerlaw.model.candidates import with_advice
from layerlaw.model.errors import LayerlawError
from layerlaw.model.finding.cards import card_names, find_cards
from layerlaw.model.scenarios.load import named_rulebook
from layerlaw.solver.shell.cli.card_files import cards_in
from layerlaw.solver.shell.cli.output import Output, output_options
from layerlaw.solver.shell.cli.searching import words_typed
from layerlaw.solver.shell.report.found_cards import found_blocks, found_json
from layerlaw.solver.shell.report.json_form import document
from layerlaw.solver.shell.report.shelf import card_blocks

if TYPE_CHECKING:
    from collections.abc import Sequence

    from layerlaw.model.finding.cards import FoundCard
    from layerlaw.solver.shell.cli.options import Command


def _rulebook_option(command: Command) -> Command:
    return click.option(
        "--rulebook",
        metavar="ID",
        help="Only the cards of its game, in its words (or a file); left out: all games, "
        "each by its latest rulebook.",
    )(command)


@click.command()
@click.argument("words", nargs=-1)
@_rulebook_option
@click.option(
    "--cards",
    "files",
    multiple=True,
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Search the cards of this file in place of the shipped ones; goes with --rulebook.",
)
@output_options
def cards(
    words: tuple[str, ...], rulebook: str | None, files: tuple[Path, ...], out: Output
) -> int:
    """Find cards by parts of their names, by words of what they do, by what they read and write.

    WORDS go in any case and order, and all have to fit. type:mortal asks for a word of the types,
    keyword:airborne for a keyword printed on the card, writes:power for what its abilities change,
    reads:subtypes for what they look at (a characteristic, a word of one, a status, a keyword, a
    verb, or abilities, name, place, copy, permissions), name: and text: for one of the two alone;
    a minus before a word leaves out what it finds (after `--`). One card alone is shown whole.
    """
    if files and rulebook is None:
        raise LayerlawError("--cards goes with --rulebook, in whose words the file is written")
    book = None if rulebook is None else named_rulebook(rulebook)
    own = cards_in(files, book) if files and book is not None else None
    text = words_typed(words)
    found = find_cards(text, rulebook=book, cards=own)
    if not found:
        names = list(own) if own is not None else card_names(book)
        raise LayerlawError(with_advice(f"no card is found by '{text}'", text, names))
    _show(found, out, alone=bool(words))
    return 0


def _show(found: Sequence[FoundCard], out: Output, *, alone: bool) -> None:
    if len(found) == 1 and alone and not out.as_json:
        out.show(card_blocks(found[0].card, found[0].rulebook))
    else:
        out.report(found_blocks, found_json, found)


@click.command()
@click.argument("name")
@_rulebook_option
@output_options
def card(name: str, rulebook: str | None, out: Output) -> int:
    """Show the shipped card called NAME, in any case, in the notation and in English."""
    book = None if rulebook is None else named_rulebook(rulebook)
    names = card_names(book)
    spelt = next((each for each in names if each.lower() == name.lower()), None)
    if spelt is None:
        raise LayerlawError(with_advice(f"unknown card '{name}'", name, names))
    one = find_cards(spelt, rulebook=book)[0]
    out.report(lambda: card_blocks(one.card, one.rulebook), lambda: document(one.card))
    return 0
