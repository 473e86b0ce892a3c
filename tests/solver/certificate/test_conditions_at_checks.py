"""Conditions that are read at the checks: the set of those that hold is right, or refused."""

from __future__ import annotations

from dataclasses import replace

import pytest

from layerlaw.model import algebra as a
from layerlaw.model.cards.card import PrintedAbility
from layerlaw.solver.certificate import Certificate
from layerlaw.solver.facts.records import Facts
from situations import CREATURES, answer, held, line, plus, rulebook, thing

ALWAYS = a.Exists(CREATURES)
NEVER = a.Not(CREATURES)


def board() -> Facts:
    """A has a condition that holds, B one that does not, and a text without one.

    One of D, in hand, holds too, but works in play only; so does what E does when it is used.
    """
    book = rulebook({"condition read": "at checks"})
    used = PrintedAbility("activates", line(a.Self(), plus(1), condition=ALWAYS))
    last = thing("E", power=1)
    never = line(a.Self(), plus(1), condition=a.Exists(NEVER))
    things = (
        thing("D", line(a.Self(), plus(1), condition=ALWAYS), zone="hand", power=1),
        thing("A", line(a.Self(), plus(1), condition=ALWAYS), power=1),
        thing("B", never, line(a.Self(), plus(1)), power=1),
        replace(last, card=replace(last.card, abilities=(used,))),
    )
    return answer(book, *things, on=held("A.1")).facts


def test_the_conditions_that_hold_are_those_taken_to_hold() -> None:
    """Each where its ability works, and none of what is not there all the time."""
    facts = board()
    assert (facts.final["A", "power"], facts.final["B", "power"]) == (2, 2)
    assert Certificate(facts).check().ok


@pytest.mark.parametrize(
    ("on", "message"),
    [
        (set(), "the condition of A.1 holds, and was not taken to hold"),
        ({"A.1", "B.1"}, "the condition of B.1 was taken to hold, and does not"),
        ({"A.1", "D.1"}, "the condition of D.1 was taken to hold, and does not"),
        ({"A.1", "E.1"}, "the condition of E.1 was taken to hold, and does not"),
    ],
)
def test_no_other_conditions_may_be_taken_to_hold(on: set[str], message: str) -> None:
    """Neither fewer nor more."""
    facts = board()
    wrong = replace(facts, situation=replace(facts.situation, on=held(*on)))
    assert message in [failure.message for failure in Certificate(wrong).check().failures]
