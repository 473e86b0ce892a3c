"""Every field of the facts is tampered with, in every way, on boards of every kind."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields, replace

import pytest

from layerlaw.model import load_scenario, loads_scenario
from layerlaw.model.shipped import shipped_scenarios
from layerlaw.solver import derive
from layerlaw.solver.certificate import Certificate, certificate_of
from layerlaw.solver.certificate.shape import FORMS
from layerlaw.solver.facts.records import Facts
from layerlaw.solver.facts.rows import Cells
from layerlaw.solver.play.solve import solve
from tampering import CHAIN, KINGS, tampered
from together import game, table

MUTUAL = {
    "P": "1 | creatures named Q: lose all abilities",
    "Q": "2 | creatures named P: lose all abilities",
}
ALONE = {"P": "1 | creatures without haste: gain haste", "Q": "2 haste"}
SELF = {"P": "1 | creatures: gain haste as long as self has haste", "Q": "1"}

GIFTS = {
    "X": "1 | other creatures: gain [self: power := 3] | other creatures: gain [self: power := 5]",
    "Y": "1",
}

GUIDE = """
title: In the play guide the newest wins
rulebook: grand-archive-2021
players: [A, B]
cards:
  Strong: {is: [ally], power: 1, life: 1, has: ["other allies: power += 2"]}
  Weak: {is: [ally], power: 3, life: 1, has: ["other allies: power -= 1"]}
play:
  - A: Strong as S
  - B: Weak as W
"""


def at_once(cards: Mapping[str, str], process: str = "simultaneous") -> Facts:
    """The facts of what these cards come to at the same time."""
    return derive(table(cards, None, game({"process": process}))).facts


LATE = """
title: What is given comes too late for an earlier layer
rulebook: sorcery-2026-01
players: [me, you]
cards:
  Giver: {is: [minion], power: 1, has: ["other minions: gain [self: subtypes := mortal]"]}
  Second: {is: [minion], power: 1, has: ["other minions: gain [other minions: controller := you]"]}
play:
  - me: Giver as G at 8
  - you: Second as S at 9
"""


def of_scenario(text: str) -> Facts:
    """The facts of a scenario."""
    return solve(loads_scenario(text)).facts


def shipped(name: str) -> Facts:
    """The facts of a shipped scenario."""
    [path] = [path for path in shipped_scenarios() if path.name == f"{name}.scenario.yaml"]
    return solve(load_scenario(path)).facts


BOARDS: dict[str, Callable[[], Facts]] = {
    "once per layer": lambda: of_scenario(KINGS),
    "once per layer, abilities given": lambda: of_scenario(CHAIN),
    "too late": lambda: of_scenario(LATE),
    "each step": lambda: shipped("mordred-caliburn"),
    "the play guide": lambda: of_scenario(GUIDE),
    "one answer": lambda: at_once(SELF),
    "two answers": lambda: at_once(MUTUAL),
    "a paradox": lambda: at_once(ALONE),
    "newest wins": lambda: at_once(GIFTS, "newest wins"),
}

UNCHECKED = {
    ("effects", "two swapped"): "they are told in no order",
    ("layers.graphs.found", "two swapped"): "dependencies are told in no order",
    ("layers.turns.changes", "two swapped"): "the cells of one turn change at once",
    ("answers.steps.turns.changes", "two swapped"): "the cells of one turn change at once",
    ("lifted.steps.turns.changes", "two swapped"): "the cells of one turn change at once",
    ("late", "two swapped"): "they are told in no order",
    ("complete", "turned round"): "it says less than is known",
}
"""What may be told otherwise, and why that is not wrong. The situation is not certified at all."""


def changed(facts: Facts) -> Iterator[tuple[str, str, Facts]]:
    """The facts with one thing changed, once for every field and every way of changing it."""
    seen: set[tuple[str, str]] = set()
    for field in fields(facts):
        if field.name == "situation":
            continue
        for path, how, value in tampered(getattr(facts, field.name), (field.name,)):
            where = ".".join(path)
            if (where, how) not in seen:
                seen.add((where, how))
                yield where, how, replace(facts, **{field.name: value})


@pytest.mark.slow
@pytest.mark.parametrize("name", BOARDS)
def test_every_tampered_field_is_refused(name: str) -> None:
    """Another value, another type, dropped, twice, swapped, a stranger; whatever is not wrong."""
    facts = BOARDS[name]()
    verdict = Certificate(facts).check()
    assert verdict.outcome == "confirmed", verdict.failures
    accepted = [
        (where, how)
        for where, how, wrong in changed(facts)
        if (where, how) not in UNCHECKED and Certificate(wrong).check().outcome != "refused"
    ]
    assert accepted == []


@pytest.mark.parametrize("text", [KINGS, CHAIN, LATE])
def test_what_an_answer_hands_out_is_what_was_checked(text: str) -> None:
    """Values, loops, orders and what came too late are read off the facts."""
    found = solve(loads_scenario(text))
    assert certificate_of(found).check().ok
    facts = found.facts
    assert found.final is facts.final and found.layers is facts.layers
    assert found.late == facts.late
    for layer in found.rulebook.layers:
        graphs = {loop for run in found.runs for graph in run.graphs for loop in graph.loops}
        assert set(found.loops(layer.id)) <= graphs
    loops = {loop for layer in facts.layers for loop in found.loops(layer.layer)}
    assert loops == {loop for run in found.runs for graph in run.graphs for loop in graph.loops}
    for (object, characteristic), value in facts.final.items():
        assert found.value(object, characteristic) == value
        index = found.index(object)
        assert found.shown.cell(found.end, index, characteristic, final=True) == value


def test_a_false_value_that_was_read_is_refused() -> None:
    """What was read of rows stays read, so it is compared and not the rows."""
    found = solve(loads_scenario(KINGS))
    final = found.final
    assert isinstance(final, Cells)
    final.told["F", "power"] = 99
    assert found.value("F", "power") == 99
    assert certificate_of(found).check().outcome == "refused"


@pytest.mark.parametrize(
    "cards", [MUTUAL, SELF, GIFTS, {"P": "1 | other creatures: power += 1", "Q": "2"}]
)
def test_of_several_answers_each_hands_out_its_own_record(cards: Mapping[str, str]) -> None:
    """The cells and steps of a state are those that its record holds."""
    found = derive(table(cards))
    for state, record in zip(found.states, found.facts.answers or (), strict=True):
        assert state.final is record.final
        assert state.layers is record.steps
        for (object, characteristic), value in record.final.items():
            assert state.value(object, characteristic) == value


def test_what_came_too_late_is_told_and_checked() -> None:
    """None is dropped, and none made up."""
    facts = of_scenario(LATE)
    assert facts.late
    for late in ((), facts.late[1:], (*facts.late, ("G.1", "3")), facts.late * 2):
        assert Certificate(replace(facts, late=late)).check().outcome == "refused"


def test_every_field_has_its_form() -> None:
    """No record has a field that is not looked at before anything is replayed."""
    for record, forms in FORMS.items():
        assert list(forms) == [field.name for field in fields(record)]


def test_a_thing_missing_from_the_situation_is_a_refusal() -> None:
    """Whatever the record or the situation speaks of; no error escapes."""
    facts = of_scenario(KINGS)
    situation = facts.situation
    for number in range(len(situation.things)):
        things = situation.things[:number] + situation.things[number + 1 :]
        wrong = replace(facts, situation=replace(situation, things=things))
        assert Certificate(wrong).check().outcome == "refused"
    for number in range(len(situation.effects)):
        effects = situation.effects[:number] + situation.effects[number + 1 :]
        wrong = replace(facts, situation=replace(situation, effects=effects))
        assert Certificate(wrong).check().outcome == "refused"
    for stranger in (replace(situation, players=("me",)), replace(situation, active="nobody")):
        assert Certificate(replace(facts, situation=stranger)).check().outcome == "refused"


def test_a_layered_game_has_no_second_story() -> None:
    """Answers, lifted states, a conflict, or fewer than all: a layered record has none."""
    facts = of_scenario(KINGS)
    [record] = at_once(SELF).lifted
    for wrong in (
        replace(facts, answers=()),
        replace(facts, answers=(record, record)),
        replace(facts, lifted=(record,)),
        replace(facts, conflict=("K1.2",)),
        replace(facts, complete=False),
    ):
        assert Certificate(wrong).check().outcome == "refused"
