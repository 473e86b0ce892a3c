"""The oracle's melding: rules 701.42 and 712, card by card."""

from __future__ import annotations

from layerlaw.model.scenarios.events import Meld
from oracle.derive import derive
from oracle.operations import copiable
from oracle.resolving import Use
from oracle.selectors import controller_of
from oracle.world import World
from oracle.zones import (
    CannotHappen,
    destination,
    into,
    on_entry,
    part_with,
    take_counters,
    with_statuses,
)


def meld(world: World, event: Meld, moment: int) -> None:
    """Exile both, then put them onto the battlefield as one, if rule 701.42b lets them."""
    pair = [event.object, event.other]
    way = world.rulebook.melding[event.word]
    before = derive(world).board
    players = [controller_of(each, before) for each in pair]
    players += [world.things[each].owner for each in pair]
    if len({*players}) != 1 or players[0] is None:
        raise CannotHappen(event.object)
    names = set()
    for each in pair:
        looks = copiable(each, before)
        if looks.melds_into != event.card.name:
            raise CannotHappen(each)
        names.add(looks.name)
    if len(names) == 1:
        raise CannotHappen(event.other)
    things = [world.things[each] for each in pair]
    cards = [thing.above or thing.front or thing.card for thing in things]
    ends = [destination(each, way.through, before) for each in pair]
    for place, (each, zone) in enumerate(zip(pair, ends, strict=True), start=1):
        world.now = (moment, place)
        if zone != world.things[each].zone:
            part_with(world, each, before)
            into(world, each, zone, (moment, place), before)
    if any(card.token or card.melds_into != event.card.name for card in cards):
        return
    if any(world.things[each].zone != way.through for each in pair):
        return
    stamp = world.now = (moment, 3)
    fronts = [world.things[each].card for each in pair]
    board = derive(world).board
    zone = destination(event.object, world.rulebook.zones[0], board)
    if zone != world.rulebook.zones[0]:
        for each in pair:
            if world.things[each].zone != zone:
                part_with(world, each, derive(world).board)
                into(world, each, zone, stamp)
        return
    for each, zone in ((event.other, way.zone), (event.object, world.rulebook.zones[0])):
        part_with(world, each, derive(world).board)
        into(world, each, zone, stamp)
    below = world.things[event.other]
    below.bearer, below.below = event.object, True
    melded = world.things[event.object]
    melded.card = event.card
    melded.front, melded.counterpart = fronts
    melded.controller = "" if event.card.uncontrolled else melded.owner
    take_counters(world, melded.id)
    assert melded.owner is not None
    with_statuses(world, melded.id, stamp)
    on_entry(world, Use((melded.id, melded.life), melded.owner, (), None, stamp))
