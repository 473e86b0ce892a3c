"""One layer: who is pending, whose turn it is, what is lost and what joins, step by step."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from layerlaw.solver.board import ABILITIES, Board, bits
from layerlaw.solver.schedule import Queue, Rules, Standing, Why, standing

if TYPE_CHECKING:
    from collections.abc import Callable

    from layerlaw.solver.observe import Observation, Observer
    from layerlaw.solver.parts import Part
    from layerlaw.solver.trial import Edges, Trials


@dataclass(frozen=True, slots=True)
class Graph:
    """The dependencies as they were found at one moment of a layer.

    turn: the number of turns that had been taken. pending: the parts then pending.
    tested: those of them that were new, and so tried against all. edges: all edges known.
    found: the edges that the trials of this moment showed.
    """

    turn: int
    board: Board
    pending: tuple[Part, ...]
    tested: tuple[Part, ...]
    edges: Edges
    found: Edges
    standing: Standing


@dataclass(frozen=True, slots=True)
class Turn:
    """One part's turn: applied, or lost because it no longer exists."""

    part: Part
    verdict: Literal["applied", "lost"]
    why: Why | Literal["gone", "at the same time"]
    graph: int
    before: Board
    after: Board
    seen: Observation | None


@dataclass(frozen=True, slots=True)
class LayerRun:
    """Everything that happened in one layer."""

    layer: int
    graphs: tuple[Graph, ...]
    turns: tuple[Turn, ...]
    end: Board


class LayerOrder:
    """Runs one layer from a board, under the rulebook's policies."""

    def __init__(self, observer: Observer, trials: Trials, layer: int) -> None:
        self.observer = observer
        self.trials = trials
        self.layer = layer
        rulebook = observer.world.rulebook
        self.rules = Rules.of(rulebook)
        self.anew = rulebook.policy("graph") == "each step"
        self.pending: dict[Part, None] = {}
        self.done: set[Part] = set()
        self.dormant: dict[Part, None] = {}
        self.graphs: list[Graph] = []
        self.turns: list[Turn] = []
        self.edges: Edges = {}
        self.named: dict[str, Part] = {}

    def run(self, board: Board, stop: Callable[[], None] | None = None) -> LayerRun | None:
        """Apply the layer's parts to the board; None when no part of it exists.

        stop: called before every turn; whatever it raises ends the run.
        """
        for part in self.observer.effects.standing(self.layer, board):
            self._sort_in(part, board)
        if not self.pending:
            return None
        self._look(board, tuple(self.pending))
        queue = self._queue()
        while self.pending:
            if stop is not None:
                stop()
            part, why = self._choose(queue)
            board, joined = self._turn(part, why, queue, board)
            if self.anew:
                self._drop_lost(board)
                if self.pending:
                    self._look(board, tuple(self.pending))
                    queue = self._queue()
            elif joined:
                self._look(board, joined)
                queue = self._queue()
        return LayerRun(self.layer, tuple(self.graphs), tuple(self.turns), board)

    def _sort_in(self, part: Part, board: Board) -> bool:
        if part in self.pending or part in self.done:
            return False
        if self.observer.exists(part, board):
            self.pending[part] = None
            self.named[part.id] = part
            self.dormant.pop(part, None)
            return True
        self.dormant[part] = None
        return False

    def _look(self, board: Board, new: tuple[Part, ...]) -> None:
        """Find the dependencies that trials on this board show for the new parts."""
        seen: dict[Part, Observation] = {}
        for part in sorted(self.pending, key=lambda one: one.key):
            observation = self.observer.observe(part, board)
            # A part that is gone by now has no trials; at its turn it is recorded as lost.
            if observation is not None:
                seen[part] = observation
        everything = self.anew or not self.graphs
        known = frozenset(self.pending) | self.done
        found = self.trials.edges(board, seen, None if everything else new, known)
        if everything:
            self.edges = dict(found)
        else:
            for name, on in found.items():
                self.edges[name] = {**self.edges.get(name, {}), **on}
        names = [part.id for part in self.pending] if self.anew else list(self.named)
        stand = standing(names, self.edges, self.rules)
        self.graphs.append(
            Graph(
                len(self.turns),
                board,
                tuple(seen),
                tuple(part for part in seen if everything or part in new),
                {name: dict(on) for name, on in self.edges.items()},
                found,
                stand,
            )
        )

    def _queue(self) -> Queue:
        keys = {part.id: part.key for part in self.pending}
        return Queue(keys, self.graphs[-1].standing, self.rules)

    def _choose(self, queue: Queue) -> tuple[Part, Why]:
        name, why = queue.next()
        return self.named[name], why

    def _turn(
        self, part: Part, why: Why, queue: Queue, board: Board
    ) -> tuple[Board, tuple[Part, ...]]:
        """The part's turn; returns the board after it and the parts that joined."""
        del self.pending[part]
        queue.take(part.id)
        seen = self.observer.observe(part, board)
        graph = len(self.graphs) - 1
        if seen is None:
            self.turns.append(Turn(part, "lost", why, graph, board, board, None))
            self.dormant[part] = None
            return board, ()
        granted: list[tuple[int, int]] = []
        after = self.observer.apply(part, seen, board, granted)
        for instance, holders in granted:
            self.observer.effects.note_grant(instance, holders)
        self.observer.begin(part, seen)
        self.done.add(part)
        self.turns.append(Turn(part, "applied", why, graph, board, after, seen))
        return after, self._join(board, after)

    def _join(self, before: Board, after: Board) -> tuple[Part, ...]:
        """Sort in the parts that the last turn brought into existence."""
        effects = self.observer.effects
        candidates: dict[Part, None] = {}
        if after.columns.get(ABILITIES) is not before.columns.get(ABILITIES):
            old = before.column(ABILITIES)
            for instance, held in after.column(ABILITIES).items():
                assert isinstance(instance, int)
                gained = held & ~old.get(instance, 0)
                if gained and effects.instances[instance].static:
                    for holder in bits(gained & effects.works(instance)):
                        parts = effects.of(instance, holder)
                        if self.layer in parts:
                            candidates[parts[self.layer]] = None
        candidates.update(self.dormant)
        return tuple(part for part in candidates if self._sort_in(part, after))

    def _drop_lost(self, board: Board) -> None:
        """Take out the pending parts that no longer exist (graph anew after each step)."""
        for part in sorted(self.pending, key=lambda one: one.key):
            if not self.observer.exists(part, board):
                del self.pending[part]
                self.dormant[part] = None
                graph = len(self.graphs) - 1
                self.turns.append(Turn(part, "lost", "gone", graph, board, board, None))
