"""How old objects count where some count as older than others that entered before them."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from layerlaw.solver.facts.situation import Thing, Timestamp

CountedAge = tuple["Timestamp", int]
"""The timestamp just before which an object counts as entered, and which of those it is, from the
last one: 1, 2, 3..."""


def counted_ages(things: Iterable[Thing]) -> Mapping[str, CountedAge]:
    """The objects that count as older than they are, by id (docs/definition.md, "Timestamps")."""
    by_id = {thing.id: thing for thing in things}
    older = {
        id: [other for other in thing.older_than if other in by_id]
        for id, thing in by_id.items()
        if thing.older_than
    }
    if not older:
        return {}

    groups: dict[Timestamp, list[str]] = {}
    for id, others in older.items():
        if any(_age(other, by_id, older) <= by_id[id].entered for other in others):
            groups.setdefault(_age(id, by_id, older), []).append(id)
    ages: dict[str, CountedAge] = {}
    for timestamp, moved in groups.items():
        left = sorted(moved, key=lambda id: by_id[id].entered)
        while left:
            first = next(id for id in left if not any(id in older[other] for other in left))
            ages[first] = timestamp, len(left)
            left.remove(first)
    return ages


def _age(id: str, by_id: Mapping[str, Thing], older: Mapping[str, Iterable[str]]) -> Timestamp:
    """When it entered, or the first of those over which it counts as older, if that is earlier."""
    others = (_age(one, by_id, older) for one in older.get(id, ()))
    return min((by_id[id].entered, *others))
