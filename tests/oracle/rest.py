"""The oracle's rest: what stirs, what comes to rest, and who counts as older than whom by it."""

from __future__ import annotations

from collections.abc import Mapping, Set
from dataclasses import fields, is_dataclass, replace

from layerlaw.model.algebra import Ability, HasStatus
from layerlaw.model.cards.card import Card
from layerlaw.model.rulebooks.rulebook import Rulebook
from oracle.board import Board
from oracle.derive import derive
from oracle.effects import is_static
from oracle.once import once
from oracle.printed import printed_board
from oracle.world import World

POLICY = "age of what is not at rest"


def stir(world: World, object: str) -> None:
    """The object is not at rest, if it is in play and the game speaks of that."""
    rest = world.rulebook.rest
    if rest is not None and world.in_play(object):
        world.things[object].statuses.add(rest.status)


def stir_with_carried(world: World, object: str) -> None:
    """The object was moved, and with it what it carries."""
    stir(world, object)
    for thing in world.things.values():
        if thing.bearer == object and not thing.below and world.in_play(thing.id):
            stir_with_carried(world, thing.id)


def come_to_rest(world: World) -> bool:
    """All is at rest, unless an event said that it is not yet, or something has to resolve.

    Returns whether anything comes to rest.
    """
    rest = world.rulebook.rest
    if rest is None or world.rest_waits or world.announced:
        return False
    came = False
    for thing in world.things.values():
        if rest.status in thing.statuses:
            came = True
            thing.statuses.discard(rest.status)
            if thing.older_than and world.policy(POLICY) == "older while it stirs":
                thing.older_than.clear()
    return came


def note_older(world: World) -> None:
    """Who counts as older: of two that would take each other's ability, what stirs."""
    rest = world.rulebook.rest
    if rest is None or not world.layered:
        return
    resting = {
        each.id
        for each in world.things.values()
        if world.in_play(each.id) and rest.status not in each.statuses
    }
    for thing in world.things.values():
        thing.older_than &= resting
    if resting == {each.id for each in world.things.values() if world.in_play(each.id)}:
        return
    if not asked_anywhere(world, rest.status):
        return
    still = replace(
        world,
        things={
            each.id: replace(each, statuses=each.statuses - {rest.status})
            for each in world.things.values()
        },
    )
    found: dict[str, set[Ability]] = {}
    for board in (printed_board(still), derive(still).board):
        for object, instances in board.abilities.items():
            for instance in instances:
                if is_static(instance) and rest.status in statuses_in(instance.ability):
                    found.setdefault(object, set()).add(instance.ability)
    stirring = [id for id in found if world.in_play(id) and id not in resting]
    if stirring and found.keys() & resting and world.policy(POLICY) != "its own":
        users = {who: able(still, who, found) for who in (None, *found)}
        for one in stirring:
            for other in found.keys() & resting:
                both = {one, other} <= users[None]
                if both and one not in users[other] and other not in users[one]:
                    world.things[one].older_than.add(other)


def matters(world: World) -> bool:
    """Whether it could be another state for something at rest, but for its being shown so."""
    rest = world.rulebook.rest
    return rest is not None and asked_anywhere(world, rest.status)


def asked_anywhere(world: World, status: str) -> bool:
    """Whether any text on the table, or that the rulebook has for a keyword, asks for it."""
    effects = [each.effect for each in world.resolved]
    resolved = [(effect.ability, effect.copied) for effect in effects]
    told = (world.things, resolved, world.announced, world.copying, world.left)
    return status in statuses_in(told) or status in of_rulebook(world.rulebook)


def statuses_in(tree: object) -> frozenset[str]:
    """Every status that is asked for anywhere in a tree of texts, cards and what holds them."""
    if isinstance(tree, Card):
        return of_card(tree)
    own = frozenset({tree.status}) if isinstance(tree, HasStatus) else frozenset[str]()
    if isinstance(tree, Mapping):
        return own.union(*map(statuses_in, tree.keys()), *map(statuses_in, tree.values()))
    if isinstance(tree, tuple | list | Set):
        return own.union(*map(statuses_in, tree))
    if is_dataclass(tree):
        return own.union(*(statuses_in(getattr(tree, each.name)) for each in fields(tree)))
    return own


@once
def of_card(card: Card) -> frozenset[str]:
    """The statuses that a card's texts ask for."""
    return frozenset().union(*(statuses_in(getattr(card, each.name)) for each in fields(card)))


def of_rulebook(rulebook: Rulebook) -> frozenset[str]:
    """The same of all that a rulebook has but its nouns, which cards say out."""
    parts = [getattr(rulebook, each.name) for each in fields(rulebook) if each.name != "nouns"]
    return frozenset().union(*map(of_part, parts))


@once
def of_part(part: object) -> frozenset[str]:
    """The same of a part of a rulebook, which others like it share."""
    return statuses_in(part)


def able(still: World, who: str | None, found: dict[str, set[Ability]]) -> set[str]:
    """Who can use what it has if one object alone does anything by it (None: nobody does)."""
    others = {(one, ability) for one in found if one != who for ability in found[one]}
    world = replace(still, never=frozenset(others))
    board = derive(world).board
    return {one for one in found if can_use(board, one, found[one])}


def can_use(board: Board, object: str, abilities: set[Ability]) -> bool:
    """Whether the object finally has one of the abilities, and is not disabled."""
    has = any(each.ability in abilities for each in board.abilities[object])
    return has and not board.is_disabled(object)
