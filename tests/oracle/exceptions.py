"""A copy that is otherwise than what it copies, read off rule 707.9 of Magic, for the oracle."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from layerlaw.model.algebra import (
    SEVERAL_NAMES,
    AddMembers,
    CopyOf,
    Gain,
    Number,
    RemoveMembers,
    RemoveNumber,
    Rename,
    ReplaceMember,
    SetMembers,
    SetNumber,
)
from layerlaw.model.cards.card import Card, PrintedAbility
from oracle.groups import words_after_setting

if TYPE_CHECKING:
    from collections.abc import Sequence


def otherwise(card: Card, operation: CopyOf) -> Card:
    """What the copy of the card is: its values, but for those that are stated."""
    if card.unchosen is not None:
        card = replace(card, unchosen=otherwise(card.unchosen, operation))
    if card.half is not None:
        card = replace(card, half=otherwise(card.half, operation))
    numbers: dict[str, int] = dict(card.numbers)
    sets: dict[str, list[str]] = {name: list(words) for name, words in card.sets.items()}
    abilities = list(card.abilities)
    for each in operation.but:
        if isinstance(each, SetNumber | SetMembers):
            abilities = [one for one in abilities if not defines(one, each.characteristic)]
    for each in operation.but:
        match each:
            case SetNumber(name, Number(number)):
                numbers[name] = number
            case RemoveNumber(name):
                numbers.pop(name, None)
            case AddMembers(name, words):
                there = sets.setdefault(name, [])
                there.extend(word for word in words if word not in there)
            case SetMembers(name, words):
                before = sets.get(name, [])
                sets[name] = sorted(words_after_setting(each, frozenset(before)))
                without_types(sets, each, before)
            case RemoveMembers(name, words):
                before = sets.get(name, [])
                sets[name] = [word for word in before if word not in words]
                without_types(sets, each, before)
            case ReplaceMember(name, old, new):
                before = sets.get(name, [])
                if old in before:
                    sets[name] = [*(word for word in before if word not in (old, new)), new]
                without_types(sets, each, before)
            case Rename(names, besides):
                own = card.name.split(SEVERAL_NAMES) if besides else []
                card = replace(card, name=SEVERAL_NAMES.join(sorted({*own, *names} - {""})))
            case Gain(ability):
                abilities.append(PrintedAbility("has", ability))
    for each in operation.but:
        if isinstance(each, SetMembers | AddMembers) and each.types:
            printed = set(card.sets.get(each.characteristic, ()))
            types = set(sets.get(each.types, []))
            for word in list(sets[each.characteristic]):
                if word not in printed and not may_be_gained(word, each, types):
                    sets[each.characteristic].remove(word)
    kept = {name: tuple(words) for name, words in sets.items()}
    return replace(card, numbers=numbers, sets=kept, abilities=tuple(abilities))


def defines(printed: PrintedAbility, name: str) -> bool:
    """Whether it is an ability that defines the characteristic."""
    if not printed.ability.defines:
        return False
    return any(
        isinstance(operation, SetNumber | SetMembers | AddMembers)
        and operation.characteristic == name
        for instruction in printed.ability.instructions
        for operation in instruction.operations
    )


def may_be_gained(word: str, operation: SetMembers | AddMembers, kind: set[str]) -> bool:
    """Whether each group of the word that asks for a type finds one. Magic 205.3d."""
    return all(
        kind & set(group.types)
        for group in operation.groups
        if group.characteristic == operation.characteristic
        if group.needs_type and word in group.words
    )


def without_types(
    sets: dict[str, list[str]],
    operation: SetMembers | RemoveMembers | ReplaceMember,
    before: Sequence[str],
) -> None:
    """Words of types that are gone go with them."""
    now = sets.get(operation.characteristic, [])
    for group in operation.groups:
        if set(before) & set(group.types) and not set(now) & set(group.types):
            words = sets.get(group.characteristic, [])
            sets[group.characteristic] = [word for word in words if word not in group.words]
