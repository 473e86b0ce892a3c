"""Which cards a question names, in any case or by a part of the name, and of which game."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from layerlaw.model.asking.faults import refuse
from layerlaw.model.asking.marks import lowered
from layerlaw.model.candidates import advice, words_of
from layerlaw.model.notation.spelling import listed

if TYPE_CHECKING:
    from layerlaw.model.asking.marks import Text
    from layerlaw.model.rulebooks.rulebook import Rulebook

MOST_NAMED = 6
_OWNER = re.compile(r"(?:(my|your|their)|(\S+)'s)\s+(?=\S)", re.IGNORECASE)
_ARTICLE = re.compile(r"(?:an?|the)\s+(?=\S)", re.IGNORECASE)


def owner_and_name(card: Text, names: Sequence[str]) -> tuple[Text | None, Text]:
    """What stands before a card's name to say whose it is (`my`, `Anna's`), and the name alone.

    Neither that nor an article is taken for what belongs to the name of a card.
    """
    if lowered(card.text) in map(lowered, names):
        return None, card
    if (owner := _OWNER.match(card.text)) is not None:
        rest = card.part(owner.end(), len(card.text))
        return card.part(*owner.span(1 if owner[1] else 2)), rest
    article = _ARTICLE.match(card.text)
    return None, card if article is None else card.part(article.end(), len(card.text))


def book_of(
    text: Text,
    cards: Sequence[Text],
    books: Sequence[Rulebook],
    names: Mapping[str, Sequence[str]],
) -> Rulebook:
    """The rulebook whose game has all cards; raises `BadInput` where none has, or several have.

    text: of the board. names: of the cards of each rulebook's game, by its id.
    """
    found = {
        book.id: [
            cards_meant(owner_and_name(card, names[book.id])[1], names[book.id]) for card in cards
        ]
        for book in books
    }

    def how_well(book: Rulebook) -> int:
        """How well the names fit: not all, all, each one card, each a whole name."""
        named = found[book.id]
        single = all(len(each) == 1 for each in named)
        whole = single and all(each[0][1] for each in named)
        return all(named) + single + whole

    best = max(map(how_well, books))
    fitting = [book for book in books if how_well(book) == best]
    if best and len(fitting) == 1:
        return fitting[0]
    if best:
        games = listed([f"{book.game} ({book.id})" for book in fitting])
        refuse(text, f"these could be cards of {games}", suggestion="Name a rulebook.")
    every = [name for known in names.values() for name in known]
    for number, card in enumerate(cards):
        if not any(found[book.id][number] for book in books):
            typed = owner_and_name(card, every)[1]
            refuse(typed, f"unknown card '{typed.text}'", suggestion=advice(typed.text, every))
    first = next(book for book in books if found[book.id][0])
    other = next(number for number, each in enumerate(found[first.id]) if not each)
    typed = owner_and_name(cards[other], every)[1]
    refuse(typed, f"'{typed.text}' is no card of {first.game}, as '{cards[0].text}' is")


def card_of(card: Text, names: Sequence[str], beside: Sequence[Text] = ()) -> str:
    """The name of the card that is meant; raises `BadInput` with candidates.

    beside: the other cards of the board; of several a part means the one that is named there.
    """
    typed = owner_and_name(card, names)[1]
    found = [name for name, _ in cards_meant(typed, names)]
    if len(found) > 1:
        whole = {lowered(owner_and_name(other, names)[1].text) for other in beside}
        named_here = [name for name in found if lowered(name) in whole]
        found = named_here if len(named_here) == 1 else found
    if len(found) == 1:
        return found[0]
    named = [f"'{name}'" for name in found[:MOST_NAMED]]
    left = len(found) - MOST_NAMED
    said = f"{', '.join(named)} or {left} more" if left > 0 else listed(named, "or")
    refuse(typed, f"several cards are meant by '{typed.text}'", suggestion=f"did you mean {said}?")


def cards_meant(typed: Text, names: Sequence[str]) -> list[tuple[str, bool]]:
    """The cards that a name means, and whether it is their whole name: in any case, or a part."""
    small = lowered(typed.text).strip('"')
    whole = [name for name in names if lowered(name) == small]
    if whole:
        return [(name, True) for name in whole]
    written = words_of(small)
    for said in (written, [each.removesuffix("s") for each in written]):
        # Of several cards people say "two Kings".
        found = [
            (name, False)
            for name in names
            if said and all(any(w.startswith(each) for w in words_of(name)) for each in said)
        ]
        if len(found) > 1 and len(said) > 1:
            # "Mordred Flawless" is rather how a name begins.
            begin = [one for one in found if _begins(one[0], said)]
            found = begin if len(begin) == 1 else found
        if found:
            return found
    return []


def _begins(name: str, written: Sequence[str]) -> bool:
    words = words_of(name)
    pairs = zip(words, written, strict=False)
    return len(words) >= len(written) and all(word.startswith(each) for word, each in pairs)
