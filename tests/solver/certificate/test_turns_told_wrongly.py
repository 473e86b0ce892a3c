"""Turns that are left out, and changes that are left out or made up, are refused: small ones."""

from __future__ import annotations

from dataclasses import replace

import pytest

from layerlaw.model import algebra as a
from layerlaw.solver import Answer
from layerlaw.solver.certificate import Certificate, certificate_of
from layerlaw.solver.facts.records import Change, Facts, LayerRecord, TurnRecord
from situations import CREATURES, answer, line, plus, rulebook, thing

NOBODY = a.Identified("nobody")
RICH = a.Compared(a.Read("cost", a.It()), ">=", a.Number(2))


def with_turns(facts: Facts, *turns: TurnRecord) -> Facts:
    """The facts, of one layer, with other turns in it, and their effects alone."""
    [layer] = facts.layers
    named = {turn.effect for turn in turns}
    effects = tuple(one for one in facts.effects if one.id in named)
    return replace(facts, layers=(replace(layer, turns=turns),), effects=effects)


def accepted(facts: Facts) -> bool:
    """Whether the certificate confirms them."""
    return Certificate(facts).check().ok


def three() -> Facts:
    """A strengthens all, B nobody, and C nobody: in this order."""
    idle = line(NOBODY, plus(1))
    found = answer(
        rulebook(),
        thing("A", line(CREATURES, plus(1)), power=1),
        thing("B", idle, power=1),
        thing("C", idle, power=1),
    )
    facts = certificate_of(found).facts
    assert accepted(facts)
    return facts


def test_a_turn_that_changes_nothing_is_not_left_out() -> None:
    """Neither the last one nor one before; and there is one turn for each."""
    facts = three()
    [layer] = facts.layers
    first, second, third = layer.turns
    assert accepted(with_turns(facts, first, second, third))
    for turns in (
        (first, second),
        (first, third),
        (first,),
        (second, third),
        (first, third, third),
    ):
        assert not accepted(with_turns(facts, *turns))


def test_what_changes_nothing_is_not_told_to_change_something() -> None:
    """Whether the change is undone by another one or not."""
    facts = three()
    [layer] = facts.layers
    first, second, third = layer.turns
    up, down = Change("A", "power", 1, 2), Change("A", "power", 2, 1)
    for changes in ((up,), (down,), (up, down), (Change("A", "power", 1, 1),)):
        assert not accepted(with_turns(facts, first, replace(second, changes=changes), third))
        assert not accepted(with_turns(facts, first, second, replace(third, changes=changes)))


def test_what_changes_something_is_not_told_to_change_nothing() -> None:
    """Not all of it is left out, and no part of it."""
    facts = three()
    [layer] = facts.layers
    first, second, third = layer.turns
    assert len(first.changes) == 3
    for changes in ((), tuple(first.changes)[1:], tuple(first.changes)[:-1]):
        assert not accepted(with_turns(facts, replace(first, changes=changes), second, third))


def test_what_is_lost_changes_nothing() -> None:
    """B loses its ability to A, which waits for nobody; then it is lost, and not applied."""
    silences = line(a.Identified("B"), a.SetStatus("silenced"))
    found = answer(
        rulebook(),
        thing("A", silences),
        thing("B", line(CREATURES, a.SetStatus("tapped"))),
    )
    facts = certificate_of(found).facts
    assert accepted(facts)
    [layer] = facts.layers
    assert [(turn.effect, turn.verdict) for turn in layer.turns] == [
        ("A.1", "applied"),
        ("B.1", "lost"),
    ]
    first, second = layer.turns
    taps = Change("A", "tapped", False, True)
    for wrong in (
        replace(second, verdict="applied"),
        replace(second, changes=(taps,)),
        replace(second, verdict="applied", changes=(taps,)),
    ):
        assert not accepted(with_turns(facts, first, wrong))


# --- what sets, and what defines -------------------------------------------------------------


def rich(parity: str, *, defines: bool, sets: bool) -> Answer:
    """A strengthens the rich; B, which is newer, makes C rich."""
    makes: a.Operation = a.SetNumber("cost", a.Number(2)) if sets else plus(1, "cost")
    poor = replace(line(a.Identified("C"), makes), defines=defines)
    return answer(
        rulebook({"parity": parity}),
        thing("A", line(RICH, plus(1))),
        thing("B", poor),
        thing("C", cost=1),
    )


def graphless(layer: LayerRecord) -> LayerRecord:
    """The layer, of which no dependency is told."""
    return replace(layer, graphs=tuple(replace(one, found=()) for one in layer.graphs))


@pytest.mark.parametrize("defines", [False, True])
@pytest.mark.parametrize("sets", [False, True])
@pytest.mark.parametrize(
    "parity", ["none", "both or neither set", "both or neither characteristic-defining"]
)
def test_only_what_is_unlike_in_that_is_not_joined(parity: str, sets: bool, defines: bool) -> None:
    """By the policy one that sets and one that does not are not joined, or one that defines."""
    found = rich(parity, defines=defines, sets=sets)
    joined = {"none": True, "both or neither set": not sets}.get(parity, not defines)
    [layer] = found.layers
    told = [(edge.effect, edge.on) for graph in layer.graphs for edge in graph.found]
    assert told == ([("A.1", "B.1")] if joined else [])
    facts = certificate_of(found).facts
    assert accepted(facts)
    if joined:
        assert not accepted(replace(facts, layers=(graphless(layer),)))
    else:
        [other] = rich("none", defines=defines, sets=sets).layers
        verdict = Certificate(replace(facts, layers=(replace(layer, graphs=other.graphs),))).check()
        verb = "sets" if sets and parity.endswith("set") else "defines"
        what = {"sets": "B.1 sets", "defines": "B.1 defines"}[verb]
        assert any(one.message.startswith(what) for one in verdict.failures)


# --- loops, effects, and graphs that there are not -------------------------------------------


def loop() -> Facts:
    """A strengthens the rich, and B enriches the strong: each of them makes work for the other."""
    strong = a.Compared(a.Read("power", a.It()), ">=", a.Number(2))
    found = answer(
        rulebook(),
        thing("A", line(RICH, plus(1))),
        thing("B", line(strong, plus(1, "cost"))),
        thing("C", power=1, cost=2),
        thing("D", power=2, cost=1),
    )
    facts = certificate_of(found).facts
    [layer] = facts.layers
    assert layer.loops == (("A.1", "B.1"),)
    assert accepted(facts)
    return facts


def test_loops_are_those_of_the_graphs() -> None:
    """None is left out, turned round or told twice, and none is made up."""
    facts = loop()
    [layer] = facts.layers
    [own] = layer.loops
    for loops in ((), (own[::-1],), (own, own), (own, ("A.1",)), (("A.1",),)):
        assert not accepted(replace(facts, layers=(replace(layer, loops=loops),)))
    single = three()
    [layer] = single.layers
    assert not accepted(replace(single, layers=(replace(layer, loops=(("A.1", "B.1"),)),)))


def test_a_graph_of_a_turn_that_there_is_not_is_refused() -> None:
    """Behind the last one, or once more."""
    facts = loop()
    [layer] = facts.layers
    [graph] = layer.graphs
    for graphs in ((graph, replace(graph, turn=9)), (graph, graph), (replace(graph, turn=2),), ()):
        assert not accepted(replace(facts, layers=(replace(layer, graphs=graphs),)))


def test_the_effects_recorded_are_those_that_have_turns() -> None:
    """Each once, as none of them is missing and no other one is there, even one that there is."""
    facts = three()
    first, second, third = facts.effects
    idle = thing("D", line(a.Self(), plus(1)), zone="hand")
    found = answer(
        rulebook(), *[thing(id, line(CREATURES, plus(1)), power=1) for id in "ABC"], idle
    )
    other = replace(certificate_of(found).facts.effects[-1], id="C.2")
    for effects in (
        (first, second),
        (second, third),
        (first, second, third, third),
        (first, second, third, other),
        (first, second, other),
    ):
        assert not accepted(replace(facts, effects=effects))


# --- cells of results ------------------------------------------------------------------------


def test_only_cells_that_it_writes_itself_are_told_of_a_result() -> None:
    """Q makes X rich, and a strong Y stronger; P makes Y strong, and counts the rich on O.

    So each depends on the other: Q for Y alone, and not for O, which P writes.
    """
    rich_ones, y = a.Count(RICH), a.Identified("Y")
    strong = a.Both((y, a.Compared(a.Read("power", a.It()), ">=", a.Number(2))))
    first = (
        a.Instruction(a.Identified("X"), (plus(1, "cost"),)),
        a.Instruction(strong, (plus(1),)),
    )
    counted = a.ChangeNumber("power", "+", rich_ones)
    second = (a.Instruction(a.Identified("O"), (counted,)), a.Instruction(y, (plus(1),)))
    found = answer(
        rulebook({"test": "result"}),
        thing("O", power=1),
        thing("Q", a.Ability(None, first)),
        thing("P", a.Ability(None, second)),
        thing("X", cost=1),
        thing("Y", power=1),
    )
    [layer] = found.layers
    told = {edge.effect: edge.witness.cells for edge in layer.graphs[0].found}
    assert told == {"Q.1": (("Y", "power"),), "P.1": (("O", "power"), ("Y", "power"))}
    assert accepted(certificate_of(found).facts)
