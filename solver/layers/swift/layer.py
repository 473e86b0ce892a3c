"""One layer, run with short cuts: on a board written in place, along a graph of bits.

It does what `order.LayerOrder` does, turn for turn; see there for the meaning.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.solver.board.columns import ABILITIES, bits
from layerlaw.solver.layers.order import LayerRun, SameId, Turn
from layerlaw.solver.layers.swift.bitgraph import waiting
from layerlaw.solver.layers.swift.incremental import Later, Upkeep, touched_by
from layerlaw.solver.layers.swift.lazy_boards import Played
from layerlaw.solver.layers.swift.lazy_graph import BitGraph, Moment
from layerlaw.solver.layers.swift.queue import BitQueue
from layerlaw.solver.layers.swift.reach import Reach

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from layerlaw.solver.board.columns import Board, Flip
    from layerlaw.solver.effects.parts import Part
    from layerlaw.solver.effects.reads import Reads
    from layerlaw.solver.layers.observe import Observation, Observer
    from layerlaw.solver.layers.order import Procedure
    from layerlaw.solver.layers.schedule import Why
    from layerlaw.solver.layers.swift.bitgraph import Columns, Waiting
    from layerlaw.solver.layers.swift.queue import Entry


class SwiftLayer:
    """Runs one layer under the action test, or without one.

    test: whether dependencies are looked for; alike: as in `Trials`.
    """

    def __init__(
        self, observer: Observer, layer: int, procedure: Procedure, *, test: bool, alike: bool
    ) -> None:
        self.observer = observer
        self.effects = observer.effects
        self.layer = layer
        self.rules = procedure.rules
        self.anew = procedure.anew
        self.test = test
        self.alike = alike
        self.parts: list[Part] = []
        self.numbers: dict[Part, int] = {}
        self.named: dict[str, int] = {}
        self.pending: dict[int, None] = {}
        self.dormant: dict[Part, None] = {}
        self.graphs: list[BitGraph] = []
        self.turns: list[Turn] = []
        self.columns: Columns = {}

    def run(self, board: Board, stop: Callable[[], None] | None = None) -> LayerRun | None:
        """Apply the layer's parts; None when no part of it exists. stop: called before every turn.

        The board itself is left alone.
        """
        for part in sorted(self.effects.standing(self.layer, board), key=lambda one: one.key):
            self._sort_in(part, board)
        if not self.pending:
            return None
        self.board = board.fork()
        self.journal: list[Flip] = []
        self.board.journal = self.journal
        self.ends: list[int] = []
        self.boards = Played(board, self.journal, self.ends)
        self._look(tuple(self.pending))
        while self.pending:
            if stop is not None:
                stop()
            self._take(*self.queue.next())
        self.board.journal = None
        return LayerRun(self.layer, tuple(self.graphs), tuple(self.turns), self.board)

    # --- turns -------------------------------------------------------------------------------

    def _take(self, number: int, why: Why) -> None:
        part = self.parts[number]
        del self.pending[number]
        self.queue.take(number)
        seen = self.observer.observe(part, self.board)
        graph = len(self.graphs) - 1
        self.turns.append(
            Turn(
                part,
                "lost" if seen is None else "applied",
                why,
                graph,
                self.boards,
                len(self.ends),
                seen,
            )
        )
        joined: tuple[int, ...] = ()
        began = len(self.journal)
        if seen is None:
            self.dormant[part] = None
        else:
            joined = self._apply(part, seen)
        if self.anew:
            valued = self.upkeep.reach.valued
            touched = touched_by(self.journal[began:], self.effects.instances, valued)
            self._go_on(number, touched, joined)
        elif joined:
            self._look(joined)

    def _apply(self, part: Part, seen: Observation) -> tuple[int, ...]:
        granted: list[tuple[int, int]] = []
        began = len(self.journal)
        self.observer.write(part, seen, self.board, granted)
        for instance, holders in granted:
            self.effects.note_grant(instance, holders)
        self.observer.begin(part, seen)
        self.ends.append(len(self.journal))
        return self._join(began)

    def _join(self, began: int) -> tuple[int, ...]:
        """Sort in the parts that what was written since then brought into existence."""
        gained: dict[int, int] = {}
        again = False
        conditions = self.effects.condition_reads
        disabling = self.observer.world.disabling
        for characteristic, value, flipped in self.journal[began:]:
            if characteristic == ABILITIES:
                assert isinstance(value, int)
                got = flipped & self.board.column(ABILITIES).get(value, 0)
                if got:
                    gained[value] = gained.get(value, 0) | got
            elif characteristic in disabling or characteristic in conditions:
                again = True
        candidates: dict[Part, None] = {}
        for instance, holders in gained.items():
            if self.effects.instances[instance].static:
                for holder in bits(holders & self.effects.works(instance)):
                    part = self.effects.of(instance, holder).get(self.layer)
                    if part is not None:
                        candidates[part] = None
        if again or gained or ABILITIES in conditions:
            candidates.update(self.dormant)
        return tuple(self.numbers[part] for part in candidates if self._sort_in(part, self.board))

    def _sort_in(self, part: Part, board: Board) -> bool:
        number = self.numbers.get(part)
        if number is not None and part not in self.dormant:
            # It is pending, or was applied.
            return False
        if not self.observer.exists(part, board):
            self.dormant[part] = None
            return False
        self.dormant.pop(part, None)
        if number is None:
            number = self.numbers[part] = len(self.parts)
            self.parts.append(part)
        other = self.named.setdefault(part.id, number)
        if other != number:
            if other in self.pending:
                raise SameId(part.id, self.layer, self.observer.world.rulebook)
            self.named[part.id] = number
        self.pending[number] = None
        return True

    # --- the graph anew after each step ------------------------------------------------------

    def _go_on(self, taken: int, touched: Reads, joined: Sequence[int]) -> None:
        """The graph after a step: kept as it is where nothing of it came, went or fell apart."""
        gone = 1 << taken
        for number in self._lost(touched):
            del self.pending[number]
            self.queue.take(number)
            part = self.parts[number]
            graph, step = len(self.graphs) - 1, len(self.ends)
            self.turns.append(Turn(part, "lost", "gone", graph, self.boards, step, None))
            self.dormant[part] = None
            gone |= 1 << number
        if not self.pending:
            return
        if joined:
            self._look(joined)
            return
        changed = self.upkeep.step(touched, gone)
        later = Later(self.upkeep, self.rules)
        self._draw(later)
        if changed or not self._stands(gone):
            self._line_up(later.waiting, self._entries(later.numbers))

    def _stands(self, gone: int) -> bool:
        """Whether the queue is right without those that are gone, if no dependency changed."""
        if not self.looped and not self.waits:
            return True
        if self.rules.independent != "outside its loop":
            return False
        left = self.queue.pending
        return not any(self.looped.get(number, 0) & left for number in bits(gone))

    def _lost(self, touched: Reads) -> list[int]:
        """The pending parts that no longer exist, in order of time."""
        hit = touched.get(ABILITIES, 0)
        for status in self.observer.world.disabling:
            hit |= touched.get(status, 0)
        numbers = [number for index in bits(hit & self.holders) for number in self.at[index]]
        if not self.effects.condition_reads.keys().isdisjoint(touched):
            numbers += self.conditional
        return sorted(
            (
                number
                for number in dict.fromkeys(numbers)
                if number in self.pending
                and not self.observer.exists(self.parts[number], self.board)
            ),
            key=self._key,
        )

    # --- dependencies ------------------------------------------------------------------------

    def _key(self, number: int) -> tuple[int, ...]:
        return self.parts[number].key

    def _entries(self, numbers: Iterable[int]) -> list[Entry]:
        return [(self.parts[number].key, number) for number in numbers]

    def _look(self, new: Sequence[int]) -> None:
        """Find the dependencies that trials on this board show for the new parts."""
        numbers = sorted(self.pending, key=self._key)
        if self.anew:
            self._look_after(numbers)
            return
        entries = self._entries(numbers)
        fresh = numbers
        earlier = None
        if self.graphs:
            # A part that is gone by now has no trials; at its turn it is lost.
            observer, board = self.observer, self.board
            numbers = [one for one in numbers if observer.exists(self.parts[one], board)]
            joined = frozenset(new)
            fresh = [one for one in numbers if one in joined]
            earlier = self.graphs[-1]
        found, gone = self._columns(numbers, fresh)
        known = dict(self.columns)
        for node, mask in found.items():
            known[node] = known.get(node, 0) | mask
        self.columns = known
        stand = waiting(known, self.rules)
        self._draw(Moment(numbers, fresh, found, gone, range(len(self.parts)), stand), earlier)
        self._line_up(stand, entries)

    def _look_after(self, numbers: Sequence[int]) -> None:
        """Find all dependencies, to be kept up to date from now on."""
        reach = Reach(self.observer, self.board, self.parts, numbers, alike=self.alike)
        self.upkeep = Upkeep(reach, numbers, test=self.test)
        self.at: dict[int, list[int]] = {}
        self.holders = 0
        self.conditional: list[int] = []
        for number in numbers:
            part = self.parts[number]
            if part.exists:
                self.at.setdefault(part.effect.holder, []).append(number)
                self.holders |= 1 << part.effect.holder
            if part.condition is not None:
                self.conditional.append(number)
        later = Later(self.upkeep, self.rules)
        self._draw(later)
        self._line_up(later.waiting, self._entries(numbers))

    def _draw(self, when: Moment | Later, earlier: BitGraph | None = None) -> None:
        turn, step = len(self.turns), len(self.ends)
        graph = BitGraph(self.observer, self.parts, self.boards, turn, step, when, earlier)
        self.graphs.append(graph)

    def _line_up(self, stand: Waiting, entries: Sequence[Entry]) -> None:
        self.queue = BitQueue(entries, stand, self.rules, freeing=self.anew)
        self.waits = bool(stand.waiters)
        self.looped = {number: members for members in stand.loops for number in bits(members)}

    def _columns(self, numbers: Sequence[int], fresh: Sequence[int]) -> tuple[Columns, Columns]:
        """Who depends on whom, one of them being new; and who of those would be gone."""
        if not self.test or len(numbers) < 2:
            return {}, {}
        reach = Reach(self.observer, self.board, self.parts, numbers, alike=self.alike)
        if len(fresh) == len(numbers):
            return reach.columns(numbers), reach.gone
        mask = 0
        for number in fresh:
            mask |= 1 << number
        old = [number for number in numbers if not mask >> number & 1]
        return {**reach.columns(fresh), **reach.columns(old, mask)}, reach.gone
