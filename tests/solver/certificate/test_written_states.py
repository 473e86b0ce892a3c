"""The states on the way that a certificate has: each asked for once, in its order, and true."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
from picked import one_in

from layerlaw.model import load_scenario, shipped_scenarios
from layerlaw.solver import Answer, solve, verify, written_certificate
from layerlaw.solver.certificate import STRUCTURE, Certificate, WrittenCertificate
from layerlaw.solver.certificate.check import check_following
from layerlaw.solver.certificate.history.states import ReplayedState
from layerlaw.solver.certificate.written.certificate import WrittenFacts, WrittenState
from layerlaw.solver.facts.records import Cell, Facts

PATHS = {path.name.removesuffix(".scenario.yaml"): path for path in shipped_scenarios()}
NAMES = ("tragic-swamp", "humpty-dumpty", "infiltrate-silenced", "2026-05-watchtower")
"""Histories of several games that ask for states; in the first one effects apply at once."""
LAYERED = NAMES[1:]


@cache
def answer(name: str) -> Answer:
    """The answer to a shipped history."""
    return solve(load_scenario(PATHS[name]))


@cache
def right(name: str) -> WrittenCertificate:
    """Its certificate, which has states."""
    certificate = written_certificate(answer(name))
    assert certificate.states
    return certificate


def message(certificate: WrittenCertificate) -> str:
    """Why it is refuted."""
    verification = verify(certificate)
    assert verification.outcome == "refuted"
    return verification.failed[0].message


def wrong(facts: WrittenFacts) -> tuple[Cell, WrittenFacts]:
    """The facts with one number more by one, and whose that is."""
    final = dict(facts.final)
    cell, number = next((cell, value) for cell, value in final.items() if type(value) is int)
    return cell, replace(facts, final={**final, cell: number + 1})


def with_states(name: str, *states: WrittenState) -> WrittenCertificate:
    """The certificate with other states."""
    return replace(right(name), states=states)


@pytest.mark.parametrize("name", NAMES)
def test_each_state_is_asked_for_once(name: str) -> None:
    """None is left out, none stands there twice, and none is of another event."""
    first, *rest = right(name).states
    assert verify(right(name)).outcome == "verified"
    twice = with_states(name, first, *rest, right(name).states[-1])
    assert message(twice) == "a state is written for nothing"
    later = replace(first, event=first.event + 1)
    said = f"the next state written is of event {later.event}"
    assert message(with_states(name, later, *rest)) == said
    lacking = verify(with_states(name, *right(name).states[:-1]))
    assert (lacking.outcome, lacking.failed) == ("unknown", ())
    last = right(name).states[-1].event
    said = "the state that the event asks for is not written"
    assert lacking.unchecked == (f"the history from event {last} on: {said}",)
    assert lacking.events == last - 1


@pytest.mark.parametrize("name", LAYERED)
def test_each_state_is_checked(name: str) -> None:
    """What is wrong in it is a claim after its event, with its clause."""
    for place, state in enumerate(right(name).states):
        cell, facts = wrong(state.facts)
        before, after = right(name).states[:place], right(name).states[place + 1 :]
        verification = verify(with_states(name, *before, replace(state, facts=facts), *after))
        assert verification.outcome == "refuted"
        failed = verification.failed[0]
        assert (failed.event, failed.clause) == (state.event, STRUCTURE)
        assert f"{cell[1]} of {cell[0]}" in failed.message


def test_the_first_of_several_claims_that_fail_is_told() -> None:
    """In a state as at the end."""
    first, *rest = right("tragic-swamp").states
    lacking = replace(first.facts, effects=first.facts.effects[1:], final={})
    alone = replace(first.facts, effects=first.facts.effects[1:])
    both = message(with_states("tragic-swamp", replace(first, facts=lacking), *rest))
    assert both == message(with_states("tragic-swamp", replace(first, facts=alone), *rest))


@pytest.mark.parametrize("name", LAYERED)
def test_the_clause_of_a_claim_that_fails_counts_as_failed(name: str) -> None:
    """The others hold."""
    assert {one.outcome for one in verify(right(name)).checked} == {"holds"}
    _, facts = wrong(right(name).facts)
    verification = verify(replace(right(name), facts=facts))
    failing = {one.clause for one in verification.failed}
    assert failing == {STRUCTURE}
    outcomes = {one.clause: one.outcome for one in verification.checked}
    assert {clause for clause, outcome in outcomes.items() if outcome == "fails"} == failing


@pytest.mark.parametrize("name", NAMES)
def test_the_rulebook_of_the_answer_may_be_given(name: str) -> None:
    """With the readings chosen in it, and what cards give."""
    rulebook = answer(name).situation.rulebook
    assert verify(right(name), rulebook).outcome == "verified"


@pytest.mark.parametrize("path", one_in(40, PATHS.values()), ids=lambda path: path.name)
def test_what_a_check_has_followed_is_what_is_followed_anew(path: Path) -> None:
    """The state that an event looks at is the same, though all of it was looked at before."""
    facts = solve(load_scenario(path)).facts
    verdict, followed = check_following(Certificate(facts))
    assert verdict == Certificate(facts).check()
    if facts.answers is not None:
        assert followed is None
        return
    assert followed is not None
    again, anew = ReplayedState(facts, followed), ReplayedState(facts)
    assert again.effects is followed[0]
    assert again.fates() == anew.fates()
    assert again.holding() == anew.holding()
    assert again.copying() == anew.copying()
    assert again.reached(all_effects(facts)) == anew.reached(all_effects(facts))
    for one in facts.situation.things:
        assert [each.ability for each in again.held(one.id)] == [
            each.ability for each in anew.held(one.id)
        ]
        assert again.controller(one.id) == anew.controller(one.id)
        for characteristic in facts.situation.rulebook.characteristics.values():
            if characteristic.kind == "number":
                number = again.number(one.id, characteristic.name)
                assert number == anew.number(one.id, characteristic.name)


def all_effects(facts: Facts) -> frozenset[str]:
    """The ids of all effects."""
    return frozenset(one.id for one in facts.effects)
