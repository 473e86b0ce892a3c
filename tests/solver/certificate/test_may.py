"""What is said of a permission is held against the marks, ranked by the certificate's own means."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from typing import Any

import pytest

from layerlaw.model import algebra as a
from layerlaw.model.rulebooks.policies import POLICIES
from layerlaw.model.rulebooks.rulebook import PolicyValue, Rule, Rulebook, StateCheck
from layerlaw.solver import Answer, derive
from layerlaw.solver.certificate import STRUCTURE, certificate_of
from layerlaw.solver.derivation.permissions import Decision, may
from situations import CREATURES, answer, line, resolved, rulebook, thing
from tampering import tampered
from together import table

CAN, CANT = a.Permission(True, "attack"), a.Permission(False, "attack")
PROHIBITION = "C9"
EVERYONE = a.Identified("A")


def book(policy: str = "ranks", **policies: str) -> Rulebook:
    """The small game, with a clause of its own for the policy `prohibition` and rules."""
    rules = (
        Rule("go", line(CREATURES, CAN, zones=("rules",)), "C1"),
        Rule("stay", line(a.HasStatus("tapped"), CANT, zones=("rules",)), "C1"),
    )
    made = rulebook({"prohibition": policy, **policies}, rules)
    values = {**made.policies, "prohibition": PolicyValue(policy, PROHIBITION)}
    return replace(made, policies=values)


def forbidding(policy: str = "ranks", **policies: str) -> Answer:
    """A game in which statements of every kind meet on A."""
    things = (
        thing("A", line(a.Self(), a.Ignore("attack", a.Identified("rules"))), statuses=("tapped",)),
        thing("B", line(EVERYONE, CANT), line(EVERYONE, a.Permission(False, "attack", a.Self()))),
        thing("C", line(CREATURES, a.Permission(False, "attacked", passive=True))),
        thing("D", line(a.Players(a.You()), a.Permission(False, "attack", a.Identified("B")))),
        thing("S", zone="grave"),
    )
    granted = resolved("S.1", "S", line(EVERYONE, CAN))
    return answer(book(policy, **policies), *things, effects=(granted,))


def refused_for(
    found: Answer, told: Decision, who: str, to: str | None = None, *, passive: bool = False
) -> set[str]:
    """The clauses that what is told is refused for."""
    action = "attacked" if passive else "attack"
    verdict = certificate_of(found).check_may(told, who, action, to, passive)
    assert verdict.ok == (not verdict.failures)
    return {failure.clause for failure in verdict.failures}


@pytest.mark.sample(4)
@pytest.mark.parametrize("process", ["layered", "simultaneous", "newest wins"])
@pytest.mark.parametrize("policy", POLICIES["prohibition"])
def test_what_the_solver_says_is_accepted(policy: str, process: str) -> None:
    """Of everyone, with everyone, in both voices, by every ranking, under every process."""
    found = forbidding(policy, process=process)
    assert certificate_of(found).check().ok
    known = ("A", "B", "C", "you", "me")
    for who, to, passive in product(known, (None, *known), (False, True)):
        action = "attacked" if passive else "attack"
        told = may(found, who, action, to, passive)
        verdict = certificate_of(found).check_may(told, who, action, to, passive)
        assert verdict.ok, (who, to, passive, verdict.failures)


@pytest.mark.parametrize("policy", POLICIES["prohibition"])
def test_another_answer_is_refused(policy: str) -> None:
    """By the clause of the ranking."""
    found = forbidding(policy)
    told = may(found, "A", "attack")
    assert PROHIBITION in refused_for(found, replace(told, allowed=not told.allowed), "A")


def test_what_is_no_statement_is_refused() -> None:
    """As a matter of structure, whatever stands in its place."""
    found = forbidding()
    told = may(found, "A", "attack")
    strange: Any = "A can attack"
    told = replace(told, statements=(*told.statements, strange))
    assert refused_for(found, told, "A") == {STRUCTURE}


def test_a_statement_that_does_not_decide_is_refused_as_the_winner() -> None:
    """A rule's, where a card's decides."""
    found = forbidding()
    told = may(found, "C", "attack")
    assert (told.allowed, told.decided_by) == (True, "rules.go")
    assert refused_for(found, replace(told, decided_by="B.1"), "C") == {PROHIBITION}
    assert refused_for(found, replace(told, decided_by=None), "C") == {PROHIBITION}
    assert refused_for(found, replace(told, clause="C1"), "C") == {PROHIBITION}


def test_a_statement_left_out_or_made_up_is_refused() -> None:
    """What is stated is what the marks say."""
    found = forbidding()
    told = may(found, "A", "attack", "B")
    assert len(told.statements) > 2
    for place in range(len(told.statements)):
        rest = told.statements[:place] + told.statements[place + 1 :]
        assert STRUCTURE in refused_for(found, replace(told, statements=rest), "A", "B")
    elsewhere = tuple(replace(one, source="C") for one in told.statements)
    assert STRUCTURE in refused_for(found, replace(told, statements=elsewhere), "A", "B")


def test_an_answer_to_another_question_is_refused() -> None:
    """Asked of B, told of A; asked of nobody."""
    found = forbidding()
    told = may(found, "A", "attack")
    assert refused_for(found, told, "B")
    assert refused_for(found, told, "nobody") == {STRUCTURE}


def test_a_statement_called_ignored_is_refused() -> None:
    """A ignores the rules, and no card."""
    found = forbidding()
    told = may(found, "A", "attack")
    by_source = {one.source: one for one in told.statements}
    assert by_source["rules"].standing == "ignored"
    changed = tuple(replace(one, standing="ignored") for one in told.statements)
    assert STRUCTURE in refused_for(found, replace(told, statements=changed), "A")


@pytest.mark.slow
@pytest.mark.parametrize("process", ["layered", "simultaneous", "newest wins"])
@pytest.mark.parametrize("policy", POLICIES["prohibition"])
def test_every_field_of_an_answer_is_checked(policy: str, process: str) -> None:
    """Texts, effects, ranks, standings, reasons, clauses and their order; nothing is passed by."""
    found = forbidding(policy, process=process)
    for who, to in (("A", "B"), ("C", "B"), ("A", None)):
        told = may(found, who, "attack", to)
        accepted = [
            (where, how)
            for where, how, wrong in tampered(told)
            if certificate_of(found).check_may(wrong, who, "attack", to).outcome != "refused"
        ]
        assert accepted == []


TWO = {
    "P": "1 | creatures named Q: lose all abilities; creatures named Y: can't attack",
    "Q": "2 | creatures named P: lose all abilities; creatures named Z: can't attack",
    "Y": "1",
    "Z": "1",
}
"""Two that silence each other: in either answer somebody else can't attack."""


def test_permissions_of_each_of_several_answers_are_certified() -> None:
    """Each by its own state; what is true of the one is refused of the other."""
    found = derive(table(TWO))
    assert found.verdict == "several"
    first, second = found.states
    for who in ("P", "Q", "Y", "Z"):
        for state, other in ((first, second), (second, first)):
            told = may(state, who, "attack")
            assert certificate_of(state).check_may(told, who, "attack").ok
            differs = told != may(other, who, "attack")
            assert certificate_of(other).check_may(told, who, "attack").ok is not differs
    assert {may(first, who, "attack").allowed for who in "YZ"} == {True, False}


def test_of_all_answers_it_has_to_be_true_in_all() -> None:
    """What all agree on is confirmed of them together, and what they do not is refused."""
    found = derive(table(TWO))
    assert certificate_of(found).check_may(may(found, "P", "attack"), "P", "attack").ok
    for who in "YZ":
        for state in found.states:
            told = may(state, who, "attack")
            assert not certificate_of(found).check_may(told, who, "attack").ok


def test_in_a_paradox_nothing_is_certified() -> None:
    """There is no state of which it could be true."""
    board = {"P": "1 | creatures without haste: gain haste", "Y": "1"}
    settled = derive(table({"Y": "1"}))
    told = may(settled, "Y", "attack")
    paradox = derive(table(board))
    assert paradox.verdict == "paradox"
    for without in ((), STRUCTURE, ("C1", STRUCTURE)):
        verdict = certificate_of(paradox).check_may(told, "Y", "attack", without=without)
        assert verdict.outcome == "unknown" and verdict.unknowns, without


@pytest.mark.slow
def test_what_nothing_was_looked_at_for_is_not_confirmed() -> None:
    """Neither of nobody, with what refuses it left out, nor with every clause left out."""
    found = forbidding()
    told = may(found, "A", "attack")
    for who, without in (("nobody", (STRUCTURE,)), ("A", (STRUCTURE, PROHIBITION))):
        verdict = certificate_of(found).check_may(told, who, "attack", without=without)
        assert (verdict.outcome, verdict.checked) == ("unknown", ()) and verdict.notes
    assert not certificate_of(found).check_may(told, "A", "attack").notes


def test_a_check_passes_by_what_it_cannot_be_done_to() -> None:
    """The certificate works that out by itself, and refuses a record that forgets it."""
    doomed = a.Both((CREATURES, a.Compared(a.Read("power", a.It()), "<=", a.Number(0))))
    check = StateCheck("death", doomed, "dies", "grave", "C1", obeys="destroyed")
    found = answer(
        rulebook(checks=(check,)),
        thing("A", line(a.Self(), a.Permission(False, "destroyed", passive=True)), power=0),
        thing("B", power=0),
    )
    assert [fate.object for fate in found.fates] == ["B"]
    assert certificate_of(found).check().ok
    facts = found.facts
    also = replace(facts.fates[0], object="A")
    for fates in ((), (also,), (also, *facts.fates)):
        tampered = replace(certificate_of(found), facts=replace(facts, fates=fates))
        assert {f.clause for f in tampered.check().failures} == {"C1"}
