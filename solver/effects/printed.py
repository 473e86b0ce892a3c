"""What a card prints, made ready to be put on boards."""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.model.dataclass import dataclass
from layerlaw.solver.board.columns import BASE, NAME
from layerlaw.solver.effects.context import AbilityInstance

if TYPE_CHECKING:
    from collections.abc import Hashable

    from layerlaw.model.cards.card import Card
    from layerlaw.model.rulebooks.rulebook import Rulebook

Placed = tuple["Hashable", AbilityInstance]
"""An ability, and where it is printed."""


@dataclass(frozen=True, slots=True)
class PrintedCard:
    """A card's cells, but for counters, and its abilities."""

    cells: tuple[tuple[str, Hashable], ...]
    abilities: tuple[Placed, ...]


def printed_card(rulebook: Rulebook, card: Card) -> PrintedCard:
    """What the card prints; base values are printed with their numbers."""
    cells: list[tuple[str, Hashable]] = [(NAME, card.name)]
    cells += [(name, word) for name, words in card.sets.items() for word in words]
    for name, number in card.numbers.items():
        known = rulebook.characteristics.get(name)
        if known is None or not known.counter:
            cells.append((name, number))
        if known is not None and known.base:
            cells.append((BASE + name, number))
    return PrintedCard(tuple(cells), printed_abilities(card))


def printed_abilities(card: Card, *, named: bool = False) -> tuple[Placed, ...]:
    """A card's printed abilities, in order; only `has` makes static effects.

    named: effects are called by their abilities' names, not by number.
    """
    placed: list[Placed] = []
    effects = 0
    for place, printed in enumerate(card.abilities):
        rank = place + printed.shift
        static = printed.use == "has" and bool(printed.ability.instructions)
        effects += static
        name = printed.name if named else str(effects)
        activated = printed.use == "activates"
        ability, made = printed.ability, printed.made
        one = AbilityInstance(
            ability,
            name,
            rank,
            None,
            static,
            activated=activated,
            made=made,
            resolves=printed.use != "has",
            used=None if printed.use == "has" else printed,
            card="" if named else card.name,
        )
        placed.append(((card.name, card.edition, place, rank, name), one))
    return tuple(placed)
