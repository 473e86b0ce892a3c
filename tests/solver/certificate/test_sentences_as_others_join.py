"""Sentences on the order where others join a layer and leave it: records by hand."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pytest

from layerlaw.model.rulebooks.axiom_notation import parse_condition
from layerlaw.model.rulebooks.axioms import Axiom, Demand
from layerlaw.solver.certificate.entries import course_of
from layerlaw.solver.certificate.sentences import departures
from layerlaw.solver.facts.records import (
    Dependency,
    EffectRecord,
    Facts,
    GraphRecord,
    LayerRecord,
    TurnRecord,
    Witness,
)
from situations import answer, rulebook, thing

Graphs = Mapping[int, tuple[str, str]]
"""For each number of turns taken who joined, and who depends on whom then: `AB`, `AB CA`."""

STEP: Demand = "y is not next"
FIRST: Demand = "x before y"


def record(turns: str, graphs: Graphs, gone: str = "") -> LayerRecord:
    """A layer in which these had their turns, in this order; gone: who left by itself."""
    made = []
    for turn, (joined, edges) in graphs.items():
        found = tuple(Dependency(edge[0], edge[1], Witness("scope")) for edge in edges.split())
        made.append(GraphRecord(turn, tuple(joined), tuple(joined), found))
    taken = tuple(
        TurnRecord(one, "applied", "gone" if one in gone else "blocked", ()) for one in turns
    )
    return LayerRecord("abilities", tuple(made), taken)


def noted(
    demand: Demand,
    condition: str,
    turns: str,
    graphs: Graphs,
    *,
    anew: bool,
    gone: str = "",
    ages: str = "ABCDE",
) -> list[str]:
    """What is noted under one sentence, without what all notes begin with. ages: oldest first."""
    axiom = Axiom("T-1", parse_condition(condition), (), demand)
    book = replace(rulebook(), axioms=(axiom,))
    effects = tuple(
        EffectRecord(id, id, (number, 0), (number, 0), None) for number, id in enumerate(ages)
    )
    true: Facts = answer(book, thing("A")).facts
    layer = record(turns, graphs, gone)
    facts = replace(true, effects=effects, layers=(layer,))
    begins = "at its word T-1 is not kept in layer abilities: "
    return [note.removeprefix(begins) for note in departures(facts, [course_of(layer, anew=anew)])]


def before(y: str, x: str) -> list[str]:
    """The note that one went before another."""
    return [f"{y} goes before {x}, which has to come first"]


JOINING: Graphs = {0: ("ABD", "AB"), 1: ("C", "CA BC")}
"""A depends on B; behind the first turn C joins, on which B depends, and which depends on A."""


@pytest.mark.parametrize("anew", [False, True])
@pytest.mark.parametrize(
    ("turns", "wanted"),
    [
        ("DBAC", before("B", "C")),
        ("DCBA", before("C", "A")),
        ("BADC", []),
        ("ABCD", before("A", "B")),
        ("BCAD", before("C", "A")),
    ],
)
def test_who_joined_counts_from_then_on(turns: str, wanted: list[str], anew: bool) -> None:
    """Before the first turn nobody depends on C, and behind it B does and C does on A."""
    assert noted(STEP, "y depends on x", turns, JOINING, anew=anew) == wanted


@pytest.mark.parametrize(
    ("turns", "anew", "wanted"),
    [
        # What was found before is known still where graphs add up, and is not where each is anew.
        ("DABC", False, before("A", "B")),
        ("DABC", True, before("B", "C")),
        ("DACB", True, []),
        ("DACB", False, before("A", "B")),
    ],
)
def test_what_was_found_before_counts_where_graphs_add_up(
    turns: str, anew: bool, wanted: list[str]
) -> None:
    """Where each graph stands alone A depends on nobody once C is there."""
    assert noted(STEP, "y depends on x", turns, JOINING, anew=anew) == wanted


@pytest.mark.parametrize(
    ("turns", "wanted"),
    [
        # Of A and B it is said at first, whatever is found later; of C once it is there.
        ("DABC", before("A", "B")),
        ("DCBA", before("C", "A")),
        ("DBAC", before("B", "C")),
        ("BDAC", []),
        ("DACB", before("A", "B")),
    ],
)
def test_what_is_said_of_the_first_moment_stays(turns: str, wanted: list[str]) -> None:
    """Of each two: the moment at which both are there for the first time."""
    for later in ("CA BC", "CA BC BA", "CA BC AD"):
        graphs = {0: ("ABD", "AB"), 1: ("C", later)}
        assert noted(FIRST, "y depends on x", turns, graphs, anew=True) == wanted


def test_who_left_by_itself_was_no_choice() -> None:
    """Its turn is not looked at, and it is nobody that others wait for."""
    graphs = {0: ("ABC", "AB BC")}
    assert noted(STEP, "y depends on x", "ABC", graphs, anew=True) == before("A", "B")
    assert noted(STEP, "y depends on x", "ABC", graphs, anew=True, gone="A") == before("B", "C")
    assert noted(STEP, "y depends on x", "ABC", graphs, anew=True, gone="AB") == []


def test_two_are_enough() -> None:
    """Of one that is alone there is no choice, with whatever turns."""
    graphs = {0: ("AB", "AB")}
    assert noted(STEP, "y depends on x", "AB", graphs, anew=True) == before("A", "B")
    assert noted(STEP, "x older than y", "BA", graphs, anew=True) == before("B", "A")
    assert noted(STEP, "x older than y", "AB", graphs, anew=True, ages="BA") == before("A", "B")
    alone = noted(STEP, "y depends on nothing", "A", {0: ("A", "")}, anew=True)
    assert alone == []
    left = noted(STEP, "y depends on nothing", "A", {0: ("AB", "")}, anew=True)
    assert left == []
