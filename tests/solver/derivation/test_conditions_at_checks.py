"""Conditions that are read at the checks: what they start from, agree on, or never settle."""

from __future__ import annotations

from dataclasses import replace

import pytest

from layerlaw.model import LayerlawError
from layerlaw.model import algebra as a
from layerlaw.solver.certificate import Certificate, certificate_of
from layerlaw.solver.facts.situation import HeldCondition
from situations import CREATURES, answer, held, line, plus, rulebook, thing

TAPPED = a.HasStatus("tapped")

AT_CHECKS = {"condition read": "at checks"}


AS_A_COPY = HeldCondition("A.1", "Card O")
"""The condition of A's effect while it is a copy of O."""


def at_least(number: int) -> a.Condition:
    """The condition that the source's power is at least so much."""
    return a.Holds(a.Read("power", a.Self()), ">=", a.Number(number))


def test_conditions_hold_in_turn_until_they_agree() -> None:
    """Each derivation shows which conditions hold in the next one."""
    found = answer(
        rulebook(AT_CHECKS),
        thing("A", line(a.Self(), plus(2), condition=at_least(3)), power=1),
        thing("B", line(CREATURES, plus(2)), power=1),
    )
    assert found.value("A", "power") == 5
    assert found.situation.on == held("A.1")


def test_a_condition_is_not_read_while_effects_are_applied() -> None:
    """So nothing depends on what makes it hold."""
    things = (
        thing("A", line(a.Self(), plus(2), condition=at_least(3)), power=1),
        thing("B", line(CREATURES, plus(2)), power=1),
    )
    assert answer(rulebook(), *things).dependencies("power") == ()
    found = answer(rulebook(AT_CHECKS), *things)
    assert found.dependencies("power") == ()
    assert found.order("power") == ("A.1", "B.1")


def test_what_held_at_the_last_check_can_keep_itself_up() -> None:
    """The first derivation starts from the last complete state's conditions."""
    grown = thing("A", line(a.Self(), plus(2), condition=at_least(3)), power=1)
    assert answer(rulebook(AT_CHECKS), grown).value("A", "power") == 1
    assert answer(rulebook(AT_CHECKS), grown, on=held("A.1")).value("A", "power") == 3


@pytest.mark.parametrize(
    ("ability", "power"),
    [
        (line(a.Self(), plus(2), condition=at_least(3)), 1),
        (line(a.Self(), a.SetStatus("tapped"), condition=a.Matches(a.Self(), TAPPED)), 1),
        (line(a.Self(), plus(1), condition=at_least(1)), 1),
    ],
)
def test_that_a_condition_began_is_said_to_be_taken_over(ability: a.Ability, power: int) -> None:
    """The certificate says of which conditions it has not seen that they ever came to hold."""
    board = thing("A", ability, power=power)
    found = answer(rulebook(AT_CHECKS), board, on=held("A.1"))
    verdict = certificate_of(found).check()
    assert verdict.ok
    assert [note for note in verdict.notes if "conditions of A.1" in note and "history" in note]
    assert "not certified" in verdict.begins
    plain = answer(rulebook(AT_CHECKS), thing("A", line(a.Self(), plus(2)), power=1))
    assert certificate_of(plain).check().notes == ()


def test_a_condition_that_does_not_hold_is_refused() -> None:
    """Whether it was taken over or not: the set has to agree with the state."""
    found = answer(rulebook(AT_CHECKS), thing("A", line(a.Self(), plus(2), condition=at_least(3))))
    facts = found.facts
    for on in (held("A.1"), held("B.1")):
        wrong = replace(facts, situation=replace(facts.situation, on=on))
        assert Certificate(wrong).check().outcome == "refused"


def test_conditions_that_never_settle_are_named() -> None:
    """A condition that its own effect ends, and one that never changes."""
    weak = a.Negation(at_least(2))
    restless = thing("A", line(a.Self(), plus(5), condition=weak), power=1)
    steady = thing("B", line(a.Self(), plus(1), condition=at_least(1)), power=1)
    with pytest.raises(LayerlawError, match=r"without end: A\.1$"):
        answer(rulebook(AT_CHECKS), restless, steady)


def test_no_condition_of_what_is_disabled_or_out_of_place_is_tested() -> None:
    """Only abilities that work where they are count."""
    always = line(a.Self(), plus(1), condition=a.Exists(CREATURES))
    found = answer(
        rulebook(AT_CHECKS),
        thing("A", always, power=1),
        thing("D", always, statuses=("disabled",), power=1),
        thing("H", always, zone="hand", power=1),
    )
    assert found.situation.on == held("A.1")
    assert [found.value(id, "power") for id in "ADH"] == [2, 1, 1]


def test_what_held_of_a_card_is_not_taken_over_by_a_copy() -> None:
    """A copy has another effect of the same id, whose condition has not held yet."""
    book = rulebook(AT_CHECKS)
    own = thing("A", line(a.Self(), plus(4), condition=at_least(1)), power=1)
    original = thing("O", line(a.Self(), plus(2), condition=at_least(3)), power=1)
    before = answer(book, own, original)
    assert before.situation.on == held("A.1")
    copies = thing("P", line(a.Identified("A"), a.CopyOf(a.Identified("O"))))
    after = answer(book, own, original, copies, on=before.situation.on)
    assert [after.value(id, "power") for id in "AO"] == [1, 1]
    assert after.situation.on == frozenset()
    assert certificate_of(after).check().ok
    kept = answer(book, own, original, copies, on=frozenset({AS_A_COPY}))
    assert kept.value("A", "power") == 3
    assert kept.situation.on == {AS_A_COPY}
    assert certificate_of(kept).check().ok


def test_two_conditions_of_one_id_are_told_apart() -> None:
    """One makes it a copy, and the other is of what it copies; each ends the other."""
    original = thing("O", line(a.Self(), plus(2), condition=at_least(1)), power=1)
    turns = line(a.Self(), a.CopyOf(a.Identified("O")), condition=at_least(0))
    with pytest.raises(LayerlawError, match=r"without end: A\.1 \(Card A\), A\.1 \(Card O\)$"):
        answer(rulebook(AT_CHECKS), thing("A", turns, power=1), original)
