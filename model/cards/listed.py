"""What an object is while a status hides it, where what gave the status lists that."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from layerlaw.model.algebra import Ability, Gain, SourceLeaves
from layerlaw.model.cards.card import Card
from layerlaw.model.notation.parsing import parse_ability
from layerlaw.model.rulebooks.words import vocabulary

if TYPE_CHECKING:
    from layerlaw.model.rulebooks.rulebook import CopiedAs, Rulebook


def listing_ability(card: Card, seen: CopiedAs, rulebook: Rulebook) -> Ability:
    """The words, numbers and abilities of the card, in the layer in which such a status works.

    What the rules say of the status has been applied by then: numbers that they give it and the
    card does not print are gone. seen: what is copiable of the status where nothing is listed.
    """
    sets = [f"{name} := {{{', '.join(words)}}}" for name, words in card.sets.items()]
    given = {name: "none" for name, _ in seen.numbers}
    given |= {name: str(number) for name, number in card.numbers.items()}
    said = ", ".join([*sets, *(f"{name} := {number}" for name, number in given.items())])
    ability = parse_ability(f"self: {said}", vocabulary(rulebook))
    (instruction,) = ability.instructions
    gains = (Gain(printed.ability) for printed in card.abilities)
    whole = replace(instruction, operations=(*instruction.operations, *gains))
    return replace(ability, instructions=(whole,), until=SourceLeaves(), layer=seen.layer)


def as_listed(card: Card) -> Card:
    """What is copiable of an object of which that is listed: all of it, and no name."""
    return Card("", card.sets, card.numbers, card.abilities)
