"""Few sentences at a time, one of them on who is ready: the certificate names what the audit names.

With many sentences nearly everybody is kept back by some, and nobody is ready.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import pytest

from layerlaw.model.rulebooks.axiom_notation import parse_condition
from layerlaw.model.rulebooks.axioms import Axiom
from layerlaw.model.shipped import shipped_rulebook
from layerlaw.solver.certificate.sentences import departures
from layerlaw.solver.documents.axioms.instances import Instance
from layerlaw.solver.documents.axioms.moments import CheckedInstance, Moments
from layerlaw.solver.documents.boards.realise import boards
from layerlaw.solver.facts.records import Facts
from layerlaw.solver.play.solve import solve

Graph = tuple[tuple[int, int], ...]
NAMES = ("Alpha.1", "Beta.1", "Gamma.1")
GRAPHS: tuple[Graph, ...] = (
    (),
    ((0, 1),),
    ((1, 0),),
    ((0, 1), (1, 0)),
    ((0, 1), (1, 2), (2, 0)),
    ((0, 1), (1, 0), (2, 0)),
    ((0, 1), (1, 0), (0, 2)),
    ((2, 1), (1, 0)),
    ((1, 2),),
    ((2, 1),),
    ((1, 2), (2, 1)),
)
SETTLED = (
    "x older than y",
    "y older than x",
    "y depends on x",
    "x depends on y",
    "y depends on something",
    "y depends on nothing",
    "x waits for nothing and x older than y",
    "x and y in a loop",
    "x and y in a loop and x older than y",
    "x depends on y in a chain",
    "y depends on x in a chain and x older than y",
)
READY = (
    "x is ready",
    "x is ready and x older than y",
    "x is ready and y older than x",
    "y is ready and x older than y",
    "not (x is ready) and y older than x",
    "y depends on something and x is ready",
)


def axiom(number: int, condition: str) -> Axiom:
    """The sentence that y is not next where this holds of it and x."""
    return Axiom(f"T-{number}", parse_condition(condition), (), "y is not next")


@cache
def recorded(graph: Graph) -> Facts:
    """One layer of a board with these dependencies."""
    book = shipped_rulebook("sorcery-2026-01")
    board = next(boards(book, Instance(3, (0, 0, 0), graph), family="words"))
    facts = solve(board).facts
    layer = next(one for one in facts.layers if {*NAMES} == {turn.effect for turn in one.turns})
    return replace(facts, layers=(layer,))


def notes(facts: Facts, *axioms: Axiom) -> list[str]:
    """What is noted under these sentences, with nothing known from before."""
    book = replace(facts.situation.rulebook, axioms=axioms)
    return list(departures(replace(facts, situation=replace(facts.situation, rulebook=book))))


@cache
def expected(graph: Graph, conditions: tuple[str, ...]) -> list[str]:
    """What is to be noted, by the audit's own reading: of several the first is named."""
    axioms = tuple(axiom(*each) for each in enumerate(conditions))
    moments = Moments(axioms, CheckedInstance(Instance(3, (0, 0, 0), graph)))
    [layer] = recorded(graph).layers
    order = [NAMES.index(turn.effect) for turn in layer.turns]
    said: dict[str, str] = {}
    pending = moments.row.every
    for place in order:
        barred = moments.barred(pending)
        for one in axioms:
            others = {x for (x, y), why in barred.items() if y == place and one.clause in why}
            if others and one.clause not in said:
                first = min(others)
                end = ", where it may not be next"
                if place not in others:
                    end = f" before {NAMES[first]}, which has to come first"
                said[one.clause] = (
                    f"at its word {one.clause} is not kept in layer {layer.layer}: "
                    f"{NAMES[place]} goes{end}"
                )
        pending = tuple(one for one in pending if one != place)
    return list(said.values())


@pytest.mark.parametrize("graph", GRAPHS)
@pytest.mark.parametrize("settled", SETTLED)
def test_who_is_ready_is_who_nothing_else_keeps_back(settled: str, graph: Graph) -> None:
    """With one other sentence, that says who is kept back."""
    facts = recorded(graph)
    for ready in READY:
        found = notes(facts, axiom(0, settled), axiom(1, ready))
        assert sorted(found) == sorted(expected(graph, (settled, ready)))


def test_a_layer_of_one_effect_breaks_nothing() -> None:
    """There was nobody else to go."""
    facts = recorded(())
    [layer] = facts.layers
    never = axiom(0, "y depends on nothing")
    assert len(notes(facts, never)) == 1
    for count in (1, 2):
        first = layer.turns[0].effect
        graph = replace(layer.graphs[0], pending=(first,), tested=(first,), found=())
        alone = replace(layer, turns=layer.turns[:count], graphs=(graph,))
        assert notes(replace(facts, layers=(alone,)), never) == []
