"""A card: what is printed on it, in the notation."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Literal

from layerlaw.model.algebra import Ability, Condition, Selector
from layerlaw.model.algebra.chosen import choices_in, with_choice, without_choice
from layerlaw.model.algebra.mentions import speaks_of_target
from layerlaw.model.algebra.trees import nodes

Use = Literal["has", "enters", "on entry", "activates", "triggers", "resolves"]
"""How an ability works: `has` static or keyword; `enters` while the card enters (a copy);
`on entry` triggered by its own entry; `activates`, `triggers` when an event says so;
`resolves` when the spell does."""


@dataclass(frozen=True, slots=True)
class PrintedAbility:
    """One ability of a card, how it works, and its name where a card has several of a kind.

    chooses: what alone may be chosen for it as it is used or resolves; None: anything. only_if: a
    condition looked at once, as it resolves; where it does not hold nothing comes of it. shift: how
    many places later than printed (negative: earlier) it counts among the card's abilities where
    these tie, if another order than the printed one was chosen. Nothing else changes with it.
    """

    use: Use
    ability: Ability
    name: str = ""
    shift: int = 0
    chooses: Selector | None = None
    only_if: Condition | None = None

    @property
    def has_targets(self) -> bool:
        """Whether something is chosen as it is used: it speaks of a target, or says no more."""
        says_no_more = self.chooses is not None and not self.ability.instructions
        return says_no_more or speaks_of_target(self.ability, self.only_if)


@dataclass(frozen=True, slots=True)
class Card:
    """A card's facts.

    numbers: printed number characteristics; a missing one is absent. sets: types, subtypes...
    unchosen: the card without what was chosen for it as it entered; None where nothing was.
    left_out: what the card does that no continuous effect does, in a few words each. gives: the
    abilities that it gives to objects by name, to be used by an event; none is the card's own.
    uncontrolled: whether nobody controls it in play, unless an effect says otherwise.
    """

    name: str
    sets: Mapping[str, tuple[str, ...]]
    numbers: Mapping[str, int]
    abilities: tuple[PrintedAbility, ...] = ()
    left_out: tuple[str, ...] = ()
    edition: str = ""
    token: bool = False
    unchosen: Card | None = None
    gives: tuple[PrintedAbility, ...] = ()
    uncontrolled: bool = False

    @property
    def every_ability(self) -> tuple[PrintedAbility, ...]:
        """Its own abilities and those that it gives."""
        return (*self.abilities, *self.gives)


def first_controller(card: Card, player: str) -> str:
    """Who controls the card in play before any effect, if that player puts it there; "": nobody."""
    return "" if card.uncontrolled else player


def chosen_for(card: Card, choice: str | None) -> Card:
    """The card with what was chosen for it in the place of the words for it, where it has any."""
    if choice is None or not any(True for _ in choices_in(card.abilities)):
        return card
    return replace(card, abilities=with_choice(card.abilities, choice), unchosen=card)


def as_copied(card: Card, choice: str | None) -> Card:
    """The card as something is a copy of it: what was chosen for it stays behind.

    choice: what is chosen for the copy.
    """
    bare = card.unchosen or card
    if choice is None and any(True for _ in choices_in(bare.abilities)):
        return replace(bare, abilities=without_choice(bare.abilities), unchosen=bare)
    return chosen_for(bare, choice)


def is_spell(card: Card) -> bool:
    """Whether the card resolves and leaves no object."""
    return any(printed.use == "resolves" for printed in card.abilities)


def cards_in(events: object) -> Iterator[Card]:
    """Every card of the events, in their order, as often as it comes up."""
    return (node for node in nodes(events, closed=Card) if isinstance(node, Card))
