"""The oracle's counters and statuses: how they come and go."""

from __future__ import annotations

from layerlaw.model.algebra import Ability
from layerlaw.model.cards.card import Card
from oracle.derive import derive
from oracle.forms import kept, own
from oracle.halves import half_of
from oracle.permissions import Question, may
from oracle.world import Resolved, Stamp, Thing, World


def status(
    world: World,
    object: str,
    name: str,
    stamp: Stamp,
    *,
    gets: bool,
    listed: Card | None = None,
    says: Ability | None = None,
) -> None:
    """The object gets or loses a status; what is hidden is not fresh. listed: what it is by it."""
    statuses = world.things[object].statuses
    known = world.rulebook.statuses.get(name)
    changes = (name in statuses) != gets
    if known is not None and known.other_half is not None and changes:
        if not gets:
            return
        flip(world.things[object])
    if known is not None and known.renews and changes and world.in_play(object):
        world.things[object].static_stamp = stamp
    if known is not None and known.copied_as is not None and changes:
        thing = world.things[object]
        thing.listed = listed
        for resolved in world.resolved:
            resolved.over = resolved.over or resolved.effect.id == f"{object}.{name}"
        if says is not None:
            world.resolved.append(Resolved(own(thing, name, says, stamp)))
    if gets:
        statuses.add(name)
    else:
        statuses.discard(name)
    if world.hidden(object):
        world.things[object].fresh = False


def flip(thing: Thing) -> None:
    """The other half of its card counts from now on, and of what it is a copy of. Rule 710.1b."""
    thing.card = half_of(thing.card, flipped=True)
    if thing.copied is not None:
        thing.copied = half_of(thing.copied, flipped=True)


def count(world: World, object: str, counter: str, amount: int, stamp: Stamp) -> None:
    """A counter changes, unless it can't; those that are opposite take each other away."""
    verb = "get" if amount >= 0 else "lose"
    board = derive(world).board
    for what in (f"{counter} counters", "counters"):
        if not may(Question(object, f"{verb} {what}"), board):
            return
    counters = world.things[object].counters
    had = {name for name, number in counters.items() if number > 0}
    counters[counter] = counters.get(counter, 0) + amount
    every = world.rulebook.characteristics
    begins = every[counter].of_players
    if begins is not None:
        least = every[counter].floor
        if least is not None:
            counters[counter] = max(counters[counter], least - begins)
        return
    least = 0 if every[counter].counted else every[counter].floor
    if least is not None:
        counters[counter] = max(counters[counter], least)
    for other in every.values():
        if counter == other.opposite or every[counter].opposite == other.name:
            both = min(counters[counter], counters.get(other.name, 0))
            if both > 0:
                counters[counter] -= both
                counters[other.name] -= both
    has = {name for name, number in counters.items() if number > 0}
    anew = {counter} & has if amount > 0 else set()
    counters_gone(world, object, (had - has) | anew)
    thing = world.things[object]
    for name in anew:
        if every[name].gives:
            given = kept(world, thing, every[name].gives, name, stamp)
            world.resolved.append(Resolved(given))


def counters_gone(world: World, object: str, names: set[str]) -> None:
    """What these counters gave the object is over."""
    gone = {f"{object}.{name}" for name in names if world.rulebook.characteristics[name].gives}
    for resolved in world.resolved:
        resolved.over = resolved.over or resolved.effect.id in gone
