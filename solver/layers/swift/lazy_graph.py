"""A layer's graph as it was found with short cuts; what it looks like written out, when asked."""

from __future__ import annotations

from copy import copy
from dataclasses import dataclass, field
from functools import cached_property
from itertools import islice
from typing import TYPE_CHECKING

from layerlaw.solver.board.columns import bits
from layerlaw.solver.layers.observe import Begun
from layerlaw.solver.layers.schedule import Standing
from layerlaw.solver.layers.swift.bitgraph import transposed
from layerlaw.solver.layers.trial import Evidence

if TYPE_CHECKING:
    from collections.abc import Sequence

    from layerlaw.solver.board.columns import Board
    from layerlaw.solver.effects.parts import Part
    from layerlaw.solver.layers.observe import Observation, Observer
    from layerlaw.solver.layers.order import Boards
    from layerlaw.solver.layers.swift.bitgraph import Columns, Waiting
    from layerlaw.solver.layers.swift.incremental import Later
    from layerlaw.solver.layers.trial import Edges


@dataclass(frozen=True, slots=True)
class Then:
    """What effects carried from layer to layer at one moment: how much of it there was."""

    started: int
    scopes: int

    @classmethod
    def now(cls, begun: Begun) -> Then:
        """As much as there is."""
        return cls(len(begun.started), len(begun.scopes))

    def of(self, begun: Begun) -> Begun:
        """What there was then; nothing is ever taken back."""
        return Begun(
            dict.fromkeys(islice(begun.started, self.started)),
            dict(islice(begun.scopes.items(), self.scopes)),
        )


@dataclass(frozen=True, slots=True)
class Moment:
    """What was found at one moment of a layer.

    numbers: the parts then pending, in order of time. fresh: those of them that were new. columns:
    who depends on whom, as tried at this moment; gone: who of those plainly no longer has the
    ability. nodes: the numbers of all parts of the graph.
    """

    numbers: Sequence[int]
    fresh: Sequence[int]
    columns: Columns
    gone: Columns
    nodes: Sequence[int]
    waiting: Waiting
    known: dict[int, dict[int, Evidence]] = field(default_factory=dict)

    def evidence(self, number: int) -> dict[int, Evidence]:
        """What is known of those that depend on a part."""
        return self.known.setdefault(number, {})


class BitGraph:
    """A graph of bits as a `Graph`: its edges get their evidence when they are looked at.

    turn, step: how many turns had been taken, and how many of them had applied something. when:
    what was found. earlier: the graph before, if its edges still count.
    """

    def __init__(
        self,
        observer: Observer,
        parts: Sequence[Part],
        boards: Boards,
        turn: int,
        step: int,
        when: Moment | Later,
        earlier: BitGraph | None = None,
    ) -> None:
        self.turn = turn
        self.when = when
        self._observer = observer
        self._parts = parts
        self._boards = boards
        self._step = step
        self._earlier = earlier
        self._begun = Then.now(observer.begun)
        self._seen: dict[int, Observation | None] = {}

    @property
    def board(self) -> Board:
        """The board on which the trials were made."""
        return self._boards[self._step]

    @property
    def pending(self) -> tuple[Part, ...]:
        """The parts then pending."""
        return tuple(self._parts[number] for number in self.when.numbers)

    @property
    def tested(self) -> tuple[Part, ...]:
        """Those of them that were new, and so tried against all."""
        return tuple(self._parts[number] for number in self.when.fresh)

    @cached_property
    def _place(self) -> dict[int, int] | None:
        """Where among the pending every number is; None where all are at their own place."""
        numbers = self.when.numbers
        if all(number == where for where, number in enumerate(numbers)):
            return None
        return {number: where for where, number in enumerate(numbers)}

    def _places(self, mask: int) -> int:
        """The bits of these numbers, as those of their places."""
        place = self._place
        if place is None:
            return mask
        found = 0
        for number in bits(mask):
            found |= 1 << place[number]
        return found

    @property
    def gone(self) -> Columns:
        """By place among the pending: who would no longer exist after whom, as far as is plain."""
        place, columns = self._place, self.when.columns
        return {
            number if place is None else place[number]: self._places(mask)
            for number, all_gone in self.when.gone.items()
            if (mask := all_gone & columns.get(number, 0))
        }

    @cached_property
    def changed(self) -> dict[tuple[int, int], Evidence]:
        """What trials showed of all other pairs (x, y), by place among the pending."""
        place = self._place or range(len(self._parts))
        gone = self.when.gone
        found = {}
        for number, mask in self.when.columns.items():
            rest = mask & ~gone.get(number, 0)
            if rest:
                known = self._tried(number, rest)
                for other in bits(rest):
                    found[place[other], place[number]] = known[other]
        return found

    @cached_property
    def found(self) -> Edges:
        """The edges that the trials of this moment showed, with what they showed."""
        edges: Edges = {}
        for number, mask in self.when.columns.items():
            known = self._tried(number, mask)
            for other in bits(mask):
                edges.setdefault(self._parts[other].id, {})[self._parts[number].id] = known[other]
        return edges

    def _tried(self, number: int, others: int) -> dict[int, Evidence]:
        """What applying a part shows of others that depend on it."""
        known = self.when.evidence(number)
        missing = [other for other in bits(others) if other not in known]
        if missing:
            observer, board, part = self._then, self.board, self._parts[number]
            after = observer.apply(part, observer.look(part, board), board)
            for other in missing:
                one = self._parts[other]
                if other not in self._seen:
                    self._seen[other] = observer.observe(one, board)
                known[other] = Evidence(self._seen[other], observer.observe(one, after))
        return known

    @cached_property
    def _then(self) -> Observer:
        """An observer that knows what effects carried from layer to layer at that moment."""
        then = copy(self._observer)
        then.begun = self._begun.of(self._observer.begun)
        return then

    @cached_property
    def edges(self) -> Edges:
        """All edges known."""
        if self._earlier is None:
            return self.found
        edges = {name: dict(on) for name, on in self._earlier.edges.items()}
        for name, on in self.found.items():
            edges.setdefault(name, {}).update(on)
        return edges

    @cached_property
    def loops(self) -> tuple[tuple[str, ...], ...]:
        """The ids of the members of every loop."""
        return tuple(
            sorted(
                tuple(sorted(self._parts[number].id for number in bits(members)))
                for members in self.when.waiting.loops
            )
        )

    @cached_property
    def standing(self) -> Standing:
        """Where everybody stood."""
        ids = {number: self._parts[number].id for number in self.when.nodes}
        rows = transposed(self.when.waiting.waiters)
        sets: dict[int, frozenset[str]] = {0: frozenset()}
        for mask in rows.values():
            if mask not in sets:
                sets[mask] = frozenset(ids[number] for number in bits(mask))
        return Standing(
            self.loops,
            {name: members for members in self.loops for name in members},
            {name: sets[rows.get(number, 0)] for number, name in ids.items()},
            frozenset(
                name
                for number, name in ids.items()
                if not self.when.waiting.dependent >> number & 1
            ),
        )
