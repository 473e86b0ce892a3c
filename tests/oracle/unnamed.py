"""The oracle's unnamed ground: what stands on the surface or below it stands on something."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from layerlaw.model.cards.card import Card
from layerlaw.model.scenarios.events import Event, Move, Place, Play, Resolve
from oracle.resolving import forget
from oracle.world import Stamp, Thing, World


def ground_id(world: World, square: int) -> str:
    """The id of the ground on a square that nobody named."""
    assert world.rulebook.space is not None
    return f"{world.rulebook.space.ground}@{square}"


def printed_types(world: World, object: str) -> tuple[str, ...]:
    """The types of the object's printed form."""
    return world.form(object).sets.get(world.rulebook.types, ())


def named_squares(world: World) -> set[int]:
    """The squares that have ground, named or not, by what is printed; what is linked is none."""
    found: set[int] = set()
    if world.rulebook.space is None:
        return found
    for thing in world.things.values():
        here = world.in_play(thing.id) and thing.part_of is None
        if here and world.rulebook.space.ground in printed_types(world, thing.id):
            place = world.place_of(thing.id)
            found |= set(place.squares) if place is not None else set()
    return found


def needs_ground(world: World, types: tuple[str, ...]) -> bool:
    """Whether what has these types stands on ground."""
    space = world.rulebook.space
    if space is None or space.unnamed is None or space.ground in types:
        return False
    return any(type in space.unnamed.under for type in types)


def lay(world: World, place: Place | None, stamp: Stamp, coming: set[int]) -> None:
    """Put ground on the squares of a place that have none, unless it is in the void."""
    space = world.rulebook.space
    if place is None or place.level == "void" or space is None or space.unnamed is None:
        return
    card = Card(
        "", {world.rulebook.types: (space.ground,)}, dict.fromkeys(space.unnamed.numbers, 0)
    )
    for square in place.squares:
        void = {one for there in in_void(world).values() for one in void_of(there)}
        if square not in named_squares(world) | coming | set(place.void) | void:
            id = ground_id(world, square)
            here = Place((square,))
            world.things[id] = Thing(
                id, 1, card, None, None, None, here, world.rulebook.zones[0], None, *(stamp,) * 3
            )


def make_room(world: World, squares: Iterable[int]) -> None:
    """Ground that is named takes the place of what was not, and the void shows that none is."""
    for square in squares:
        id = ground_id(world, square)
        if id in world.things:
            for resolved in world.resolved:
                effect = forget(resolved.effect, id)
                locked = tuple(
                    (number, frozenset(one for one in chosen if one[0] != id))
                    for number, chosen in effect.locked
                )
                resolved.effect = replace(effect, locked=locked)
                resolved.over_for = {one for one in resolved.over_for if one[0] != id}
                resolved.withheld = {one for one in resolved.withheld if one[0][0] != id}
            del world.things[id]


def before(world: World, event: Event, later: list[Event], stamp: Stamp) -> None:
    """What an event finds below it, or takes the place of."""
    space = world.rulebook.space
    if space is None or space.unnamed is None:
        return
    if isinstance(event, Resolve) and event.id in world.announced:
        before(world, world.announced[event.id].what, later, stamp)
    elif isinstance(event, Play) and event.zone is None:
        card = world.things[event.id].card if event.known else event.card
        arrives(world, card.sets.get(world.rulebook.types, ()), event.place, later, stamp)
    elif isinstance(event, Move) and event.object in world.things:
        arrives(world, printed_types(world, event.object), event.place, [], stamp)


def arrives(
    world: World, types: tuple[str, ...], place: Place | None, later: list[Event], stamp: Stamp
) -> None:
    """Something of these printed types comes to a place."""
    assert world.rulebook.space is not None
    ground = world.rulebook.space.ground
    if ground in types:
        make_room(world, place.squares if place is not None else ())
        return
    make_room(world, void_of(place) if place is not None else ())
    if needs_ground(world, types):
        coming: set[int] = set()
        for each in later:
            if not isinstance(each, Play) or each.place is None:
                continue
            if ground in each.card.sets.get(world.rulebook.types, ()):
                coming |= set(each.place.squares)
        lay(world, place, stamp, coming)


def after(world: World, stamp: Stamp) -> None:
    """What has come to need ground otherwise, as when ground has left."""
    for thing in list(world.things.values()):
        here = world.in_play(thing.id) and thing.part_of is None
        if here and needs_ground(world, printed_types(world, thing.id)):
            lay(world, world.place_of(thing.id), stamp, set())


def void_of(place: Place) -> set[int]:
    """The squares of a place that are in the void."""
    return set(place.squares if place.level == "void" else place.void)


def in_void(world: World) -> dict[str, Place]:
    """What lies in the void in play on any square, with its place."""
    found = {}
    for thing in world.things.values():
        place = world.place_of(thing.id)
        here = world.in_play(thing.id) and thing.part_of is None
        if here and place is not None and void_of(place):
            found[thing.id] = place
    return found


def settle_void(world: World, lying: list[tuple[Thing, Place]], before: set[int]) -> None:
    """Ground that came lifts what lay in the void; what is over the void lies in it too.

    lying, before: what lay in the void as the moment began, and which squares had ground.
    """
    space = world.rulebook.space
    if space is None:
        return
    now = named_squares(world)
    for thing, place in lying:
        same = world.things.get(thing.id) is thing
        if not same or not world.in_play(thing.id) or thing.place != place:
            continue
        left = void_of(place) - (now - before)
        if left != void_of(place):
            thing.place = replace(
                place, level="surface", void=tuple(each for each in place.squares if each in left)
            )
    for thing in list(world.things.values()):
        covered = thing.place
        here = world.in_play(thing.id) and thing.part_of is None
        if not here or covered is None or covered.level != "surface" or len(covered.squares) < 2:
            continue
        if space.ground in printed_types(world, thing.id):
            continue
        void = {each for there in in_void(world).values() for each in void_of(there)} - now
        more = [each for each in covered.squares if each in void and each not in covered.void]
        if more:
            thing.place = replace(covered, void=(*covered.void, *more))
