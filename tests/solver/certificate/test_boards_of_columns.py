"""Boards as columns of bits: what is written, told, taken back, and what marks say in words."""

from __future__ import annotations

from random import Random

import pytest

from layerlaw.model import algebra as a
from layerlaw.solver.certificate.replay.board import (
    ANY,
    BoardMark,
    ReplayBoard,
    ones,
    row_of,
    union,
)
from layerlaw.solver.certificate.replay.instances import ReplayInstance

IDS = {id: place for place, id in enumerate("ABCDE")}


@pytest.mark.parametrize(
    ("kind", "passive", "about", "whom", "text"),
    [
        ("can", False, None, "", "can attack"),
        ("can", True, None, "", "can be attack"),
        ("can't", False, ("B", "A"), "", "can't attack A, B"),
        ("can't", True, ("A",), "", "can't be attack by A"),
        ("can't", True, (), "", "can't be attack by"),
        ("can", False, (), "", "can attack"),
        ("goes", False, None, "", "goes to attack instead"),
        ("goes", False, ("A",), "", "goes to attack instead of A"),
        ("ignore", False, None, "", "ignores can't attack"),
        ("ignore", True, None, "", "ignores can't be attack"),
        ("ignore", False, ("B", "A"), "", "ignores can't attack from A, B"),
        ("ignore", False, None, "players", "ignores can't attack players"),
        ("ignore", True, ("A",), "players", "ignores can't be attack by players from A"),
        ("ignore", True, None, "objects", "ignores can't be attack by objects"),
    ],
)
def test_marks_in_words(
    kind: str, passive: bool, about: tuple[str, ...] | None, whom: str, text: str
) -> None:
    """What may be done, with whom, and what is ignored."""
    assert BoardMark(kind, "attack", passive, about, "effect", whom).text == text


@pytest.mark.parametrize("width", [1, 3, 40, 700])
def test_the_places_of_bits(width: int) -> None:
    """Lowest first, however many are set among however many."""
    random = Random(width)
    masks = [0, 1, 1 << width, (1 << width) - 1, *(random.getrandbits(width) for _ in range(9))]
    masks += [1 << random.randrange(width) | 1 << random.randrange(width) for _ in range(9)]
    for mask in masks:
        places = [place for place in range(width + 1) if mask >> place & 1]
        assert [*ones(mask)] == places
        assert row_of(places) == mask
    assert union(masks) == (1 << width + 1) - 1
    assert union([]) == 0


def test_values_of_columns() -> None:
    """One value or several; of those asked for alone; what nobody has is in no column."""
    board = ReplayBoard(IDS)
    board.add("words", "x", 0b0011)
    board.add("words", "y", 0b0110)
    board.assign("number", 4, 0b0101)
    board.assign("number", 5, 0b0110)
    assert board.columns == {
        "words": {"x": 0b0011, "y": 0b0110},
        "number": {4: 0b0001, 5: 0b0110},
    }
    assert board.having("words", "x", 0b0110) == 0b0010
    assert board.having("words", "z", 0b0110) == board.having("other", "x", 0b1) == 0
    assert board.words("B", "words") == {"x", "y"}
    assert board.words("D", "words") == frozenset()
    assert [board.number(id, "number") for id in "ABCD"] == [4, 5, 5, None]
    assert board.flag("A", "words") is False
    board.remove("words", "x", 0b1111)
    board.clear("words", 0b0010)
    assert board.columns["words"] == {"y": 0b0100}
    board.assign("number", None, 0b0010)
    board.assign("number", 9, 0)
    assert board.columns["number"] == {4: 0b0001, 5: 0b0100}
    board.remove("none", "x", 0b1)
    assert "none" not in board.columns
    board.put("A", "number", False)
    board.put("A", "status", True)
    board.put("C", "words", frozenset({"y", "z"}))
    assert board.number("A", "number") is None
    assert board.flag("A", "status")
    assert not board.flag("B", "status")
    assert board.columns["words"] == {"y": 0b0100, "z": 0b0100}


def test_what_is_asked_of_one_object_is_noted() -> None:
    """Under `ANY` where all its values are."""
    board = ReplayBoard(IDS)
    board.reads = {}
    board.abilities("C")
    board.words("B", "words")
    board.flag("D", "status")
    board.number("E", "number")
    board.having("status", True, 0b1)
    assert board.reads == {
        ("abilities", ANY): 0b00100,
        ("words", ANY): 0b00010,
        ("status", True): 0b01001,
        ("number", ANY): 0b10000,
    }


def test_forks_do_not_see_what_is_written_on_each_other() -> None:
    """Either way."""
    board = ReplayBoard(IDS)
    board.add("words", "x", 0b01)
    other = board.fork()
    other.add("words", "x", 0b10)
    board.add("words", "y", 0b01)
    other.add("more", "z", 0b01)
    assert board.columns == {"words": {"x": 0b01, "y": 0b01}}
    assert other.columns == {"words": {"x": 0b11}, "more": {"z": 0b01}}
    third = other.fork()
    other.remove("words", "x", 0b01)
    assert third.words("A", "words") == {"x"}


@pytest.mark.parametrize("seed", range(20))
def test_what_was_written_is_told_and_taken_back(seed: int) -> None:
    """For every value who has it now and had not, or the other way round; and as it was."""
    random = Random(seed)
    board = ReplayBoard(IDS)
    for _ in range(12):
        before = {name: dict(column) for name, column in board.columns.items()}
        board.begin()
        for _ in range(random.randrange(6)):
            name, value = random.choice("pq"), random.choice("xyz")
            scope = random.getrandbits(5)
            match random.randrange(4):
                case 0:
                    board.add(name, value, scope)
                case 1:
                    board.remove(name, value, scope)
                case 2:
                    board.clear(name, scope)
                case 3:
                    board.assign(name, value, scope)
        right: dict[tuple[str, object], int] = {}
        for name in "pq":
            every = 0
            for value in "xyz":
                had = before.get(name, {}).get(value, 0)
                apart = had ^ board.columns.get(name, {}).get(value, 0)
                every |= apart
                if apart:
                    right[name, value] = apart
            if every:
                right[name, ANY] = every
        assert board.delta() == right
        old = board.before()
        assert board.delta(old) == right
        for name, values in old.items():
            for value, had in values.items():
                assert had == before.get(name, {}).get(value, 0)
        if random.random() < 0.5:
            board.rollback()
            assert {name: column for name, column in board.columns.items() if column} == {
                name: column for name, column in before.items() if column
            }
        else:
            board.commit()
        assert board.delta() == {}


@pytest.mark.parametrize("seed", range(12))
def test_what_is_gained_and_lost_in_trials(seed: int) -> None:
    """Whoever looks, and whenever, sees what objects have in the order in which it came."""
    random = Random(seed)
    board = ReplayBoard(IDS)
    words = ("Flying", "Ward", None)
    texts = [
        ReplayInstance(a.Ability(word), n, n, f"G{n}", False) for word in words for n in (1, 2)
    ]
    held: dict[str, tuple[ReplayInstance, ...]] = dict.fromkeys(IDS, ())
    for _ in range(30):
        before = dict(held)
        board.begin()
        for _ in range(random.randrange(5)):
            scope = random.getrandbits(5)
            objects = [id for id, place in IDS.items() if scope >> place & 1]
            if random.random() < 0.7:
                new = random.choice(texts)
                board.gain(scope, new)
                held |= {id: (*held[id], new) for id in objects if new not in held[id]}
            else:
                board.strip(scope)
                held |= dict.fromkeys(objects, ())
            if random.random() < 0.3:
                assert {id: board.abilities(id) for id in IDS} == held
        if random.random() < 0.5:
            board.rollback()
            held = before
        else:
            board.commit()
        for id, place in IDS.items():
            assert {one for one in texts if board.holds(one, place)} == {*held[id]}
    assert {id: board.abilities(id) for id in IDS} == held
