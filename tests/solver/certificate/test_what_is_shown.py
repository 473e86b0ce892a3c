"""What a board shows, and what a turn changed of it: all at once as cell by cell."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any, cast

import pytest
from one_board import AIRBORNE, STEALTH, table, thing

from layerlaw.model.algebra.split import Split, split
from layerlaw.model.cards.card import Card
from layerlaw.solver.certificate.replay.board import BoardMark, ReplayBoard
from layerlaw.solver.certificate.replay.cells import starting_board
from layerlaw.solver.certificate.replay.instances import ReplayInstance, ReplayInstances
from layerlaw.solver.certificate.replay.select import View
from layerlaw.solver.certificate.replay.shown import (
    Controllers,
    Groups,
    cells_of,
    change_groups,
    changes,
    controlling,
    first_difference,
    shown,
    told_cells,
    told_columns,
    with_floors,
    wrong_change,
)
from layerlaw.solver.certificate.replay.space import ReplayTable
from layerlaw.solver.facts.records import Change, Value
from layerlaw.solver.facts.rows import Changes
from layerlaw.solver.facts.situation import NOWHERE, Situation
from oracle.small_rulebook import small_rulebook

INSTANCES = tuple(ReplayInstance(one, 1, 1, None, False) for one in (AIRBORNE, STEALTH))
MARKS = (
    BoardMark("can", "attack", False, None, "one"),
    BoardMark("can", "attack", False, None, "other"),
    BoardMark("can't", "attack", True, ("A",), "one"),
)
WRITES: tuple[tuple[str, Any], ...] = (
    *(("types", frozenset(words)) for words in (["minion"], ["site", "aura"], [])),
    *(("subtypes", frozenset(words)) for words in (["beast"], ["mortal", "beast"], [])),
    *(("controller", player) for player in ("you", "me", None)),
    *(("power", number) for number in (None, -2, 1, 7, Split(-1, 4))),
    *(("base power", number) for number in (None, 3)),
    *(("damage", number) for number in (0, 2)),
    *(("name", name) for name in ("Knight", "", "Boar")),
    *(("tapped", flag) for flag in (True, False)),
    *(("abilities", held) for held in ((), INSTANCES, INSTANCES[:1])),
    *(("permissions", frozenset(marks)) for marks in ((), MARKS[:1], MARKS[:2], MARKS)),
    *(("can't be modified", frozenset(marks)) for marks in ((), {"one"}, {"one", "other"})),
    ("bars", frozenset({("number", "power")})),
)
"""What is written on objects: some of it is what stands there anyway, and bars are not shown."""


def plainly(where: ReplayTable, board: ReplayBoard, object: str, characteristic: str) -> Value:
    """A cell as it is shown, by what the board holds of the one object."""
    known = where.rulebook.characteristics.get(characteristic)
    if characteristic == "controller":
        return View(where, board).controller(object)
    if known is not None and known.kind == "set":
        return tuple(sorted(board.words(object, characteristic)))
    if characteristic in where.rulebook.statuses:
        return board.flag(object, characteristic)
    if characteristic == "can't be modified":
        return bool(board.markers(object))
    if characteristic == "permissions":
        return tuple(sorted({mark.text for mark in board.marks(object)}))
    if characteristic == "abilities":
        return tuple(sorted(one.label for one in board.abilities(object)))
    return cast("Value", board.value(characteristic, board.index[object]))


def every_cell(where: ReplayTable, board: ReplayBoard) -> dict[tuple[str, str], Value]:
    """All of them."""
    return {
        (object, characteristic): plainly(where, board, object, characteristic)
        for object in where.ids
        for characteristic in where.shown
    }


def write_some(random: Random, where: ReplayTable, board: ReplayBoard) -> None:
    """A few values, or one on every object."""
    objects = random.sample(where.ids, random.choice([1, 2, len(where.ids)]))
    for characteristic, value in random.sample(WRITES, random.randrange(1, 4)):
        for object in objects:
            if isinstance(value, frozenset) or random.random() < 0.9:
                board.put(object, characteristic, value)


@pytest.mark.parametrize("seed", range(40))
def test_what_a_turn_changed_is_told_as_two_looks_would_tell(seed: int) -> None:
    """Lists, all else, and controllers; each cell that differs with what it was and is."""
    random = Random(seed)
    where = table()
    board = starting_board(where, ReplayInstances({}))
    controllers = Controllers()
    if seed % 5:
        controllers.note(where, board)
    for _ in range(5):
        before = board.fork()
        cells = every_cell(where, before)
        board.begin()
        write_some(random, where, board)
        told: Groups = {}
        old = board.before()
        delta = board.delta(old)
        for lists in (True, False):
            told |= change_groups(where, board, old, delta, lists=lists)
        controllers.changed(where, board, delta, told)
        board.commit()
        right: Groups = {}
        for (object, characteristic), now in every_cell(where, board).items():
            then = cells[object, characteristic]
            if then != now:
                group = characteristic, then, now
                right[group] = right.get(group, 0) | 1 << where.index[object]
            assert shown(where, board, (object, characteristic)) == now
        assert changes(where, before, board) == right
        if seed % 5 == 0:
            right = {group: row for group, row in right.items() if group[0] != "controller"}
        assert told == right


@pytest.mark.parametrize("floor", ["none", "at the end"])
@pytest.mark.parametrize("seed", range(15))
def test_the_final_cells_are_those_of_objects_and_what_changed_beyond(
    seed: int, floor: str
) -> None:
    """Of players and rules only what effects changed; of what is a part of another nothing."""
    random = Random(seed)
    where = table(small_rulebook({"floor": floor}))
    start = starting_board(where, ReplayInstances({}))
    board = start.fork()
    for _ in range(seed % 4):
        write_some(random, where, board)
    first = every_cell(where, start)
    right = {
        cell: value
        for cell, value in every_cell(where, with_floors(where, board)).items()
        if where.things[cell[0]].zone != NOWHERE
        and (cell[0] not in where.beyond or value != first[cell])
    }
    assert told_cells(where, board, start) == right
    columns = told_columns(where, with_floors(where, board), start)
    assert cells_of(where, columns) == right


@pytest.mark.parametrize("floor", ["none", "at the end", "when read", "each step"])
def test_numbers_are_shown_not_below_their_floor(floor: str) -> None:
    """Of two parts each; base values too; what has no floor is shown as it is."""
    where = table(small_rulebook({"floor": floor}))
    board = starting_board(where, ReplayInstances({}))
    numbers = {"A": -3, "B": Split(-1, 2), "T": Split(-1, -2), "H": 2}
    for object, number in numbers.items():
        for name in ("power", "base power", "damage"):
            board.put(object, name, number)
    floored = with_floors(where, board)
    right = {"A": 0, "B": split(0, 2), "T": 0, "H": 2} if floor != "none" else numbers
    for object, number in numbers.items():
        assert floored.number(object, "power") == right[object]
        assert floored.number(object, "base power") == right[object]
        assert floored.number(object, "damage") == number
        assert board.number(object, "power") == number
    assert isinstance(floored.number("B", "power"), Split)
    assert (floored is board) == (floor == "none")


def test_who_is_shown_to_control_what() -> None:
    """What is carried has its bearer's controller; what is out of play its owner."""
    where = table()
    board = starting_board(where, ReplayInstances({}))
    told = controlling(where, board)
    names = {player: "".join(where.named(row)) for player, row in told.items()}
    assert names == {"you": "ACHSLyou", "me": "BEKTPme"}
    book = replace(small_rulebook(), carried_control=False)
    where = table(book)
    told = controlling(where, starting_board(where, ReplayInstances({})))
    names = {player: "".join(where.named(row)) for player, row in told.items()}
    assert {*names["me"]} == {*"BCKTPme"}
    assert {*"ADE"} <= {*names["you"]}


def test_a_controller_is_looked_at_again_where_that_was_looked_at() -> None:
    """And only if something was written that matters for it."""
    where = table()
    board = starting_board(where, ReplayInstances({}))
    controllers = Controllers()
    told: Groups = {}
    controllers.changed(where, board, {("controller", "*any*"): 1}, told)
    assert told == {}
    controllers.note(where, board)
    assert board.reads is None
    for write, right in (
        (("A", "power", 9), {}),
        (("A", "controller", "me"), {("controller", "you", "me"): where.bits("AC")}),
        (("C", "controller", "you"), {}),
        (("D", "types", frozenset({"minion"})), {("controller", None, "you"): where.bits("D")}),
    ):
        board.begin()
        board.put(*write)
        told = {}
        controllers.changed(where, board, board.delta(), told)
        board.commit()
        assert told == right


def test_where_there_are_no_objects_players_show_what_changed() -> None:
    """And nothing else."""
    where = table(things=())
    start = starting_board(where, ReplayInstances({}))
    board = start.fork()
    board.put("you", "tapped", True)
    assert told_cells(where, board, start) == {("you", "tapped"): True}


# --- what is wrong with a record ---------------------------------------------------------------


RIGHT: Groups = {("power", 1, 2): 0b11, ("types", ("a",), ()): 0b10}
TOLD = (Change("A", "power", 1, 2), Change("B", "power", 1, 2), Change("B", "types", ("a",), ()))


def two() -> ReplayTable:
    """A and B."""
    things = tuple(thing(id, Card(id, {}, {}), None) for id in "AB")
    seated = tuple(replace(one, entered=(n, 0)) for n, one in enumerate(things, 1))
    return ReplayTable(Situation(small_rulebook(), ("you",), seated, (), None, frozenset()))


@pytest.mark.parametrize(
    ("recorded", "words"),
    [
        (TOLD, None),
        (TOLD[::-1], None),
        (TOLD[1:], "power of A from 1 to 2, which is not recorded"),
        (TOLD[:2], "types of B from ('a',) to (), which is not recorded"),
        (
            (Change("A", "power", 1, 3), *TOLD[1:]),
            "power of A from 1 to 2, and not from 1 to 3 as recorded",
        ),
        (
            (Change("A", "power", 0, 2), *TOLD[1:]),
            "power of A from 1 to 2, and not from 0 to 2 as recorded",
        ),
        (
            (Change("A", "power", True, 2), *TOLD[1:]),
            "power of A from 1 to 2, and not from True to 2 as recorded",
        ),
        (
            (*TOLD, Change("B", "water", 1, 0)),
            "water of B not at all, and not from 1 to 0 as recorded",
        ),
        (
            (*TOLD[:2], Change("A", "types", ("a",), ())),
            "types of A not at all, and not from ('a',) to () as recorded",
        ),
        ((*TOLD, TOLD[0]), "power of A from 1 to 2, and not from 1 to 2 as recorded"),
        ((), "power of A from 1 to 2, which is not recorded"),
    ],
)
def test_a_record_of_changes_is_right_to_the_cell(
    recorded: tuple[Change, ...], words: str | None
) -> None:
    """In any order, but each once; the first cell that is wrong is told."""
    assert wrong_change(two(), RIGHT, recorded) == words


def test_where_nothing_changed_nothing_is_told() -> None:
    """And anything that is told is wrong."""
    assert wrong_change(two(), {}, ()) is None
    assert wrong_change(two(), {}, TOLD[:1]) == (
        "power of A not at all, and not from 1 to 2 as recorded"
    )


@pytest.mark.parametrize("many", [False, True])
def test_rows_of_changes_are_compared_as_rows_or_cell_by_cell(many: bool) -> None:
    """However many there are; of other objects, or of these in another order, none is right."""
    count = 3000 if many else 3
    ids = tuple(f"T{number}" for number in range(count))
    things = tuple(thing(id, Card(id, {}, {}), None) for id in ids)
    seated = tuple(replace(one, entered=(n, 0)) for n, one in enumerate(things, 1))
    where = ReplayTable(Situation(small_rulebook(), ("you",), seated, (), None, frozenset()))
    every = (1 << count) - 1
    right: Groups = {("power", 1, 2): every, ("water", None, 1): 0b101}
    cases: tuple[tuple[tuple[str, ...], Groups, bool], ...] = (
        (where.ids, right, True),
        ((*where.ids,), dict(reversed(right.items())), True),
        (where.ids, {**right, ("water", None, 1): 0b111}, False),
        (where.ids, {("power", 1, 2): every}, False),
        (where.ids, {**right, ("power", 1, 2): every >> 1}, False),
        ((ids[1], ids[0], *where.ids[2:]), {**right, ("water", None, 1): 0b110}, True),
        ((ids[1], ids[0], *where.ids[2:]), right, False),
    )
    for objects, whole, ok in cases:
        recorded = Changes(objects, whole, ("power", "water"))
        assert (wrong_change(where, right, recorded) is None) == ok


def test_the_first_cell_that_is_not_right_is_told() -> None:
    """In the order of objects and characteristics; also what is left out, or is of another type."""
    right: dict[tuple[str, str], Value] = {("A", "power"): 1, ("B", "power"): 2, ("B", "x"): None}
    assert first_difference(right, dict(reversed(right.items()))) is None
    some = {cell: value for cell, value in right.items() if cell != ("B", "x")}
    for wrong, cell in (
        ({**right, ("B", "power"): 3}, ("B", "power")),
        ({**right, ("B", "a"): 1}, ("B", "a")),
        ({**right, ("A", "power"): True}, ("A", "power")),
        ({**right, ("B", "power"): 3, ("B", "z"): 1}, ("B", "power")),
        (some, ("B", "x")),
    ):
        assert first_difference(right, wrong) == cell
    assert first_difference({}, {("B", "a"): 1, ("A", "z"): 1}) == ("A", "z")
