"""Which effects of a graph are alike, so that a picture of very many may show them as one."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection, Hashable, Sequence


def alike(kinds: Sequence[Hashable], arrows: Collection[tuple[int, int]]) -> list[tuple[int, ...]]:
    """The places of all nodes, those together that nothing but their names tells apart.

    They are of one kind, and have arrows from the same nodes and to the same nodes; among
    themselves they have none, or each has one to each other.
    """
    ahead: list[set[int]] = [set() for _ in kinds]
    back: list[set[int]] = [set() for _ in kinds]
    for tail, head in arrows:
        ahead[tail].add(head)
        back[head].add(tail)
    apart: dict[Hashable, list[int]] = {}
    for place, kind in enumerate(kinds):
        apart.setdefault((kind, frozenset(ahead[place]), frozenset(back[place])), []).append(place)
    groups = [tuple(one) for one in apart.values() if len(one) > 1]
    # Nobody is in a group of both sorts: who has arrows to a fellow has them to no other's fellow.
    taken = {place for one in groups for place in one}
    close: dict[Hashable, list[int]] = {}
    for place, kind in enumerate(kinds):
        if place not in taken:
            key = (kind, frozenset(ahead[place] | {place}), frozenset(back[place] | {place}))
            close.setdefault(key, []).append(place)
    return sorted([*groups, *map(tuple, close.values())])


def between(
    groups: Sequence[tuple[int, ...]], arrows: Collection[tuple[int, int]]
) -> dict[tuple[int, int], list[tuple[int, int]]]:
    """For each two groups with an arrow between them, by their places, all that there are."""
    home = {place: number for number, group in enumerate(groups) for place in group}
    found: dict[tuple[int, int], list[tuple[int, int]]] = {}
    for tail, head in arrows:
        found.setdefault((home[tail], home[head]), []).append((tail, head))
    return found
