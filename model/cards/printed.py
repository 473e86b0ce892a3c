"""Whether a card fits a selector, as far as its print alone can tell."""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.model import algebra as a
from layerlaw.model.algebra.mentions import is_named

if TYPE_CHECKING:
    from layerlaw.model.cards.card import Card


def matches_print(selector: a.Selector, card: Card, *, as_it_enters: bool = False) -> bool | None:
    """Whether the card as printed fits the selector; None where print alone does not tell.

    as_it_enters: it has no other keywords than those printed.
    """
    match selector:
        case a.Everything():
            return True
        case a.Member(characteristic, word):
            return word in card.sets.get(characteristic, ())
        case a.Named():
            return is_named(card.name, selector)
        case a.HasAbility(str(keyword)) if as_it_enters or keyword in printed_keywords(card):
            return keyword in printed_keywords(card)
        case a.Noun(meaning=meaning):
            return matches_print(meaning, card, as_it_enters=as_it_enters)
        case a.Not(inner):
            matches = matches_print(inner, card, as_it_enters=as_it_enters)
            return None if matches is None else not matches
        case a.Both(inner):
            every = [matches_print(part, card, as_it_enters=as_it_enters) for part in inner]
            return False if False in every else None if None in every else True
        case a.Either(inner):
            some = [matches_print(part, card, as_it_enters=as_it_enters) for part in inner]
            return True if True in some else None if None in some else False
        case _:
            return None


def printed_keywords(card: Card) -> frozenset[str]:
    """The keywords printed on the card."""
    keywords = (each.ability.keyword for each in card.abilities if each.use == "has")
    return frozenset(keyword for keyword in keywords if keyword is not None)
