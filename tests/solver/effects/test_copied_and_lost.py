"""Copies of what has lost a keyword for good, of copies, and of cards of two halves."""

from __future__ import annotations

from dataclasses import replace

import pytest

from comparing import assert_same
from layerlaw.model.algebra import Ability, CopyOf, Identified, Member
from layerlaw.model.rulebooks.rulebook import Rulebook, Status
from layerlaw.model.scenarios.events import Event, GetsStatus, LosesForGood, Stack
from layerlaw.solver.certificate import certificate_of
from oracle.build import WHERE, card, play, scenario, text
from oracle.small_rulebook import CLAUSE, small_rulebook


def test_what_is_lost_for_good_is_not_copied() -> None:
    """H and N are made copies of X: H, which lost Airborne before, has only the other keyword."""
    airborne, guard = Ability("Airborne"), Ability("Guard")
    copies = text((Member("subtypes", "beast"), [CopyOf(Identified("X"))]))
    events: list[Event] = [
        play(card("X", airborne, guard, subtypes=("undead",)), "X"),
        play(card("H", airborne, subtypes=("beast",)), "H"),
        play(card("N", subtypes=("beast",)), "N"),
        LosesForGood("H", "Airborne", WHERE),
        play(card("Z", copies), "Z"),
    ]
    found = assert_same(scenario(small_rulebook(), events))
    assert found is not None
    assert certificate_of(found).check().ok
    assert found.value("H", "abilities") == ("Guard",)
    assert found.value("N", "abilities") == ("Airborne", "Guard")


TURNED = Status("turned", CLAUSE, other_half=())
MOUSE = replace(card("Mouse", power=5), half=card("Giant", power=7))
RAT = replace(card("Rat", power=1), half=card("Odious", power=3))


def halved(reads: str) -> Rulebook:
    """The small rulebook, where a status brings up the other half of a card."""
    small = small_rulebook({"a copy reads": reads})
    return replace(small, statuses={**small.statuses, TURNED.name: TURNED})


@pytest.mark.parametrize("turned", ["", "B", "C", "D"])
@pytest.mark.parametrize(
    ("reads", "names"),
    [
        ("what the copy layer left", {"": "Mouse", "B": "Mouse", "C": "Giant", "D": "Mouse"}),
        ("printed values", {"": "Rat", "B": "Rat", "C": "Odious", "D": "Rat"}),
    ],
)
def test_what_copies_a_copy_of_a_card_of_two_halves(
    reads: str, names: dict[str, str], turned: str
) -> None:
    """B is made a copy of D, and then C one of B, in the half that C's own status brings up."""
    events: list[Event] = [
        *(play(one, id) for id, one in (("B", RAT), ("C", card("Plain")), ("D", MOUSE))),
        *(GetsStatus(id, "turned", gets=True, where=WHERE) for id in turned),
        play(card("X", text((Identified("B"), [CopyOf(Identified("D"))]))), "X"),
        play(card("Y", text((Identified("C"), [CopyOf(Identified("B"))]))), "Y"),
    ]
    found = assert_same(scenario(halved(reads), events))
    assert found is not None
    assert certificate_of(found).check().ok
    assert found.value("C", "name") == names[turned]
    assert found.value("B", "name") == ("Giant" if turned == "B" else "Mouse")


@pytest.mark.parametrize("turned", ["", "B"])
@pytest.mark.parametrize("others", [0, 2])
def test_what_merges_is_in_the_half_of_what_it_is_put_over(turned: str, others: int) -> None:
    """A Mouse is put over B: it is the Giant if B is turned, whatever else is on the table."""
    reads = "what the copy layer left"
    events: list[Event] = [
        *(play(card("Other"), f"O{number}") for number in range(others)),
        play(RAT, "B"),
        *(GetsStatus(id, "turned", gets=True, where=WHERE) for id in turned),
        Stack("merge", "B", MOUSE, "B-1", WHERE),
    ]
    found = assert_same(scenario(halved(reads), events))
    assert found is not None
    assert certificate_of(found).check().ok
    expected = ("Giant", 7) if turned else ("Mouse", 5)
    assert (found.value("B", "name"), found.value("B", "power")) == expected
