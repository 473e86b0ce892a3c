"""A card as it is copied with exceptions: what the copy has otherwise is copiable of it, too."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from layerlaw.model.algebra import (
    AddMembers,
    Gain,
    Number,
    RemoveMembers,
    RemoveNumber,
    Rename,
    ReplaceMember,
    SetMembers,
    SetNumber,
)
from layerlaw.model.algebra.groups import replaced
from layerlaw.model.algebra.mentions import all_names
from layerlaw.model.cards.card import PrintedAbility

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from layerlaw.model.algebra import Ability, CopyException
    from layerlaw.model.algebra.groups import replaced
from layerlaw.model.cards.card import Card


def excepted(card: Card, but: Sequence[CopyException]) -> Card:
    """The card with what a copy of it has otherwise.

    An ability that defines a characteristic for which the exceptions state values is not copied.
    A word that belongs to types is gained by what is of one of them in the end. Clauses:
    CR-707.9a, CR-707.9b, CR-707.9d, CR-205.3d.
    """
    if not but:
        return card
    called, numbers, sets = card.name, dict(card.numbers), dict(card.sets)
    stated = {one.characteristic for one in but if isinstance(one, SetNumber | SetMembers)}
    abilities = [one for one in card.abilities if stated.isdisjoint(_defined(one.ability))]
    for one in but:
        had = sets.get(one.characteristic, ()) if not isinstance(one, Gain | Rename) else ()
        match one:
            case SetNumber(name, Number(value)):
                numbers[name] = value
            case RemoveNumber(name):
                numbers.pop(name, None)
            case Rename(names, besides):
                called = all_names(*((card.name,) if besides and card.name else ()), *names)
            case Gain(ability):
                abilities.append(PrintedAbility("has", ability))
            case SetMembers(name, words):
                among = replaced(one.groups, words)
                kept = (word for word in sets.get(name, ()) if among and word not in among)
                sets[name] = tuple(dict.fromkeys((*kept, *words)))
            case AddMembers(name, words):
                sets[name] = tuple(dict.fromkeys((*sets.get(name, ()), *words)))
            case RemoveMembers(name, words):
                sets[name] = tuple(word for word in sets.get(name, ()) if word not in words)
            case ReplaceMember(name, old, new) if old in sets.get(name, ()):
                sets[name] = tuple(dict.fromkeys(new if w == old else w for w in sets[name]))
        if isinstance(one, SetMembers | RemoveMembers | ReplaceMember):
            for group in one.groups:
                types = {*group.types}
                now = sets.get(one.characteristic, ())
                if not types.isdisjoint(had) and types.isdisjoint(now):
                    words = sets.get(group.characteristic, ())
                    sets[group.characteristic] = tuple(w for w in words if w not in group.words)
    for one in but:
        if isinstance(one, SetMembers | AddMembers) and one.types:
            sets[one.characteristic] = _fitting(one, sets, card.sets.get(one.characteristic, ()))
    return replace(
        card,
        name=called,
        numbers=numbers,
        sets=sets,
        abilities=tuple(abilities),
        unchosen=None if card.unchosen is None else excepted(card.unchosen, but),
        half=None if card.half is None else excepted(card.half, but),
    )


def _fitting(
    one: SetMembers | AddMembers, sets: Mapping[str, tuple[str, ...]], before: Sequence[str]
) -> tuple[str, ...]:
    """The words of the set that were there before, or for which the card has a type."""
    types = sets.get(one.types, ())
    barred = {
        word
        for group in one.groups
        if group.needs_type and group.characteristic == one.characteristic
        if set(types).isdisjoint(group.types)
        for word in group.words
    }
    return tuple(w for w in sets[one.characteristic] if w in before or w not in barred)


def _defined(ability: Ability) -> set[str]:
    """The characteristics that the ability defines."""
    if not ability.defines:
        return set()
    operations = (one for each in ability.instructions for one in each.operations)
    return {
        one.characteristic
        for one in operations
        if isinstance(one, SetNumber | SetMembers | AddMembers)
    }
