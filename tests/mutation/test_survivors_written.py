"""Boards by hand for what operations write: a changed solver got through all other tests here."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

import pytest

from layerlaw.model.algebra import (
    Ability,
    AddMembers,
    CopyOf,
    Gain,
    Identified,
    Member,
    Number,
    Self,
    SetNumber,
    SetStatus,
    Swap,
)
from layerlaw.solver.certificate import certificate_of
from layerlaw.solver.derivation.answer import Answer
from situations import CREATURES, LAYERS, answer, card, line, plus, resolved, rulebook, thing


def holds(found: Answer) -> Answer:
    """The answer itself; its certificate has to agree."""
    assert certificate_of(found).check().ok
    return found


@pytest.mark.parametrize(
    ("floor", "power"), [("each step", 2), ("at the end", 0), ("when read", 0), ("none", 0)]
)
def test_a_floor_of_each_step_cuts_before_the_next(floor: str, power: int) -> None:
    """Power 1, then 3 less, then 2 more: 0 + 2 where 0 is kept at once, 1 - 3 + 2 elsewhere."""
    found = answer(
        rulebook({"floor": floor}),
        thing("X", power=1),
        thing("D", line(Identified("X"), plus(-3))),
        thing("A", line(Identified("X"), plus(2))),
    )
    assert holds(found).value("X", "power") == power


@pytest.mark.parametrize(("floor", "power"), [("each step", 0), ("at the end", 0), ("none", -2)])
def test_a_number_below_its_floor_is_shown_by_policy(floor: str, power: int) -> None:
    """Power 1, and 3 less."""
    found = answer(
        rulebook({"floor": floor}), thing("X", power=1), thing("D", line(Identified("X"), plus(-3)))
    )
    assert holds(found).value("X", "power") == power


def test_what_is_drained_has_nothing_and_gets_nothing() -> None:
    """Its power is 0 whatever is added; what has no power gets none by it."""
    found = answer(
        rulebook({"floor": "none"}),
        thing("X", power=3),
        thing("Z", cost=1),
        thing("D", line(CREATURES, SetStatus("drained"))),
        thing("A", line(Identified("X"), plus(2))),
    )
    assert holds(found).value("X", "power") == 0
    assert found.value("Z", "power") is None and found.value("Z", "drained") is True
    assert found.value("D", "tapped") is False


def test_a_copy_has_all_that_is_printed_and_nothing_else() -> None:
    """Numbers, base values, words and abilities; its own counters and its own text are not kept."""
    found = answer(
        rulebook(),
        thing("Y", line(Self(), plus(1)), elements=("fire",), power=4, cost=2),
        thing("X", line(Identified("X"), CopyOf(Identified("Y"))), elements=("water",), power=1),
        thing("Z", elements=("norm",), power=7),
    )
    for name in ("name", "power", "base power", "cost", "elements"):
        assert holds(found).value("X", name) == found.value("Y", name)
    assert (found.value("X", "power"), found.value("X", "base power")) == (5, 4)
    assert found.value("X", "cost") == 2
    assert found.value("X", "elements") == ("fire",)
    assert (found.value("Z", "power"), found.value("Z", "elements")) == (7, ("norm",))


def test_numbers_are_swapped_for_each_object_alone() -> None:
    """Each of three of fire has others; Z has no cost, and then no power. V is as X, but not of
    fire."""
    fire = ("fire",)
    found = answer(
        rulebook(),
        thing("X", elements=fire, power=1, cost=2),
        thing("Y", elements=fire, power=3, cost=4),
        thing("Z", elements=fire, power=5),
        thing("V", power=1, cost=2),
        thing("S", line(Member("elements", "fire"), Swap("power", "cost"))),
    )
    assert [holds(found).value(id, "power") for id in "XYZV"] == [2, 4, None, 1]
    assert [found.value(id, "cost") for id in "XYZV"] == [1, 3, 5, 2]


def test_what_became_itself_with_something_else_is_copied_with_that() -> None:
    """Y is itself by E, but of fire; W copies Y after that, where copies read what was left."""
    itself = CopyOf(Self(), (AddMembers("elements", ("fire",)),), itself=True)
    found = answer(
        rulebook({"a copy reads": "what the copy layer left"}),
        thing("X", power=2),
        thing("Y", elements=("water",), power=1),
        thing("W", power=3),
        thing("E", line(Identified("Y"), itself)),
        thing("C", line(Identified("W"), CopyOf(Identified("Y")))),
    )
    assert [holds(found).value(id, "elements") for id in "XYW"] == [
        (),
        ("fire", "water"),
        ("fire", "water"),
    ]
    assert [found.value(id, "power") for id in "XYW"] == [2, 1, 1]


def test_a_copy_has_what_nobody_had_before() -> None:
    """Nobody has a cost, or any element, but the copy of Y that X is said to be."""
    but = (SetNumber("cost", Number(3)), AddMembers("elements", ("fire",)))
    found = answer(
        rulebook(),
        thing("Y", power=1),
        thing("X", power=2),
        thing("C", line(Identified("X"), CopyOf(Identified("Y"), but))),
    )
    assert (holds(found).value("X", "cost"), found.value("X", "elements")) == (3, ("fire",))
    assert (found.value("Y", "cost"), found.value("Y", "elements")) == (None, ())


def test_of_a_keyword_that_one_has_twice_another_may_have_one() -> None:
    """X has it twice and Y once."""
    found = answer(
        rulebook(), thing("Y", Ability("Ward")), thing("X", Ability("Ward"), Ability("Ward"))
    )
    assert holds(found).value("X", "abilities") == ("Ward", "Ward")
    assert found.value("Y", "abilities") == ("Ward",)


COPIES_LAST = replace(rulebook(), layers=(*LAYERS[1:], LAYERS[0]))
"""Copies are made in the last layer: whatever comes with them takes what had been given."""


def test_what_becomes_itself_keeps_nothing_that_it_was_given() -> None:
    """G has given Y a keyword, and E makes Y itself, of fire."""
    itself = CopyOf(Self(), (AddMembers("elements", ("fire",)),), itself=True)
    found = answer(
        COPIES_LAST,
        thing("Y", Ability("Ward")),
        thing("G", line(Identified("Y"), Gain(Ability("Haste")))),
        thing("E", line(Identified("Y"), itself)),
    )
    assert holds(found).value("Y", "abilities") == ("Ward",)
    assert found.value("Y", "elements") == ("fire",)


def test_a_copy_of_two_halves_keeps_nothing_that_it_was_given() -> None:
    """G has given Y a keyword, and E makes Y a copy of D, of whose halves the first is in use."""
    two = replace(card("D", Ability("Ward"), power=4), half=card("Other", power=7))
    found = answer(
        COPIES_LAST,
        thing("Y", power=1),
        replace(thing("D"), card=two),
        thing("G", line(Identified("Y"), Gain(Ability("Haste")))),
        thing("E", line(Identified("Y"), CopyOf(Identified("D")))),
    )
    assert holds(found).value("Y", "abilities") == ("Ward",)


@pytest.mark.parametrize("merging", ["over", "under"])
def test_what_is_merged_keeps_nothing_that_it_was_given(merging: Literal["over", "under"]) -> None:
    """G has given Y a keyword, and then a card is put over Y, or under it."""
    merges = line(Identified("Y"), CopyOf(Self(), merging=merging))
    found = answer(
        COPIES_LAST,
        thing("Y", Ability("Ward")),
        thing("G", line(Identified("Y"), Gain(Ability("Haste")))),
        effects=(replace(resolved("M.1", "Y", merges), copies=(card("M", Ability("Reach")),)),),
    )
    assert holds(found).value("Y", "abilities") == ("Reach", "Ward")
