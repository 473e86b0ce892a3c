"""One layer: who is pending, whose turn it is, what is lost and what joins, step by step."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, NamedTuple, Protocol

from layerlaw.model.errors import LayerlawError
from layerlaw.solver.board.columns import ABILITIES, Board, bits
from layerlaw.solver.layers.schedule import Queue, Rules, Standing, Why

if TYPE_CHECKING:
    from collections.abc import Callable

    from layerlaw.model.rulebooks.rulebook import Rulebook
    from layerlaw.solver.effects.parts import Part
    from layerlaw.solver.layers.observe import Observation, Observer
    from layerlaw.solver.layers.trial import Edges, Trials


class Graph(Protocol):
    """The dependencies as they were found at one moment of a layer.

    turn: the number of turns that had been taken. pending: the parts then pending.
    tested: those of them that were new, and so tried against all. edges: all edges known.
    found: the edges that the trials of this moment showed.
    """

    @property
    def turn(self) -> int: ...
    @property
    def board(self) -> Board: ...
    @property
    def pending(self) -> tuple[Part, ...]: ...
    @property
    def tested(self) -> tuple[Part, ...]: ...
    @property
    def edges(self) -> Edges: ...
    @property
    def found(self) -> Edges: ...
    @property
    def standing(self) -> Standing: ...
    @property
    def loops(self) -> tuple[tuple[str, ...], ...]: ...


@dataclass(frozen=True, slots=True)
class DrawnGraph:
    """A graph with everything written out; see `Graph`."""

    turn: int
    board: Board
    pending: tuple[Part, ...]
    tested: tuple[Part, ...]
    edges: Edges
    found: Edges
    standing: Standing

    @property
    def loops(self) -> tuple[tuple[str, ...], ...]:
        """The ids of the members of every loop."""
        return self.standing.loops


class Boards(Protocol):
    """The board before a layer's first turn, and after each that applied something."""

    def __getitem__(self, step: int, /) -> Board: ...


class Turn(NamedTuple):
    """One part's turn: applied, or lost because it no longer exists.

    boards, step: the board before it is `boards[step]`; when it is applied, the one after it is
    the next.
    """

    part: Part
    verdict: Literal["applied", "lost"]
    why: Why | Literal["gone", "at the same time"]
    graph: int
    boards: Boards
    step: int
    seen: Observation | None

    @property
    def before(self) -> Board:
        """The board on which it took place."""
        return self.boards[self.step]

    @property
    def after(self) -> Board:
        """The board after it."""
        return self.boards[self.step + (self.verdict == "applied")]


@dataclass(frozen=True, slots=True)
class LayerRun:
    """Everything that happened in one layer."""

    layer: int
    graphs: tuple[Graph, ...]
    turns: tuple[Turn, ...]
    end: Board


@dataclass(frozen=True, slots=True)
class Procedure:
    """How one layer goes: the rules of waiting, and whether dependencies are found anew."""

    rules: Rules
    anew: bool

    @classmethod
    def of(cls, rulebook: Rulebook) -> Procedure:
        """The rulebook's own."""
        return cls(Rules.of(rulebook), rulebook.policy("graph") == "each step")


class SameId(LayerlawError):
    """Two effects of one layer with the same id: one printed, one that came with a copy."""

    def __init__(self, id: str, layer: int, rulebook: Rulebook) -> None:
        super().__init__(
            f"two effects called {id} wait for their turns in layer "
            f"'{rulebook.layers[layer].name}' of {rulebook.id}: a copy brought one to an object "
            "that has one of that name; layers that copy should do nothing else"
        )


def carry_out(observer: Observer, part: Part, seen: Observation, board: Board) -> Board:
    """Apply the part for good: what it grants and that it began are remembered."""
    granted: list[tuple[int, int]] = []
    after = observer.apply(part, seen, board, granted)
    for instance, holders in granted:
        observer.effects.note_grant(instance, holders)
    observer.begin(part, seen)
    return after


class LayerOrder:
    """Runs one layer from a board, under the rulebook's policies or others."""

    def __init__(
        self, observer: Observer, trials: Trials, layer: int, procedure: Procedure | None = None
    ) -> None:
        self.observer = observer
        self.trials = trials
        self.layer = layer
        procedure = procedure or Procedure.of(observer.world.rulebook)
        self.rules = procedure.rules
        self.anew = procedure.anew
        self.pending: dict[Part, None] = {}
        self.done: set[Part] = set()
        self.dormant: dict[Part, None] = {}
        self.graphs: list[Graph] = []
        self.turns: list[Turn] = []
        self.boards: list[Board] = []
        self.edges: Edges = {}
        self.named: dict[str, Part] = {}
        self.chosen: tuple[Part, Why, Observation] | None = None

    def run(self, board: Board, stop: Callable[[], None] | None = None) -> LayerRun | None:
        """Apply the layer's parts to the board; None when no part of it exists.

        stop: called before every turn; whatever it raises ends the run.
        """
        if not self.begin(board):
            return None
        while True:
            if stop is not None:
                stop()
            found = self.next(board)
            if found is None:
                return LayerRun(self.layer, tuple(self.graphs), tuple(self.turns), board)
            after = carry_out(self.observer, *found, board)
            self.applied(board, after)
            board = after

    # --- step by step ------------------------------------------------------------------------

    def begin(self, board: Board) -> bool:
        """Sort in the layer's parts; whether there are any."""
        self.boards.append(board)
        for part in self.observer.effects.standing(self.layer, board):
            self._sort_in(part, board)
        if self.pending:
            self._look(board, tuple(self.pending))
        return bool(self.pending)

    def next(self, board: Board) -> tuple[Part, Observation] | None:
        """The part whose turn it is and what it would do; None when all have had theirs.

        Those before it that no longer exist have had their turn, and are lost.
        """
        while self.chosen is None and self.pending:
            self.take(*self.queue.next(), board)
        return None if self.chosen is None else (self.chosen[0], self.chosen[2])

    def take(self, name: str, why: Why, board: Board) -> None:
        """It is this part's turn: it is `chosen` to be applied next, or lost."""
        part = self.named[name]
        del self.pending[part]
        self._taken(name)
        seen = self.trials.observe(part, board)
        if seen is not None:
            self.chosen = part, why, seen
            return
        self._lose(part, why)
        self._look_again(board, ())

    def applied(self, board: Board, after: Board) -> None:
        """The part whose turn it is was applied to the board, and this came of it."""
        assert self.chosen is not None
        part, why, seen = self.chosen
        self.chosen = None
        self.done.add(part)
        graph, step = len(self.graphs) - 1, len(self.boards) - 1
        self.boards.append(after)
        self.turns.append(Turn(part, "applied", why, graph, self.boards, step, seen))
        self._look_again(after, self._join(board, after))

    def _look_again(self, board: Board, joined: tuple[Part, ...]) -> None:
        """Find the dependencies that the last turn made necessary to look for."""
        if self.anew:
            self._drop_lost(board)
            if self.pending:
                self._look(board, tuple(self.pending))
        elif joined:
            self._look(board, joined)

    def _sort_in(self, part: Part, board: Board) -> bool:
        if part in self.pending or part in self.done:
            return False
        if self.observer.exists(part, board):
            if self.named.get(part.id, part) is not part and self.named[part.id] in self.pending:
                raise SameId(part.id, self.layer, self.observer.world.rulebook)
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
            observation = self.trials.observe(part, board)
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
        stand = self.trials.standing(names, self.edges, self.rules)
        self.graphs.append(
            DrawnGraph(
                len(self.turns),
                board,
                tuple(seen),
                tuple(part for part in seen if everything or part in new),
                {name: dict(on) for name, on in self.edges.items()},
                found,
                stand,
            )
        )
        self._line_up(stand)

    def _line_up(self, stand: Standing) -> None:
        self.queue = self.new_queue(stand, self.rules)

    def new_queue(self, stand: Standing, rules: Rules) -> Queue:
        """The pending parts, to be handed out by these rules."""
        return Queue({part.id: part.key for part in self.pending}, stand, rules)

    def _taken(self, name: str) -> None:
        self.queue.take(name)

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
                self._lose(part, "gone")

    def _lose(self, part: Part, why: Why | Literal["gone"]) -> None:
        graph, step = len(self.graphs) - 1, len(self.boards) - 1
        self.turns.append(Turn(part, "lost", why, graph, self.boards, step, None))
        self.dormant[part] = None
