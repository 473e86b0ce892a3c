"""Whether two answers plainly show the same table, seen from the columns of their boards."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import TYPE_CHECKING

from layerlaw.solver.answer.difference.outcome import sorted_fates
from layerlaw.solver.board.columns import (
    ABILITIES,
    PERMISSIONS,
    Ignoring,
    Maker,
    Permit,
    Redirection,
    bits,
)
from layerlaw.solver.layers.procedure import POLICIES

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Mapping

    from layerlaw.model.rulebooks.rulebook import Rulebook
    from layerlaw.solver.board.columns import Board
    from layerlaw.solver.derivation.answer import Answer

_ON_THE_WAY = frozenset({"process", *POLICIES})
"""The policies that say how effects come to what they do, and nothing of how it is read."""

_NOT_READ = frozenset({"policies", "chosen", "points", "clauses", "axioms", "layers"})
"""What a rulebook says that no final board is read by, but for its policies and layers."""


def same_table(one: Answer, other: Answer) -> bool:
    """Whether the outcomes are the same, as far as that can be seen without making them.

    False says nothing. Where there are several answers, or none, they are not looked at.
    """
    if one.verdict != "settled" or other.verdict != "settled":
        return False
    if not _read_alike(one.rulebook, other.rulebook):
        return False
    if _stand(one) != _stand(other) or sorted_fates(one.due) != sorted_fates(other.due):
        return False
    translate = _translation(one, other)
    count = len(one.situation.things)
    names = one.shown.characteristics
    return all(
        _column(one, one.end, name, _as_it_is) == _column(other, other.end, name, translate)
        and _beyond(one, name, count) == _beyond(other, name, count)
        for name in names
    ) and _ages(one) == _ages(other)


def _read_alike(one: Rulebook, other: Rulebook) -> bool:
    """Whether final boards of one rulebook are read as those of the other are."""
    if one is other:
        return True
    if any(
        getattr(one, field.name) is not getattr(other, field.name)
        for field in fields(one)
        if field.name not in _NOT_READ
    ):
        return False
    # By which test dependencies are found is nothing that a final board is read by either.
    if [replace(layer, test="") for layer in one.layers] != [
        replace(layer, test="") for layer in other.layers
    ]:
        return False
    names = (one.policies.keys() | other.policies.keys()) - _ON_THE_WAY
    return not (one.in_doubt or other.in_doubt) and all(
        one.policies.get(name) == other.policies.get(name) for name in names
    )


def _stand(answer: Answer) -> dict[str, tuple[object, ...]]:
    """Where everything stands, whatever has entered first."""
    return {
        thing.id: (thing.zone, thing.place, thing.bearer) for thing in answer.situation.things
    } | dict.fromkeys(answer.world.players, ())


def _as_it_is(mask: int) -> int:
    return mask


def _translation(one: Answer, other: Answer) -> Callable[[int], int]:
    """From the other's sets of objects to those of the first."""
    if tuple(one.world.index) == tuple(other.world.index):
        return _as_it_is
    bit = [1 << one.world.index[thing.id] for thing in other.world.things]
    # What is said of all objects goes for them in any order.
    return lambda mask: mask if mask < 0 else sum(bit[index] for index in bits(mask))


def _column(
    answer: Answer, board: Board, name: str, translate: Callable[[int], int]
) -> Mapping[Hashable, list[int]]:
    """The objects by what they show of a characteristic; a text that they have twice comes twice.

    A card's words are one ability on both sides, and so is what grants them.
    """
    shown: dict[Hashable, list[int]] = {}
    for value, held in board.column(name).items():
        if name == ABILITIES:
            assert isinstance(value, int)
            ability = answer.instances[value].ability
            value = id(ability) if ability.keyword is None else ability
        else:
            value = _named(value)
            if isinstance(value, Permit) and value.to is not None:
                value = value._replace(to=translate(value.to))
            elif isinstance(value, Ignoring) and value.sources is not None:
                value = value._replace(sources=translate(value.sources))
        shown.setdefault(value, []).append(translate(held))
    for masks in shown.values():
        masks.sort()
    return shown


def _named(value: Hashable) -> Hashable:
    """What stands in a column, with what made it by its id alone: instances have other numbers."""
    match value:
        case Maker(id):
            return Maker(id)
        case Permit() | Ignoring() | Redirection():
            return value._replace(effect=Maker(value.effect.id))
        case ("status", (status, Maker(id))):
            return "status", (status, Maker(id))
    return value


def _beyond(answer: Answer, name: str, count: int) -> Mapping[Hashable, int]:
    """What the stand-ins for players and rules had before any effect: only changes are shown."""
    column = answer.start.column(name)
    if column is answer.end.column(name) or name in (ABILITIES, PERMISSIONS):
        return {}
    return {value: held >> count for value, held in column.items() if held >> count}


def _ages(answer: Answer) -> list[tuple[object, ...]]:
    """The effects that made marks, oldest first: what decides by age goes by nothing else.

    Each with its source and its words, whether it is static, and whether it is as old as the one
    before it.
    """
    named = answer.makers
    made = {
        mark.effect
        for mark in answer.end.column(PERMISSIONS)
        if isinstance(mark, Permit | Ignoring | Redirection)
    }
    effects = sorted((named[id] for id in made), key=lambda effect: (effect.key, effect.id))
    before = [None, *(effect.key for effect in effects)]
    return [
        (effect.id, effect.source, id(effect.ability), effect.static, effect.key == key)
        for effect, key in zip(effects, before, strict=False)
    ]
