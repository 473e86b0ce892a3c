"""The graph of a layer that finds its dependencies anew after each step, kept up to date.

After a step only those parts are tried again that look at a cell which changed, or write one, or
that changed, when they were tried, what a part looks at that saw a change.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from layerlaw.solver.board.columns import (
    BARS,
    BENEATH,
    VALUE,
    bits,
)
from layerlaw.solver.board.kinds import NO_OBJECTS, NO_PARTS, Parts
from layerlaw.solver.layers.graph import set_of, waiting

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from layerlaw.solver.board.columns import Board
    from layerlaw.solver.board.kinds import Index, Objects, PartNumber
    from layerlaw.solver.effects.parts import Part
    from layerlaw.solver.effects.reads import Reads
    from layerlaw.solver.layers.graph import Columns, Waiting
    from layerlaw.solver.layers.observe import Observer
    from layerlaw.solver.layers.procedure import Rules
    from layerlaw.solver.layers.reach import Reach
    from layerlaw.solver.layers.trial import KnownEvidence

_NOTHING: frozenset[str] = frozenset()
_FEW = 8
"""What writes more objects than these is looked at after every step."""


class IncrementalGraph:
    """Who depends on whom among the parts of a layer, from one step to the next.

    parts: every part of the layer by number; numbers: those pending at the beginning, in order of
    time. Nothing may join. reach: what looks for dependencies; None where none can come.
    """

    def __init__(
        self,
        observer: Observer,
        parts: Sequence[Part],
        numbers: Sequence[PartNumber],
        reach: Reach | None,
    ) -> None:
        self.observer = observer
        self.reach = reach
        self.numbers = numbers
        self._parts = parts
        cells = observer.world.control_cells
        # The characteristics of which somebody looks at single values.
        self.valued = {name.partition(VALUE)[0] for name in cells if VALUE in name}
        self.columns: Columns = {}
        self.moment = 0
        self.tries: list[tuple[int, PartNumber, Parts, Parts]] = []
        # Of each part the last try: when, who depended on it, and who was gone after it.
        self.last: dict[PartNumber, tuple[int, Parts, Parts]] = {}
        self.evidence: dict[tuple[PartNumber, int], KnownEvidence] = {}
        # After each step, who looked at a cell that had changed.
        self.looks = [NO_PARTS]
        self.gone = [NO_PARTS]
        # Whether after a step all was as before it, but that one part is gone, in no edge itself.
        self.steady = [False]
        # All that have been in a dependency so far.
        self._in_edges = NO_PARTS
        self._pending = set_of(numbers)
        # What each part that was tried selects: by object those that select few, and all others.
        self._scopes: dict[PartNumber, Objects] = {}
        self._few: dict[Index, Parts] = {}
        self._selected_by_few = NO_OBJECTS
        self._many = NO_PARTS
        self._known = NO_PARTS
        # Whose changes hang on each cell: see `Part.overwrites`.
        self._overwrites: dict[PartNumber, frozenset[str]] = {}
        self._overwriting: dict[str, Parts] = {}
        # Who changed each cell when it was tried, and who writes what decides control.
        self._changing: dict[str, Parts] = {}
        self._deciding = NO_PARTS
        # What the existence of parts has to do with: their sources, or the whole board.
        self._at: dict[Index, list[PartNumber]] = {}
        self._holders = NO_OBJECTS
        self._conditional: list[PartNumber] = []
        # Of the queue that was made last.
        self._loop_of: Columns = {}
        self._waits = False
        for number in numbers:
            part = parts[number]
            if part.exists:
                self._at.setdefault(part.effect.holder, []).append(number)
                self._holders |= 1 << part.effect.holder
            if part.condition is not None:
                self._conditional.append(number)
        if reach is None:
            return
        self.valued |= reach.valued
        for number in numbers:
            if not reach.harmless(parts[number]):
                self._overwrites[number] = parts[number].overwrites
                for name in self._overwrites[number]:
                    self._overwriting[name] = self._overwriting.get(name, NO_PARTS) | 1 << number
                self._try(reach, number)
        # What is written in single values is told apart too.
        self.valued |= {name.partition(VALUE)[0] for name in self._overwriting if VALUE in name}

    def may_be_lost(
        self, touched: Reads, without: Objects, pending: Collection[PartNumber]
    ) -> list[PartNumber]:
        """The pending parts whose existence has to do with these cells.

        without: who lost an ability that it had.
        """
        effects, world = self.observer.effects, self.observer.world
        hit = without
        for status in world.disabling:
            hit |= touched.get(status, 0)
        numbers = [number for index in bits(hit & self._holders) for number in self._at[index]]
        if not effects.condition_reads.keys().isdisjoint(touched):
            numbers += self._conditional
        return [number for number in dict.fromkeys(numbers) if number in pending]

    def note_queue(self, stand: Waiting) -> None:
        """A queue was made of where everybody stands."""
        self._waits = bool(stand.waiters)
        self._loop_of = {number: members for members in stand.loops for number in bits(members)}

    def queue_stands(self, gone: Parts, left: Parts, rules: Rules) -> bool:
        """Whether that queue is right without those that are gone, if no dependency changed.

        left: those that are left in it.
        """
        if not self._loop_of and not self._waits:
            return True
        if rules.independent != "outside its loop":
            return False
        return not any(self._loop_of.get(number, NO_PARTS) & left for number in bits(gone))

    def step(self, board: Board, touched: Reads, gone: Parts) -> bool:
        """These cells were written, which made this board, and these parts are no longer pending.

        Returns whether any dependency between parts still pending came or went.
        """
        self.moment += 1
        self.gone.append(gone)
        reach = self.reach
        if reach is None:
            self.looks.append(NO_PARTS)
            self.steady.append(_is_single(gone))
            return False
        reach.board = board
        reach.forget(gone)
        self._pending &= ~gone
        for number in bits(gone):
            self._note_scope(number, None)
        changed = tried = False
        for number in bits(self._dirty(reach, touched)):
            before = self.columns.get(number, NO_PARTS)
            self._try(reach, number)
            after = self.columns.get(number, NO_PARTS)
            changed = changed or bool((before ^ after) & self._pending)
            tried = tried or bool(before | after)
        apart = not self._in_edges & (gone | self.looks[self.moment])
        self.steady.append(apart and not tried and _is_single(gone))
        return changed

    def _try(self, reach: Reach, number: PartNumber) -> None:
        before = reach.changes.get(number, _NOTHING)
        mask = reach.dependents(number)
        self._note_changes(number, before, reach.changes.get(number, _NOTHING))
        gone = reach.gone.get(number, NO_PARTS)
        self.tries.append((self.moment, number, mask, gone))
        self.last[number] = self.moment, mask, gone
        scope = NO_OBJECTS
        for selected, _ in reach.seen(number):
            scope |= selected
        if self._scopes.get(number) != scope:
            self._note_scope(number, scope)
            self._known |= 1 << number
            if not self._parts[number].writes.isdisjoint(self.observer.world.decide_control):
                self._deciding |= 1 << number
        if mask:
            self.columns[number] = mask
            self._in_edges |= mask | 1 << number
        else:
            self.columns.pop(number, None)

    def _note_scope(self, number: PartNumber, scope: Objects | None) -> None:
        """The part selects this now, or is no longer pending."""
        before = self._scopes.pop(number, NO_OBJECTS)
        bit = Parts(1 << number)
        if before.bit_count() > _FEW:
            self._many &= ~bit
        else:
            for index in bits(before):
                self._few[index] &= ~bit
                if not self._few[index]:
                    self._selected_by_few &= ~(1 << index)
        if scope is None:
            return
        self._scopes[number] = scope
        if scope.bit_count() > _FEW:
            self._many |= bit
            return
        self._selected_by_few |= scope
        for index in bits(scope):
            self._few[index] = self._few.get(index, NO_PARTS) | bit

    def _note_changes(
        self, number: PartNumber, before: frozenset[str], after: frozenset[str]
    ) -> None:
        """The part, tried again, changes these cells; before it changed those."""
        for name in before - after:
            self._changing[name] &= ~(1 << number)
        for name in after - before:
            self._changing[name] = self._changing.get(name, NO_PARTS) | 1 << number

    def _dirty(self, reach: Reach, touched: Reads) -> Parts:
        """The parts for which other ones may depend on them now than before."""
        readers, looked_at = reach.touched_readers(touched)
        self.looks.append(readers)
        world = self.observer.world
        everywhere = NO_OBJECTS
        for mask in touched.values():
            everywhere |= mask
        among = self._pending & self._known
        dirty = readers
        for name in looked_at:
            dirty |= self._changing.get(name, NO_PARTS)
        if BENEATH in touched or not world.control_cells.isdisjoint(touched):
            dirty |= self._deciding
        candidates = self._many
        for index in bits(everywhere & self._selected_by_few):
            candidates |= self._few[index]
        candidates &= among & ~dirty
        # What goes back on what was done ahead of its layer writes more than it says.
        by_cell = not self.observer.begun.early
        if by_cell and BARS not in touched:
            overwriting = NO_PARTS
            for name in touched:
                overwriting |= self._overwriting.get(name, NO_PARTS)
            candidates &= overwriting
        for number in bits(candidates):
            scope = self._scopes[number]
            cells = self._overwrites[number] if by_cell else self._parts[number].writes
            if touched.get(BARS, 0) & scope or (
                scope & everywhere and any(touched.get(name, 0) & scope for name in cells)
            ):
                dirty |= 1 << number
        return dirty & among


def _is_single(parts: Parts) -> bool:
    return not parts & (parts - 1)


class KeptMoment:
    """What was found after some step, worked out when it is looked at; see `runs.Moment`."""

    def __init__(self, graph: IncrementalGraph, rules: Rules) -> None:
        self._graph = graph
        self._moment = graph.moment
        self._rules = rules

    @cached_property
    def numbers(self) -> Sequence[PartNumber]:
        """The parts then pending, in order of time."""
        gone = NO_PARTS
        for mask in self._graph.gone[: self._moment + 1]:
            gone |= mask
        return tuple(number for number in self._graph.numbers if not gone >> number & 1)

    @property
    def fresh(self) -> Sequence[PartNumber]:
        """All of them are tried anew."""
        return self.numbers

    @property
    def nodes(self) -> Sequence[PartNumber]:
        """Nothing but what is pending counts."""
        return self.numbers

    @cached_property
    def _tried(self) -> dict[PartNumber, tuple[int, Parts, Parts]]:
        """For each part when it was tried last, who depended on it, and who was gone after it."""
        pending = set_of(self.numbers)
        last = self._graph.last
        if self._graph.moment != self._moment:
            last = {}
            for moment, number, mask, gone in self._graph.tries:
                if moment > self._moment:
                    break
                last[number] = moment, mask, gone
        return {
            number: (moment, left, gone & left)
            for number in self.numbers
            if number in last
            for moment, mask, gone in (last[number],)
            if (left := mask & pending)
        }

    @property
    def steady(self) -> bool:
        """Whether all is as the moment before, but for one part in no edge, which is gone."""
        return self._graph.steady[self._moment]

    @property
    def columns(self) -> Columns:
        """Who depended on whom."""
        return {number: mask for number, (_, mask, _) in self._tried.items()}

    @property
    def gone(self) -> Columns:
        """Who of those no longer had their abilities."""
        return {number: gone for number, (_, _, gone) in self._tried.items()}

    def evidence(self, number: PartNumber) -> KnownEvidence:
        """What is known of those that depend on a part, since it was tried or they saw a change."""
        moment, mask, _ = self._tried[number]
        for later in range(self._moment, moment, -1):
            if self._graph.looks[later] & mask:
                moment = later
                break
        return self._graph.evidence.setdefault((number, moment), {})

    @cached_property
    def waiting(self) -> Waiting:
        """Where everybody stood."""
        return waiting(self.columns, self._rules)
