"""Small boards checked row by row, as large ones are: no change of a row, list or witness passes.

Rows are compared only where a record is large and nobody has read it; here every record counts as
large. What is confirmed by rows is confirmed because each of them is right: so each is changed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import TypeVar

import pytest

from layerlaw.model import loads_scenario
from layerlaw.solver.certificate import STRUCTURE, Certificate, shape
from layerlaw.solver.certificate.replay import lists as replayed
from layerlaw.solver.facts.lists import FEW, InconsistentLists, Lists
from layerlaw.solver.facts.records import (
    Change,
    Facts,
    GraphRecord,
    LayerRecord,
    TurnRecord,
    Value,
    Witness,
)
from layerlaw.solver.facts.rows import Cells, Changes, Found, SharedWitnesses
from layerlaw.solver.play.solve import solve
from mutation.boards import rich_board
from tampering import CHAIN, KINGS, other_lists

HORDE = """
title: A few whose subtypes, abilities and permissions several turns change
rulebook: sorcery-2026-01
players: [you, me]
cards:
  Mortal: {is: [minion], power: 1, subtypes: [mortal], has: [Airborne]}
  Beast: {is: [minion], power: 2, subtypes: [beast], has: [Submerge, Airborne]}
  Undead: {is: [minion], power: 1, has: ["mortals: subtypes += undead, subtypes -= mortal"]}
  Wings: {is: [minion], power: 1, has: ["undead: gain Airborne", "undead: can't attack"]}
  Demon: {is: [minion], power: 1, has: ["undead: subtypes += demon", "minions: lose Airborne"]}
play:
  - you: Beast as B at 5
  - you: Mortal as M at 6
  - me: Mortal as N at 7
  - you: Mortal as O at 8
  - you: Undead as U at 1
  - you: Wings as W at 2
  - me: Wings as V at 2
  - you: Demon as D at 3
"""

HERD = """
title: A few whose subtypes one turn changes
rulebook: sorcery-2026-01
players: [you, me]
cards:
  Mortal: {is: [minion], power: 1, subtypes: [mortal]}
  Undead: {is: [minion], power: 1, has: ["mortals: subtypes += undead, gain Airborne"]}
play:
  - you: Mortal as M at 6
  - me: Mortal as N at 7
  - you: Mortal as O at 8
  - you: Undead as U at 1
"""

BOARDS = {"herd": HERD, "horde": HORDE, "kings": KINGS, "chain": CHAIN}


@cache
def solved(board: str) -> Facts:
    """The facts of a board: of a scenario, or of a drawn one under the test of its name."""
    if board in BOARDS:
        return solve(loads_scenario(BOARDS[board])).facts
    test, seed = board.split()
    return solve(rich_board(int(seed), test, immune=False)).facts


@pytest.fixture(autouse=True)
def _rows(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every record is compared by its rows."""
    for most in ("MOST_CHANGES", "MOST_EDGES", "MOST_CELLS"):
        monkeypatch.setattr(shape, most, 0)


few = pytest.mark.parametrize("few", [0, FEW])
"""Abilities that a turn wrote are told object by object where they are more than so many."""


def unread(facts: Facts, at: tuple[int, str, int] | None = None, put: object = None) -> Facts:
    """The same facts, which nobody has read, with one record replaced.

    at: the layer, `turns`, `graphs` or `lists`, and which of these. put: what it is then.
    """
    layers = []
    for number, record in enumerate(facts.layers):
        lists = next((one.lists for one in changes_of(record) if one.lists), None)
        if lists is not None:
            lists = Lists(lists.start, lists.turns)
            if at is not None and at[:2] == (number, "lists"):
                assert isinstance(put, Lists)
                lists = put
        turns: list[TurnRecord] = []
        for place, turn in enumerate(record.turns):
            changes = turn.changes
            if at == (number, "turns", place):
                assert isinstance(put, Changes)
                changes = put
            turns.append(replace(turn, changes=anew(changes, lists)))
        graphs: list[GraphRecord] = []
        for place, graph in enumerate(record.graphs):
            found = graph.found
            if at == (number, "graphs", place):
                assert isinstance(put, Found)
                found = put
            if isinstance(found, Found):
                found = Found(found.names, found.gone, found.other)
            graphs.append(replace(graph, found=found))
        layers.append(replace(record, turns=tuple(turns), graphs=tuple(graphs)))
    final = facts.final
    assert isinstance(final, Cells)
    return replace(facts, layers=tuple(layers), final=Cells(final.objects, final.columns))


def changes_of(record: LayerRecord) -> list[Changes]:
    """The changes of a layer's turns that are kept as rows."""
    return [turn.changes for turn in record.turns if isinstance(turn.changes, Changes)]


def anew(changes: Sequence[Change], lists: Lists | None) -> Sequence[Change]:
    """The same changes, unread, with the lists given in the place of their own."""
    if not isinstance(changes, Changes):
        return changes
    if changes.lists is None or lists is None:
        return Changes(changes.objects, changes.whole, changes.order)
    return Changes(
        changes.objects,
        changes.whole,
        changes.order,
        differences=lists.turns[changes.turn],
        lists=lists,
        turn=changes.turn,
    )


def refused(facts: Facts) -> bool:
    """Whether the checker refuses the facts."""
    return not Certificate(facts).check().ok


def told(facts: Facts) -> str | None:
    """All that is told of the turns; None where their lists do not follow from each other."""
    try:
        return repr([turn.changes for layer in facts.layers for turn in layer.turns])
    except InconsistentLists:
        return None


@pytest.mark.parametrize(
    "board",
    [
        *BOARDS,
        *(f"{test} {n}" for test in ("action", "result", "removal") for n in (0, 2, 3, 5, 6)),
    ],
)
@few
def test_true_rows_are_accepted(board: str, few: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever they are of; and the same once more, as people read them."""
    monkeypatch.setattr(replayed, "FEW", few)
    assert not refused(unread(solved(board)))
    read = unread(solved(board))
    assert told(read) == told(solved(board))
    assert not refused(read)


Key = TypeVar("Key")


def moved(group: Mapping[Key, int], everyone: int) -> Iterator[dict[Key, int]]:
    """Rows of which one has an object more, an object less, or the next objects."""
    for key, row in group.items():
        others = (row & row - 1, row | everyone & ~row & -(everyone & ~row), row << 1 & everyone)
        for other in others:
            if other != row:
                yield {**group, key: other}


def other_than(value: Value) -> Value:
    """Another value of the same type."""
    return (not value) if isinstance(value, bool) else 17


@pytest.mark.parametrize("board", [*BOARDS, "action 0", "result 1"])
def test_no_row_of_changes_may_be_another(board: str) -> None:
    """Nor what any value was or became; also where lists changed as told."""
    facts = solved(board)
    count = 0
    for number, record in enumerate(facts.layers):
        for place, turn in enumerate(record.turns):
            changes = turn.changes
            if not isinstance(changes, Changes):
                continue
            everyone = (1 << len(changes.objects)) - 1
            wrong = [*moved(changes.whole, everyone)]
            for (name, old, new), row in changes.whole.items():
                rest = {key: held for key, held in changes.whole.items() if key != (name, old, new)}
                wrong.append(rest)
                for was, became in ((old, other_than(new)), (other_than(old), new)):
                    wrong.append({**rest, (name, was, became): row})
            if not changes.whole:
                wrong.append({("power", 8, 9): 1})
            for whole in wrong:
                put = Changes(
                    changes.objects,
                    whole,
                    changes.order,
                    differences=changes.differences,
                    lists=changes.lists,
                    turn=changes.turn,
                )
                tampered = unread(facts, (number, "turns", place), put)
                failures = Certificate(tampered).check().failures
                assert STRUCTURE in {failure.clause for failure in failures}, (record.layer, whole)
                count += 1
    assert count


@few
def test_no_list_of_a_single_turn_may_be_another(few: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """No later turn of its layer would tell that the list was another."""
    monkeypatch.setattr(replayed, "FEW", few)
    facts = solved("herd")
    right, count = told(unread(facts)), 0
    for layer, record in enumerate(facts.layers):
        lists = next((one.lists for one in changes_of(record) if one.lists), None)
        for other in other_lists(lists) if lists is not None else ():
            tampered = (unread(facts, (layer, "lists", 0), other) for _ in range(2))
            assert refused(next(tampered)) == (told(next(tampered)) != right), other.start
            count += 1
    assert count


@pytest.mark.parametrize("part", range(4))
@pytest.mark.parametrize("layer", range(len(solved("horde").layers)))
@few
def test_no_list_may_be_another(
    layer: int, part: int, few: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In its beginning, and in what any turn took or added, unless nothing told is another."""
    monkeypatch.setattr(replayed, "FEW", few)
    facts = solved("horde")
    right = told(unread(facts))
    lists = next((one.lists for one in changes_of(facts.layers[layer]) if one.lists), None)
    for other in [*other_lists(lists)][part::4] if lists is not None else ():
        tampered = (unread(facts, (layer, "lists", 0), other) for _ in range(2))
        assert refused(next(tampered)) == (told(next(tampered)) != right), other.start


@pytest.mark.parametrize(
    "board",
    ["horde", "kings", "chain", "action 2", "result 5", "result 6", "removal 3", "removal 5"],
)
def test_no_dependency_may_be_another(board: str) -> None:
    """Nor who depends on whom, nor by what witness."""
    facts = solved(board)
    count = 0
    for number, record in enumerate(facts.layers):
        for place, graph in enumerate(record.graphs):
            if isinstance(graph.found, Found):
                for put in other_dependencies(graph.found):
                    assert refused(unread(facts, (number, "graphs", place), put)), list(put)
                    count += 1
    assert count


def other_dependencies(found: Found) -> Iterator[Found]:
    """The dependencies with an edge moved, with another witness, or without one."""
    names, gone, other = found.names, found.gone, found.other
    size = len(names)
    for place, row in enumerate(gone):
        if row:
            yield Found(names, [*gone[:place], row & row - 1, *gone[place + 1 :]], other)
            yield Found(names, [0, *gone[:-1]], other)
    if other and max(other)[0] + 1 < size:
        yield Found(names, gone, {(one + 1, on): each for (one, on), each in other.items()})
    for edge, witness in other.items():
        rest = {one: each for one, each in other.items() if one != edge}
        for to in ((edge[0] + 1, edge[1]), (edge[0] - 1, edge[1]), edge[::-1]):
            if to not in other and to[0] in range(size):
                yield Found(names, gone, {**rest, to: witness})
        yield Found(names, gone, rest)
        yield Found(names, gone, {**rest, edge: Witness("scope", 7)})
    if isinstance(other, SharedWitnesses):
        for number, (who, on, witness) in enumerate(other.blocks):
            for block in ((who << 1, on, witness), (who, on, Witness("scope", 7))):
                if block[0] < 1 << size:
                    blocks = [*other.blocks]
                    blocks[number] = block
                    yield Found(names, gone, SharedWitnesses(blocks))


@pytest.mark.parametrize("board", ["action 0", "result 3"])
def test_no_final_cell_may_be_another(board: str) -> None:
    """An object that has a value has no other, and none that has none has one."""
    facts = solved(board)
    final = facts.final
    assert isinstance(final, Cells)
    for name, column in final.columns.items():
        for other in moved(column, (1 << len(final.objects)) - 1):
            columns = {**final.columns, name: other}
            put, same = (Cells(final.objects, columns) for _ in range(2))
            # Of two values that an object has the later one is told.
            wrong = dict(same) != dict(final)
            assert refused(replace(unread(facts), final=put)) == wrong, (name, other)
