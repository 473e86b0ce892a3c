"""Abstract instances as boards, and open points with the smallest board that makes them matter."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType

import pytest

from layerlaw.model import loads_scenario, shipped_rulebook, shipped_rulebooks
from layerlaw.model.rulebooks.rulebook import OpenPoint, PolicyValue, Reading, Rulebook
from layerlaw.model.scenarios.events import Play
from layerlaw.model.scenarios.write import written_scenario
from layerlaw.solver.answer.difference.outcome import outcome
from layerlaw.solver.documents.audit.open_points import settled_findings
from layerlaw.solver.documents.axioms.instances import Instance, instances
from layerlaw.solver.documents.boards.real_cards import RealCards
from layerlaw.solver.documents.boards.realise import Family, boards, concrete
from layerlaw.solver.documents.boards.small_boards import SharedWords
from layerlaw.solver.play.solve import solve

SORCERY = shipped_rulebook("sorcery-2026-01")


def alone(rulebook: Rulebook, *points: str) -> Rulebook:
    """The rulebook with these open points and no other."""
    kept = {id: rulebook.points[id] for id in points}
    return replace(rulebook, points=MappingProxyType(kept))


@pytest.mark.parametrize("family", ["silencers", "words", "numbers"])
def test_every_instance_of_three_effects_in_a_layer_is_realised(family: Family) -> None:
    """The Sorcery document orders silencers, words and numbers in layers of their own."""
    for instance in instances(3):
        if len(set(instance.layers)) == 1 and len(instance.edges) in (1, 3, 6):
            [board] = boards(SORCERY, instance, family=family)
            assert len(solve(board).effects) >= 3


def test_silencers_in_a_ring_form_one_loop_in_the_layer_of_silence() -> None:
    """Each depends on the next one; all of them are one component."""
    board = concrete(SORCERY, Instance(3, (0, 0, 0), ((0, 1), (1, 2), (2, 0))))
    assert board is not None
    assert solve(board).loops("silence") == (("Alpha.1", "Beta.1", "Gamma.1"),)


def test_effects_in_two_layers_are_realised_in_that_order() -> None:
    """The first layer of the instance is an earlier layer of the document."""
    instance = Instance(3, (1, 0, 0), ((2, 1),))
    board = concrete(SORCERY, instance)
    assert board is not None
    answer = solve(board)
    layer = {
        turn.effect: [each.id for each in SORCERY.layers].index(record.layer)
        for record in answer.layers
        for turn in record.turns
    }
    assert layer["Beta.1"] == layer["Gamma.1"] < layer["Alpha.1"]


def test_where_all_effects_apply_at_once_no_instance_is_realised() -> None:
    """Duel Masters finds no dependency, because nothing goes before anything."""
    book = shipped_rulebook("duel-masters-1.28-en")
    assert concrete(book, Instance(2, (0, 0), ((0, 1),))) is None


@pytest.mark.slow
def test_a_chain_of_three_parts_the_clauses_on_dependent_effects() -> None:
    """Independent first all along the chain, or the two dependent ones by their age.

    Clauses: SORC-DEP-3, SORC-DEP-4.
    """
    [found] = settled_findings(alone(SORCERY, "SORC-OPEN-DEPENDENTS"))
    assert found.kind == "open"
    assert found.point == "SORC-OPEN-DEPENDENTS"
    assert found.instance == Instance(3, (0, 0, 0), ((0, 1), (1, 2)))
    assert found.orders == ((2, 1, 0), (2, 0, 1))
    assert set(found.clauses) >= {"SORC-DEP-3", "SORC-DEP-4"}
    assert found.board is not None
    outcomes = [
        outcome(solve(found.board, readings={found.point: reading})) for reading in found.readings
    ]
    assert outcomes[0] != outcomes[1]
    assert found.outcome_parts


@pytest.mark.slow
def test_a_ring_of_three_parts_the_readings_of_the_looking_again() -> None:
    """Once the oldest of a ring was applied, what it changed is no longer waited for."""
    [found] = settled_findings(alone(SORCERY, "SORC-OPEN-GRAPH"))
    assert found.instance is not None
    assert found.instance.n == 3
    assert len(found.instance.edges) == 3
    assert found.readings == ("once", "each-step")


def test_the_floor_of_power_parts_when_something_is_taken_and_then_added() -> None:
    """5 - 9 + 3 is nothing, or 3 where zero is reached at once. Clause: SORC-PWR-1."""
    [found] = settled_findings(alone(SORCERY, "SORC-OPEN-FLOOR"))
    assert found.readings[0] == "when-read"
    assert "each-step" in found.readings
    assert found.board is not None
    values = [
        solve(found.board, readings={found.point: reading}).value("V", "power")
        for reading in ("when-read", "each-step")
    ]
    assert values == [0, 3]


def test_an_open_point_whose_readings_say_the_same_is_reported_as_not_found() -> None:
    """Two names for one policy value part nowhere, and the finding says how far was looked."""
    same = tuple(
        Reading(
            id, "the same", MappingProxyType({"several": "printed order"}), MappingProxyType({})
        )
        for id in ("a", "b")
    )
    point = OpenPoint("P", "Which?", ("SORC-TS-0",), same, "a")
    policies = {**SORCERY.policies, "several": PolicyValue("printed order", "P")}
    book = replace(
        SORCERY,
        id="twice",
        points=MappingProxyType({"P": point}),
        policies=MappingProxyType(policies),
    )
    [found] = settled_findings(book, n=3)
    assert found.kind == "unknown"
    assert "none found up to n = 3" in found.reason
    assert found.board is None


@pytest.mark.parametrize("id", shipped_rulebooks())
def test_made_up_cards_have_words_in_every_shipped_game(id: str) -> None:
    """Each game has a number, a set with two words, and a keyword to lose."""
    words = SharedWords(shipped_rulebook(id))
    assert words.noun
    assert words.numbers
    assert any(len(each) > 1 for each in words.sets.values())
    assert words.keywords


def test_points_of_the_japanese_text_are_found_open_by_boards() -> None:
    """What the rules of Duel Masters do not say about a step parts on two effects."""
    book = shipped_rulebook("duel-masters-1.28-ja")
    found = settled_findings(alone(book, "DM-OPEN-SAME-STEP", "DM-OPEN-DOUBLE"))
    assert [each.kind for each in found] == ["open", "open"]
    assert all(each.instance is None and each.board is not None for each in found)


def test_two_kings_realise_two_effects_that_depend_on_each_other() -> None:
    """Each King takes the other one, in the layer of control; nothing else of theirs depends."""
    pair = Instance(2, (0, 0), ((0, 1), (1, 0)))
    boards = list(RealCards(SharedWords(SORCERY)).boards(pair))
    names = [
        tuple(event.card.name for event in board.play if isinstance(event, Play))
        for board in boards
    ]
    assert ("King of the Realm", "King of the Realm") in names
    assert concrete(SORCERY, pair, real=RealCards(SharedWords(SORCERY))) == boards[0]
    for board in boards:
        assert len(solve(board).loops("control")) == 1


@pytest.mark.slow
@pytest.mark.parametrize("id", ["duel-masters-1.28-ja", "grand-archive-2021"])
def test_every_open_point_has_a_board_that_can_be_saved(id: str) -> None:
    """The board as a scenario's text comes to what the finding says, under either reading."""
    for found in settled_findings(shipped_rulebook(id)):
        assert found.kind == "open", found.point
        assert found.board is not None
        again = loads_scenario(written_scenario(found.board))
        for scenario in (found.board, again):
            answers = {outcome(solve(scenario, readings={found.point: r})) for r in found.readings}
            assert len(answers) == len(found.readings)
