"""Writes a commented first file of cards, and a first rulebook that is based on another one."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING

from layerlaw.model.arguments import checked
from layerlaw.model.cards.load import loads_cards
from layerlaw.model.errors import LayerlawError
from layerlaw.model.files.write_yaml import scalar
from layerlaw.model.files.yaml_text import parse
from layerlaw.model.rulebooks.load import loads_rulebook
from layerlaw.model.rulebooks.rulebook import Rulebook
from layerlaw.solver.shell.authoring.layout import laid_out
from layerlaw.solver.shell.authoring.starting_cards import printed_words

if TYPE_CHECKING:
    from collections.abc import Iterator


@checked()
def starter_cards(book: Rulebook) -> str:
    """The text of a file with two cards in the words of the rulebook.

    book: in whose words they are written.

    Raises `LayerlawError` if the rulebook has no types, so that no card can be written.

    >>> from layerlaw import shipped_rulebook
    >>> from layerlaw.solver.shell.authoring import starter_cards
    >>> from layerlaw.model import loads_cards
    >>> book = shipped_rulebook("sorcery-2026-01")
    >>> len(loads_cards(starter_cards(book), book))
    2
    """
    number, word = printed_words(book)
    if word is None:
        raise LayerlawError(f"{book.id} has no types, so no card can be written")
    counted = [f"  {number}: 2"] if number else []
    does = f"other objects: {number} += 1" if number else f"other objects: {_gains(book)}"
    lines = [
        f"# Cards in the words of {book.id}. A scenario beside this file uses them with",
        "# `card files: [FILE]`, in which FILE is the name of this one.",
        "",
        "Little One:",
        "  # Types and subtypes, as words of the rulebook.",
        f"  is: [{scalar(word)}]",
        *(["  # The numbers that are printed on the card."] if number else []),
        *counted,
        "",
        "Big One:",
        f"  is: [{scalar(word)}]",
        *counted,
        "  # One item is one ability: `selector: operations`, or a keyword.",
        "  has:",
        f"    - {does}",
        "  # What it does that is no continuous effect, in a few words; nothing comes of it.",
        "  left out: [draws a card]",
    ]
    text = "\n".join(lines) + "\n"
    loads_cards(text, book, "the starter")
    return as_formatted(text)


@checked()
def starter_rulebook(book: Rulebook, called: str, id: str, title: str, loaded_as: str = "") -> str:
    """The text of a rulebook that answers one question otherwise than the one it is based on.

    book: which it is based on. id, title: those of the new one.
    called, loaded_as: as in `starter_scenario`.

    Raises `LayerlawError` if nothing can be based on the rulebook.

    >>> from layerlaw import shipped_rulebook
    >>> from layerlaw.model import loads_rulebook
    >>> from layerlaw.solver.shell.authoring import starter_rulebook
    >>> book = shipped_rulebook("sorcery-2026-01")
    >>> loads_rulebook(starter_rulebook(book, book.id, "house", "House rules")).id
    'house'
    """
    for changes in (*_changes(book), []):
        lines = [
            "# Its id, for reports. A scenario beside this file says `rulebook: ./FILE`.",
            f"rulebook: {scalar(id)}",
            "# All that is not said here is as in the other rulebook.",
            f"based on: {scalar('@')}",
            f"title: {scalar(title or f'{book.title}, as we play it')}",
            "version: mine",
            *changes,
        ]
        text = "\n".join(lines) + "\n"
        try:
            loads_rulebook(text.replace("'@'", scalar(loaded_as or called)), "the starter")
        except LayerlawError:
            continue
        return as_formatted(text.replace("'@'", scalar(called)))
    raise LayerlawError(f"nothing can be based on {book.id}")


def as_formatted(text: str) -> str:
    """The text with quotes and indentation as `layerlaw format` has them."""
    root = parse(text, "the starter").root
    try:
        return laid_out(text, root, {})
    except LayerlawError:
        # A title with letters that cannot be laid out: `format` will say so, the file is good.
        return text


def _comment(text: str) -> list[str]:
    return textwrap.wrap(text, 98, initial_indent="# ", subsequent_indent="# ")


def _gains(book: Rulebook) -> str:
    titles = (book.with_keyword(keyword).title for keyword in book.keywords)
    return next((f'gain "{title}"' for title in titles), "lose all abilities")


def _changes(book: Rulebook) -> Iterator[list[str]]:
    """For each open point that one policy decides: that policy, decided the other way."""
    for point in book.points.values():
        for reading in point.readings:
            if reading.id == point.default or len(reading.policies) != 1 or reading.layers:
                continue
            ((policy, value),) = reading.policies.items()
            yield [
                *_comment(point.question),
                *_comment(f"Here: {reading.says}"),
                "# A policy is a question of procedure; `layerlaw rulebook` shows all of them,",
                "# with the clause or open point that answers each.",
                "policies:",
                f"  {policy}: {{value: {scalar(value)}, clause: {scalar(point.id)}}}",
            ]
