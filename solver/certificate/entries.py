"""From a layer's record to entries: who joined when, and at which turn it went."""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.model.dataclass import dataclass
from layerlaw.solver.certificate.graph import Rows
from layerlaw.solver.facts.still_pending import gone_since

if TYPE_CHECKING:
    from layerlaw.solver.facts.records import Facts, GraphRecord, LayerRecord, TurnRecord

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
    is as the one before it, but for one part in no dependency that had its turn, is no new epoch.
    """
    total = len(record.turns)
    graphs = sorted(record.graphs, key=lambda graph: graph.turn)
    course = _CourseSoFar(anew=anew)
    following = 0
    for turn in range(total + 1):
        while following < len(graphs) and (graphs[following].turn <= turn or turn == total):
            graph = graphs[following]
            following += 1
            course.find(graph, graphs[following].turn if following < len(graphs) else total)
        if turn < total:
            course.take(turn, record.turns[turn])
    entries = tuple(map(RecordedEntry, course.effects, course.joined, course.turn_of, course.why))
    return RecordedCourse(total, entries, tuple(course.epochs), tuple(course.strays))


class _CourseSoFar:
    """A course, as far as it is known by some turn.

    effects, joined, turn_of, why: of the entries, see `RecordedEntry`. waiting: the entries of
    those that are pending. went: who had a turn since the last graph, if one alone did that was
    pending and did not leave by itself.
    """

    def __init__(self, *, anew: bool) -> None:
        self._anew = anew
        self.effects: list[str] = []
        self.joined: list[int] = []
        self.turn_of: list[int | None] = []
        self.why: list[str] = []
        self.strays: list[tuple[int, str]] = []
        self.epochs: list[RecordedEpoch] = []
        self._waiting: dict[str, int] = {}
        self._went: str | None = None
        self._turns = 0
        self._edges = Rows()
        self._before: GraphRecord | None = None

    def find(self, graph: GraphRecord, end: int) -> None:
        """The next graph, which is valid until that turn."""
        went = self._went if self._turns == 1 else None
        apart = self._anew and went is not None and self._edges.is_apart(went)
        plainly = self._before is not None and went == gone_since(self._before, graph) is not None
        if not (plainly and apart):
            apart = not self._join(graph) and apart
            edges = Rows() if self._anew else self._edges.copy()
            edges.know(self._waiting)
            edges.take(graph.found)
            apart = apart and edges.same_pairs(self._edges)
            if not apart:
                self._edges = edges
        if apart:
            last = self.epochs.pop()
            start, present = last.start, last.present
        else:
            start, present = graph.turn, tuple(sorted(self._waiting.values()))
        self.epochs.append(RecordedEpoch(start, end, self._edges, present))
        self._before, self._turns = graph, 0

    def _join(self, graph: GraphRecord) -> bool:
        """Those that were tested and are not pending yet come to be; whether there are any."""
        new = [effect for effect in dict.fromkeys(graph.tested) if effect not in self._waiting]
        for effect in new:
            self._waiting[effect] = len(self.effects)
            self.effects.append(effect)
            self.joined.append(graph.turn)
            self.turn_of.append(None)
            self.why.append("")
        return bool(new)

    def take(self, turn: int, taken: TurnRecord) -> None:
        """The next turn."""
        place = self._waiting.pop(taken.effect, None)
        self._turns += 1
        self._went = None if place is None or taken.why == GONE else taken.effect
        if place is None:
            self.strays.append((turn, taken.effect))
        else:
            self.turn_of[place] = turn
            self.why[place] = taken.why
