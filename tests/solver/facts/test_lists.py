"""Records hold what lists of words gained and lost; read, they are as if they held whole lists."""

from __future__ import annotations

import copy
import pickle
from dataclasses import FrozenInstanceError, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from layerlaw.model import loads_scenario
from layerlaw.solver.certificate.replay.board import ones
from layerlaw.solver.facts.lists import Difference, Lists, as_key, combined, places
from layerlaw.solver.facts.records import Change, LayerRecord, Witness
from layerlaw.solver.facts.rows import Changes, SharedWitnesses
from layerlaw.solver.play.solve import solve

OBJECTS = ("A", "B", "C")

CHAIN = """
title: Each makes the objects of the next
rulebook: sorcery-2026-01
players: [me, you]
cards:
  Last: {is: [minion], power: 1, has: ["mortals: subtypes += spirit"]}
  Middle: {is: [minion], power: 1, has: ["undead: subtypes += demon"]}
  First: {is: [minion], power: 1, has: ["mortals: subtypes += undead", "minions: gain Airborne"]}
  Mortal: {is: [minion], power: 1, subtypes: [mortal]}
play:
  - me: Last as L
  - me: Middle as M
  - me: First as F
  - you: Mortal as A
  - you: Mortal as B
"""


def _two_turns() -> tuple[Changes, Changes]:
    """Two turns: one gives two objects a word, one takes a word that one of them had twice."""
    differences: tuple[dict[Difference, int], ...] = (
        {("kinds", (), ("b",)): 0b011},
        {("kinds", ("c",), ()): 0b001, ("kinds", ("a",), ("d",)): 0b100},
    )
    lists = Lists({"kinds": (("a", 0b100), ("c", 0b011), ("c", 0b001))}, differences)

    def turn(number: int) -> Changes:
        one = differences[number]
        return Changes(OBJECTS, {}, ("kinds",), differences=one, lists=lists, turn=number)

    return turn(0), turn(1)


WHOLE = (
    (
        Change("A", "kinds", ("c", "c"), ("b", "c", "c")),
        Change("B", "kinds", ("c",), ("b", "c")),
    ),
    (
        Change("A", "kinds", ("b", "c", "c"), ("b", "c")),
        Change("C", "kinds", ("a",), ("d",)),
    ),
)


def test_the_lists_before_and_after_a_turn_follow_from_the_differences() -> None:
    """In whatever order they are asked for."""
    for order in ((0, 1), (1, 0), (1, 0, 0, 1)):
        turns = _two_turns()
        for turn in order:
            assert tuple(turns[turn]) == WHOLE[turn]
    one = _two_turns()[1][0]
    assert (one.after, one.before) == (("b", "c"), ("b", "c", "c"))


def test_changes_are_grouped_by_their_whole_lists() -> None:
    """What they were and what they became, with the objects."""
    first, second = _two_turns()
    assert first.groups == {
        ("kinds", ("c", "c"), ("b", "c", "c")): 0b001,
        ("kinds", ("c",), ("b", "c")): 0b010,
    }
    assert second.groups == {
        ("kinds", ("b", "c", "c"), ("b", "c")): 0b001,
        ("kinds", ("a",), ("d",)): 0b100,
    }
    assert (len(first), len(second)) == (2, 2)


def test_a_change_that_was_not_read_yet_is_like_any_other() -> None:
    """Equal, of one hash, shown, copied, pickled and replaced like one with whole lists."""
    for turn, whole in enumerate(WHOLE):
        for number, right in enumerate(whole):

            def fresh(turn: int = turn, number: int = number) -> Change:
                return _two_turns()[turn][number]

            assert fresh() == right
            assert right == fresh()
            assert hash(fresh()) == hash(right)
            assert repr(fresh()) == repr(right)
            assert copy.deepcopy(fresh()) == copy.copy(fresh()) == right
            assert pickle.dumps(fresh()) == pickle.dumps(right)
            assert replace(fresh(), before=()) == replace(right, before=())
            with pytest.raises(FrozenInstanceError):
                fresh().before = ()  # type: ignore[misc]
            with pytest.raises(AttributeError, match="'Change' has no attribute 'afterwards'"):
                _ = fresh().afterwards  # type: ignore[attr-defined]


def test_records_of_a_layer_are_equal_read_or_not_and_pickled() -> None:
    """Graphs and loops as well, which are worked out when they are asked for."""
    one, other = (solve(loads_scenario(CHAIN)).layers for _ in range(2))
    read = repr(one)
    assert one == other
    assert repr(other) == read
    assert pickle.loads(pickle.dumps(solve(loads_scenario(CHAIN)).layers)) == one
    assert isinstance(one[0], LayerRecord)


def test_words_that_came_and_went_are_told_turn_by_turn() -> None:
    """From each turn to the next, up to the final state."""
    answer = solve(loads_scenario(CHAIN))
    record = next(one for one in answer.layers if one.layer == "4")
    told = {
        (turn.effect, change.object): (change.before, change.after)
        for turn in record.turns
        for change in turn.changes
        if change.characteristic == "subtypes"
    }
    lists = [told[one][0] for one in told if one[1] == "A"]
    lists.append(answer.final["A", "subtypes"])
    assert [told[one][1] for one in told if one[1] == "A"] == lists[1:]
    assert lists[0] == ("mortal",)
    assert lists[-1] == ("demon", "mortal", "spirit", "undead")
    assert len(lists) == 4


def test_one_witness_stands_for_all_that_share_it() -> None:
    """A mapping by who depends and on whom, of every pair of a block."""
    one, other = Witness("scope", entered=("X",)), Witness("action", before="1", after="2")
    shared = SharedWitnesses([(0b011, 0b100, one), (0b100, 0b011, other)])
    assert dict(shared) == {(0, 2): one, (1, 2): one, (2, 0): other, (2, 1): other}
    assert len(shared) == 4
    assert (0, 1) not in shared


def test_objects_are_combined_by_all_their_words() -> None:
    """Against each object's words one by one, where few have many and many have few."""
    words = [("a", 0b1111), ("b", 0b0110), ("c", 0b0010), ("d", 0b1000), ("d", 0b1000)]
    by_place = {place: tuple(had) for had, row in combined(words) for place in places(row)}
    assert by_place == {
        place: tuple(word for word, row in words if row >> place & 1) for place in range(4)
    }


@pytest.mark.parametrize("row", [0, 1, 0b1010, (1 << 100) - 1, 1 << 100 | 1, (1 << 90) - 2])
def test_places_are_those_of_the_bits(row: int) -> None:
    """Of rows with few bits and of rows with many."""
    assert list(places(row)) == [place for place in range(101) if row >> place & 1]


@pytest.mark.slow
@given(st.sets(st.integers(0, 2_000), max_size=200))
def test_rows_with_many_and_with_few_places_are_read_alike(wanted: set[int]) -> None:
    row = sum(1 << place for place in wanted)
    assert list(ones(row)) == list(places(row)) == sorted(wanted)
    everything = (1 << 2_001) - 1
    assert list(ones(everything & ~row)) == sorted({*range(2_001)} - wanted)


def test_the_keys_of_rows_are_as_different_as_the_rows() -> None:
    everything = (1 << 200) - 1
    rows = {0, everything, *(1 << place for place in range(300))}
    rows |= {everything & ~(1 << place) for place in range(200)}
    assert len({as_key(row) for row in rows}) == len(rows)
    assert len({hash(everything & ~(1 << place)) for place in range(200)}) == 61
