"""Effects that began later for what came into their open sets: one for each time, in a situation.

Policy `timestamp in an open set: of joining`.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from layerlaw.model import algebra as a

if TYPE_CHECKING:
    from layerlaw.solver.facts.situation import ResolvedEffect, Timestamp


@dataclass(frozen=True, slots=True)
class Joined:
    """The objects for which an effect began at one time."""

    since: Timestamp
    objects: frozenset[str]


def opens(effect: ResolvedEffect) -> tuple[bool, ...]:
    """Of each instruction whether objects can join those that it is about."""
    fixed = a.Target | a.Self | a.Players
    pairs = zip(effect.ability.instructions, effect.locked, strict=True)
    return tuple(ids is None and not isinstance(one.scope, fixed) for one, ids in pairs)


def parts_of(
    effect: ResolvedEffect, joined: tuple[Joined, ...] | None, late: Timestamp | None
) -> tuple[ResolvedEffect, ...]:
    """The effect for those who were there, for those who joined, and for those who join now.

    joined: who did when; None where nobody looked. late: the time at which others join; None: now
    all are known.
    """
    if joined is None:
        return (effect,)
    parts = [_part(effect, one.since, _among(one.objects)) for one in joined]
    if late is not None:
        known = _among(frozenset(id for one in joined for id in one.objects))
        parts.append(_part(effect, late, a.Everything() if known is None else a.Not(known)))
    return tuple(part for part in parts if part.ability.instructions)


def _among(ids: frozenset[str]) -> a.Selector | None:
    """Just these objects; None: none at all."""
    if not ids:
        return None
    each = tuple(map(a.Identified, sorted(ids)))
    return each[0] if len(each) == 1 else a.Either(each)


def _part(effect: ResolvedEffect, since: Timestamp, who: a.Selector | None) -> ResolvedEffect:
    """What the effect does to these since then; with its first moment all that is not open."""
    first = since == effect.timestamp
    instructions, locked, copies = [], [], []
    read = iter(effect.copies)
    for one, ids, is_open in zip(
        effect.ability.instructions, effect.locked, opens(effect), strict=True
    ):
        own = [next(read) for operation in one.operations if isinstance(operation, a.CopyOf)]
        if (is_open and who is None) or (not is_open and not first):
            continue
        if is_open and who is not None:
            one = replace(one, scope=a.Both((one.scope, who)))
        instructions.append(one)
        locked.append(ids)
        copies += own
    place = f".{since[1]}" if since[1] else ""
    return replace(
        effect,
        id=effect.id if first else f"{effect.id}.joined{since[0]}{place}",
        ability=replace(effect.ability, instructions=tuple(instructions)),
        timestamp=since,
        locked=tuple(locked),
        copies=tuple(copies),
    )
