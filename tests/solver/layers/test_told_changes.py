"""What every turn is told to have changed: cell by cell, with what it was and became."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from comparing import assert_same
from layerlaw.model.algebra import (
    Ability,
    AddMembers,
    CantBeModified,
    CantHave,
    CopyOf,
    Gain,
    Identified,
    Ignore,
    Lose,
    Member,
    Number,
    Operation,
    Permission,
    Players,
    Redirect,
    RemoveMembers,
    RemoveNumber,
    Rename,
    SetMembers,
    SetNumber,
    SetStatus,
    You,
)
from layerlaw.model.rulebooks.rulebook import Rule
from layerlaw.model.scenarios.events import Event, Stack
from layerlaw.model.scenarios.held_events import Uncover
from layerlaw.solver.certificate import certificate_of
from layerlaw.solver.facts.records import Value
from layerlaw.solver.facts.situation import NOWHERE
from layerlaw.solver.play.solve import solve
from oracle.build import WHERE, card, play, scenario, text
from oracle.small_rulebook import CLAUSE, rule, small_rulebook

H, X = Identified("H"), Identified("X")
MINIONS = Member("types", "minion")
AIRBORNE, GUARD, SWIFT = (Ability(word) for word in ("Airborne", "Guard", "Swift"))
CAN, CANT = Permission(True, "attack"), Permission(False, "attack")

Told = tuple[str, str, Value, Value]
"""Who changed in what, what it was, and what it became."""


def told(events: Sequence[Event], *rules: Rule) -> dict[str, list[Told]]:
    """For each turn what it changed, which is the same without short cuts.

    The oracle has the same states, and the certificate agrees. rules: the only ones there are.
    """
    board = scenario(replace(small_rulebook({"loss": "momentary"}), rules=rules), events)
    found = assert_same(board)
    assert found is not None
    assert certificate_of(found).check().ok
    turns = [turn for layer in found.layers for turn in layer.turns]
    plain = [turn for layer in solve(board, prune=False).layers for turn in layer.turns]
    assert turns == plain
    return {
        turn.effect: [(one.object, one.characteristic, one.before, one.after) for one in changes]
        for turn in turns
        if (changes := turn.changes)
    }


@pytest.mark.parametrize("order", ["HX", "XH"])
def test_one_gains_while_another_loses(order: str) -> None:
    """Two instructions of one turn; whichever of the two objects is the first of all."""
    cards = {"H": card("H"), "X": card("X", GUARD)}
    events = [
        *(play(cards[id], id) for id in order),
        play(card("Z", text((H, [Gain(AIRBORNE)]), (X, [Lose("Guard")]))), "Z"),
    ]
    expected = {
        "H": ("H", "abilities", (), ("Airborne from Z.1",)),
        "X": ("X", "abilities", ("Guard",), ()),
    }
    assert told(events) == {"Z.1": [expected[id] for id in order]}


@pytest.mark.parametrize("others", [0, 1])
def test_what_is_lost_and_gained_alike_is_told_once(others: int) -> None:
    """H is made a copy of X: Airborne, printed at another place, is neither lost nor gained."""
    events = [
        *(play(card("Other"), f"O{number}") for number in range(others)),
        play(card("X", SWIFT, AIRBORNE), "X"),
        play(card("H", AIRBORNE, GUARD), "H"),
        play(card("Z", text((H, [CopyOf(X)]))), "Z"),
    ]
    abilities = ("H", "abilities", ("Airborne", "Guard"), ("Airborne", "Swift"))
    assert told(events)["Z.1"] == [("H", "name", "H", "X"), abilities]


def test_the_same_keywords_in_another_order_are_no_change() -> None:
    """H is made a copy of X, which has the keywords of H; twice the one that H has twice."""
    events = [
        play(card("X", GUARD, AIRBORNE, AIRBORNE), "X"),
        play(card("H", AIRBORNE, GUARD, AIRBORNE), "H"),
        play(card("Z", text((H, [CopyOf(X)]))), "Z"),
    ]
    assert told(events)["Z.1"] == [("H", "name", "H", "X")]


def test_of_a_keyword_that_one_has_twice_one_may_be_lost() -> None:
    """H has Airborne once less, as a copy of X, and Guard once more."""
    events = [
        play(card("X", GUARD, GUARD, AIRBORNE), "X"),
        play(card("H", AIRBORNE, AIRBORNE, GUARD), "H"),
        play(card("Z", text((H, [CopyOf(X)]))), "Z"),
    ]
    before, after = ("Airborne", "Airborne", "Guard"), ("Airborne", "Guard", "Guard")
    assert told(events)["Z.1"] == [("H", "name", "H", "X"), ("H", "abilities", before, after)]


def test_of_marks_those_of_earlier_layers_stay() -> None:
    """H can't attack from layer 9 on, and by a rule in layer 10 all minions can."""
    late = Rule("late", rule(MINIONS, CAN, layer="10"), CLAUSE)
    events = [
        play(card("H"), "H"),
        play(card("X"), "X"),
        play(card("Y", text((H, [CANT])), types=("aura",)), "Y"),
    ]
    assert told(events, late) == {
        "Y.1": [("H", "permissions", (), ("can't attack",))],
        "rules.late": [
            ("H", "permissions", ("can't attack",), ("can attack", "can't attack")),
            ("X", "permissions", (), ("can attack",)),
        ],
    }


def test_the_same_mark_of_another_effect_is_no_change() -> None:
    """Neither one on what can be done, nor that nothing can modify it."""
    events = [
        play(card("H"), "H"),
        *(play(card(id, text((H, [CANT])), types=("aura",)), id) for id in "YZ"),
        *(play(card(id, text((H, [CantBeModified()])), types=("aura",)), id) for id in "VW"),
    ]
    assert told(events) == {
        "V.1": [("H", "can't be modified", False, True)],
        "Y.1": [("H", "permissions", (), ("can't attack",))],
    }


def test_numbers_come_go_and_become_others() -> None:
    """X has a power of 2 and H none; both get one of 3 with its base value, then none."""
    events = [
        play(card("H"), "H"),
        play(card("X", power=2), "X"),
        play(card("Y", text((MINIONS, [SetNumber("power", Number(3))])), types=("aura",)), "Y"),
        play(card("Z", text((X, [RemoveNumber("power")])), types=("aura",)), "Z"),
    ]
    assert told(events) == {
        "Y.1": [
            ("H", "power", None, 3),
            ("H", "base power", None, 3),
            ("X", "power", 2, 3),
            ("X", "base power", 2, 3),
        ],
        "Z.1": [("X", "power", 3, None), ("X", "base power", 3, None)],
    }


def test_words_statuses_and_names_are_told_of_whom_they_change() -> None:
    """H is a beast already and X is mortal: one becomes what the other is, and both tapped."""
    beast = SetMembers("subtypes", ("beast",))
    both = AddMembers("subtypes", ("undead",)), RemoveMembers("subtypes", ("beast",))
    events = [
        play(card("H", subtypes=("beast",)), "H"),
        play(card("X", subtypes=("mortal",)), "X"),
        play(card("V", text((MINIONS, [SetStatus("tapped")])), types=("aura",)), "V"),
        play(card("W", text((MINIONS, [beast])), types=("aura",)), "W"),
        play(card("Y", text((X, both)), types=("aura",)), "Y"),
        play(card("Z", text((X, [Rename(("H",), besides=True)])), types=("aura",)), "Z"),
    ]
    assert told(events) == {
        "V.1": [("H", "tapped", False, True), ("X", "tapped", False, True)],
        "W.1": [("X", "subtypes", ("mortal",), ("beast",))],
        "Y.1": [("X", "subtypes", ("beast",), ("undead",))],
        "Z.1": [("X", "name", "X", "H + X")],
    }


def test_abilities_of_two_effects_are_told_apart() -> None:
    """Airborne from each of two; then all are taken, printed ones and given ones."""
    events = [
        play(card("H", AIRBORNE), "H"),
        *(play(card(id, text((H, [Gain(AIRBORNE)])), types=("aura",)), id) for id in "YX"),
        play(card("Z", text((H, [CantHave("Airborne")])), types=("aura",)), "Z"),
    ]
    own, one, other = "Airborne", "Airborne from X.1", "Airborne from Y.1"
    assert told(events) == {
        "Y.1": [("H", "abilities", (own,), (own, other))],
        "X.1": [("H", "abilities", (own, other), (own, one, other))],
        "Z.1": [("H", "abilities", (own, one, other), ())],
    }


IGNORED = [
    (Ignore("attack"), "ignores can't attack"),
    (Ignore("attack", X), "ignores can't attack from X"),
    (Ignore("attacked", None, True), "ignores can't be attacked"),
    (Ignore("attack", None, False, "objects"), "ignores can't attack objects"),
    (Ignore("attacked", X, True, "players"), "ignores can't be attacked by players from X"),
]


@pytest.mark.parametrize(
    ("what", "says"),
    [
        (Redirect("hand"), "goes to hand instead"),
        (Redirect("hand", "cemetery"), "goes to hand instead of cemetery"),
        (Permission(True, "attack", X), "can attack X"),
        (Permission(False, "attacked", None, True), "can't be attacked"),
        (Permission(False, "attacked", MINIONS, True), "can't be attacked by H, X"),
        *IGNORED,
    ],
)
def test_a_mark_says_what_its_effect_says(what: Operation, says: str) -> None:
    """With the ids of the objects that it is about."""
    events = [
        play(card("X"), "X"),
        play(card("H"), "H"),
        play(card("Z", text((H, [what])), types=("aura",)), "Z"),
    ]
    assert told(events) == {"Z.1": [("H", "permissions", (), (says,))]}


def test_what_is_told_does_not_hang_on_which_boards_were_looked_at() -> None:
    """The boards before and after the turns, the last of them first."""
    two, three = (text((H, [SetNumber("power", Number(n))])) for n in (2, 3))
    events = [
        play(card("H", power=1), "H"),
        play(card("X", two), "X"),
        play(card("Y", three), "Y"),
    ]
    expected = told(events)
    answer = solve(scenario(replace(small_rulebook(), rules=()), events))
    for run in answer.runs:
        for turn in reversed(run.turns):
            assert turn.after.values("power", answer.index("H"))
    changes = [
        [(one.object, one.characteristic, one.before, one.after) for one in turn.changes]
        for layer in answer.layers
        for turn in layer.turns
    ]
    assert changes == [*expected.values()]


def test_what_is_nowhere_has_no_cells() -> None:
    """C, of two levels, goes back to its first one: the card that lay below is in no zone."""
    events: list[Event] = [
        play(card("C", types=("avatar",)), "C"),
        Stack("level up", "C", card("D", types=("avatar",)), "B", WHERE),
        Uncover("level down", "C", None, "T", WHERE),
    ]
    answer = solve(scenario(small_rulebook(), events))
    assert answer.situation.thing("B").zone == NOWHERE
    cells = {id for id, _ in answer.final}
    assert cells >= {"C", "T"} and "B" not in cells


def test_of_players_the_final_cells_are_those_that_changed() -> None:
    """You can't attack; I and the rules are told nothing of, and of H there is everything."""
    events = [play(card("H"), "H"), play(card("Z", text((Players(You()), [CANT]))), "Z")]
    board = scenario(small_rulebook({"loss": "momentary"}), events)
    answer = assert_same(board)
    assert answer is not None
    assert certificate_of(answer).check().ok
    cells = {cell: value for cell, value in answer.final.items() if cell[0] not in "HZ"}
    assert {cell: value for cell, value in cells.items() if "@" not in cell[0]} == {
        ("you", "permissions"): ("can't attack",)
    }
    assert answer.final["H", "permissions"] == ()
