"""How old effects are told to be: none of two is told as old as the other."""

from __future__ import annotations

from dataclasses import replace

import pytest

from layerlaw.model import algebra as a
from layerlaw.solver import certificate_of, derive
from layerlaw.solver.certificate import Certificate
from layerlaw.solver.facts.situation import Situation
from situations import CREATURES, answer, line, plus, rulebook, thing

GIVES = line(CREATURES, a.Gain(line(a.Self(), plus(1))), a.Gain(line(a.Self(), plus(2))))


@pytest.mark.parametrize("policy", ["grant", "holder"])
def test_of_two_that_one_effect_gave_one_is_the_older(policy: str) -> None:
    """What was given second is younger; neither the same age nor the other order is accepted."""
    book = rulebook({"granted timestamp": policy})
    facts = certificate_of(answer(book, thing("A", GIVES, power=1), thing("B", power=1))).facts
    assert Certificate(facts).check().ok
    keys = {one.id: one.key for one in facts.effects}
    first, second = keys["A.gained@A.1"], keys["A.gained2@A.1"]
    assert first[:3] == second[:3] and first[3] < second[3]
    for other in (first, (*first[:3], first[3] - 1, *first[4:])):
        told = tuple(replace(one, key=other) if one.key == second else one for one in facts.effects)
        verdict = Certificate(replace(facts, effects=told)).check()
        assert not verdict.ok
        assert any("is older than" in failure.message for failure in verdict.failures)


def test_abilities_in_another_order_than_the_printed_one() -> None:
    """Where that was chosen for them, the first counts as the younger, and its number stands."""
    sets = [line(a.Self(), a.SetNumber("power", a.Number(number))) for number in (1, 2)]
    printed = thing("A", *sets)
    first, second = printed.card.abilities
    turned = (replace(first, shift=1), replace(second, shift=-1))
    for abilities, power in (((first, second), 2), (turned, 1)):
        one = replace(printed, card=replace(printed.card, abilities=abilities))
        found = answer(rulebook(), one)
        assert found.value("A", "power") == power
        assert certificate_of(found).check().ok


def becoming(shift: int) -> Situation:
    """A and C become copies of B behind the layer of power; all entered in one moment.

    What A does has that place among the abilities of its card, what C does the second, and what
    they do as copies the third.
    """
    small, flying = rulebook(), a.Ability("Flying")
    layers = sorted(small.layers, key=lambda one: one.id != "power")
    becomes = a.CopyOf(a.Identified("B"))
    five = a.Instruction(CREATURES, (a.SetNumber("power", a.Number(5)),))
    copying = thing("A", line(a.Self(), plus(1), becomes), power=1)
    [ability] = copying.card.abilities
    things = (
        replace(copying, card=replace(copying.card, abilities=(replace(ability, shift=shift),))),
        thing("B", flying, flying, line(a.Self(), a.AddMembers("elements", ("fire",)))),
        thing("C", flying, a.Ability(None, (five, a.Instruction(a.Self(), (becomes,))))),
    )
    return Situation(replace(small, layers=tuple(layers)), ("you", "me"), things, (), None)


def test_what_objects_did_before_they_were_copies_is_as_old_as_it_was() -> None:
    """One id stands for what each had and for what it has: how old the second is says nothing of
    the first, though the record has one age for both."""
    facts = derive(becoming(0)).facts
    power, copies, _ = facts.layers
    assert [turn.effect for turn in power.turns] == ["A.1", "C.1"]
    assert Certificate(facts).check().ok
    told = []
    for layer in (power, copies):
        graphs = (
            replace(one, pending=("C.1", "A.1"), tested=("C.1", "A.1")) for one in layer.graphs
        )
        told.append(replace(layer, graphs=tuple(graphs)))
    other = replace(facts, situation=becoming(2), layers=(*told, *facts.layers[2:]))
    failures = Certificate(other).check().failures
    assert {failure.message for failure in failures} == {"C.1 is older than A.1"}
    assert [failure.layer for failure in failures] == ["power", "copy"]
