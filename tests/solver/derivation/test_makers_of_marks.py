"""Marks name effects by their ids, and a copy has others of the same ids: who made a mark."""

from __future__ import annotations

from dataclasses import replace

import pytest

from comparing import assert_same
from layerlaw.model import algebra as a
from layerlaw.model import loads_scenario
from layerlaw.solver import certificate_of
from layerlaw.solver.derivation.makers import makers_of
from layerlaw.solver.effects.parts import Effect
from situations import CREATURES, answer, line, plus, rulebook, thing

SENDS = """
title: what makes it a copy sends it elsewhere too
rulebook: grand-archive-2025-09
players: [you, me]
cards:
  Titan: {is: [ally, guardian], power: 3, life: 3, has: ["self: power += 1", Taunt]}
  Amalgam:
    is: [ally]
    power: 1
    life: 1
    has: ["self: copy of T, goes to hand instead of graveyard"]
play:
  - you: Titan as T
  - you: Amalgam as A
  - leave: A to graveyard
"""


@pytest.mark.parametrize(("reading", "zone"), [("continues", "hand"), ("stops", "graveyard")])
def test_what_goes_on_as_a_copy_sends_it_elsewhere(reading: str, zone: str) -> None:
    """The copy has another effect of that id, which sends nothing anywhere."""
    scenario = loads_scenario(SENDS)
    found = assert_same(scenario, {"GA-OPEN-CONTINUES": reading})
    assert found is not None
    assert found.situation.thing("A").zone == zone
    assert certificate_of(found).check().ok


def made(*operations: a.Operation) -> Effect:
    """An effect of the id `A.1` with these operations."""
    derived = answer(rulebook(), thing("A", line(CREATURES, *operations)))
    return derived.effects["A.1"]


def test_of_one_id_the_last_that_makes_marks_is_meant() -> None:
    """Or the last one, where none of them does or all do."""
    marks, also = made(a.Permission(False, "attack")), made(a.Redirect("hand", "grave"))
    ignores = made(a.Ignore("attack"))
    plain, later = made(plus(1)), made(plus(2))
    for first, second, meant in (
        (marks, plain, marks),
        (plain, marks, marks),
        (marks, also, also),
        (also, ignores, ignores),
        (ignores, plain, ignores),
        (plain, later, later),
    ):
        assert makers_of([first, second, second]) == {"A.1": meant}
    other = replace(plain, id="B.1")
    assert makers_of([marks, other, plain]) == {"A.1": marks, "B.1": other}
