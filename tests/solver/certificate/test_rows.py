"""Records kept as rows of bits say what the same records one by one say, and are checked alike."""

from __future__ import annotations

import pickle
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, cast

import pytest

from layerlaw.model import loads_scenario
from layerlaw.solver.certificate import STRUCTURE, Certificate
from layerlaw.solver.facts.records import Change, Dependency, Facts, GraphRecord, Witness
from layerlaw.solver.facts.rows import Cells, Changes, Found
from layerlaw.solver.play.solve import solve

if TYPE_CHECKING:
    from collections.abc import Callable

    from layerlaw.solver.facts.records import TurnRecord, Value

TEST = "SORC-OPEN-TEST"

SILENCE = """
title: Two silence each other, and something larger looks at power
rulebook: sorcery-2026-01
players: [me, you]
cards:
  One: {is: [minion], power: 1, has: ["minions named Two: silenced"]}
  Two: {is: [minion], power: 1, has: ["minions named One: silenced"]}
  Three: {is: [minion], power: 1, has: ["minions with Submerge: gain Airborne"]}
  Four: {is: [minion], power: 1, has: ["minions: gain Submerge"]}
play:
  - me: One as A at 1
  - me: Two as B at 2
  - me: Three as C at 3
  - you: Four as D at 20
"""


@cache
def facts() -> Facts:
    """The facts of the scenario."""
    return solve(loads_scenario(SILENCE)).facts


def refused_for(changed: Facts) -> set[str]:
    """The clauses that facts are refused for."""
    return {failure.clause for failure in Certificate(changed).check().failures}


def first_turn() -> tuple[int, int, TurnRecord]:
    """The first turn that changes something, and where it is."""
    return next(
        (layer, place, turn)
        for layer, record in enumerate(facts().layers)
        for place, turn in enumerate(record.turns)
        if turn.changes
    )


def with_changes(changes: Changes) -> Facts:
    """The facts with other changes of the first turn that changes something."""
    layer, place, turn = first_turn()
    layers = list(facts().layers)
    turns = list(layers[layer].turns)
    turns[place] = replace(turn, changes=changes)
    layers[layer] = replace(layers[layer], turns=tuple(turns))
    return replace(facts(), layers=tuple(layers))


def graphs() -> list[tuple[int, int, Found]]:
    """The dependencies of all graphs that have some, and where they are."""
    return [
        (layer, place, cast("Found", graph.found))
        for layer, record in enumerate(facts().layers)
        for place, graph in enumerate(record.graphs)
        if graph.found
    ]


def with_found(layer: int, place: int, found: Found) -> Facts:
    """The facts with other dependencies in one graph."""
    layers = list(facts().layers)
    made: list[GraphRecord] = list(layers[layer].graphs)
    made[place] = replace(made[place], found=found)
    layers[layer] = replace(layers[layer], graphs=tuple(made))
    return replace(facts(), layers=tuple(layers))


def test_changes_are_told_object_by_object_and_none_is_left_out() -> None:
    """By the order of characteristics, and what is not in that order comes last."""
    groups: dict[tuple[str, Value, Value], int] = {
        ("cost", 1, 2): 0b101,
        ("power", None, 3): 0b100,
        ("odd", False, True): 0b001,
    }
    changes = Changes(("A", "B", "C"), groups, ("power", "cost"))
    assert list(changes) == [
        Change("A", "cost", 1, 2),
        Change("A", "odd", False, True),
        Change("C", "power", None, 3),
        Change("C", "cost", 1, 2),
    ]
    assert len(changes) == 4
    assert changes[-1] == Change("C", "cost", 1, 2)
    assert changes[1:3] == tuple(changes)[1:3]
    assert changes == tuple(changes)
    assert changes != tuple(changes)[1:]
    assert hash(changes) == hash(tuple(changes))
    assert pickle.loads(pickle.dumps(changes)) == changes


def test_dependencies_are_told_by_name() -> None:
    """Whether it is existence, kept in rows, or any other witness."""
    other = Witness("scope", entered=("X",))
    found = Found(("B", "A"), (0b10, 0), {(1, 0): other})
    assert list(found) == [
        Dependency("A", "B", other),
        Dependency("B", "A", Witness("existence")),
    ]
    assert len(found) == 2
    assert pickle.loads(pickle.dumps(found)) == found


def test_cells_are_a_mapping() -> None:
    """Equal to the dictionary of the same cells."""
    cells = Cells(("A", "B"), {"power": {1: 0b01, None: 0b10}, "flying": {True: 0b10}})
    plain = {("A", "power"): 1, ("B", "power"): None, ("B", "flying"): True}
    assert cells == plain
    assert len(cells) == 3
    assert [cell[0] for cell in cells] == ["A", "B", "B"]
    assert ("A", "flying") not in cells
    assert pickle.loads(pickle.dumps(cells)) == plain


def test_the_same_records_one_by_one_are_accepted() -> None:
    """The certificate does not care how they are kept."""
    plain = replace(
        facts(),
        layers=tuple(
            replace(
                record,
                turns=tuple(replace(t, changes=tuple(t.changes)) for t in record.turns),
                graphs=tuple(replace(g, found=tuple(g.found)) for g in record.graphs),
            )
            for record in facts().layers
        ),
        final=dict(facts().final),
    )
    assert Certificate(facts()).check() == Certificate(plain).check()
    assert Certificate(plain).check().ok


def test_any_bit_of_changes_is_checked() -> None:
    """Of every group and every object, and the objects themselves."""
    changes = cast("Changes", first_turn()[2].changes)
    for group, row in changes.groups.items():
        for place in range(len(changes.objects)):
            groups = {**changes.groups, group: row ^ 1 << place}
            changed = with_changes(Changes(changes.objects, groups, changes.order))
            assert refused_for(changed) == {STRUCTURE}
    turned = (*changes.objects[1:], changes.objects[0])
    assert refused_for(with_changes(Changes(turned, changes.groups))) == {STRUCTURE}


@pytest.mark.slow
def test_any_bit_of_the_final_cells_is_checked() -> None:
    """Of every value of every characteristic, unless the cell is told as before."""
    cells = cast("Cells", facts().final)
    for name, column in cells.columns.items():
        for value, row in column.items():
            for place in range(len(cells.objects)):
                other = {**cells.columns, name: {**column, value: row ^ 1 << place}}
                made = Cells(cells.objects, other)
                refused = refused_for(replace(facts(), final=made))
                assert refused == (set() if made == facts().final else {STRUCTURE})


def _rows_turned(found: Found) -> Found:
    return Found(found.names, found.gone[::-1], found.other)


def _names_turned(found: Found) -> Found:
    return Found(found.names[::-1], found.gone, found.other)


def _without_witnesses(found: Found) -> Found:
    return Found(found.names, found.gone, {})


def _other_witnesses(found: Found) -> Found:
    other = dict.fromkeys(found.other, Witness("action", before="1", after="2"))
    return Found(found.names, found.gone, other)


@pytest.mark.parametrize(
    "change", [_rows_turned, _names_turned, _without_witnesses, _other_witnesses]
)
def test_rows_of_dependencies_are_checked(change: Callable[[Found], Found]) -> None:
    """Rows, the parts they are of, and the witnesses kept apart, unless the same is told."""
    told = 0
    for layer, place, found in graphs():
        changed = change(found)
        same = changed == found
        refused = refused_for(with_found(layer, place, changed))
        assert (TEST in refused) != same
        told += not same
    assert told


def test_any_bit_of_dependencies_is_checked() -> None:
    """Of every part and every other one."""
    for layer, place, found in graphs():
        for at in range(len(found.names)):
            for on in range(len(found.names)):
                rows = list(found.gone)
                rows[at] ^= 1 << on
                changed = Found(found.names, rows, found.other)
                assert TEST in refused_for(with_found(layer, place, changed))
