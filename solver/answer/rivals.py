"""Who waits along with whoever has a turn, gathered once for all turns of a graph."""

from __future__ import annotations

from bisect import bisect_right
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

if TYPE_CHECKING:
    from layerlaw.solver.layers.runs import Graph, LayerRun

_known: WeakKeyDictionary[Graph, Rivals] = WeakKeyDictionary()


class Rivals:
    """The turns of a layer that one of its graphs speaks of: who waits, who waits for nothing.

    Of thousands of turns by one graph each would have to go through all later ones.
    """

    def __init__(self, run: LayerRun, number: int) -> None:
        stand = run.graphs[number].standing
        ids = [turn.part.id for turn in run.turns]
        self._once = len(set(ids)) == len(ids)
        self._waiting = [place for place, id in enumerate(ids) if id in stand.awaited]
        self._free = [place for place in self._waiting if ids[place] in stand.independent]
        self._keys = [run.turns[place].part.key for place in self._waiting]
        oldest = self._keys[-1:]
        for key in reversed(self._keys[:-1]):
            oldest.append(min(key, oldest[-1]))
        self._oldest = oldest[::-1]

    def in_line(self, place: int) -> bool:
        """Whether nobody who still waits is older than who has this turn."""
        after = bisect_right(self._waiting, place)
        if not self._once or not after or self._waiting[after - 1] != place:
            return False
        return after == len(self._waiting) or self._keys[after - 1] <= self._oldest[after]

    def waiting(self, place: int) -> int:
        """How many still wait after this turn."""
        return len(self._waiting) - bisect_right(self._waiting, place)

    def free(self, place: int) -> int:
        """How many of them wait for nothing."""
        return len(self._free) - bisect_right(self._free, place)


def rivals_of(run: LayerRun, number: int) -> Rivals:
    """Those of the graph of that number of the layer."""
    graph = run.graphs[number]
    if graph not in _known:
        _known[graph] = Rivals(run, number)
    return _known[graph]
