"""Resolved effects shared out by when they began for what is in their open sets, in the oracle.

Policy `timestamp in an open set: of joining`: what comes into such a set is under the effect as if
that had begun at that moment.
"""

from __future__ import annotations

from dataclasses import replace

from layerlaw.model.algebra import Players, Self, Target
from oracle.world import Chosen, Effect, Resolved, Share, Stamp, World


def shares(resolved: Resolved, world: World) -> list[Effect]:
    """The effect as it began, as it began for what joined it since, and for what joins it now."""
    effect = resolved.effect
    if not by_joining(world):
        return [effect]
    if resolved.since is None:
        return [share(effect, world, effect.stamp, None)]
    stamps = {effect.stamp, *resolved.since.values()}
    cut = [
        share(
            effect,
            world,
            stamp,
            frozenset(each for each, since in resolved.since.items() if since == stamp),
        )
        for stamp in sorted(stamps)
    ]
    if world.now != world.looked_at:
        cut.append(share(effect, world, world.now, None, frozenset(resolved.since)))
    return cut


def by_joining(world: World) -> bool:
    """Whether what joins an open set has the effect begin for it then."""
    return world.layered and world.policy("timestamp in an open set") == "of joining"


def share(
    effect: Effect,
    world: World,
    stamp: Stamp,
    members: frozenset[Chosen] | None,
    others: frozenset[Chosen] = frozenset(),
) -> Effect:
    """The effect as it began at that moment; of equal ones the source's place decides."""
    first = stamp == effect.stamp
    moment, place = stamp
    late = f"{effect.id}.joined{moment}" if place == 0 else f"{effect.id}.joined{moment}.{place}"
    return replace(
        effect,
        id=effect.id if first else late,
        stamp=stamp,
        order=(stamp, *effect.order[1:-1], world.by_entry().index(effect.source)),
        share=Share(effect.key, first, members, others),
    )


def is_open(effect: Effect, place: int) -> bool:
    """Whether objects can join what the instruction applies to."""
    scope = effect.ability.instructions[place].scope
    return place not in dict(effect.locked) and not isinstance(scope, Self | Target | Players)


def concerns(effect: Effect, place: int) -> bool:
    """Whether the instruction does anything in this share of the effect."""
    if effect.share is None:
        return True
    if not is_open(effect, place):
        return effect.share.first
    return effect.share.members is None or bool(effect.share.members)


def shared_out(scope: frozenset[str], effect: Effect, place: int, world: World) -> frozenset[str]:
    """What of the scope is in this share of the effect."""
    if effect.share is None or not is_open(effect, place):
        return scope
    kept = set()
    for object in scope:
        chosen = (object, world.things[object].life)
        if effect.share.members is None:
            inside = chosen not in effect.share.others
        else:
            inside = chosen in effect.share.members
        if inside:
            kept.add(object)
    return frozenset(kept)


def stands_for(resolved: Resolved, effect: Effect) -> bool:
    """Whether the effect is this resolved one, or a share of it."""
    shared = effect.share is not None and effect.share.of == resolved.effect.key
    return shared or resolved.effect == effect


def look_who_joined(world: World, reached: dict[tuple[str, str], set[str]]) -> bool:
    """Remember since when which object is in which open set; whether there are any.

    reached: what each effect was applied to in the complete state.
    """
    if not by_joining(world):
        return False
    found = False
    for resolved in world.resolved:
        places = range(len(resolved.effect.ability.instructions))
        if resolved.over or not any(is_open(resolved.effect, place) for place in places):
            continue
        inside: set[str] = set()
        for each in shares(resolved, world):
            inside |= reached.get(each.key, set())
        since = resolved.effect.stamp if resolved.since is None else world.now
        before = resolved.since or {}
        chosen = [(object, world.things[object].life) for object in inside]
        resolved.since = {each: before.get(each, since) for each in chosen}
        found = True
    world.looked_at = world.now
    return found
