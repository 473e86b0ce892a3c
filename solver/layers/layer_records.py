"""What happened in each layer, as plain facts; what a turn changed is read off the journal."""

from __future__ import annotations

from functools import partial
from itertools import islice, takewhile
from typing import TYPE_CHECKING

from layerlaw.solver.board.columns import ABILITIES, FIXED, PERMISSIONS, Board
from layerlaw.solver.board.kinds import NO_OBJECTS
from layerlaw.solver.facts.lists import Lists, combined
from layerlaw.solver.facts.records import GraphRecord, LayerRecord, TurnRecord
from layerlaw.solver.facts.rows import Changes
from layerlaw.solver.facts.still_pending import as_before
from layerlaw.solver.layers.runs import Boards

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence

    from layerlaw.solver.board.columns import Flip
    from layerlaw.solver.board.kinds import Objects
    from layerlaw.solver.facts.lists import Difference
    from layerlaw.solver.facts.records import Change, Value
    from layerlaw.solver.facts.rows import Group
    from layerlaw.solver.layers.cells import Shown
    from layerlaw.solver.layers.runs import Graph, LayerRun, Turn


def layer_records(runs: Iterable[LayerRun], shown: Shown) -> tuple[LayerRecord, ...]:
    """Layers as plain facts; graphs and loops are worked out when they are asked for."""
    records = []
    for run in runs:
        graphs = tuple(_graph_records(run, shown))
        turns = tuple(
            TurnRecord(turn.part.id, turn.verdict, turn.why, changes)
            for turn, changes in zip(run.turns, turn_changes(run.turns, shown), strict=True)
        )
        layer = shown.world.rulebook.layers[run.layer].id
        records.append(
            LayerRecord.when_asked(
                partial(_loops_of, run.graphs), layer=layer, graphs=graphs, turns=turns
            )
        )
    return tuple(records)


def _graph_records(run: LayerRun, shown: Shown) -> Iterator[GraphRecord]:
    """The graphs of a layer; one that is as the one before is told by the last that is not."""
    graphs = run.graphs
    for first, graph in enumerate(graphs):
        if graph.when.steady:
            continue
        base = GraphRecord.when_asked(partial(_of_graph, graph, shown), turn=graph.turn)
        yield base
        steady = [*takewhile(lambda one: one.when.steady, islice(graphs, first + 1, None))]
        yield from as_before(base, [(one.turn, run.turns[one.turn - 1].part.id) for one in steady])


def _loops_of(graphs: Iterable[Graph], _: str) -> Mapping[str, object]:
    """The loops of a layer, each once."""
    told = [loop for graph in graphs if not graph.when.steady for loop in graph.loops]
    return {"loops": tuple(dict.fromkeys(told))}


def _of_graph(graph: Graph, shown: Shown, field: str) -> Mapping[str, object]:
    """A field of the record of a graph."""
    pending = tuple([part.id for part in graph.pending])
    if field == "found":
        return {field: shown.found(graph, pending)}
    tested = pending
    if graph.tested != graph.pending:
        tested = tuple([part.id for part in graph.tested])
    return {"pending": pending, "tested": tested}


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
        self._start: dict[str, tuple[tuple[str, int], ...]] = {}
        self._turns: list[Mapping[Difference, int]] = []
        self._lists = Lists(self._start, self._turns)
        self._labelled: dict[str, Labelled] = {}

    def changes(self, flips: Sequence[Flip]) -> Sequence[Change]:
        """What these flips come to, as shown."""
        net: dict[str, dict[Hashable, Objects]] = {}
        for characteristic, value, objects in flips:
            column = net.setdefault(characteristic, {})
            column[value] = column.get(value, NO_OBJECTS) ^ objects
        shown = self.shown
        whole: dict[Group, int] = {}
        differences: dict[Difference, int] = {}
        for characteristic, column in net.items():
            if characteristic not in shown.visible:
                pass
            elif characteristic in (FIXED, PERMISSIONS):
                self._marks(characteristic, column, whole, differences)
            elif characteristic == ABILITIES or shown.kinds.get(characteristic) == "set":
                self._words(characteristic, column, differences)
            else:
                self._single(characteristic, column, whole)
            for value, objects in column.items():
                if objects:
                    self.board.flip(characteristic, value, objects)
        if not whole and not differences:
            return ()
        lists, turn = (self._lists, len(self._turns)) if differences else (None, 0)
        if differences:
            self._turns.append(differences)
        return Changes(
            shown.ids,
            whole,
            shown.characteristics,
            differences=differences,
            lists=lists,
            turn=turn,
        )

    def _single(
        self, characteristic: str, net: Mapping[Hashable, Objects], whole: dict[Group, int]
    ) -> None:
        """What is flipped of what everybody has one value of."""
        differ = NO_OBJECTS
        for objects in net.values():
            differ |= objects
        nothing: Value = False if characteristic in self.shown.statuses else None
        had = self.board.column(characteristic)
        old = _by_value(differ, nothing, {v: f & had.get(v, 0) for v, f in net.items()})
        new = _by_value(differ, nothing, {v: f & ~had.get(v, 0) for v, f in net.items()})
        for before, held in old:
            for now, others in new:
                if held & others:
                    whole[characteristic, before, now] = held & others

    def _words(
        self,
        characteristic: str,
        net: Mapping[Hashable, Objects],
        differences: dict[Difference, int],
    ) -> None:
        """What is flipped of a list: words of a set, or abilities by their labels."""
        had = self.board.column(characteristic)
        word = self.shown.ability if characteristic == ABILITIES else str
        if characteristic not in self._start:
            self._start[characteristic] = tuple(
                sorted((word(value), objects) for value, objects in had.items())
            )
        taken = [(word(value), flipped & had.get(value, 0)) for value, flipped in net.items()]
        added = [(word(value), flipped & ~had.get(value, 0)) for value, flipped in net.items()]
        _note_differences(characteristic, taken, added, differences)

    def _marks(
        self,
        characteristic: str,
        net: Mapping[Hashable, Objects],
        whole: dict[Group, int],
        differences: dict[Difference, int],
    ) -> None:
        """What is gained of marks, several of which may say the same.

        A mark goes only with what was done early, and then no board is written in place.
        """
        labelled = self._labelled.get(characteristic)
        if labelled is None:
            labelled = Labelled(self.shown, characteristic, self.board)
            self._labelled[characteristic] = labelled
        if characteristic == PERMISSIONS:
            self._start.setdefault(characteristic, labelled.start)
        gained = labelled.gain(net)
        if characteristic == PERMISSIONS:
            _note_differences(characteristic, (), gained.items(), differences)
            return
        [row] = gained.values()
        if row:
            whole[characteristic, False, True] = row


class Labelled:
    """Marks on a board by what they say.

    rows: for each label the objects that bear a mark of it. start: these as they were first.
    """

    def __init__(self, shown: Shown, characteristic: str, board: Board) -> None:
        self._shown = shown
        self._all = characteristic == FIXED
        self.rows: dict[str, int] = {}
        self.gain(board.column(characteristic))
        self.start = tuple(sorted(self.rows.items()))

    def label(self, mark: Hashable) -> str:
        """What a mark says: of what cannot be modified, all say the same."""
        return FIXED if self._all else self._shown.mark(mark)

    def gain(self, marks: Mapping[Hashable, int]) -> dict[str, int]:
        """The objects gain these marks; for each label those that had no mark of it before."""
        gained: dict[str, int] = {}
        for mark, objects in marks.items():
            label = self.label(mark)
            had = self.rows.get(label, 0)
            gained[label] = gained.get(label, 0) | objects & ~had
            self.rows[label] = had | objects
        return gained


def _note_differences(
    characteristic: str,
    taken: Iterable[tuple[str, int]],
    added: Iterable[tuple[str, int]],
    differences: dict[Difference, int],
) -> None:
    """Objects by what their lists lost and gained; what they lost and gained alike is neither."""
    lost, gained = combined(sorted(taken)), combined(sorted(added))
    everybody = _union((*lost, *gained))
    lost.append(([], everybody & ~_union(lost)))
    gained.append(([], everybody & ~_union(gained)))
    for words, row in lost:
        for others, objects in gained:
            both = row & objects
            if both:
                less, more = list(words), list(others)
                for word in set(words).intersection(others):
                    for _ in range(min(words.count(word), others.count(word))):
                        less.remove(word)
                        more.remove(word)
                if less or more:
                    difference = characteristic, tuple(less), tuple(more)
                    differences[difference] = differences.get(difference, 0) | both


def _union(groups: Iterable[tuple[list[str], int]]) -> int:
    union = 0
    for _, row in groups:
        union |= row
    return union


def _by_value(
    differ: int, nothing: Value, column: Mapping[Hashable, int]
) -> list[tuple[Value, int]]:
    """Objects by the one value they have; nothing: what the others show."""
    groups: list[tuple[Value, int]] = []
    for value, objects in column.items():
        if objects:
            assert isinstance(value, str | int)
            groups.append((value, objects))
            differ &= ~objects
    return [*groups, (nothing, differ)] if differ else groups
