"""The oracle's entries: what an object has on it as it enters play. Rules 614.1c and 614.12."""

from __future__ import annotations

from collections.abc import Sequence
from copy import deepcopy
from dataclasses import fields, is_dataclass

from layerlaw.model.algebra import (
    Arrival,
    Compared,
    Condition,
    EnterAs,
    Entering,
    EnterWith,
    It,
    Not,
    Self,
    Value,
)
from oracle.board import Board
from oracle.counting import count, status
from oracle.derive import derive
from oracle.effects import static_effect
from oracle.selectors import select
from oracle.values import holds, worth
from oracle.view import View
from oracle.world import Instance, Stamp, World

NOWHERE = "nowhere"
"""The zone of what was in none."""


def anything_said(world: World) -> bool:
    """Whether any card, rule or effect there says what objects enter with."""
    cards = [card for thing in world.things.values() for card in (thing.card, thing.copied) if card]
    abilities = [each.ability for card in cards for each in card.abilities]
    abilities += [rule.ability for rule in world.rulebook.rules]
    abilities += [resolved.effect.ability for resolved in world.resolved]
    return any(says(ability, Entering, ()) for ability in abilities)


def entering_with(world: World, object: str, stamp: Stamp) -> list[str]:
    """What enters play with it."""
    return [
        other.id
        for other in world.things.values()
        if other.id != object and other.entered[0] == stamp[0] and world.in_play(other.id)
    ]


def arrive(world: World, object: str, stamp: Stamp, besides: Sequence[Arrival]) -> None:
    """It has counters and statuses from its entry on, as it and what was there before say.

    besides: what it enters with as an exception to the copy that it is.
    """
    if not besides and not anything_said(world):
        return
    with_it = entering_with(world, object, stamp)
    now = derive(without(world, with_it)).board
    before = derive(without(world, [*with_it, object])).board
    found = [
        (instance, arrival)
        for instances in now.abilities.values()
        for instance in instances
        if speaks(instance, object, now, before)
        for arrival in arrivals(instance, object, now)
    ]
    counters: dict[str, int] = {}
    for instance, arrival in found:
        if isinstance(arrival, EnterWith):
            number = worth(arrival.amount, view(arrival.amount, instance, object, now, before))
            counters[arrival.counter] = counters.get(arrival.counter, 0) + max(number, 0)
    of_copy = next(
        (each.effect for each in world.resolved if each.effect.id == f"{object}.copy"), None
    )
    for arrival in besides:
        if isinstance(arrival, EnterWith):
            asks_it = says(arrival.amount, It, (Not, Compared)) or says(
                arrival.amount, Self, (Not,)
            )
            number = worth(arrival.amount, View(now if asks_it else before, of_copy, it=object))
            counters[arrival.counter] = counters.get(arrival.counter, 0) + max(number, 0)
    for name, number in counters.items():
        if number:
            count(world, object, name, number, stamp)
    every = (*(each for _, each in found), *besides)
    for arrival in dict.fromkeys(each for each in every if isinstance(each, EnterAs)):
        status(world, object, arrival.status, stamp, gets=True)


def without(world: World, ones: list[str]) -> World:
    """The world as if these had not entered yet: they are where they came from, by their cards."""
    if not ones:
        return world
    world = deepcopy(world)
    for one in ones:
        was = world.things[one]
        was.zone, was.bearer, was.copied = was.origin or NOWHERE, None, None
        was.counters, was.statuses, was.fresh = {}, set(), False
        if was.zone == NOWHERE:
            was.part_of = one
    return world


def speaks(instance: Instance, object: str, now: Board, before: Board) -> bool:
    """Whether the ability is one on entries that works."""
    ability, holder = instance.ability, instance.holder
    if not ability.entering or now.is_disabled(holder):
        return False
    if not now.world.works_in(holder, ability.zones):
        return False
    condition = ability.condition
    return condition is None or holds(condition, view(condition, instance, object, now, before))


def arrivals(instance: Instance, object: str, board: Board) -> list[Arrival]:
    """What it says of the object: of its own by `self` alone, of others by anything else."""
    now = View(board, static_effect(instance, board))
    return [
        arrival
        for entering in instance.ability.entering
        if isinstance(entering.scope, Self) is (instance.holder == object)
        and object in select(entering.scope, now)
        for arrival in entering.arrivals
    ]


def view(
    tree: Value | Condition, instance: Instance, object: str, now: Board, before: Board
) -> View:
    """What is asked of the object is asked of it in play, everything else right before."""
    own = instance.holder == object
    it_is_asked = says(tree, It, (Not, Compared)) or (own and says(tree, Self, (Not,)))
    effect = static_effect(instance, now)
    return View(now if it_is_asked else before, effect, it=object)


def says(tree: object, word: type | tuple[type, ...], inside: tuple[type, ...]) -> bool:
    """Whether the word stands in the tree, but not inside such a part."""
    if isinstance(tree, tuple):
        return any(says(each, word, inside) for each in tree)
    if isinstance(tree, word):
        return True
    if not is_dataclass(tree) or isinstance(tree, inside):
        return False
    return any(says(getattr(tree, each.name), word, inside) for each in fields(tree))
