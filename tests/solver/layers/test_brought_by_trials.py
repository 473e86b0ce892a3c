"""What a trial of the result test brings into existence applies in order of time, within a turn
and from one turn to the next."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest

from comparing import assert_same
from layerlaw.model.algebra import (
    Ability,
    Both,
    ChangeNumber,
    Condition,
    Exists,
    Gain,
    HasAbility,
    Identified,
    Instruction,
    Lose,
    Number,
    Operation,
    Selector,
    Self,
    SetNumber,
)
from layerlaw.model.cards.card import Card, PrintedAbility
from layerlaw.model.scenarios.events import Event, GetsStatus
from layerlaw.solver.certificate import certificate_of
from oracle.build import WHERE, card, play, scenario, text
from oracle.small_rulebook import small_rulebook

H = Identified("H")
AIRBORNE = Gain(Ability("Airborne"))
STEALTH = Gain(Ability("Stealth"))
VOIDWALK = Gain(Ability("Voidwalk"))
GROUNDED = Lose("Airborne")
STEALTHY = Exists(Both((H, HasAbility("Stealth"))))
BOTH = Exists(Both((H, HasAbility("Stealth"), HasAbility("Voidwalk"))))
WINGS = text((Both((H, HasAbility("Airborne"))), [VOIDWALK]))
"""Gives H one more ability if it is airborne by then."""


def given(who: Selector, what: Operation, condition: Condition) -> Ability:
    """What is done as long as a condition holds."""
    return Ability(None, (Instruction(who, (what,)),), condition)


def dependencies(
    events: Sequence[Event], policies: Mapping[str, str] | None = None, graph: int = 0
) -> set[tuple[str, str]]:
    """Who depends on whom in the layer of abilities, by result: at first, or by a later graph.

    The oracle finds the same, and the certificate agrees.
    """
    policies = {"test": "result", "loss": "momentary", **(policies or {})}
    found = assert_same(scenario(small_rulebook(policies), events))
    assert found is not None
    assert certificate_of(found).check().ok
    [layer] = [one for one in found.layers if one.layer == "5"]
    return {(one.effect, one.on) for one in layer.graphs[graph].found}


@pytest.mark.parametrize("late", ["later", "holder", "grant"])
@pytest.mark.parametrize(("first", "second"), [(AIRBORNE, GROUNDED), (GROUNDED, AIRBORNE)])
def test_what_was_granted_in_the_first_turn_is_older(
    first: Operation, second: Operation, late: str
) -> None:
    """A and B each give H a keyword and an effect that exists only with both keywords.

    Whoever of A and B goes first, its effect does: so the two orders end differently, unless the
    effects are as old as A and B whichever was given first (`grant`).
    """
    events = [
        play(card("A", text((H, [STEALTH, Gain(given(H, first, BOTH))]))), "A"),
        play(card("B", text((H, [VOIDWALK, Gain(given(H, second, BOTH))]))), "B"),
        play(card("H"), "H"),
    ]
    mutual = {("A.1", "B.1"), ("B.1", "A.1")}
    expected = set() if late == "grant" else mutual
    assert dependencies(events, {"granted timestamp": late}) == expected


@pytest.mark.parametrize(("first", "second"), [(AIRBORNE, GROUNDED), (GROUNDED, AIRBORNE)])
def test_what_was_granted_by_what_was_brought_is_older_than_what_the_second_grants(
    first: Operation, second: Operation
) -> None:
    """A brings an effect that gives H the first of the two, which exists only once B was there.

    So after A and B the first acts and then the second; after B and A, what was brought last has
    brought the first, which does not act in that turn, and the second has acted. Both end alike.
    """
    nested = given(H, Gain(given(H, first, BOTH)), STEALTHY)
    events = [
        play(card("A", text((H, [STEALTH, Gain(nested)]))), "A"),
        play(card("B", text((H, [VOIDWALK, Gain(given(H, second, BOTH))]))), "B"),
        play(card("H"), "H"),
    ]
    assert dependencies(events) == set()


@pytest.mark.parametrize("renewed", [(), ("P",), ("Q",)])
@pytest.mark.parametrize("gains", ["P", "Q"])
def test_of_two_that_a_turn_brings_the_older_goes_first(gains: str, renewed: Sequence[str]) -> None:
    """What becomes tapped has a new timestamp: P is older than Q, unless P was tapped since.

    H is airborne when A's turn is over only if the one that makes it so is the newer one; only
    then does it matter to B whether it comes before A or after.
    """
    does = {id: AIRBORNE if id == gains else GROUNDED for id in "PQ"}
    events: list[Event] = [
        play(card("H"), "H"),
        *(play(card(id, given(H, does[id], STEALTHY)), id) for id in "PQ"),
        *(GetsStatus(id, "tapped", True, WHERE) for id in renewed),
        play(card("A", text((H, [STEALTH]))), "A"),
        play(card("B", WINGS), "B"),
    ]
    newer = "P" if renewed == ("P",) else "Q"
    expected = {("A.1", "B.1"), ("B.1", "A.1")} if gains == newer else set()
    assert dependencies(events) == expected


@pytest.mark.parametrize(("several", "newer"), [("printed order", 2), ("reverse", 1)])
@pytest.mark.parametrize("gains", [1, 2])
def test_of_two_abilities_of_one_card_the_policy_says_which_goes_first(
    gains: int, several: str, newer: int
) -> None:
    """Both are brought by A; see above."""
    does = [given(H, AIRBORNE if one == gains else GROUNDED, STEALTHY) for one in (1, 2)]
    events = [
        play(card("H"), "H"),
        play(card("P", *does), "P"),
        play(card("A", text((H, [STEALTH]))), "A"),
        play(card("B", WINGS), "B"),
    ]
    expected = {("A.1", "B.1"), ("B.1", "A.1")} if gains == newer else set()
    assert dependencies(events, {"several": several}) == expected


@pytest.mark.parametrize("late", ["later", "later, before what resolved"])
@pytest.mark.parametrize("gains", ["printed", "granted"])
def test_printed_before_granted_but_for_what_something_resolved_gave(gains: str, late: str) -> None:
    """H gives itself the one as it enters, and has the other printed on it: both are as old as H.

    Which of them goes first is by policy `granted timestamp`.
    """
    does = {one: AIRBORNE if one == gains else GROUNDED for one in ("printed", "granted")}
    abilities = (
        PrintedAbility("has", given(H, does["printed"], STEALTHY)),
        PrintedAbility("on entry", text((Self(), [STEALTH, Gain(text((H, [does["granted"]])))]))),
    )
    itself = Card("H", {"types": ("minion",), "subtypes": ()}, {}, abilities)
    events = [play(itself, "H"), play(card("B", WINGS), "B")]
    newer = "granted" if late == "later" else "printed"
    found = dependencies(events, {"granted timestamp": late})
    assert bool(found) == (gains == newer)


@pytest.mark.parametrize("gains", ["A", "B"])
def test_what_was_really_granted_is_older_than_what_a_trial_grants(gains: str) -> None:
    """A has had its turn: what it gave H exists only once B was there, which gives H the other one.

    So what B gave goes last, and WINGS depend on it if that makes H airborne.
    """
    does = {id: AIRBORNE if id == gains else GROUNDED for id in "AB"}
    events = [
        play(card("A", text((H, [Gain(given(H, does["A"], STEALTHY))]))), "A"),
        play(card("B", text((H, [STEALTH, Gain(text((H, [does["B"]])))]))), "B"),
        play(card("W", WINGS), "W"),
        play(card("H"), "H"),
    ]
    found = dependencies(events, {"graph": "each step"}, graph=1)
    assert found == ({("B.1", "W.1"), ("W.1", "B.1")} if gains == "B" else set())


@pytest.mark.parametrize("test", ["result", "action"])
def test_what_a_trial_came_across_first_was_not_granted_first(test: str) -> None:
    """A gives H a power of 2 and B gives it one of 5, by abilities as old as H.

    A waits for B, which says who is flooded by A: so H was given 5 before it was given 2.
    """
    gives = {id: text((H, [SetNumber("power", Number(n))])) for id, n in (("A", 2), ("B", 5))}
    flooding = ChangeNumber("water", "+", Number(1))
    events = [
        play(card("G", water=1), "G"),
        play(card("A", text((H, [Gain(gives["A"])]), (HasAbility("Stealth"), [flooding]))), "A"),
        play(card("B", text((H, [Gain(gives["B"])]), (Identified("G"), [STEALTH]))), "B"),
        play(card("H", power=1), "H"),
    ]
    found = assert_same(scenario(small_rulebook({"test": test}), events))
    assert found is not None
    assert certificate_of(found).check().ok
    assert found.value("G", "water") == 2
    assert found.value("H", "power") == 2
