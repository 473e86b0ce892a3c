"""Every field of the facts is tampered with, in every way, on boards of every kind."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields, replace

import pytest

from layerlaw.model import load_scenario, loads_scenario
from layerlaw.model.shipped import shipped_scenarios
from layerlaw.solver import derive
from layerlaw.solver.certificate import Certificate
from layerlaw.solver.certificate.shape import FORMS
from layerlaw.solver.records import Facts
from layerlaw.solver.solve import solve
from tampering import tampered
from together import game, table

KINGS = """
title: Two Kings, Mesmerism and Infiltrate, on a field of soldiers
rulebook: sorcery-2026-01
players: [me, you]
play:
  - me: Foot Soldier as F at 18
  - you: Foot Soldier as G at 3
  - me: King of the Realm as K1 at 13
  - you: King of the Realm as K2 at 8
  - you: Mesmerism as M on K1
  - me: Infiltrate as I on K1
  - damage: F 9
"""

CHAIN = """
title: A chain of three, oldest last in it, and one effect that has nothing to do with it
rulebook: sorcery-2026-01
players: [me, you]
cards:
  Last: {is: [minion], power: 1, has: ["minions with Burrowing: gain Airborne"]}
  Middle: {is: [minion], power: 1, has: ["minions with Submerge: gain Burrowing"]}
  First: {is: [minion], power: 1, has: ["minions: gain Submerge"]}
  Lender: {is: [minion], power: 1, has: [Submerge, "minions: gain [self: lose Stealth]"]}
play:
  - me: Last as A at 1
  - me: Middle as B at 2
  - me: First as C at 3
  - you: Lender as D at 20
"""

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
