"""The layer machine: who is pending, whose turn it is, what is lost and what joins.

The normal run, readings side by side and the courses of all orders step the same machine. What
differs is given to it: the procedure, the trials, who chooses, and the short cuts.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from layerlaw.model.dataclass import dataclass
from layerlaw.solver.board.kinds import NO_PARTS, PartNumber
from layerlaw.solver.layers.flips import losers, touched_by
from layerlaw.solver.layers.graph import NOBODY_WAITS, Queue, set_of, waiting
from layerlaw.solver.layers.incremental import IncrementalGraph, KeptMoment
from layerlaw.solver.layers.observe import does_nothing
from layerlaw.solver.layers.pending import PendingParts
from layerlaw.solver.layers.procedure import ALL_SHORT_CUTS
from layerlaw.solver.layers.reach import Reach
from layerlaw.solver.layers.runs import Boards, Graph, LayerRun, Moment, Turn
from layerlaw.solver.layers.trial import Trials

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Sequence

    from layerlaw.solver.board.columns import Board, Flip
    from layerlaw.solver.board.kinds import LayerNumber
    from layerlaw.solver.effects.parts import Observation, Part
    from layerlaw.solver.layers.graph import Choose, Columns, Waiting
    from layerlaw.solver.layers.observe import Granted, Observer
    from layerlaw.solver.layers.procedure import Procedure, ShortCuts, Why
    from layerlaw.solver.layers.trial import KnownEvidence


Chosen = tuple[PartNumber, "Why", "Observation"]
"""The part that is applied next: its number, its role, and what it does."""


@dataclass(frozen=True, slots=True)
class FoundDependencies:
    """The dependencies that were found at one moment; see `Moment`."""

    numbers: Sequence[PartNumber]
    fresh: Sequence[PartNumber]
    columns: Columns
    gone: Columns
    evidence: dict[PartNumber, KnownEvidence]


def carry_out(observer: Observer, part: Part, seen: Observation, boards: Boards) -> Sequence[Flip]:
    """Apply the part for good: what it grants and that it began are remembered.

    Returns what was written.
    """
    granted: list[Granted] = []
    selected = observer.selected(part, seen, boards.now) if part.elsewhere else ()
    flips: Sequence[Flip] = ()
    if does_nothing(seen) and not observer.begun.early:
        boards.stay()
    else:
        flips = boards.write(lambda board: observer.write(part, seen, board, granted))
    for instance, holders in granted:
        observer.effects.note_grant(instance, holders)
    observer.begin(part, selected)
    return flips


class LayerMachine(PendingParts):
    """One layer of a situation, turn by turn.

    trials: how parts are tried pair by pair; None tries them as the short cuts say. admits: which
    parts may be in it, where not all may. choose: takes the part whose turn it is of a mask of
    those that might go; None takes the oldest.
    """

    choose: Choose | None = None

    def __init__(
        self,
        observer: Observer,
        layer: LayerNumber,
        procedure: Procedure,
        *,
        trials: Trials | None = None,
        short_cuts: ShortCuts = ALL_SHORT_CUTS,
        admits: Callable[[Part], bool] | None = None,
    ) -> None:
        self.short_cuts = (
            short_cuts.under(procedure.test) if trials is None else trials.short_cuts.by_pairs()
        )
        super().__init__(observer, layer, admits, search=not self.short_cuts.incremental)
        self.procedure = procedure
        self.rules = procedure.rules
        self.anew = procedure.anew
        self.trials = trials or Trials(observer, procedure, self.short_cuts)
        self.chosen: Chosen | None = None
        self.graphs: list[Graph] = []
        self.turns: list[Turn] = []
        self.columns: Columns = {}
        self.kept: IncrementalGraph | None = None
        # What parts were seen to do when dependencies were looked for, and what was written since.
        self.reach: Reach | None = None
        self.written: set[str] = set()

    def run(self, board: Board, stop: Callable[[], None] | None = None) -> LayerRun | None:
        """Apply the layer's parts to the board, which is left alone; None when none exists.

        stop: called before every turn; whatever it raises ends the run.
        """
        if not self.begin(Boards(board, in_place=self.short_cuts.in_place)):
            return None
        while self.pending:
            if stop is not None:
                stop()
            self.take(*self.queue.next(self.choose))
            if self.chosen is not None:
                number, _, seen = self.chosen
                self.applied(carry_out(self.observer, self.parts[number], seen, self.boards))
        return self.record()

    def record(self) -> LayerRun:
        """All that happened up to now."""
        return LayerRun(self.layer, tuple(self.graphs), tuple(self.turns), self.boards.now)

    # --- turns -------------------------------------------------------------------------------

    def begin(self, boards: Boards) -> bool:
        """Sort in the layer's parts and find their dependencies; whether there are any."""
        self.boards = boards
        for part in sorted(self.effects.standing(self.layer, boards.now), key=lambda one: one.key):
            if self.admits is None or self.admits(part):
                self.sort_in(part, boards.now)
        if not self.pending:
            return False
        if self.anew and self.short_cuts.incremental:
            self._keep_from_now()
        else:
            self._draw(self.find(None))
        return True

    def resume(
        self, boards: Boards, pending: Iterable[Part], done: Iterable[Part], dormant: Iterable[Part]
    ) -> None:
        """Go on from a moment at which these parts waited, had had their turn, or did not exist."""
        self.boards = boards
        self.queue = Queue((), NOBODY_WAITS, self.rules)
        for part in pending:
            self.pending[self.number(part)] = None
        for part in done:
            self.number(part)
        self.dormant = dict.fromkeys(dormant)

    def take(self, number: PartNumber, why: Why) -> None:
        """It is this part's turn: it is `chosen` to be applied next, or lost."""
        del self.pending[number]
        self._taken(number)
        seen = self._observe(number)
        if seen is not None:
            self.chosen = number, why, seen
            return
        self._lose(number, why)
        self._go_on(number, ())

    def _observe(self, number: PartNumber) -> Observation | None:
        """What the part does now, or None if it does not exist; see `Observer.observe`."""
        part = self.parts[number]
        seen = None if self.reach is None else self.reach.known(number, self.written)
        if seen is None:
            return self.trials.observe(part, self.boards.now)
        return seen if self.observer.exists(part, self.boards.now) else None

    def applied(self, flips: Sequence[Flip]) -> None:
        """The part whose turn it is was applied to the board, and this was written."""
        assert self.chosen is not None
        number, why, seen = self.chosen
        self.chosen = None
        graph, step = len(self.graphs) - 1, self.boards.turns - 1
        part = self.parts[number]
        self.turns.append(Turn(part, "applied", why, graph, self.boards, step, seen))
        self._go_on(number, flips)

    def _lose(self, number: PartNumber, why: Why | Literal["gone"]) -> None:
        part = self.parts[number]
        graph, step = len(self.graphs) - 1, self.boards.turns
        self.turns.append(Turn(part, "lost", why, graph, self.boards, step, None))
        self.dormant[part] = None

    def _go_on(self, taken: PartNumber, flips: Sequence[Flip]) -> None:
        """What a turn that wrote this makes necessary."""
        if self.reach is not None and self.kept is None:
            self.written.update([characteristic for characteristic, _, _ in flips])
        if self.kept is not None:
            self._keep_up(self.kept, taken, flips)
            return
        dependencies = self.settle(flips)
        if dependencies is not None:
            self._draw(dependencies)

    # --- who is pending ----------------------------------------------------------------------

    def settle(self, flips: Sequence[Flip]) -> FoundDependencies | None:
        """Sort in the parts that these writes brought, and take out those that are gone.

        Returns the dependencies that are to be looked for then, if any.
        """
        joined = self.join(flips, self.boards.now) if flips or self.dormant else ()
        if self.anew:
            self._drop_lost(self.pending)
            return self.find(None) if self.pending else None
        return self.find(joined) if joined else None

    def _drop_lost(self, numbers: Iterable[PartNumber]) -> list[PartNumber]:
        """Take out those of the pending parts that no longer exist, in order of time."""
        board = self.boards.now
        ordered = sorted(numbers, key=self._key)
        lost = [one for one in ordered if not self.observer.exists(self.parts[one], board)]
        for number in lost:
            del self.pending[number]
            self._taken(number)
            self._lose(number, "gone")
        return lost

    # --- dependencies ------------------------------------------------------------------------

    def find(self, new: Collection[PartNumber] | None) -> FoundDependencies:
        """The dependencies that trials on this board show; with `new`, of pairs with one of those.

        A part that is gone by now has no trials; at its turn it is lost.
        """
        board = self.boards.now
        numbers = self.by_age()
        fresh = numbers
        if new is not None:
            numbers = [one for one in numbers if self.observer.exists(self.parts[one], board)]
            fresh = [one for one in numbers if one in new]
        if len(numbers) < 2 or self.procedure.test == "none":
            return FoundDependencies(numbers, fresh, {}, {}, {})
        if self.short_cuts.reach:
            if not self._may_meet(numbers):
                return FoundDependencies(numbers, fresh, {}, {}, {})
            reach = self._look(numbers)
            return FoundDependencies(numbers, fresh, reach.columns_with(fresh), reach.gone, {})
        return self._tried(numbers, fresh, all_new=new is None)

    def _may_meet(self, numbers: Sequence[PartNumber]) -> bool:
        """Whether any of these parts writes a characteristic that any of them looks at."""
        world = self.observer.world
        parts = [self.parts[number] for number in numbers]
        written: set[str] = set()
        for part in parts:
            written |= part.writes
        if not written.isdisjoint(world.decide_control):
            written.add(world.rulebook.control)
        for part in parts:
            if not (written.isdisjoint(part.program.reads) and written.isdisjoint(part.exists)):
                return True
        return False

    def _look(self, numbers: Sequence[PartNumber]) -> Reach:
        """Look for dependencies on this board, on which nothing was written since."""
        self.written = set()
        acting: Iterable[PartNumber] = numbers
        if self.procedure.test == "removal":
            acting = [one for one in numbers if self.trials.by_action(self.parts[one])]
        self.reach = reach = Reach(
            self.observer,
            self.boards.now,
            self.parts,
            numbers,
            alike=self.procedure.alike,
            acting=set_of(acting),
        )
        return reach

    def _tried(
        self, numbers: Sequence[PartNumber], fresh: Sequence[PartNumber], *, all_new: bool
    ) -> FoundDependencies:
        board = self.boards.now
        seen: dict[Part, Observation] = {}
        for number in numbers:
            observation = self.trials.observe(self.parts[number], board)
            assert observation is not None
            seen[self.parts[number]] = observation
        known = frozenset(part for part in self.parts if part not in self.dormant)
        tested = None if all_new else frozenset(self.parts[one] for one in fresh)
        columns: Columns = {}
        evidence: dict[PartNumber, KnownEvidence] = {}
        for part, dependents in self.trials.dependents(board, seen, tested, known).items():
            numbered = [(self.numbers[other], one) for other, one in dependents.items()]
            evidence[self.numbers[part]] = dict(numbered)
            columns[self.numbers[part]] = set_of(number for number, _ in numbered)
        return FoundDependencies(numbers, fresh, columns, {}, evidence)

    def _draw(self, found: FoundDependencies) -> None:
        """The graph from now on: what was found, and with one that is kept what it was before."""
        earlier = None if self.anew or not self.graphs else self.graphs[-1]
        columns = dict(found.columns)
        if earlier is not None:
            for node, mask in self.columns.items():
                columns[node] = columns.get(node, NO_PARTS) | mask
        self.columns = columns
        nodes = found.numbers if self.anew else tuple(map(PartNumber, range(len(self.parts))))
        stand = waiting(columns, self.rules)
        moment = Moment(
            found.numbers, found.fresh, found.columns, found.gone, nodes, stand, found.evidence
        )
        self._record_graph(moment, earlier)
        self._line_up(stand, found.numbers if earlier is None else self.by_age())

    def _record_graph(self, when: Moment | KeptMoment, earlier: Graph | None = None) -> None:
        turn = len(self.turns)
        self.graphs.append(Graph(self.observer, self.parts, self.boards, turn, when, earlier))

    def _line_up(self, stand: Waiting, order: Sequence[PartNumber]) -> None:
        self.queue = Queue(order, stand, self.rules, freeing=self.kept is not None)

    def _taken(self, number: PartNumber) -> None:
        self.queue.take(number)

    # --- a graph that is kept up to date -----------------------------------------------------

    def _keep_from_now(self) -> None:
        """Find all dependencies, to be kept up to date from now on."""
        numbers = self.by_age()
        self.reach = None
        if self.procedure.test != "none" and len(numbers) > 1 and self._may_meet(numbers):
            self._look(numbers)
        self.kept = IncrementalGraph(self.observer, self.parts, numbers, self.reach)
        moment = KeptMoment(self.kept, self.rules)
        self._record_graph(moment)
        self._line_up(moment.waiting, numbers)
        self.kept.note_queue(moment.waiting)

    def _keep_up(self, kept: IncrementalGraph, taken: PartNumber, flips: Sequence[Flip]) -> None:
        """The graph after a step: the same where nothing of it came, went or fell apart."""
        joined = self.join(flips, self.boards.now)
        touched = touched_by(flips, self.effects.instances, kept.valued)
        without = losers(flips, self.boards.now)
        lost = self._drop_lost(kept.may_be_lost(touched, without, self.pending))
        gone = 1 << taken | set_of(lost)
        if not self.pending:
            return
        if joined:
            self._keep_from_now()
            return
        changed = kept.step(self.boards.now, touched, gone)
        moment = KeptMoment(kept, self.rules)
        self._record_graph(moment)
        if changed or not kept.queue_stands(gone, self.queue.pending, self.rules):
            self._line_up(moment.waiting, moment.numbers)
            kept.note_queue(moment.waiting)
