"""Two cards as one object: what the top one says, with the abilities of both."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from layerlaw.model.cards.card import Card


def merged(top: Card, below: Card) -> Card:
    """The card on top with the abilities of the one below, without what was chosen for either too.

    Of each the half that is in use; where one of them has another half, so has what they make.
    Clauses: CR-730.2a, CR-702.140e, CR-730.2h.
    """
    bare = half = None
    if top.unchosen or below.unchosen:
        bare = merged(top.unchosen or top, below.unchosen or below)
    if top.half or below.half:
        half = merged(_other_half(top), _other_half(below))
    return replace(
        top,
        abilities=top.abilities + below.abilities,
        gives=top.gives + below.gives,
        unchosen=bare,
        half=half,
        turned=top.turned or below.turned,
    )


def _other_half(card: Card) -> Card:
    """The half that is not in use; of a card without halves the card."""
    return replace(card.half or card, half=None, turned=False, unchosen=None)
