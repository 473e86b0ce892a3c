"""What a copy has otherwise than what it copies, for the replay. Clause: CR-707.9."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from layerlaw.model import algebra as a
from layerlaw.model.cards.card import Card, PrintedAbility

if TYPE_CHECKING:
    from collections.abc import Iterable


def with_otherwise(card: Card, operation: a.CopyOf) -> Card:
    """The card that the operation makes of the copied one."""
    made = replace(card, abilities=tuple(_copied_abilities(card, operation)))
    for one in operation.but:
        made = _changed(made, one)
    for one in operation.but:
        if isinstance(one, a.SetMembers | a.AddMembers) and one.types:
            made = _without_words_of_other_types(
                made, one, {*card.sets.get(one.characteristic, ())}
            )
    if card.unchosen is not None:
        made = replace(made, unchosen=with_otherwise(card.unchosen, operation))
    if card.half is not None:
        made = replace(made, half=with_otherwise(card.half, operation))
    return made


def _without_words_of_other_types(
    made: Card, one: a.SetMembers | a.AddMembers, before: set[str]
) -> Card:
    """Words that the copied card did not have go where the copy is of none of their types."""
    name, types = one.characteristic, made.sets.get(one.types, ())
    stays = list(made.sets[name])
    for group in one.groups:
        if group.characteristic != name or not group.needs_type:
            continue
        if not any(type in types for type in group.types):
            stays = [word for word in stays if word in before or word not in group.words]
    return replace(made, sets={**made.sets, name: tuple(stays)})


def with_abilities(card: Card, other: Card) -> Card:
    """The card with those of the other as well, chosen or not, in either half. CR-702.140e."""
    made = replace(
        card,
        abilities=(*card.abilities, *other.abilities),
        gives=(*card.gives, *other.gives),
        turned=card.turned or other.turned,
    )
    if card.unchosen or other.unchosen:
        bare = with_abilities(card.unchosen or card, other.unchosen or other)
        made = replace(made, unchosen=bare)
    if card.half or other.half:
        away = [
            replace(one.half or one, half=None, unchosen=None, turned=False)
            for one in (card, other)
        ]
        made = replace(made, half=with_abilities(*away))
    return made


def _copied_abilities(card: Card, operation: a.CopyOf) -> Iterable[PrintedAbility]:
    """All but those that define what the exceptions set. Clause: CR-707.9d."""
    for printed in card.abilities:
        defines = printed.ability.defines and any(
            _sets(one, write.characteristic)
            for instruction in printed.ability.instructions
            for write in instruction.operations
            if isinstance(write, a.SetNumber | a.SetMembers | a.AddMembers)
            for one in operation.but
        )
        if not defines:
            yield printed


def _sets(one: a.CopyException, characteristic: str) -> bool:
    return isinstance(one, a.SetNumber | a.SetMembers) and one.characteristic == characteristic


def _changed(card: Card, one: a.CopyException) -> Card:
    if isinstance(one, a.Gain):
        return replace(card, abilities=(*card.abilities, PrintedAbility("has", one.ability)))
    if isinstance(one, a.Rename):
        before = card.name.split(a.SEVERAL_NAMES) if one.besides else []
        return replace(card, name=a.SEVERAL_NAMES.join(sorted({*before, *one.names} - {""})))
    name = one.characteristic
    if isinstance(one, a.SetNumber | a.RemoveNumber):
        numbers = {known: value for known, value in card.numbers.items() if known != name}
        if isinstance(one, a.SetNumber):
            assert isinstance(one.value, a.Number)
            numbers[name] = one.value.value
        return replace(card, numbers=numbers)
    had = card.sets.get(name, ())
    if isinstance(one, a.AddMembers):
        return replace(card, sets={**card.sets, name: _once((*had, *one.words))})
    if isinstance(one, a.SetMembers):
        own = [group for group in one.groups if group.types and {*group.words} & {*one.words}]
        way = {word for group in own for word in group.words}
        now = _once((*(word for word in had if way and word not in way), *one.words))
    elif isinstance(one, a.RemoveMembers):
        now = tuple(word for word in had if word not in one.words)
    else:
        now = _once(tuple(one.new if word == one.old else word for word in had))
    sets = {**card.sets, name: now}
    for group in one.groups:
        had_some = any(word in group.types for word in had)
        if had_some and not any(word in group.types for word in now):
            left = sets.get(group.characteristic, ())
            sets[group.characteristic] = tuple(word for word in left if word not in group.words)
    return replace(card, sets=sets)


def _once(words: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(words))
