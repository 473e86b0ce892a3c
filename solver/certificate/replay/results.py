"""The result test for the replay: two parts applied in both orders, and where the ends differ."""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.model.dataclass import dataclass
from layerlaw.solver.certificate.replay.apply import apply
from layerlaw.solver.certificate.replay.board import ABILITIES, BARS, DERIVED, FORM, ones
from layerlaw.solver.certificate.replay.shown import controlling
from layerlaw.solver.certificate.replay.trial import Edges
from layerlaw.solver.facts.records import Witness

if TYPE_CHECKING:
    from collections.abc import Sequence

    from layerlaw.solver.certificate.replay.board import Key, ReplayBoard
    from layerlaw.solver.certificate.replay.effects import ReplayEffects
    from layerlaw.solver.certificate.replay.parts import ReplayPart
    from layerlaw.solver.certificate.replay.space import ReplayTable
    from layerlaw.solver.certificate.replay.tracking import ObservedParts

Objects = dict[str, int]
"""By characteristic."""


@dataclass(frozen=True, slots=True)
class Alone:
    """What a part does alone. on: the objects it is about. loud: whether what it writes is looked
    at by a part that is not pending, or makes one exist."""

    on: int
    delta: dict[Key, int]
    loud: bool


class Results:
    """The result test on one board.

    Of two parts that are about different objects, neither of which writes anything that the other
    looks at, nor anything that makes a third part exist, each does the same whether it comes first
    or second: what a part writes depends on what it saw and on the objects that it writes on. So
    both orders end alike, and they are not tried.
    """

    def __init__(
        self,
        board: ReplayBoard,
        pending: Sequence[ReplayPart],
        tested: set[ReplayPart],
        applied: set[ReplayPart],
        watches: ObservedParts,
        effects: ReplayEffects,
    ) -> None:
        self.board = board
        self.pending = pending
        self.tested = tested
        self.known = applied.union(pending)
        self.watches = watches
        self.effects = effects
        self.alone = {part: self._alone(part) for part in pending}

    def edges(self) -> Edges:
        """The dependencies. Clauses: SORC-DEP-1, SORC-DEP-2."""
        pending = self.pending
        edges = Edges(tuple(part.id for part in pending), [0] * len(pending))
        for place, first in enumerate(pending):
            for later, second in enumerate(pending[place + 1 :], place + 1):
                if first not in self.tested and second not in self.tested:
                    continue
                if self._apart(first, second):
                    continue
                one, first_cells, second_cells = self._run(first, second)
                other, second_more, first_more = self._run(second, first)
                differing = unlike(one, other, self.effects.table)
                for edge, cells in (
                    ((place, later), _both(first_cells, first_more)),
                    ((later, place), _both(second_cells, second_more)),
                ):
                    hit = self._named(differing, cells)
                    if hit:
                        edges.other[edge] = Witness("result", cells=hit)
        return edges

    def _named(self, differing: Objects, cells: Objects) -> tuple[tuple[str, str], ...]:
        ids = self.effects.table.ids
        return tuple(
            sorted(
                (ids[place], characteristic)
                for characteristic, objects in differing.items()
                for place in ones(objects & cells.get(characteristic, 0))
            )
        )

    def _alone(self, part: ReplayPart) -> Alone:
        seen = self.watches.of[part].seen
        if seen is None:
            return Alone(0, {}, loud=False)
        board = self.board
        loud = self.effects.early.takes(part, board)
        board.begin()
        on = 0
        for objects in apply(part, seen, board, self.effects).values():
            on |= objects
        delta = board.delta()
        loud = loud or any(watch.part not in self.known for watch in self.watches.touched(delta))
        loud = loud or bool(self._new(part, board, delta))
        board.rollback()
        for objects in delta.values():
            on |= objects
        return Alone(on, delta, loud)

    def _new(self, part: ReplayPart, board: ReplayBoard, delta: dict[Key, int]) -> list[ReplayPart]:
        """The parts of the layer of ability instances that were written."""
        new: dict[ReplayPart, None] = {}
        for place in ones(delta.get((ABILITIES, "*any*"), 0)):
            for instance in board.held.get(place, ()):
                parts = self.effects.meet(instance, place)
                if part.layer in parts and parts[part.layer] not in self.known:
                    new[parts[part.layer]] = None
        return list(new)

    def _apart(self, first: ReplayPart, second: ReplayPart) -> bool:
        one, other = self.alone[first], self.alone[second]
        return not (
            one.loud
            or other.loud
            or one.on & other.on
            or self._looks_at(first, other)
            or self._looks_at(second, one)
        )

    def _looks_at(self, part: ReplayPart, other: Alone) -> bool:
        reads = self.watches.of[part].reads
        return any(reads.get(key, 0) & written for key, written in other.delta.items())

    def _run(self, first: ReplayPart, second: ReplayPart) -> tuple[ReplayBoard, Objects, Objects]:
        """Both parts applied, each with what it brought into existence; and the cells of each."""
        with self.effects.as_if_granted():
            middle, first_cells = self._with_brought(self.board, first)
            end, second_cells = self._with_brought(middle, second)
        return end, first_cells, second_cells

    def _with_brought(self, board: ReplayBoard, part: ReplayPart) -> tuple[ReplayBoard, Objects]:
        """The part, then, oldest first, each static part that its application made exist."""
        effects = self.effects
        seen = effects.observe(part, board)
        if seen is None:
            return board, {}
        after = board.fork()
        after.begin()
        cells = apply(part, seen, after, effects)
        delta = after.delta()
        after.commit()
        effects.note_grants(after)
        if delta:
            self._new(part, after, delta)
            brought = [
                one
                for one in effects.standing(part.layer)
                if one not in self.known
                and effects.exists(one, after)
                and not effects.exists(one, board)
            ]
            brought.sort(key=lambda one: effects.key(one.effect))
            for one in brought:
                doing = effects.observe(one, after)
                if doing is not None:
                    after = after.fork()
                    cells = _both(cells, apply(one, doing, after, effects))
                    effects.note_grants(after)
        return after, _both(cells, unlike(board, after, effects.table))


def _both(one: Objects, other: Objects) -> Objects:
    joined = dict(one)
    for characteristic, objects in other.items():
        joined[characteristic] = joined.get(characteristic, 0) | objects
    return joined


def unlike(one: ReplayBoard, other: ReplayBoard, table: ReplayTable) -> Objects:
    """The cells, as shown, in which two boards differ; bars are none."""
    cells: Objects = {}
    for characteristic in one.columns.keys() | other.columns.keys():
        before = one.columns.get(characteristic, {})
        after = other.columns.get(characteristic, {})
        if before is after or characteristic in (BARS, FORM, *DERIVED):
            continue
        differ = 0
        for value in before.keys() | after.keys():
            differ |= before.get(value, 0) ^ after.get(value, 0)
        if differ:
            cells[characteristic] = differ
    if one.held is not other.held:
        differ = 0
        for place in one.held.keys() | other.held.keys():
            if {*one.held.get(place, ())} != {*other.held.get(place, ())}:
                differ |= 1 << place
        if differ:
            cells[ABILITIES] = differ
    control = table.rulebook.control
    if cells if table.rulebook.carried is not None else control in cells:
        cells.pop(control, None)
        now, then = controlling(table, one), controlling(table, other)
        differ = 0
        for player in now.keys() | then.keys():
            differ |= now.get(player, 0) ^ then.get(player, 0)
        if differ:
            cells[control] = differ
    return cells
