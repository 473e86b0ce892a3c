"""Copies of objects with a counted number: how many counters there are is never copied."""

from __future__ import annotations

import pytest

from comparing import assert_same
from layerlaw.model import algebra as a
from layerlaw.model.cards.card import Card
from layerlaw.model.scenarios.events import ChangeCounters, Event, MoveZone, Play
from layerlaw.solver import solve
from layerlaw.solver.certificate import certificate_of
from layerlaw.solver.derivation.answer import Answer
from oracle.build import WHERE, card, play, scenario, text
from oracle.small_rulebook import small_rulebook

PROCEDURES = pytest.mark.parametrize(
    "policies",
    [{}, {"graph": "once"}, {"test": "result"}, {"process": "simultaneous"}],
    ids=lambda policies: "-".join(policies.values()) or "default",
)
LIVING = card("Living", power=2, life=5)
LIFELESS = card("Lifeless", power=1)


def copying(who: a.Selector, original: str, id: str = "C") -> Play:
    """An artifact whose effect makes somebody a copy."""
    made = card("Mirror", text((who, [a.CopyOf(a.Identified(original))])), types=("artifact",))
    return play(made, id)


def certified(policies: dict[str, str], *events: Event) -> Answer:
    """The answer, which the oracle shares and the certificate confirms."""
    history = scenario(small_rulebook(policies), events)
    assert_same(history)
    found = solve(history)
    assert certificate_of(found).check().ok
    return found


@PROCEDURES
def test_a_copy_on_what_has_no_counters_has_none(policies: dict[str, str]) -> None:
    """It has the number now, and it is 0."""
    found = certified(
        policies, play(LIVING, "X"), play(LIFELESS, "Y"), copying(a.Identified("Y"), "X")
    )
    assert found.value("Y", "power") == 2
    assert found.value("Y", "life") == 0


@PROCEDURES
def test_a_copy_keeps_the_counters_that_it_has(policies: dict[str, str]) -> None:
    """Those it entered with, less what events took off; also where it had no such number."""
    other = card("Hardy", power=1, life=9)
    hit = ChangeCounters("Y", "life", -2, WHERE)
    put = ChangeCounters("Z", "life", 3, WHERE)
    found = certified(
        policies,
        play(LIVING, "X"),
        play(other, "Y"),
        play(LIFELESS, "Z"),
        hit,
        put,
        copying(a.Either((a.Identified("Y"), a.Identified("Z"))), "X"),
    )
    assert (found.value("Y", "life"), found.value("Z", "life")) == (7, 3)


@PROCEDURES
def test_a_copy_of_what_has_no_such_number_has_none(policies: dict[str, str]) -> None:
    """Whatever counters are on it. What enters as a copy has as many as are printed there."""
    twin = card("Twin", text((a.Self(), [a.CopyOf(a.Member("types", "minion"))])), use="enters")
    entered = play(twin, "E", copying="X")
    found = certified(
        policies,
        play(LIVING, "X"),
        play(LIFELESS, "Y"),
        entered,
        copying(a.Identified("X"), "Y"),
    )
    assert found.value("X", "life") is None
    assert found.value("E", "life") == 5


@PROCEDURES
def test_what_comes_back_to_play_has_new_counters(policies: dict[str, str]) -> None:
    """Out of play it had what is printed; what is copied onto it brings none."""
    away, back = (MoveZone("Y", zone, WHERE) for zone in ("hand", "realm"))
    events = (
        play(LIVING, "X"),
        play(LIFELESS, "Y"),
        ChangeCounters("Y", "life", 4, WHERE),
        away,
        back,
    )
    found = certified(policies, *events, copying(a.Identified("Y"), "X"))
    assert found.value("Y", "life") == 0


def test_ground_that_nobody_named_has_no_counters() -> None:
    """A site without name that becomes a copy has the number at 0."""
    keep = Card("Keep", {"types": ("site",)}, {"life": 4})
    here = copying(a.Both((a.Member("types", "site"), a.Not(a.Identified("K")))), "K")
    found = certified({}, play(keep, "K", 3), play(LIFELESS, "Y", 8), here)
    assert found.value("site@8", "life") == 0
