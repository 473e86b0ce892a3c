"""From a layer's record to entries: who joined when, and at which turn it went."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from layerlaw.solver.records import LayerRecord

GONE = "gone"


@dataclass(frozen=True, slots=True)
class Entry:
    """One stay among the pending parts; a part that was lost and came back has several.

    joined: how many turns had been taken. turn: the number of its turn, None if it has none.
    why: the role recorded for that turn.
    """

    effect: str
    joined: int
    turn: int | None
    why: str = ""


@dataclass(frozen=True, slots=True)
class Epoch:
    """The turns `start` to `end` (not included), through which one graph was valid.

    edges: (x, y) for "x depends on y". present: numbers of the entries then pending.
    """

    start: int
    end: int
    edges: frozenset[tuple[str, str]]
    present: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Course:
    """A layer as a course of entries. strays: turns (number, effect) of what was not pending."""

    turns: int
    entries: tuple[Entry, ...]
    epochs: tuple[Epoch, ...]
    strays: tuple[tuple[int, str], ...]


def course_of(record: LayerRecord, *, anew: bool) -> Course:
    """The entries and epochs of a layer's record.

    anew: each graph stands alone (policy `graph: each step`); otherwise edges add up.
    """
    total = len(record.turns)
    graphs = sorted(record.graphs, key=lambda graph: graph.turn)
    effects: list[str] = []
    joined: list[int] = []
    turn_of: list[int | None] = []
    why: list[str] = []
    waiting: dict[str, int] = {}
    strays: list[tuple[int, str]] = []
    epochs: list[Epoch] = []
    edges: frozenset[tuple[str, str]] = frozenset()
    following = 0
    for turn in range(total + 1):
        while following < len(graphs) and (graphs[following].turn <= turn or turn == total):
            graph = graphs[following]
            following += 1
            for effect in graph.tested:
                if effect not in waiting:
                    waiting[effect] = len(effects)
                    effects.append(effect)
                    joined.append(graph.turn)
                    turn_of.append(None)
                    why.append("")
            found = frozenset((edge.effect, edge.on) for edge in graph.found)
            edges = found if anew else edges | found
            end = graphs[following].turn if following < len(graphs) else total
            epochs.append(Epoch(graph.turn, end, edges, tuple(sorted(waiting.values()))))
        if turn == total:
            break
        taken = record.turns[turn]
        place = waiting.pop(taken.effect, None)
        if place is None:
            strays.append((turn, taken.effect))
        else:
            turn_of[place] = turn
            why[place] = taken.why
    entries = tuple(map(Entry, effects, joined, turn_of, why))
    return Course(total, entries, tuple(epochs), tuple(strays))
