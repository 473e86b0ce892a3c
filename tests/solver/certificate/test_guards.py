"""Whatever a certificate is asked, it looks first whether there is a record to ask it of."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import Any, cast

import pytest

from layerlaw.model import LayerlawError, loads_scenario
from layerlaw.model.rulebooks.rulebook import StateCheck
from layerlaw.solver import derive, solve
from layerlaw.solver.certificate import STRUCTURE, Certificate
from layerlaw.solver.certificate.axioms import axioms_of
from layerlaw.solver.derivation.permissions import may
from layerlaw.solver.facts.records import Facts
from situations import CREATURES
from together import table

LAYERED = """
title: Two change what a third one is, in two layers
rulebook: sorcery-2026-01
players: [me, you]
cards:
  Turner: {is: [minion], power: 1, has: ["other minions: controller := you"]}
  Maker: {is: [minion], power: 1, has: ["other minions: subtypes := mortal", "minions: power += 1"]}
play:
  - me: Turner as T at 8
  - me: Maker as M at 9
  - you: Foot Soldier as F at 4
"""
TWO = {
    "P": "1 | creatures named Q: lose all abilities",
    "Q": "2 | creatures named P: lose all abilities",
}


def layered() -> Facts:
    """The facts of the scenario."""
    return solve(loads_scenario(LAYERED)).facts


def unreadable(facts: Facts) -> list[Facts]:
    """A field that is no such field, and a name of nobody."""
    [thing, *rest] = facts.situation.things
    lost = replace(facts.situation, things=(replace(thing, owner="nobody"), *rest))
    return [replace(facts, late=cast("Any", "late")), replace(facts, situation=lost)]


def test_of_an_unreadable_record_nothing_is_said() -> None:
    """Neither of what may be done nor in formulas."""
    answer = solve(loads_scenario(LAYERED))
    told = may(answer, "F", "attack")
    assert Certificate(answer.facts).check_may(told, "F", "attack").ok
    for facts in unreadable(answer.facts):
        verdict = Certificate(facts).check_may(told, "F", "attack")
        assert {failure.clause for failure in verdict.failures} == {STRUCTURE}
        with pytest.raises(LayerlawError):
            Certificate(facts).to_smt2()


def test_a_record_of_another_shape_is_refused_and_not_stumbled_over() -> None:
    """What is no field of that kind, and names of nobody: by STRUCTURE alone, in one sentence."""
    facts = layered()
    for other in (*unreadable(facts), replace(facts, layers=cast("Any", 5))):
        [failure] = Certificate(other).check().failures
        assert failure.clause == STRUCTURE


def test_no_answer_is_passed_over_because_it_cannot_be_read() -> None:
    """Both have their abilities in it: each takes them from the other, and gives them back."""
    both = derive(table(TWO))
    told = may(both, "P", "attack")
    assert Certificate(both.facts).check_may(told, "P", "attack").ok
    assert both.facts.answers is not None
    one, other = both.facts.answers
    assert (one.effects, other.effects) == (("Q.1",), ("P.1",))
    lost = replace(
        one, final={cell: (other if cell[0] == "P" else one).final[cell] for cell in one.final}
    )
    for answers in ((lost, other), (other, lost), (lost, lost)):
        facts = replace(both.facts, answers=answers)
        verdict = Certificate(facts).check_may(told, "P", "attack")
        assert {failure.clause for failure in verdict.failures} == {STRUCTURE}


def test_clauses_of_layers_checks_and_rules_can_be_left_out() -> None:
    """Though a rulebook made by hand does not spell them out; any other name is a mistake."""
    check = StateCheck("death", CREATURES, "dies", "grave", "K9")
    facts = derive(table({"P": "1"})).facts
    book = replace(facts.situation.rulebook, checks=(check,))
    known = Certificate(replace(facts, situation=replace(facts.situation, rulebook=book)))
    assert "K9" in known._known("K9")
    for name in ("K9", "nothing of that name"):
        with pytest.raises(LayerlawError):
            Certificate(facts)._known(name)


def answers_of_z3(text: str) -> list[str]:
    """What Z3 says of each question in the text."""
    import z3

    said = []
    for part in text.split("(push 1)\n")[1:]:
        solver = z3.Solver()
        solver.from_string(part.split("(check-sat)")[0])
        said.append(str(solver.check()))
    return said


def test_the_text_for_other_solvers_asks_what_the_certificate_asks() -> None:
    """Every question of true facts is answered by "unsat", and some one of false facts is not."""
    facts = layered()
    text = Certificate(facts).to_smt2()
    assert text.endswith("(pop 1)\n\n") and {*answers_of_z3(text)} == {"unsat"}
    assert "sat" in answers_of_z3(Certificate(replace(facts, layers=facts.layers[::-1])).to_smt2())
    both = derive(table(TWO)).facts
    text = Certificate(both).to_smt2()
    assert {*answers_of_z3(text)} == {"unsat"}
    assert "state 1, which is recorded" in text and "state 2, which is recorded" in text
    assert "state 3" not in text
    assert both.answers is not None
    fewer = replace(both, answers=both.answers[:1])
    assert answers_of_z3(Certificate(fewer).to_smt2())[-1] == "sat"
    turned = replace(both, answers=both.answers[::-1])
    assert "sat" in answers_of_z3(Certificate(turned).to_smt2())


def test_layers_are_recorded_in_the_order_of_the_rulebook() -> None:
    """The first layer of the rulebook is one, too; each layer that is recorded is a known one."""
    facts = layered()
    book = facts.situation.rulebook
    first = replace(facts.layers[0], layer=book.layers[0].id, turns=(), graphs=(), loops=())
    true = replace(facts, layers=(first, *facts.layers))
    if facts.layers[0].layer != first.layer:
        assert all(claim.holds() for claim in axioms_of(true))
    assert all(claim.holds() for claim in axioms_of(facts))
    for number, (one, other) in enumerate(pairwise(facts.layers)):
        layers = (*facts.layers[:number], other, one, *facts.layers[number + 2 :])
        failing = [one for one in axioms_of(replace(facts, layers=layers)) if not one.holds()]
        clauses = {layer.id: layer.clause for layer in book.layers}
        assert clauses[one.layer] in {claim.clause for claim in failing}
    strange = replace(facts.layers[0], layer="no such layer")
    for layers in ((strange, *facts.layers[1:]), (*facts.layers, strange)):
        failing = [one for one in axioms_of(replace(facts, layers=layers)) if not one.holds()]
        assert [claim.breach() for claim in failing] == ["there is no layer 'no such layer'"]


def test_what_an_answer_shows_is_its_first_state() -> None:
    """Its layers and its final cells; equal ones that are others do as well."""
    facts = derive(table(TWO)).facts
    assert facts.answers is not None
    _, second = facts.answers
    same = replace(facts, layers=(*list(facts.layers),), final=dict(facts.final))
    assert Certificate(same).check().ok
    for changed, what in (
        (replace(facts, layers=second.steps), "the layers are not those of the first answer"),
        (replace(facts, final={**facts.final, ("P", "power"): 9}), "power of P is 1 at the end"),
    ):
        failures = Certificate(changed).check().failures
        assert [(one.clause, one.message[: len(what)]) for one in failures] == [(STRUCTURE, what)]
