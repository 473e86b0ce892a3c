"""Which arrows of a crowded stratum are drawn, so that the others can be inferred from them."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence

Ends = tuple[int, int]
"""Where an arrow begins and ends, as places among the boxes of a stratum."""
LOOP = 30
"""A loop with more arrows than this is drawn by those that hold it together."""
ARROWS = 150
"""With more arrows than this outside loops, each effect keeps one out and one in."""


def thinned(
    arrows: Collection[Ends], loops: Iterable[Sequence[int]], names: Sequence[str], what: str
) -> tuple[list[Ends], tuple[str, ...]]:
    """As many of the arrows as can be told apart, and notes on what was left out.

    names: of the boxes. what: the word for what arrows are.
    """
    kept: set[Ends] = set()
    notes: list[str] = []
    rest = set(arrows)
    for loop in loops:
        members = set(loop)
        inside = {ends for ends in rest if ends[0] in members and ends[1] in members}
        if len(inside) <= LOOP:
            continue
        rest -= inside
        held = _trees(loop[0], sorted(inside))
        kept |= held
        if len(held) < len(inside):
            notes.append(
                f"Of the {len(inside):,} {what} inside the loop of {len(loop)} only the "
                f"{len(held):,} are drawn that lead from {names[loop[0]]} to all others and back."
            )
    if len(rest) > ARROWS:
        outer = _one_each(sorted(rest))
        if len(outer) < len(rest):
            notes.append(
                f"Of {len(rest):,} {'other ' if kept else ''}{what} {len(outer):,} are drawn: of "
                "each effect one that leads from it, and one that leads to it."
            )
        rest = outer
    return sorted(kept | rest), tuple(notes)


def _trees(root: int, inside: Sequence[Ends]) -> set[Ends]:
    """Arrows by which the root reaches all members, and by which all reach the root."""
    ahead: dict[int, list[int]] = {}
    back: dict[int, list[int]] = {}
    for tail, head in inside:
        ahead.setdefault(tail, []).append(head)
        back.setdefault(head, []).append(tail)
    return {*_steps(root, ahead), *((tail, head) for head, tail in _steps(root, back))}


def _steps(root: int, to: Mapping[int, list[int]]) -> Iterable[Ends]:
    """A tree of shortest ways from the root."""
    seen = {root}
    queue = deque([root])
    while queue:
        one = queue.popleft()
        for other in to.get(one, ()):
            if other not in seen:
                seen.add(other)
                queue.append(other)
                yield one, other


def _one_each(rest: Sequence[Ends]) -> set[Ends]:
    """Of every box the first arrow that leads from it, and one to whoever got none by that."""
    found: dict[int, Ends] = {}
    for ends in rest:
        found.setdefault(ends[0], ends)
    reached = {head for _, head in found.values()}
    more: dict[int, Ends] = {}
    for ends in rest:
        if ends[1] not in reached:
            more.setdefault(ends[1], ends)
    return {*found.values(), *more.values()}
