"""Graphs and turns of a layer, with one too many or missing, or with what is no dependency."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from layerlaw.model import algebra as a
from layerlaw.solver.certificate import Certificate
from layerlaw.solver.facts.records import Dependency, Facts, LayerRecord, Witness
from situations import CREATURES, answer, line, plus, rulebook, thing

X = a.Identified("X")
STRONG = a.Both((CREATURES, a.Compared(a.Read("power", a.It()), ">=", a.Number(5))))


def in_power(facts: Facts, **fields: Any) -> Facts:
    """The facts with the record of the layer of power changed."""
    layers = tuple(replace(one, **fields) if one.layer == "power" else one for one in facts.layers)
    return replace(facts, layers=layers)


def power(facts: Facts) -> LayerRecord:
    """The record of the layer of power."""
    [record] = [one for one in facts.layers if one.layer == "power"]
    return record


def messages(facts: Facts) -> list[str]:
    """What the facts are refused for."""
    return [failure.message for failure in Certificate(facts).check().failures]


def two(**policies: str) -> Facts:
    """A strengthens itself, and B nothing, for there is no Z."""
    things = (
        thing("A", line(a.Self(), plus(1)), power=1),
        thing("B", line(a.Identified("Z"), plus(1)), power=1),
    )
    return answer(rulebook(policies), *things).facts


def test_every_pending_part_has_a_turn() -> None:
    """Also one whose turn changes nothing."""
    facts = two()
    record = power(facts)
    assert not messages(facts)
    assert "B.1 is pending and has no turn" in messages(in_power(facts, turns=record.turns[:1]))


@pytest.mark.parametrize("at", [1, 2, 3, 9])
def test_there_is_no_graph_but_where_something_joined(at: int) -> None:
    """Nor at a turn that there is not."""
    facts = two()
    record = power(facts)
    wrong = in_power(facts, graphs=(*record.graphs, replace(record.graphs[0], turn=at)))
    told = (
        f"at turn {at} nothing joined, yet a graph is recorded"
        if at < 3
        else f"a graph is recorded at turn {at}, which there is not"
    )
    assert told in messages(wrong)


def test_a_turn_may_not_be_told_to_change_nothing() -> None:
    """Whether or not the final cells are told to fit."""
    facts = two()
    turns = power(facts).turns
    nothing = in_power(facts, turns=(replace(turns[0], changes=()), *turns[1:]))
    told = "A.1 changes power of A from 1 to 2, which is not recorded"
    assert told in messages(nothing)
    assert facts.final["A", "power"] == 2
    fitting = replace(nothing, final={**facts.final, ("A", "power"): 1})
    assert told in messages(fitting)


def with_dependency(facts: Facts, witness: Witness) -> Facts:
    """The facts where A depends on B at first, too."""
    record = power(facts)
    found = (*record.graphs[0].found, Dependency("A.1", "B.1", witness))
    return in_power(facts, graphs=(replace(record.graphs[0], found=found), *record.graphs[1:]))


@pytest.mark.parametrize("first", [True, False])
def test_no_edge_joins_what_sets_and_what_does_not(first: bool) -> None:
    """B makes X one of those that A speaks of; one of the two sets power, and the other adds."""
    seven = a.SetNumber("power", a.Number(7))
    does, other = (seven, plus(6)) if first else (plus(6), seven)
    things = (
        thing("A", line(STRONG, does), power=1),
        thing("B", line(X, other), power=1),
        thing("X", power=1),
    )
    facts = answer(rulebook({"parity": "both or neither set"}), *things).facts
    assert not messages(facts) and not power(facts).graphs[0].found
    wrong = with_dependency(facts, Witness("scope", 0, entered=("X",)))
    one, another = ("A.1", "B.1") if first else ("B.1", "A.1")
    told = f"{one} sets something and {another} does not, so no edge joins them at turn 0"
    assert told in messages(wrong)


def defined(parity: str) -> Facts:
    """A alone defines a characteristic, and B makes X one of those that A speaks of."""
    defining = replace(line(STRONG, a.SetNumber("power", a.Number(7))), defines=True)
    things = (
        thing("A", defining, power=1),
        thing("B", line(X, plus(6)), power=1),
        thing("X", power=1),
    )
    return answer(rulebook({"parity": parity}), *things).facts


def test_no_edge_joins_what_defines_and_what_does_not() -> None:
    """B makes X one of those that A speaks of, and A alone defines a characteristic."""
    facts = defined("both or neither characteristic-defining")
    assert not messages(facts)
    wrong = with_dependency(facts, Witness("scope", 0, entered=("X",)))
    told = "A.1 defines a characteristic and B.1 does not, so no edge joins them at turn 0"
    assert told in messages(wrong)


def test_without_the_condition_both_kinds_are_joined() -> None:
    """The same board where no such thing is asked: A depends on B."""
    facts = defined("none")
    assert [(one.effect, one.on) for one in power(facts).graphs[0].found] == [("A.1", "B.1")]
    assert not messages(facts)


def test_who_is_pending_is_told() -> None:
    """In the order of their ages, or that it is no one."""
    facts = two()
    record = power(facts)
    graph = replace(record.graphs[0], pending=())
    assert "pending at turn 0 are A.1, B.1, and not no one" in messages(
        in_power(facts, graphs=(graph,))
    )
