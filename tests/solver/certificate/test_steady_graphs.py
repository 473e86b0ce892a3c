"""Graphs that are as the one before: what is told so is held against what happened, and written."""

from __future__ import annotations

import json
import pickle
from dataclasses import replace
from random import Random

import pytest

from layerlaw.model import BadInput, loads_scenario
from layerlaw.model import algebra as a
from layerlaw.solver import solve, verify, written_certificate
from layerlaw.solver.certificate import Certificate, loads_certificate
from layerlaw.solver.certificate.entries import courses_of
from layerlaw.solver.certificate.written.writing import text_of
from layerlaw.solver.facts.records import Facts, GraphRecord, LayerRecord
from layerlaw.solver.facts.still_pending import StillPending, as_before, gone_since
from situations import CREATURES, answer, line, plus, rulebook, thing

STEPS = rulebook({"graph": "each step", "freed": "compete"})
STRONG = a.Compared(a.Read("power", a.It()), ">=", a.Number(3))
LINES = (
    line(CREATURES, plus(1)),
    line(CREATURES, plus(2)),
    line(STRONG, plus(1)),
    line(a.Both((CREATURES, a.Not(STRONG))), plus(2)),
    line(a.Self(), plus(1)),
    line(a.Member("elements", "fire"), plus(1)),
    line(CREATURES, a.Gain(a.Ability("Flying"))),
    line(a.HasAbility("Flying"), plus(1)),
    line(a.Not(a.Self()), a.Lose("Flying")),
    line(a.Member("elements", "water"), a.SetStatus("silenced")),
)


def drawn(seed: int) -> Facts:
    """Three to six creatures with one or two of these lines each."""
    random = Random(seed)
    things = [
        thing(
            name,
            *random.sample(LINES, random.choice((1, 1, 2))),
            elements=(random.choice(("fire", "water", "norm")),),
            power=random.randint(1, 3),
        )
        for name in "ABCDEF"[: random.randint(3, 6)]
    ]
    return answer(STEPS, *things).facts


def anthems() -> Facts:
    """Five creatures that make all others stronger, at whose strength nobody looks."""
    names = "ABCDE"
    return answer(STEPS, *(thing(name, line(CREATURES, plus(1)), power=1) for name in names)).facts


def with_graphs(facts: Facts, graphs: tuple[GraphRecord, ...]) -> Facts:
    """The facts with other graphs in their one layer."""
    [layer] = facts.layers
    return replace(facts, layers=(replace(layer, graphs=graphs),))


def graphs_of(facts: Facts) -> tuple[GraphRecord, ...]:
    """The graphs of the only layer."""
    [layer] = facts.layers
    return layer.graphs


def told_steadily(facts: Facts) -> int:
    """How many graphs are told by one before them."""
    graphs = [graph for layer in facts.layers for graph in layer.graphs]
    return sum(isinstance(graph.pending, StillPending) for graph in graphs)


@pytest.mark.parametrize("first", range(0, 120, 30))
def test_the_same_is_found_of_graphs_that_are_told_one_by_one(first: int) -> None:
    """The same epochs, the same claims and the same verdict, clause by clause."""
    steady = 0
    for seed in range(first, first + 30):
        facts = drawn(seed)
        plain: Facts = pickle.loads(pickle.dumps(facts))
        steady += told_steadily(facts)
        assert told_steadily(plain) == 0
        for one, other in zip(courses_of(facts), courses_of(plain), strict=True):
            assert one.entries == other.entries
            epochs = [(e.start, e.end, e.present, e.edges) for e in one.epochs]
            assert epochs == [(e.start, e.end, e.present, e.edges) for e in other.epochs], seed
        verdict = Certificate(facts).check()
        assert verdict.ok, (seed, verdict.failures)
        assert Certificate(plain).check().checked == verdict.checked, seed
        assert facts == plain
    assert steady


def test_layers_of_what_nobody_looks_at_have_one_epoch() -> None:
    """Five turns, by the first graph: all others are as it, but for who has gone."""
    facts = anthems()
    assert told_steadily(facts) == 4
    [course] = courses_of(facts)
    [epoch] = course.epochs
    assert (epoch.start, epoch.end, len(epoch.present)) == (0, 5, 5)
    first, second, third, *_ = graphs_of(facts)
    assert second.pending == ("B.1", "C.1", "D.1", "E.1")
    assert list(third.tested) == ["C.1", "D.1", "E.1"]
    assert (third.pending[0], third.pending[1:], len(third.pending)) == (
        "C.1",
        ("D.1", "E.1"),
        3,
    )
    assert hash(third.pending) == hash(("C.1", "D.1", "E.1"))
    assert repr(third.pending) == "('C.1', 'D.1', 'E.1')"
    assert gone_since(first, second) == "A.1"
    assert gone_since(first, third) is None
    assert gone_since(second, first) is None


@pytest.mark.parametrize("place", range(1, 5))
@pytest.mark.parametrize("wrong", ["another", "nobody there", "too late"])
def test_who_has_gone_is_who_had_a_turn(place: int, wrong: str) -> None:
    """A record that says of another that it has gone is refused."""
    graphs = graphs_of(anthems())
    went = ["A.1", "B.1", "C.1", "D.1"]
    if wrong == "another":
        went[place - 1] = "E.1"
    elif wrong == "nobody there":
        went[place - 1] = "X.1"
    else:
        went[place - 1 : place + 1] = went[place - 1 : place + 1][::-1]
        if place == 4:
            went[2:] = ["D.1", "C.1"]
    told = (graphs[0], *as_before(graphs[0], [*enumerate(went, 1)]))
    verdict = Certificate(with_graphs(anthems(), told)).check()
    assert not verdict.ok
    assert any("pending at turn" in failure.message for failure in verdict.failures)


@pytest.mark.parametrize("first", range(0, 120, 30))
def test_what_is_not_as_before_is_refused_where_it_is_told_so(first: int) -> None:
    """Each graph of the last layer is told to be as the one before it, by who went since then."""
    refused = 0
    for seed in range(first, first + 30):
        facts = drawn(seed)
        *layers, last = facts.layers
        for number in range(1, len(last.graphs)):
            before, graph = last.graphs[number - 1 : number + 1]
            since = [turn.effect for turn in last.turns[before.turn : graph.turn]]
            one = pickle.loads(pickle.dumps(before))
            [told] = as_before(one, [(graph.turn, since[0])])
            graphs = (*last.graphs[: number - 1], one, told, *last.graphs[number + 1 :])
            changed = replace(facts, layers=(*layers, replace(last, graphs=graphs)))
            same = told == graph
            verdict = Certificate(changed).check()
            assert verdict.ok == same, (seed, number, verdict.failures)
            refused += not same
    assert refused


def test_a_dependency_that_comes_is_not_as_before() -> None:
    """A raises Z to 3, at which C looks: it depends on A, and once A has gone on nobody."""
    facts = answer(
        STEPS,
        thing("A", line(a.Identified("Z"), plus(1)), power=1),
        thing("B", line(a.Identified("Y"), plus(1)), power=1),
        thing("C", line(STRONG, plus(1)), power=1),
        thing("Y", power=1),
        thing("Z", power=2),
    ).facts
    found = [[(one.effect, one.on) for one in graph.found] for graph in graphs_of(facts)]
    assert found == [[("C.1", "A.1")], [], []]
    first = graphs_of(facts)[0]
    told = (first, *as_before(first, [(1, "A.1"), (2, "B.1")]))
    verdict = Certificate(with_graphs(facts, told)).check()
    assert {failure.message for failure in verdict.failures} >= {
        "C.1 does not depend on A.1 at turn 1"
    }
    assert Certificate(facts).check().ok


def test_those_who_write_what_is_looked_at_are_tried_again() -> None:
    """B raises Y, at whose power C looks; A and D write nothing that anybody looks at."""
    facts = answer(
        STEPS,
        thing("A", line(a.Identified("Z"), plus(1, "cost")), power=1, cost=1),
        thing("B", line(a.Identified("Y"), plus(1)), power=1),
        thing("C", line(STRONG, plus(1)), power=1),
        thing("D", line(a.Identified("Z"), plus(1, "cost")), power=1, cost=1),
        thing("Y", power=2),
        thing("Z", power=1, cost=2),
    ).facts
    found = [[(one.effect, one.on) for one in graph.found] for graph in graphs_of(facts)]
    assert found == [[("C.1", "B.1")], [("C.1", "B.1")], [], []]
    assert gone_since(*graphs_of(facts)[:2]) == "A.1"
    assert Certificate(facts).check().ok
    assert [turn.effect for turn in facts.layers[0].turns] == ["A.1", "B.1", "C.1", "D.1"]


DEAR = a.Compared(a.Read("cost", a.It()), ">=", a.Number(3))
DEAR_AND_STRONG = line(a.Both((DEAR, STRONG)), plus(1, "cost"))


@pytest.mark.parametrize("first", ["power", "cost"])
def test_what_comes_to_be_looked_at_is_not_as_before(first: str) -> None:
    """C looks at the strength of what is dear: Z is neither, and A and B make it one of them each.

    Whichever goes first, C depends on the other from then on, and on none before.
    """
    second = "cost" if first == "power" else "power"
    facts = answer(
        STEPS,
        thing("A", line(a.Identified("Z"), plus(1, first)), power=1, cost=1),
        thing("B", line(a.Identified("Z"), plus(1, second)), power=1, cost=1),
        thing("C", DEAR_AND_STRONG, power=1, cost=1),
        thing("Z", power=2, cost=2),
    ).facts
    graphs = graphs_of(facts)
    found = [[(one.effect, one.on) for one in graph.found] for graph in graphs]
    assert found == [[], [("C.1", "B.1")], []]
    assert Certificate(facts).check().ok
    told = (graphs[0], *as_before(graphs[0], [(1, "A.1")]), graphs[2])
    verdict = Certificate(with_graphs(facts, told)).check()
    messages = [failure.message for failure in verdict.failures]
    assert "C.1 depends on B.1 at turn 1, unrecorded" in messages


ANTHEMS = """
title: four anthems
rulebook: magic-2026-04
players: [you, me]
cards:
  A: {is: [enchantment], has: ["creatures you control: power += 1"]}
  B: {is: [creature, bear], power: 2, toughness: 2}
play:
  - you: B
  - you: A as A1
  - you: A as A2
  - you: A as A3
  - you: A as A4
"""


def test_a_graph_as_before_is_written_by_who_went_and_read_back() -> None:
    """The file says who went, is read back as it was, and verified; nothing else is accepted."""
    certificate = written_certificate(solve(loads_scenario(ANTHEMS)))
    text = text_of(certificate)
    layers = json.loads(text)["facts"]["layers"]
    (graphs,) = (layer["graphs"] for layer in layers if "A1.1" in layer["graphs"][0]["pending"])
    assert [graph.get("went") for graph in graphs] == [
        None,
        "rules.plus-one",
        "rules.minus-one",
        "A1.1",
        "A2.1",
        "A3.1",
    ]
    assert graphs[4] == {"turn": 4, "went": "A2.1"}
    again = loads_certificate(text)
    assert again == certificate
    assert text_of(again) == text
    assert verify(again).outcome == "verified"
    other = text.replace('"went": "A2.1"', '"went": "A3.1"', 1)
    assert other != text
    assert verify(loads_certificate(other)).outcome == "refuted"


def test_the_first_graph_is_as_none_before_it() -> None:
    """It says who is pending and what was found, or is refused with its place in the file."""
    text = text_of(written_certificate(solve(loads_scenario(ANTHEMS))))
    start = text.index('"graphs": [') + len('"graphs": [')
    short = text[:start] + '{"turn": 0, "went": "A1.1"},' + text[start:]
    with pytest.raises(BadInput, match="the first graph of a layer is not as one before it"):
        loads_certificate(short)


def test_records_of_such_graphs_have_the_form_of_records() -> None:
    """Whose ids are texts, who went is a tuple of them, and no more have gone than went."""
    facts = anthems()
    first, *rest = graphs_of(facts)
    for went, gone in (((1,), 1), (("A.1",), 0), (("A.1",), 2), (["A.1"], 1), (("A.1",), True)):
        pending = StillPending(first, went, gone)  # type: ignore[arg-type]
        told = (first, replace(rest[0], pending=pending, tested=pending), *rest[1:])
        verdict = Certificate(with_graphs(facts, told)).check()
        assert [one.message for one in verdict.failures] == [
            "layers: not of the form that facts have"
        ]
    assert isinstance(facts.layers[0], LayerRecord)
