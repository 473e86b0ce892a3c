"""The oracle's held cards: what is put under an object, and top cards that are taken off."""

from __future__ import annotations

from layerlaw.model.scenarios.held_events import Hold, Uncover
from oracle.derive import derive
from oracle.forms import new_form
from oracle.world import Stamp, Thing, World
from oracle.zones import CannotHappen, destination, into, part_with


def hold(world: World, event: Hold, stamp: Stamp) -> None:
    """The card is a new one in the zone of held cards, under its holder, with what came along."""
    board = derive(world).board
    zone = world.rulebook.holding[event.word].zone
    to = destination(event.object, zone, board)
    part_with(world, event.object, board)
    cards = [event.object, *world.things[event.object].linked]
    for thing in world.things.values():
        kept = thing.zone in world.rulebook.left_in
        if thing.bearer == event.object and thing.below and not kept:
            cards.append(thing.id)
    into(world, event.object, to, stamp, board)
    if to == zone:
        for card in cards:
            world.things[card].bearer = event.holder
            world.things[card].below = True


def uncover(world: World, event: Uncover, stamp: Stamp) -> None:
    """The newest card below shows again; the card that was on top is one of its own, elsewhere."""
    thing = world.things[event.object]
    [way] = [each for each in world.rulebook.stacking.values() if each.undone == event.word]
    below = [
        each for each in world.things.values() if each.bearer == thing.id and each.zone == way.zone
    ]
    if not below:
        raise CannotHappen(event.object)
    shown = max(below, key=lambda each: each.entered)
    world.things[event.top] = Thing(
        id=event.top,
        life=1,
        card=thing.card,
        copied=None,
        owner=thing.owner,
        controller=thing.owner,
        place=None,
        zone=event.zone or way.back_to,
        bearer=None,
        entered=stamp,
        topped=stamp,
        static_stamp=stamp,
    )
    thing.topped = shown.entered
    if world.policy("static timestamp") == "entry of its card":
        thing.static_stamp = shown.entered
    new_form(world, event.object, shown.card)
    shown.part_of, shown.bearer = thing.id, None
