"""The oracle's moves that last until something leaves."""

from __future__ import annotations

from oracle.world import Stamp, World
from oracle.zones import move_to


def move_for_a_time(world: World, object: str, zone: str, until: str, stamp: Stamp) -> None:
    """The object goes there as long as the other one stays in play; not at all if it does not."""
    if not world.in_play(until) or world.hidden(until):
        return
    origin, anchor = world.things[object].zone, (until, world.things[until].life)
    zones = {each.zone for each in world.rulebook.melding.values()}
    zones |= {each.zone for each in world.rulebook.stacking.values() if each.merges}
    parts = [
        each.id
        for each in world.things.values()
        if each.below and each.bearer == object and each.zone in zones
    ]
    move_to(world, object, zone, stamp)
    for id in [object, *parts]:  # Rules 712.21c and 730.3c.
        moved = world.things[id]
        if origin != zone and moved.zone == zone:
            world.borrowed.append(((id, moved.life), origin, anchor))


def give_back(world: World) -> bool:
    """What was moved until something left that has left goes back; whether anything had to."""
    due = [each for each in world.borrowed if world.things[each[2][0]].life != each[2][1]]
    for each in due:
        world.borrowed.remove(each)
    for (object, life), origin, _ in due:
        if world.things[object].life == life:
            moment, place = world.now
            world.now = (moment, place + 1)
            move_to(world, object, origin, world.now)
    return bool(due)
