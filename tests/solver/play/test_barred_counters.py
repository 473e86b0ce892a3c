"""Counters that can't be put on objects, or taken off them: solver and oracle, and by hand."""

from __future__ import annotations

from dataclasses import replace

import pytest

from comparing import assert_same
from layerlaw.model.algebra import Everything, Not, Permission, Self
from layerlaw.model.algebra.canonical import both
from layerlaw.model.notation.parsing import parse_operations
from layerlaw.model.notation.printing import print_ability
from layerlaw.model.rulebooks.rulebook import Rule
from layerlaw.model.rulebooks.words import vocabulary
from layerlaw.model.scenarios.events import ChangeCounters, Event
from layerlaw.solver.play.solve import solve
from oracle.build import WHERE, card, play, scenario, text
from oracle.small_rulebook import CLAUSE, small_rulebook

SMALL = small_rulebook()
OTHERS = both((Everything(), Not(Self())))
BEAR = card("Bear", power=3)


@pytest.mark.parametrize(
    ("verb", "growth", "damage"),
    [
        ("get growth counters", 1, 1),
        ("lose growth counters", 3, 1),
        ("get counters", 1, 0),
        ("lose counters", 3, 1),
        ("get damage counters", 2, 0),
    ],
)
def test_a_barred_counter_changes_nothing(verb: str, growth: int, damage: int) -> None:
    """Two are there, one more is put on and one taken off, and one of another kind put on."""
    barring = card("Barring", text((OTHERS, [Permission(False, verb)])))
    events: list[Event] = [play(BEAR, "B"), ChangeCounters("B", "growth", 2, WHERE)]
    events.append(play(barring, "C"))
    events += [ChangeCounters("B", "growth", amount, WHERE) for amount in (1, -1)]
    history = scenario(SMALL, [*events, ChangeCounters("B", "damage", 1, WHERE)])
    assert_same(history)
    answer = solve(history)
    assert (answer.final["B", "growth"], answer.final["B", "damage"]) == (growth, damage)
    assert any(verb in one.what for one in answer.idle)


def test_the_rules_bar_counters_as_well() -> None:
    """What only rules forbid is looked at, too."""
    ability = replace(text((OTHERS, [Permission(False, "get growth counters")])), zones=("rules",))
    rulebook = replace(SMALL, rules=(*SMALL.rules, Rule("barred", ability, CLAUSE)))
    history = scenario(rulebook, [play(BEAR, "B"), ChangeCounters("B", "growth", 1, WHERE)])
    assert_same(history)
    assert solve(history).final["B", "growth"] == 0


@pytest.mark.parametrize("said", ["can't get damage counters", "can lose counters"])
def test_the_words_are_read_and_written(said: str) -> None:
    """They name a counter, or none."""
    (operation,), *_ = parse_operations(said, vocabulary(SMALL))
    assert isinstance(operation, Permission)
    assert print_ability(text((Self(), [operation]))) == f"self: {said}"
