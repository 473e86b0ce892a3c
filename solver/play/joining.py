"""Since when a resolved effect applies to what came into its open sets: a part for each time.

Under the policy `timestamp in an open set: of joining` an effect that lasts is split once objects
join it later: into the effect as it began, for those that were there, and a part with a younger
timestamp for each time that others joined. To all else each part is a resolved effect of its own.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING

from layerlaw.model import algebra as a
from layerlaw.model.dataclass import dataclass

if TYPE_CHECKING:
    from layerlaw.model.rulebooks.rulebook import Rulebook
    from layerlaw.solver.facts.situation import ResolvedEffect, Timestamp

POLICY = "timestamp in an open set"

ANCHORS = a.Target | a.Self | a.Players
"""What names its objects: it is no set that others could join."""


@dataclass(frozen=True, slots=True)
class Joined:
    """The objects for which an effect began at one moment."""

    since: Timestamp
    objects: frozenset[str]


class OpenSets:
    """Who is in the open sets of the resolved effects that are in force, and since when."""

    def __init__(self, rulebook: Rulebook) -> None:
        self._rulebook = rulebook
        # By the effect's id and timestamp: another may have its id once it has ended.
        self._joined: dict[tuple[str, Timestamp], tuple[Joined, ...]] = {}
        self._noted: Timestamp | None = None

    def parts(self, effect: ResolvedEffect, now: Timestamp) -> tuple[ResolvedEffect, ...]:
        """The effect for who was there, for those who joined since, and for who joins now."""
        joined = self._joined.get((effect.id, effect.timestamp))
        if joined is None:
            return (effect,)
        parts = [_part(effect, one.since, _only(one.objects)) for one in joined]
        if now != self._noted:
            known = frozenset[str]().union(*(one.objects for one in joined))
            parts.append(_part(effect, now, _all_but(known)))
        return tuple(part for part in parts if part.ability.instructions)

    def open_among(self, effects: Iterable[ResolvedEffect]) -> tuple[ResolvedEffect, ...]:
        """Those that objects can join and get a timestamp by it; the policy is asked if needed."""
        rulebook = self._rulebook
        if not rulebook.unsure(POLICY) and rulebook.policy(POLICY) != "of joining":
            return ()
        found = tuple(effect for effect in effects if any(_open_sets(effect)))
        if not found or rulebook.policy("process") != "layered":
            return ()
        return found if rulebook.policy(POLICY) == "of joining" else ()

    def note(
        self, reached: Iterable[tuple[ResolvedEffect, Iterable[str]]], now: Timestamp
    ) -> dict[str, tuple[str, ...]]:
        """Remember who is in the sets now; returns what joined each effect late, by its id.

        reached: each effect that objects can join, with what it applies to.
        """
        late: dict[str, tuple[str, ...]] = {}
        after: dict[tuple[str, Timestamp], tuple[Joined, ...]] = {}
        for effect, objects in reached:
            key = (effect.id, effect.timestamp)
            before = self._joined.get(key)
            since = {each: one.since for one in before or () for each in one.objects}
            began = effect.timestamp if before is None else now
            if before is not None:
                late[effect.id] = tuple(each for each in objects if each not in since)
            since = {each: since.get(each, began) for each in objects}
            moments = sorted({effect.timestamp, *since.values()})
            after[key] = tuple(
                Joined(moment, frozenset(each for each in since if since[each] == moment))
                for moment in moments
            )
        self._joined, self._noted = after, now
        return late

    def forget(self, object: str) -> None:
        """What has become a new object is in no set any more."""
        self._joined = {
            key: tuple(replace(one, objects=one.objects - {object}) for one in joined)
            for key, joined in self._joined.items()
        }


def _open_sets(effect: ResolvedEffect) -> tuple[bool, ...]:
    """For each instruction whether objects can join what it applies to."""
    return tuple(
        lock is None and not isinstance(instruction.scope, ANCHORS)
        for instruction, lock in zip(effect.ability.instructions, effect.locked, strict=True)
    )


def _only(objects: frozenset[str]) -> a.Selector | None:
    """These objects; None for nobody."""
    named = tuple(a.Identified(id) for id in sorted(objects))
    return a.Either(named) if len(named) > 1 else next(iter(named), None)


def _all_but(objects: frozenset[str]) -> a.Selector:
    """All objects but these."""
    those = _only(objects)
    return a.Everything() if those is None else a.Not(those)


def _part(effect: ResolvedEffect, since: Timestamp, who: a.Selector | None) -> ResolvedEffect:
    """The effect as it began at that moment, for these objects alone; nobody: without its sets.

    What is no open set is part of the effect as it began first.
    """
    first = since == effect.timestamp
    instructions: list[a.Instruction] = []
    locked: list[tuple[str, ...] | None] = []
    copies = list(effect.copies)
    kept = []
    for instruction, lock, is_open in zip(
        effect.ability.instructions, effect.locked, _open_sets(effect), strict=True
    ):
        read = [copies.pop(0) for each in instruction.operations if isinstance(each, a.CopyOf)]
        if is_open and who is not None:
            instruction = replace(instruction, scope=a.Both((instruction.scope, who)))
        elif is_open or not first:
            continue
        instructions.append(instruction)
        locked.append(lock)
        kept += read
    moment, place = since
    return replace(
        effect,
        id=effect.id if first else f"{effect.id}.joined{moment}" + (f".{place}" if place else ""),
        ability=replace(effect.ability, instructions=tuple(instructions)),
        timestamp=since,
        locked=tuple(locked),
        copies=tuple(kept),
    )
