"""What can be told from a card's print alone: whether it fits a selector, what it speaks of."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from layerlaw.model.algebra import (
    Ability,
    Bearer,
    Both,
    ChosenName,
    ChosenNumber,
    Either,
    Everything,
    Member,
    Named,
    Not,
    Noun,
    Selector,
    Self,
    Target,
)

if TYPE_CHECKING:
    from layerlaw.model.cards import Card


def matches_print(selector: Selector, card: Card) -> bool | None:
    """Whether the card as printed fits the selector; None where print alone does not tell."""
    match selector:
        case Everything():
            return True
        case Member(characteristic, word):
            return word in card.sets.get(characteristic, ())
        case Named():
            return is_named(card.name, selector)
        case Noun(meaning=meaning):
            return matches_print(meaning, card)
        case Not(inner):
            found = matches_print(inner, card)
            return None if found is None else not found
        case Both(inner):
            every = [matches_print(each, card) for each in inner]
            return False if False in every else None if None in every else True
        case Either(inner):
            some = [matches_print(each, card) for each in inner]
            return True if True in some else None if None in some else False
        case _:
            return None


def is_named(name: str, selector: Named) -> bool:
    """Whether the name is the one meant or, where a part will do, goes on behind it a word later.

    "Alice, Golden Queen" begins with "Alice", "Alicia" does not.
    """
    if not selector.part:
        return name == selector.name
    return name.startswith(selector.name) and not name[len(selector.name) :][:1].isalnum()


def speaks_of_target(ability: Ability) -> bool:
    """Whether the ability says `target` anywhere."""
    return _holds(ability, Target)


def speaks_of_bearer(ability: Ability) -> bool:
    """Whether the ability says `bearer` anywhere."""
    return _holds(ability, Bearer)


def speaks_of_self(ability: Ability) -> bool:
    """Whether the ability speaks of its source anywhere, for example with `here`."""
    return _holds(ability, Self)


def chooses_number(ability: Ability) -> bool:
    """Whether the ability speaks of a number that is chosen."""
    return _holds(ability, ChosenNumber)


def chooses_name(ability: Ability) -> bool:
    """Whether the ability speaks of a name that is chosen."""
    return _holds(ability, ChosenName)


@lru_cache(maxsize=10_000)
def _holds(ability: Ability, kind: type) -> bool:
    waiting: list[object] = [ability]
    while waiting:
        node = waiting.pop()
        if isinstance(node, kind):
            return True
        if isinstance(node, tuple):
            waiting += node
        elif is_dataclass(node):
            waiting += [getattr(node, each.name) for each in fields(node)]
    return False
