"""Lets a card arrive: writes the event behind the others, with an id that is free."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from layerlaw.model.errors import LayerlawError
from layerlaw.model.files.write_yaml import scalar
from layerlaw.model.scenarios.write import name
from layerlaw.model.shipped import shipped_cards
from layerlaw.solver.shell.authoring.starting_cards import arrival
from layerlaw.solver.shell.serve.lines import with_item
from layerlaw.solver.shell.serve.reading import named_book, named_players, own_cards

if TYPE_CHECKING:
    from layerlaw.solver.shell.serve.asked import Request

_IDS = re.compile(r"\bas ([^\s,\[\]{}'\"]+)")
_PLAIN_ID = re.compile(r"\w+")


def with_card(asked: Request) -> tuple[str, int]:
    """The text with an event more, by which the card arrives, and the event's line.

    Raises `BadInput` where the text can't be read, `LayerlawError` where there is no such card,
    player or square.
    """
    book = named_book(asked)
    players = named_players(asked)
    player = asked.player or next(iter(players), "")
    if player not in players:
        raise LayerlawError(f"'{player}' is no player here: write `players: [you, me]` first")
    if asked.square and (book.space is None or asked.square > book.space.size):
        raise LayerlawError(f"{book.id} has no square {asked.square}")
    ids = _IDS.findall(asked.text)
    square = asked.square or None
    shelf = shipped_cards(book)
    if asked.card in own_cards(asked):
        # What it does is perhaps not even readable yet: it arrives like any other.
        id = _free(asked.card, ids)
        event = f"{name(asked.card)} as {id}" + (f" at {square}" if square else "")
    elif asked.card in shelf:
        last = next((id for id in reversed(ids) if _PLAIN_ID.fullmatch(id)), "")
        event = arrival(
            book, shelf[asked.card], player, {*ids, *players}, square=square, target=last
        ).event
    else:
        raise LayerlawError(f"{book.id} has no card '{asked.card}'")
    return with_item(asked.text, f"{scalar(player)}: {scalar(event)}")


def _free(card: str, taken: list[str]) -> str:
    first = next((letter for letter in card if letter.isascii() and letter.isalpha()), "X").upper()
    ids = [first, *(f"{first}{number}" for number in range(2, len(taken) + 3))]
    return next(id for id in ids if id not in taken)
