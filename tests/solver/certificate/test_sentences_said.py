"""Every fact that an axiom can state is read alike by the certificate and by the audit.

Each fact stands alone, denied, joined with another one and as an exception, with each demand; the
audit's own reading, shared with nothing in the certificate, says which of these the order breaks.
"""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache

import pytest

from layerlaw.model.rulebooks.axiom_notation import FACTS, parse_condition
from layerlaw.model.rulebooks.axioms import Axiom, Demand
from layerlaw.model.shipped import shipped_rulebook
from layerlaw.solver.certificate.sentences import departures
from layerlaw.solver.documents.audit.procedure import Turns, broken
from layerlaw.solver.documents.axioms.instances import Instance
from layerlaw.solver.documents.axioms.moments import CheckedInstance, Moments
from layerlaw.solver.documents.boards.realise import boards
from layerlaw.solver.facts.records import Facts
from layerlaw.solver.play.solve import solve

DEMANDS: tuple[Demand, ...] = ("x before y", "y is not next")
NAMES = ("Alpha.1", "Beta.1", "Gamma.1")
GRAPHS = (
    (),
    ((0, 1),),
    ((1, 0),),
    ((0, 1), (1, 0)),
    ((0, 1), (1, 2), (2, 0)),
    ((0, 1), (1, 0), (2, 0)),
    ((0, 1), (1, 0), (0, 2)),
    ((2, 1), (1, 0)),
)


def axioms(demand: Demand) -> tuple[Axiom, ...]:
    """Every fact, both ways round, in every place of a condition; each has a clause of its own."""
    swapped = [re.sub(r"\b[xy]\b", lambda one: "yx"["xy".index(one[0])], fact) for fact in FACTS]
    facts = [fact for fact in dict.fromkeys((*FACTS, *swapped)) if ready_where_it_may(fact, demand)]
    made: list[Axiom] = []
    for number, fact in enumerate(facts):
        beside = facts[number - 1]
        for form in (
            f"{fact}",
            f"not ({fact})",
            f"{fact} and x older than y",
            f"y older than x and not ({fact})",
            f"{fact} or {beside}",
            f"{fact} and {beside}",
        ):
            made.append(Axiom(f"T-{len(made)}", parse_condition(form), (), demand))
        made.append(Axiom(f"T-{len(made)}", parse_condition("x older than y"), (), demand))
        made.append(Axiom(f"T-{len(made)}", parse_condition(fact), (made[-1].clause,), demand))
    return tuple(made)


def ready_where_it_may(fact: str, demand: Demand) -> bool:
    """Who is ready is asked of a choice alone."""
    return demand == "y is not next" or "ready" not in fact


@cache
def recorded(graph: tuple[tuple[int, int], ...], demand: Demand) -> tuple[Facts, dict[str, int]]:
    """One layer of a board with these dependencies; of each axiom broken whom the audit names."""
    instance = Instance(3, (0, 0, 0), graph)
    book = shipped_rulebook("sorcery-2026-01")
    board = next(boards(book, instance, family="words"))
    book = replace(book, axioms=axioms(demand))
    facts = solve(replace(board, rulebook=book)).facts
    # The rules of the game have effects as well, in layers of their own.
    layer = next(one for one in facts.layers if {*NAMES} == {turn.effect for turn in one.turns})
    moments = Moments(book.axioms, CheckedInstance(instance))
    expected = broken(moments, Turns.of(book).order(instance))
    return replace(facts, layers=(layer,)), {clause: y for clause, (_, y) in expected.items()}


@pytest.mark.parametrize("graph", GRAPHS)
@pytest.mark.parametrize("demand", DEMANDS)
def test_every_fact_is_read_as_the_audit_reads_it(
    graph: tuple[tuple[int, int], ...], demand: Demand
) -> None:
    """On a board of three effects in one layer with these dependencies."""
    facts, expected = recorded(graph, demand)
    # Of another rulebook, though one that says the same, nothing is known from before.
    book = replace(facts.situation.rulebook)
    facts = replace(facts, situation=replace(facts.situation, rulebook=book))
    told = {}
    for note in departures(facts):
        clause, said = note.removeprefix("at its word ").split(" is not kept in layer ")
        told[clause] = NAMES.index(said.split()[1])
    assert told == expected
