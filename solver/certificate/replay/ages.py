"""Who stands before whom in age, for the replay: some objects count as older than others."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from layerlaw.solver.facts.situation import Thing, Timestamp


class AgeOrder:
    """The objects that count as older than they are: just before whom, and in which order.

    Clause: SORC-REST-2.
    """

    def __init__(self, things: Sequence[Thing]) -> None:
        self._things = {thing.id: thing for thing in things}
        self._before: dict[Timestamp, list[str]] = {}
        for thing in sorted(things, key=lambda thing: thing.entered):
            first = self._oldest_below(thing)
            if first is not None:
                self._before.setdefault(first, []).append(thing.id)
        for line in self._before.values():
            self._put_elders_first(line)

    def _oldest_below(self, thing: Thing) -> Timestamp | None:
        """When the oldest entered of all that it counts as older than.

        What is older anyway stands first in the line before that moment, and keeps its own age.
        """
        below, seen = list(thing.older_than), {thing.id}
        found: list[Timestamp] = []
        while below:
            other = self._things.get(below.pop())
            if other is not None and other.id not in seen:
                seen.add(other.id)
                found.append(other.entered)
                below += other.older_than
        return min(found, default=None)

    def _put_elders_first(self, line: list[str]) -> None:
        """Of the ids, sorted by entry, none is left before one that counts as older than it."""
        waiting, line[:] = list(line), []
        while waiting:
            free = [
                id
                for id in waiting
                if all(id not in self._things[other].older_than for other in waiting)
            ]
            line.append(free[0])
            waiting.remove(free[0])

    def key(self, id: str, own: tuple[int, int, int]) -> tuple[int, int, int]:
        """What the age of an object's effect is compared by.

        own: the effect's own timestamp, then whether its ability was granted (1) or printed (0);
        -1: it was granted by what resolved at that moment, and counts as older than that.
        """
        for timestamp, line in self._before.items():
            if id in line:
                from_last = len(line) - line.index(id)
                return min(own, (*timestamp, own[2] - 2 * from_last))
        return own
