"""The printed form of an object with which others are linked: all of them read as one card."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from layerlaw.model.cards.card import Card
    from layerlaw.model.rulebooks.rulebook import Rulebook
    from layerlaw.solver.facts.situation import Thing


def printed_form(rulebook: Rulebook, thing: Thing, card: Card) -> Card:
    """The card with what is linked with the thing: sets and abilities together, one name.

    card: the thing's own card, or what it entered as a copy of. The numbers that the rulebook
    lists in `linked` are added up, every other one is the card's.
    """
    if not thing.linked:
        return card
    sets = dict(card.sets)
    numbers = dict(card.numbers)
    abilities = card.abilities
    for other in thing.linked:
        for characteristic, words in other.sets.items():
            own = sets.get(characteristic, ())
            sets[characteristic] = (*own, *(word for word in words if word not in own))
        for characteristic in rulebook.linked:
            if characteristic in other.numbers:
                before = numbers.get(characteristic, 0)
                numbers[characteristic] = before + other.numbers[characteristic]
        abilities += other.abilities
    return replace(card, sets=sets, numbers=numbers, abilities=abilities)
