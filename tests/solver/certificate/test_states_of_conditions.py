"""States on the way where conditions are read at the checks: all else in them is checked, too."""

from __future__ import annotations

from dataclasses import replace

import pytest

from layerlaw.model import loads_scenario, shipped_rulebook
from layerlaw.model.rulebooks.rulebook import PolicyValue, Rulebook
from layerlaw.solver import Answer, solve, verify, written_certificate
from layerlaw.solver.certificate import Certificate
from layerlaw.solver.certificate.check import check_following
from layerlaw.solver.certificate.written.certificate import WrittenFacts
from layerlaw.solver.derivation.derive import derived_once
from layerlaw.solver.facts.situation import Situation
from replaying import KnownStates, replayed

ORDER = "GA-TS-0"
BOARD = """
title: Two sets of life, and a condition
rulebook: {book}
players: [you, me]
active: you
cards:
  Ally: {{is: [ally, tamer], elements: [fire], power: 2, life: 4}}
  Mage: {{is: [ally, mage], elements: [water], power: 1, life: 4}}
  Weak: {{is: [item, warrior], elements: [norm], has: ["allies: life := 2"]}}
  Strong: {{is: [item, warrior], elements: [norm], has: ["allies: life := 9"]}}
  Hall:
    is: [item, warrior]
    elements: [norm]
    has: ["tamers: life += 1 as long as there is a mage"]
play:
  - you: Weak as W
  - you: Strong as S
  - you: Hall as H
  - you: Ally as A
  - you: Mage as M
  - damage: A 3
  - leave: M
  - damage: A 1
"""


def book(clause: str) -> Rulebook:
    """Grand Archive's, with what it says of conditions in that clause."""
    shipped = shipped_rulebook("grand-archive-2025-09")
    read = PolicyValue("at checks", clause)
    return replace(shipped, id="ours", policies={**shipped.policies, "condition read": read})


def played(rulebook: Rulebook) -> tuple[Answer, list[Situation]]:
    """The answer, and the situations on the way."""
    scenario = loads_scenario(BOARD.format(book="ours"), books={"ours": rulebook})
    states = KnownStates()
    replayed(scenario, states)
    return solve(scenario), [situation for situation, _ in states._states]


def hurt(situation: Situation) -> int:
    """The damage on the ally."""
    return sum(one.counters.get("damage", 0) for one in situation.things if one.id == "A")


def in_the_other_order(situation: Situation) -> WrittenFacts:
    """What a solver records that applies Weak behind Strong, which is younger, and hides that."""
    right = WrittenFacts.of(derived_once(situation).facts)
    ages = {one.id: one.entered for one in situation.things}
    ages["W"], ages["S"] = ages["S"], ages["W"]
    things = tuple(replace(one, entered=ages[one.id]) for one in situation.things)
    wrong = WrittenFacts.of(derived_once(replace(situation, things=things)).facts)
    layers = [
        replace(one, graphs=(known.graphs[0], *one.graphs[1:])) if known.graphs else one
        for one, known in zip(wrong.layers, right.layers, strict=True)
    ]
    return replace(wrong, effects=right.effects, layers=tuple(layers))


@pytest.mark.parametrize("clause", [ORDER, "GA-GEN-2"])
def test_an_order_that_is_wrong_on_the_way_is_refuted(clause: str) -> None:
    """Whether or not the clause that says when conditions are read says something else as well."""
    rulebook = book(clause)
    answer, situations = played(rulebook)
    certificate = written_certificate(answer)
    assert verify(certificate, rulebook).outcome == "verified"
    situation = next(one for one in situations if hurt(one) == 3)
    wrong = in_the_other_order(situation)
    assert {one.clause for one in Certificate(wrong.on(situation)).check().failures} == {ORDER}
    right = WrittenFacts.of(derived_once(situation).facts)
    place = next(n for n, one in enumerate(certificate.states) if one.facts == right)
    states = [*certificate.states]
    states[place] = replace(states[place], facts=wrong)
    (failed,) = verify(replace(certificate, states=tuple(states)), rulebook).failed
    assert (failed.event, failed.clause) == (states[place].event, ORDER)


def test_conditions_that_do_not_hold_yet_are_no_claim() -> None:
    """On the way to those that hold there are states that do not agree with them."""
    rulebook = book("GA-GEN-2")
    _, situations = played(rulebook)
    situation = next(one for one in situations if one.on)
    certificate = Certificate(derived_once(replace(situation, on=frozenset())).facts)
    assert {one.clause for one in certificate.check().failures} == {"GA-GEN-2"}
    assert check_following(certificate, settled=False)[0].ok
