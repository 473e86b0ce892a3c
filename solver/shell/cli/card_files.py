"""The cards that a command looks at: those of files, or the shipped ones of a game."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from layerlaw.model.cards.load import load_cards
from layerlaw.model.errors import LayerlawError
from layerlaw.model.shipped import shipped_cards

if TYPE_CHECKING:
    from pathlib import Path

    from layerlaw.model.cards.card import Card
    from layerlaw.model.rulebooks.rulebook import Rulebook


def cards_for(book: Rulebook, files: tuple[Path, ...]) -> dict[str, Card]:
    """The cards to look at, by name; names shipped ones that do not fit the rulebook."""
    if files:
        return cards_in(files, book)
    cards: dict[str, Card] = {}
    shelf = shipped_cards(book)
    unfit = []
    for name in shelf:
        try:
            cards[name] = shelf[name]
        except LayerlawError:
            unfit.append(name)
    if unfit:
        click.echo(f"left out, for they do not fit the rulebook: {', '.join(unfit)}", err=True)
    if not cards:
        raise LayerlawError(f"{book.id} has no shipped cards: name a file of cards with --cards")
    return cards


def cards_in(files: tuple[Path, ...], book: Rulebook) -> dict[str, Card]:
    """The cards of the files, by name."""
    cards: dict[str, Card] = {}
    for file in files:
        for name, card in load_cards(file, book).items():
            if name in cards:
                raise LayerlawError(f"the card '{name}' stands in two of the files")
            cards[name] = card
    return cards
