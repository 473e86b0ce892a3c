"""What-if looks at a state only where it may differ: the same as comparing every state in full."""

from __future__ import annotations

from dataclasses import fields, replace
from random import Random
from typing import Any

import pytest

from layerlaw.model import loads_scenario
from layerlaw.model.algebra import Ability
from layerlaw.model.errors import LayerlawError
from layerlaw.model.scenarios.events import Play, arrivals
from layerlaw.model.scenarios.scenario import Scenario
from layerlaw.solver.answer.difference import divergence, observed
from layerlaw.solver.answer.difference.answers import comparable_difference
from layerlaw.solver.answer.difference.observed import Derivations, same_situation
from layerlaw.solver.answer.difference.outcome import outcome
from layerlaw.solver.answer.difference.same_table import same_table
from layerlaw.solver.certainty.what_if import Question, WhatIf, what_if
from layerlaw.solver.derivation.derive import derive
from layerlaw.solver.facts.situation import Deed, KeptCopy, Total
from layerlaw.solver.play.history import History
from layerlaw.solver.play.solve import solve
from oracle.build import scope_graph, silence_graph
from oracle.generate import seeded_scenario
from oracle.small_rulebook import small_rulebook


def boards(seeds: range) -> list[Scenario]:
    """Random histories, and random graphs of effects that end each other or change scopes."""
    found = []
    for seed in seeds:
        random = Random(seed)
        if seed % 2:
            n = random.randint(3, 5)
            pairs = [(a, b) for a in range(1, n + 1) for b in range(1, n + 1) if a != b]
            edges = random.sample(pairs, n)
            family = random.choice([silence_graph, scope_graph])
            found.append(family(n, edges, range(1, n + 1), small_rulebook()))
        else:
            found.append(seeded_scenario(seed, small_rulebook()))
    return found


def questions(scenario: Scenario, random: Random) -> list[Question]:
    """One question of each kind."""
    ids = [one.id for one in arrivals(scenario.play)]
    return [
        Question(timestamps_only=True),
        Question(without=(random.choice(ids),)),
        Question(without=(f"{random.choice(ids)}.1",)),
        Question(swaps=((ids[0], ids[-1]),)),
        Question(readings={}, without=(ids[-1],), timestamps_only=True),
    ]


def told(scenario: Scenario, question: Question) -> object:
    """All that is told of the answer."""
    try:
        answer: WhatIf = what_if(scenario, question)
    except LayerlawError as error:
        return str(error)
    parts = answer.divergence
    return (
        answer.left_out,
        (answer.refused, answer.stops, answer.really_refused, answer.really_stops),
        answer.difference,
        None if answer.then is None else outcome(answer.then),
        parts
        and (parts.kind, parts.event, parts.layer, parts.turn, parts.one.says, parts.other.says),
    )


@pytest.mark.slow
@pytest.mark.parametrize("slice", range(4))
def test_what_is_skipped_would_show_nothing(slice: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """With nothing taken over and every state compared in full the same is told."""
    for number, scenario in enumerate(boards(range(slice, 24, 4))):
        for question in questions(scenario, Random(number)):
            short = told(scenario, question)
            with monkeypatch.context() as plain:
                plain.setattr(divergence, "same_table", lambda one, other: False)
                plain.setattr(divergence, "same_situation", lambda one, other: False)
                plain.setattr(observed, "same_situation", lambda one, other: False)
                assert told(scenario, question) == short


@pytest.mark.slow
def test_tables_that_plainly_look_the_same_do_not_differ() -> None:
    """Of many pairs of answers some look the same, and each of these has no difference."""
    same = differing = 0
    for scenario in boards(range(20)):
        for question in questions(scenario, Random(1))[:4]:
            try:
                answer = what_if(scenario, question)
            except LayerlawError:
                continue
            if answer.really is None or answer.then is None:
                continue
            nothing = comparable_difference(answer.really, answer.then).nothing
            if same_table(answer.really, answer.then):
                assert nothing
                same += 1
            differing += not nothing
    assert same > 10
    assert differing > 10


def test_situations_that_differ_in_anything_are_not_the_same() -> None:
    """Field by field, so that nothing that stands is passed by."""
    scenario = loads_scenario(
        "title: A soldier is taken\nrulebook: sorcery-2026-01\nplayers: [you, me]\nplay:\n"
        "  - you: Foot Soldier as F at 3\n  - me: Mesmerism as M on F\n"
    )
    one = solve(scenario).situation
    assert same_situation(one, replace(one))
    [effect] = one.effects
    others: dict[str, Any] = {
        "rulebook": replace(one.rulebook),
        "players": tuple(reversed(one.players)),
        "things": one.things[:-1],
        "effects": (replace(effect, targets=()),),
        "active": "me",
        "on": frozenset({"M"}),
        "deeds": (Deed("F", "attack", None, (1, 0)),),
        "left_out": frozenset({"M"}),
        "totals": (Total("you", "life", 3),),
        "kept": (KeptCopy("F.1", "F", Ability("Airborne"), None, ()),),
    }
    assert others.keys() == {field.name for field in fields(one)}
    for name, value in others.items():
        assert not same_situation(one, replace(one, **{name: value})), name


def test_derivation_taken_over_is_the_one_that_would_be_made() -> None:
    """What is left out and is not there bears on nothing; what is there does."""
    scenario = silence_graph(3, [(1, 2), (2, 3)], (1, 2, 3), small_rulebook())
    ids = [event.id for event in scenario.play if isinstance(event, Play)]
    derivations = Derivations()
    made = {}
    for out in ("nobody.1", f"{ids[0]}.1"):
        history = History(scenario, left_out=frozenset({out}), derived=derivations.answer)
        for _ in history.play():
            pass
        made[out] = history.derivation()
        assert made[out].situation.left_out == {out}
        assert outcome(made[out]) == outcome(derive(made[out].situation))
    assert outcome(made["nobody.1"]) == outcome(
        derive(History.derivation(played(scenario)).situation)
    )
    assert outcome(made["nobody.1"]) != outcome(made[f"{ids[0]}.1"])


def played(scenario: Scenario) -> History:
    """The history, played to its end."""
    history = History(scenario)
    for _ in history.play():
        pass
    return history
