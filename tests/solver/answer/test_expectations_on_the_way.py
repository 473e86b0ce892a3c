"""What is expected on the way and at the end: zones, permissions, answers, facts of layers."""

from __future__ import annotations

import pytest

from layerlaw.model import algebra as a
from layerlaw.model.scenarios.events import ChangeCounters, ExpectNow
from layerlaw.model.scenarios.expectations import (
    ExpectAbility,
    ExpectAnswers,
    Expectation,
    Expected,
    ExpectFate,
    ExpectMembers,
    ExpectNumber,
    ExpectOrder,
    ExpectPermission,
    ExpectPlayer,
    ExpectStatus,
    ExpectZone,
)
from layerlaw.solver.answer.expectations import judge, judge_all
from little_game import (
    BEAR,
    BOOST,
    CREATURE,
    PLUS,
    WHERE,
    ability,
    after,
    card,
    does,
    move,
    play,
    played,
    rulebook,
    scenario,
)


def expected(what: Expectation) -> Expected:
    """The expectation, without its text."""
    return Expected("", what, WHERE)


def power(id: str, number: int) -> Expected:
    """That power."""
    return expected(ExpectNumber(id, "power", "=", number))


def now(*what: Expected) -> ExpectNow:
    """Expected of the state after the event before."""
    return ExpectNow(what, WHERE)


def test_what_is_expected_on_the_way_is_judged_there() -> None:
    """Each against the state after the event before it, then the end."""
    events = (
        play(BEAR, "B"),
        now(power("B", 2), power("B", 3)),
        play(BOOST, "S", "B"),
        now(power("B", 3)),
        move("B", "graveyard"),
        now(power("B", 2), expected(ExpectZone("B", "graveyard", there=True))),
    )
    found = judge_all(scenario(rulebook(), *events))
    assert [one.fulfilled for one in found.outcomes] == [True, False, True, True, True]
    assert found.outcomes[1].found == "power of B is 2"
    assert not found.fulfilled
    assert found.derivation.value("B", "power") == 2


def test_expectations_take_no_moment_and_see_what_the_checks_will_do() -> None:
    """Timestamps and the number of an event are the same without them."""
    hit = ChangeCounters("B", "damage", 3, WHERE)
    doomed = now(expected(ExpectFate("B", "is destroyed")), power("B", 2))
    with_them = scenario(rulebook(), play(BEAR, "B"), hit, doomed, play(BEAR, "C"), doomed)
    without = played(rulebook(), play(BEAR, "B"), hit, play(BEAR, "C"))
    found = judge_all(with_them)
    assert found.fulfilled
    assert found.derivation.situation == without.derivation().situation
    assert found.derivation.chronicle == without.derivation().chronicle


@pytest.mark.parametrize(
    ("zone", "there", "right"),
    [("hand", True, True), ("hand", False, False), ("graveyard", True, False)],
)
def test_zones_are_expected(zone: str, there: bool, right: bool) -> None:
    """Where it is, and where it is not."""
    outcome = judge(
        after(rulebook(), play(BEAR, "B", zone="hand")),
        expected(ExpectZone("B", zone, there)),
    )
    assert outcome.fulfilled is right
    assert outcome.found == "B is in hand"


def test_characteristics_count_in_any_zone() -> None:
    """Power, words and abilities of what is in hand."""
    lord = card("Lord", ("has", ability(does(CREATURE, PLUS), keyword="Lords")))
    found = after(rulebook(), play(lord, "L", zone="hand"))
    for what in (
        ExpectNumber("L", "power", "=", 2),
        ExpectMembers("L", "types", ("creature",), "exactly"),
        ExpectAbility("L", "Lords", has=True),
        ExpectPlayer("L", "controller", "you"),
        ExpectStatus("L", "tapped", has=False),
    ):
        assert judge(found, expected(what)).fulfilled, what


def test_permissions_are_asked_of_objects_and_players() -> None:
    """Active and passive, with and without another object."""
    shy = card("Shy", ("has", ability(does(a.Self(), a.Permission(False, "attacked", None, True)))))
    found = after(rulebook(), play(shy, "S"), play(BEAR, "B"))
    outcomes = [
        judge(found, expected(what))
        for what in (
            ExpectPermission("S", "attacked", allowed=False, passive=True),
            ExpectPermission("B", "attack", allowed=False, to="S"),
            ExpectPermission("B", "attack", allowed=True),
            ExpectPermission("S", "attacked", allowed=True, passive=True, to="B"),
            ExpectPermission("you", "attack", allowed=True),
        )
    ]
    assert [one.fulfilled for one in outcomes] == [True, True, True, False, True]
    assert outcomes[1].found == "B can't attack S, by S.1"
    assert outcomes[3].found == "S can't be attacked by B, by S.1"


# --- several answers -----------------------------------------------------------------------------


def test_with_several_answers_a_fact_holds_in_each() -> None:
    """Two that silence each other leave two answers; what both agree on is known."""
    book = rulebook(process="simultaneous")
    first = card("First", ("has", ability(does(a.Named("Second"), a.LoseAll()), keyword="One")))
    second = card("Second", ("has", ability(does(a.Named("First"), a.LoseAll()), keyword="Two")))
    found = after(book, play(first, "F"), play(second, "S"))
    outcomes = [
        judge(found, expected(what))
        for what in (
            ExpectAnswers(None),
            ExpectAnswers(2),
            ExpectAnswers(1),
            ExpectNumber("F", "power", "=", 2),
            ExpectAbility("F", None, has=True),
            ExpectAbility("F", None, has=False),
        )
    ]
    assert [one.fulfilled for one in outcomes] == [True, True, False, True, False, False]
    assert outcomes[2].found == "there are 2 answers"
    assert outcomes[4].found.startswith("answer 1: ")


def test_in_a_paradox_only_the_paradox_holds() -> None:
    """What takes its own ability away has no answer; only what reads that has no value."""
    book = rulebook(process="simultaneous")
    liar = card("Liar", ("has", ability(does(a.Self(), a.LoseAll()))))
    found = after(book, play(liar, "L"))
    assert judge(found, expected(ExpectAnswers(0))).fulfilled
    assert judge(found, expected(ExpectNumber("L", "power", "=", 2))).fulfilled
    assert not judge(found, expected(ExpectNumber("L", "power", "=", 3))).fulfilled
    for has in (True, False):
        assert not judge(found, expected(ExpectAbility("L", None, has=has))).fulfilled


@pytest.mark.parametrize("process", ["simultaneous", "newest wins"])
def test_effects_without_an_order_have_no_facts_of_layers(process: str) -> None:
    """The result says why."""
    found = after(rulebook(process=process), play(BEAR, "B"))
    outcome = judge(found, expected(ExpectOrder("power", ("B",))))
    assert not outcome.fulfilled
    assert outcome.found == "effects have no order under little"


def test_one_state_is_one_answer() -> None:
    """Also where effects apply one after another."""
    found = after(rulebook(), play(BEAR, "B"))
    assert judge(found, expected(ExpectAnswers(1))).fulfilled
    assert not judge(found, expected(ExpectAnswers(None))).fulfilled
