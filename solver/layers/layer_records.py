"""What happened in each layer, as plain facts; what a turn changed is read off the journal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.solver.board.columns import ABILITIES, FIXED, PERMISSIONS, Board, bits
from layerlaw.solver.board.kinds import NO_OBJECTS
from layerlaw.solver.facts.records import GraphRecord, LayerRecord, TurnRecord
from layerlaw.solver.facts.rows import Changes
from layerlaw.solver.layers.runs import Boards

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Iterator, Sequence

    from layerlaw.solver.board.columns import Flip
    from layerlaw.solver.board.kinds import Index, Objects
    from layerlaw.solver.effects.parts import Part
    from layerlaw.solver.facts.records import Change, Value
    from layerlaw.solver.layers.cells import Shown
    from layerlaw.solver.layers.runs import Graph, LayerRun, Turn

    Group = tuple[str, Value, Value]


def layer_records(runs: Iterable[LayerRun], shown: Shown) -> tuple[LayerRecord, ...]:
    """Layers as plain facts."""
    records = []
    for run in runs:
        parts = {turn.part.id: turn.part for turn in run.turns}
        graphs = tuple(_graph_record(graph, parts, shown) for graph in run.graphs)
        turns = tuple(
            TurnRecord(turn.part.id, turn.verdict, turn.why, changes)
            for turn, changes in zip(run.turns, turn_changes(run.turns, shown), strict=True)
        )
        loops = tuple(dict.fromkeys(loop for graph in run.graphs for loop in graph.loops))
        layer = shown.world.rulebook.layers[run.layer].id
        records.append(LayerRecord(layer, graphs, turns, loops))
    return tuple(records)


def _graph_record(graph: Graph, parts: dict[str, Part], shown: Shown) -> GraphRecord:
    pending = tuple(part.id for part in graph.pending)
    tested = pending
    if graph.tested != graph.pending:
        tested = tuple(part.id for part in graph.tested)
    return GraphRecord(graph.turn, pending, tested, shown.found(graph, parts, pending))


def turn_changes(turns: Sequence[Turn], shown: Shown) -> Iterator[Sequence[Change]]:
    """What each turn of a layer changed."""
    boards = turns[0].boards if turns else None
    if not isinstance(boards, Boards) or not boards.in_place:
        for turn in turns:
            yield shown.changes(turn.before, turn.after)
        return
    replay = JournalReplay(boards[0], shown)
    for turn in turns:
        if turn.verdict == "applied":
            yield replay.changes(boards.written(turn.step))
        else:
            yield ()


class JournalReplay:
    """A board that follows a journal, and says what each part of it changed."""

    def __init__(self, start: Board, shown: Shown) -> None:
        self.shown = shown
        self.board = start.fork()
        self._held: dict[Index, dict[Hashable, None]] | None = None

    def changes(self, flips: Sequence[Flip]) -> Sequence[Change]:
        """What these flips come to, as shown."""
        net: dict[str, dict[Hashable, Objects]] = {}
        for characteristic, value, objects in flips:
            column = net.setdefault(characteristic, {})
            column[value] = column.get(value, NO_OBJECTS) ^ objects
        groups: dict[Group, int] = {}
        visible = self.shown.visible
        for characteristic, column in net.items():
            if characteristic == ABILITIES:
                self._abilities(column, groups)
            elif characteristic in visible:
                self._others(characteristic, column, groups)
            for value, objects in column.items():
                if objects:
                    self.board.flip(characteristic, value, objects)
        return Changes(self.shown.ids, groups, self.shown.characteristics) if groups else ()

    def _others(
        self, characteristic: str, net: dict[Hashable, Objects], groups: dict[Group, int]
    ) -> None:
        """What is flipped of anything but abilities."""
        shown, board = self.shown, self.board
        differ = NO_OBJECTS
        for objects in net.values():
            differ |= objects
        if not differ:
            return
        several = shown.kinds.get(characteristic) == "set"
        if several or characteristic in (FIXED, PERMISSIONS):
            old = shown.values(board, characteristic, differ)
            after = Board({characteristic: dict(board.column(characteristic))})
            for value, objects in net.items():
                if objects:
                    after.flip(characteristic, value, objects)
            new = shown.values(after, characteristic, differ)
        else:
            nothing: Value = False if characteristic in shown.statuses else None
            had = board.column(characteristic)
            old = self._single(differ, nothing, {v: f & had.get(v, 0) for v, f in net.items()})
            new = self._single(differ, nothing, {v: f & ~had.get(v, 0) for v, f in net.items()})
        for before, held in old:
            for now, others in new:
                if held & others and before != now:
                    groups[characteristic, before, now] = held & others

    def _single(
        self, differ: int, nothing: Value, column: dict[Hashable, int]
    ) -> list[tuple[Value, int]]:
        """Objects by the one value they have; nothing: what the others show."""
        groups: list[tuple[Value, int]] = []
        for value, objects in column.items():
            if objects:
                assert isinstance(value, str | int)
                groups.append((value, objects))
                differ &= ~objects
        return [*groups, (nothing, differ)] if differ else groups

    def _abilities(self, net: dict[Hashable, Objects], groups: dict[Group, int]) -> None:
        """What is flipped of abilities, object by object."""
        if self._held is None:
            self._held = {}
            for instance, holders in self.board.column(ABILITIES).items():
                for holder in bits(holders):
                    self._held.setdefault(holder, {})[instance] = None
        flipped: dict[Index, list[Hashable]] = {}
        for instance, objects in net.items():
            for index in bits(objects):
                flipped.setdefault(index, []).append(instance)
        for index, instances in flipped.items():
            held = self._held.setdefault(index, {})
            before = self._labels(held)
            for instance in instances:
                if instance in held:
                    del held[instance]
                else:
                    held[instance] = None
            after = self._labels(held)
            if before != after:
                group = (ABILITIES, before, after)
                groups[group] = groups.get(group, 0) | 1 << index

    def _labels(self, held: dict[Hashable, None]) -> tuple[str, ...]:
        if len(held) < 2:
            return tuple(map(self.shown.ability, held))
        return tuple(sorted(map(self.shown.ability, held)))
