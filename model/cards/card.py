"""A card: what is printed on it, in the notation."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Literal

from layerlaw.model.algebra import Ability, Condition, CopyException, Selector
from layerlaw.model.algebra.chosen import (
    ChoiceMade,
    choice_made,
    choices_in,
    with_choice,
    without_choice,
    words_chosen,
)
from layerlaw.model.algebra.mentions import speaks_of_target
from layerlaw.model.algebra.trees import nodes
from layerlaw.model.dataclass import dataclass

Use = Literal["has", "enters", "on entry", "activates", "triggers", "resolves"]
"""How an ability works: `has` static or keyword; `enters` while the card enters (a copy);
`on entry` triggered by its own entry; `activates`, `triggers` when an event says so;
`resolves` when the spell does."""


AbilityText = tuple[Ability, Selector | None, Condition | None]
"""What an ability says, and what stands beside it: what may be chosen for it, and its `if`."""


@dataclass(frozen=True, slots=True)
class PrintedAbility:
    """One ability of a card, how it works, and its name where a card has several of a kind.

    chooses: what alone may be chosen for it as it is used or resolves; None: anything. only_if: a
    condition looked at once, as it resolves; where it does not hold nothing comes of it. shift: how
    many places later than printed (negative: earlier) it counts among the card's abilities where
    these tie, if another order than the printed one was chosen. Nothing else changes with it.
    made: what was chosen for it, and its text without that; None where no word was chosen.
    """

    use: Use
    ability: Ability
    name: str = ""
    shift: int = 0
    chooses: Selector | None = None
    only_if: Condition | None = None
    made: ChoiceMade | None = None

    @property
    def text(self) -> AbilityText:
        """What it says, with the words for what is chosen, and what stands beside that."""
        if self.made is None:
            return self.ability, self.chooses, self.only_if
        return self.made.text, *self.made.besides

    def saying(self, text: AbilityText) -> PrintedAbility:
        """The ability where that is its text, with what was chosen for it in its place."""
        ability, chooses, only_if = text
        made = self.made
        if made is not None:
            made = replace(made, text=ability, besides=(chooses, only_if))
            ability, (chooses, only_if) = made.ability, made.beside
        return replace(self, ability=ability, chooses=chooses, only_if=only_if, made=made)

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
    half: its other half, which is not in use; None where it has none. turned: whether what is in
    use is the half that a status brings up. back_face: the name of the face on its other side, ""
    where it has none. created_as_copy: whether it is a token created as the copy that it enters as.
    created_but: what such a token has otherwise, on either face. melds_into: the name of the card
    that it and another one become together, "" where they become none.
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
    half: Card | None = None
    turned: bool = False
    back_face: str = ""
    created_as_copy: bool = False
    created_but: tuple[CopyException, ...] = ()
    melds_into: str = ""

    @property
    def half_in_use(self) -> tuple[PrintedAbility, ...]:
        """Its own abilities and those that it gives, without those of its other half."""
        return (*self.abilities, *self.gives)

    @property
    def every_ability(self) -> tuple[PrintedAbility, ...]:
        """Its own abilities, those that it gives, and those of its other half."""
        other = () if self.half is None else self.half.every_ability
        return (*self.half_in_use, *other)


def first_controller(card: Card, player: str) -> str:
    """Who controls the card in play before any effect, if that player puts it there; "": nobody."""
    return "" if card.uncontrolled else player


def chosen_for(card: Card, choice: str | None) -> Card:
    """The card with what was chosen for it in the place of the words for it, where it has any."""
    if choice is None or not any(True for _ in choices_in(card.abilities)):
        return card
    words = words_chosen(card.abilities, choice)
    chosen = with_choice(card.abilities, choice)
    abilities = tuple(
        replace(one, made=choice_made(before.ability, words, (before.chooses, before.only_if)))
        for before, one in zip(card.abilities, chosen, strict=True)
    )
    return replace(card, abilities=abilities, unchosen=card)


def as_copied(card: Card, choice: str | None) -> Card:
    """The card as something is a copy of it: what was chosen for it stays behind.

    choice: what is chosen for the copy.
    """
    bare = card.unchosen or card
    if choice is None and any(True for _ in choices_in(bare.abilities)):
        return replace(bare, abilities=without_choice(bare.abilities), unchosen=bare)
    return chosen_for(bare, choice)


def turned(card: Card) -> Card:
    """The card with its other half in use, for the first or again; itself where it has none."""
    if card.half is None:
        return card
    mine = replace(card, half=None, turned=False, unchosen=None)
    bare = None if card.unchosen is None else turned(card.unchosen)
    return replace(card.half, half=mine, turned=not card.turned, unchosen=bare)


def in_half(card: Card, *, other: bool) -> Card:
    """The card with its usual or its other half in use, whichever is now."""
    return card if card.turned is other else turned(card)


def other_face(card: Card, front: Card | None) -> str:
    """The name of the face that is not up; "" where there is one face only.

    front: the front face of what was transformed; None where it is the card that is up.
    """
    if front is None or not front.back_face or card.name == front.name:
        return (front or card).back_face
    return front.name


def is_spell(card: Card) -> bool:
    """Whether the card resolves and leaves no object."""
    return any(printed.use == "resolves" for printed in card.abilities)


def cards_in(events: object) -> Iterator[Card]:
    """Every card of the events, in their order, as often as it comes up."""
    return (node for node in nodes(events, closed=Card) if isinstance(node, Card))
