"""The two halves of a flip card, for the oracle; rule 710."""

from __future__ import annotations

from dataclasses import replace

from layerlaw.model.cards.card import Card
from oracle.board import Board


def half_of(card: Card, *, flipped: bool) -> Card:
    """The half of a flip card that counts, with the other one at hand; rule 710.1."""
    if card.half is None or card.turned == flipped:
        return card
    at_hand = replace(card, half=None, unchosen=None, turned=False)
    unchosen = None if card.unchosen is None else half_of(card.unchosen, flipped=flipped)
    return replace(card.half, half=at_hand, turned=flipped, unchosen=unchosen)


def is_flipped(object: str, board: Board) -> bool:
    """Whether the object has a status under which the other half of a card counts."""
    statuses = board.world.rulebook.statuses.items()
    return any(
        known.other_half is not None and board.statuses[object, name] for name, known in statuses
    )


def both_texts(top: Card, bottom: Card) -> Card:
    """What is printed on the top one, with the abilities of both; copied, without their choices.

    Where one has two halves, so it is in each; rule 730.2h.
    """
    unchosen = half = None
    if top.unchosen is not None or bottom.unchosen is not None:
        unchosen = both_texts(top.unchosen or top, bottom.unchosen or bottom)
    if top.half is not None or bottom.half is not None:
        upper, lower = (
            replace(each.half or each, half=None, unchosen=None, turned=False)
            for each in (top, bottom)
        )
        half = both_texts(upper, lower)
    return replace(
        top,
        abilities=(*top.abilities, *bottom.abilities),
        gives=(*top.gives, *bottom.gives),
        unchosen=unchosen,
        half=half,
        turned=top.turned or bottom.turned,
    )


def put_together(form: Card, card: Card, side: str, *, flipped: bool) -> Card:
    """What an object of that form is with the card over or under it."""
    card = half_of(card, flipped=flipped)
    return both_texts(card, form) if side == "over" else both_texts(form, card)
