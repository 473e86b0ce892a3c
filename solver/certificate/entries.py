"""From a layer's record to entries: who joined when, and at which turn it went."""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.model.dataclass import dataclass
from layerlaw.solver.certificate.graph import Rows
from layerlaw.solver.facts.still_pending import StillPending

if TYPE_CHECKING:
    from collections.abc import Sequence

    from layerlaw.solver.facts.records import Facts, GraphRecord, LayerRecord

GONE = "gone"


@dataclass(frozen=True, slots=True)
class RecordedEntry:
    """One stay among the pending parts; a part that was lost and came back has several.

    joined: how many turns had been taken. turn: the number of its turn, None if it has none.
    why: the role recorded for that turn.
    """

    effect: str
    joined: int
    turn: int | None
    why: str = ""


@dataclass(frozen=True, slots=True)
class RecordedEpoch:
    """The turns `start` to `end` (not included), through which one graph was valid.

    Parts that no other depends on, and that depend on no other, may go meanwhile.

    graph: of all parts it speaks of. present: numbers of the entries then pending.
    """

    start: int
    end: int
    graph: Rows
    present: tuple[int, ...]

    @property
    def edges(self) -> frozenset[tuple[str, str]]:
        """(x, y) for "x depends on y"."""
        return self.graph.pairs


@dataclass(frozen=True, slots=True)
class RecordedCourse:
    """A layer as a course of entries. strays: turns (number, effect) of what was not pending."""

    turns: int
    entries: tuple[RecordedEntry, ...]
    epochs: tuple[RecordedEpoch, ...]
    strays: tuple[tuple[int, str], ...]


def courses_of(facts: Facts) -> tuple[RecordedCourse, ...]:
    """The courses of all layers of the facts, as the rulebook's policy on graphs has them."""
    anew = facts.situation.rulebook.policy("graph") == "each step"
    return tuple(course_of(record, anew=anew) for record in facts.layers)


def course_of(record: LayerRecord, *, anew: bool) -> RecordedCourse:
    """The entries and epochs of a layer's record.

    anew: each graph stands alone (policy `graph: each step`); otherwise edges add up. A graph that
    is as the one before it, but for one part in no dependency, which had its turn, is no new epoch.
    """
    total = len(record.turns)
    graphs = sorted(record.graphs, key=lambda graph: graph.turn)
    effects: list[str] = []
    joined: list[int] = []
    turn_of: list[int | None] = []
    why: list[str] = []
    waiting: dict[str, int] = {}
    strays: list[tuple[int, str]] = []
    epochs: list[RecordedEpoch] = []
    edges = Rows()
    before: GraphRecord | None = None
    # Who went since the last graph; None for one that was not pending, or left by itself.
    went: list[str | None] = []
    following = 0
    for turn in range(total + 1):
        while following < len(graphs) and (graphs[following].turn <= turn or turn == total):
            graph = graphs[following]
            following += 1
            end = graphs[following].turn if following < len(graphs) else total
            one = went[0] if len(went) == 1 else None
            went = []
            newcomers = False
            if one is None or before is None or not _left_by(graph.tested, before.tested, one):
                for effect in graph.tested:
                    if effect not in waiting:
                        newcomers = True
                        waiting[effect] = len(effects)
                        effects.append(effect)
                        joined.append(graph.turn)
                        turn_of.append(None)
                        why.append("")
            found_before, before = before and before.found, graph
            apart = anew and one is not None and not newcomers and edges.is_apart(one)
            if not (apart and graph.found is found_before):
                last = edges
                edges = Rows() if anew else edges.copy()
                edges.know(waiting)
                edges.take(graph.found)
                apart = apart and edges.same_pairs(last)
                if apart:
                    edges = last
            if apart:
                last_epoch = epochs.pop()
                start, present = last_epoch.start, last_epoch.present
            else:
                start, present = graph.turn, tuple(sorted(waiting.values()))
            epochs.append(RecordedEpoch(start, end, edges, present))
        if turn == total:
            break
        taken = record.turns[turn]
        place = waiting.pop(taken.effect, None)
        went.append(None if place is None or taken.why == GONE else taken.effect)
        if place is None:
            strays.append((turn, taken.effect))
        else:
            turn_of[place] = turn
            why[place] = taken.why
    entries = tuple(map(RecordedEntry, effects, joined, turn_of, why))
    return RecordedCourse(total, entries, tuple(epochs), tuple(strays))


def _left_by(tested: Sequence[str], before: Sequence[str], one: str) -> bool:
    """Whether these are plainly those before but for that one; else they have to be looked at."""
    return (
        isinstance(tested, StillPending)
        and tested.follows(before)
        and tested.went[tested.gone - 1] == one
    )
