"""Layers in which only rules that select nothing had turns wait, and come to the same."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from random import Random

import pytest

from layerlaw import load_scenario, shipped_scenarios
from layerlaw.model import algebra as a
from layerlaw.model.errors import LayerlawError
from layerlaw.model.rulebooks.rulebook import Rule
from layerlaw.solver import Answer, derive
from layerlaw.solver.derivation.course import Course
from layerlaw.solver.facts.situation import Situation
from layerlaw.solver.layers.runs import LayerRun
from layerlaw.solver.play.solve import solve
from oracle.generate import seeded_scenario
from oracle.small_rulebook import DOCUMENT_LAYERS, small_rulebook
from situations import CREATURES, answer, line, plus, rulebook, thing

RELICS = a.Member("types", "relic")
CANT = a.Permission(False, "attack")
IDLE = Rule("idle", line(RELICS, plus(1), zones=("rules",)), "C1")
BUSY = Rule("busy", line(CREATURES, plus(1), zones=("rules",)), "C1")


def all_of(one: Answer) -> tuple[object, ...]:
    """What an answer says."""
    return one.layers, one.final, one.fates, one.late, one.facts.effects


def runs_at_once(course: Course) -> list[int]:
    """The layers that did not wait."""
    held = course._waiting if course._runs is None else course._runs
    return [run.layer for run in held if isinstance(run, LayerRun)]


def same_without(situation: Situation) -> bool:
    """Whether a layer waited; it is as if none had, and as if no short cut was taken."""
    quick = derive(situation)
    waited = len(runs_at_once(quick.course)) < len(quick.runs)
    assert all_of(derive(situation, stop=lambda: None)) == all_of(quick)
    assert all_of(derive(situation, prune=False)) == all_of(quick)
    return waited


@pytest.mark.slow
@pytest.mark.parametrize("graph", ["once", "each step"])
@pytest.mark.parametrize("part", range(4))
def test_no_layer_waits_wrongly_on_random_boards(graph: str, part: int) -> None:
    """Though its rules find something on some boards, and nothing on others."""
    book = replace(small_rulebook({"graph": graph}), layers=DOCUMENT_LAYERS)
    waited = 0
    for seed in range(50 * part, 50 * part + 50):
        with suppress(LayerlawError):
            waited += same_without(solve(seeded_scenario(seed, book)).situation)
    assert waited > 10


@pytest.mark.slow
@pytest.mark.parametrize("part", range(4))
def test_no_layer_waits_wrongly_where_abilities_are_dealt_anew(part: int) -> None:
    """What is printed on the shipped scenarios' cards, for other cards of the same scenario."""
    random = Random(part)
    waited = boards = 0
    for path in shipped_scenarios()[part::8]:
        scenario = load_scenario(path)
        if scenario.rulebook.policy("process") != "layered":
            continue
        situation = solve(scenario).situation
        printed = [one for thing in situation.things for one in thing.card.abilities]
        things = tuple(
            replace(
                thing,
                card=replace(
                    thing.card,
                    abilities=tuple(
                        random.sample(printed, min(len(printed), random.choice((0, 1, 2))))
                    ),
                ),
            )
            for thing in situation.things
        )
        with suppress(LayerlawError):
            waited += same_without(replace(situation, things=things))
            boards += 1
    assert boards > 20
    assert waited > 5


def test_a_layer_of_idle_rules_waits() -> None:
    """It is there as soon as somebody looks, in its place."""
    found = answer(rulebook(rules=(IDLE,)), thing("A", line(CREATURES, CANT), power=1))
    assert runs_at_once(found.course) == []
    assert [record.layer for record in found.layers] == ["power", "last"]
    [turn] = found.layers[0].turns
    assert turn.effect == "rules.idle"


def test_a_rule_that_selects_something_does_not_wait() -> None:
    """Neither does an idle one beside it."""
    found = answer(rulebook(rules=(IDLE, BUSY)), thing("A", power=1))
    assert len(runs_at_once(found.course)) == 1
    assert found.final["A", "power"] == 2


def test_an_idle_rule_waits_for_nobody_else() -> None:
    """With any other effect in its layer it has its turn at once: it may become busy there."""
    found = answer(rulebook(rules=(IDLE,)), thing("A", line(CREATURES, plus(1)), power=1))
    assert len(runs_at_once(found.course)) == 1


def test_what_is_granted_later_is_no_part_of_a_layer_that_waited() -> None:
    """It comes too late for the layer, as if the layer had been run at once."""
    grants = line(CREATURES, a.Gain(line(CREATURES, a.SetStatus("tapped"))))
    rule = Rule("idle", line(RELICS, a.SetStatus("tapped"), zones=("rules",)), "C1")
    book = rulebook(rules=(rule,))
    found = answer(book, thing("A", grants, power=1), thing("B", power=1))
    assert runs_at_once(found.course) == [5]
    assert len(found.late) == 2
    states, abilities = found.layers
    assert [turn.effect for turn in states.turns] == ["rules.idle"]
    assert all_of(derive(found.situation, stop=lambda: None)) == all_of(found)
    assert abilities.layer == "abilities"


def test_a_rule_with_a_condition_does_not_wait() -> None:
    """Whether it exists is something that boards say."""
    tested = replace(IDLE, ability=replace(IDLE.ability, condition=a.Exists(CREATURES)))
    assert len(runs_at_once(answer(rulebook(rules=(tested,)), thing("A", power=1)).course)) == 1
