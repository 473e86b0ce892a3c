"""Graphs of many parts, some of which have gone: they tell what was found of the right ones."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

import pytest

from layerlaw.model import algebra as a
from layerlaw.solver import derive
from layerlaw.solver.certificate import certificate_of
from situations import answer, line, rulebook, thing

FOUND_ANEW = {"graph": "each step", "freed": "compete"}
STEPS = rulebook(FOUND_ANEW)
FLIES = a.HasAbility("Flying")


@pytest.mark.parametrize("first", ["A", "D", "K", "T"])
def test_who_depends_on_whom_once_some_have_gone(first: str) -> None:
    """Twenty look at who flies; one among them gives that to X, and goes before Z, who gives it Y.

    All that is found with and without short cuts is the same, and the certificate accepts it.
    """
    looks = line(FLIES, a.Lose("Ward"))
    gives = {
        first: line(a.Identified("X"), a.Gain(a.Ability("Flying"))),
        "Z": line(a.Identified("Y"), a.Gain(a.Ability("Flying"))),
    }
    names = "ABCDEFGHIJKLMNOPQRSTUZ"
    things = [thing(name, gives.get(name, looks), cost=1) for name in names]
    found = answer(STEPS, *things, thing("X", cost=1), thing("Y", cost=1))
    plain = derive(found.situation, prune=False)
    graphs = [graph for layer in found.facts.layers for graph in layer.graphs]
    assert any(len(graph.found) == 20 and len(graph.pending) == 21 for graph in graphs)
    assert found.facts.layers == plain.facts.layers
    assert certificate_of(found).check().ok


@pytest.mark.parametrize("ended", [range(1, 40, 2), (9, 19), (1,)])
def test_who_depends_on_whom_once_several_have_gone(ended: Collection[int]) -> None:
    """Forty but for one look at who flies; K ends some of them, and then G gives that to X."""
    looks = dict.fromkeys(range(40), line(FLIES, a.Lose("Ward")))
    looks[25] = line(a.Self(), a.Lose("Ward"))
    found = answer(
        STEPS,
        thing("K", line(a.Member("elements", "fire"), a.LoseAll())),
        *(thing(f"L{n}", looks[n], elements=("fire",) if n in ended else ()) for n in looks),
        thing("G", line(a.Identified("X"), a.Gain(a.Ability("Flying")))),
        thing("X"),
    )
    plain = derive(found.situation, prune=False)
    [record] = found.facts.layers
    left = {(f"L{n}.1", "G.1") for n in looks if n != 25 and n not in ended}
    assert {(one.effect, one.on) for one in record.graphs[1].found} == left
    assert found.facts.layers == plain.facts.layers
    assert certificate_of(found).check().ok


@pytest.mark.parametrize(
    ("given", "printed", "ages"),
    [
        (range(20), (), range(40, 20, -1)),
        (range(20), range(20), range(20)),
        (range(20), range(20, 40), range(40)),
    ],
)
def test_who_depends_on_whom_where_numbers_and_ages_differ(
    given: Collection[int], printed: Collection[int], ages: Collection[int]
) -> None:
    """Some look at who flies by print, and to some G gives that; then H gives what flies to X.

    All have to wait for H, in whatever order they came to be there: the youngest first, each with
    one that came much later, or the older half later.
    """
    looks = line(FLIES, a.Lose("Ward"))
    every = range(len(ages))
    things = [
        thing("G", line(a.Member("elements", "fire"), a.Gain(looks))),
        *(
            thing(f"L{n}", *([looks] * (n in printed)), elements=("fire",) * (n in given))
            for n in every
        ),
        thing("H", line(a.Identified("X"), a.Gain(a.Ability("Flying")))),
        thing("X"),
    ]
    times = [1, *(10 + age for age in ages), 98, 99]
    seated = [replace(one, entered=(time, 0)) for one, time in zip(things, times, strict=True)]
    book = rulebook({**FOUND_ANEW, "granted timestamp": "holder"})
    situation = replace(answer(book).situation, things=tuple(seated))
    found, plain = derive(situation), derive(situation, prune=False)
    [record] = found.facts.layers
    assert {(one.effect, one.on) for one in record.graphs[1].found} == {
        *((f"L{n}.gained@G.1", "H.1") for n in given),
        *((f"L{n}.1", "H.1") for n in printed),
    }
    assert found.facts.layers == plain.facts.layers
    assert certificate_of(found).check().ok


def test_of_two_that_are_gone_at_once_neither_is_pending() -> None:
    """Nobody depends on anybody (policy `test`): A, in its turn, takes all from B."""
    looks = line(FLIES, a.Lose("Ward"))
    found = answer(
        rulebook({"graph": "each step", "test": "none"}),
        thing("A", line(a.Identified("B"), a.LoseAll())),
        *(thing(id, looks) for id in "BCD"),
    )
    plain = derive(found.situation, prune=False)
    [record] = found.facts.layers
    pending = [graph.pending for graph in record.graphs]
    assert pending == [("A.1", "B.1", "C.1", "D.1"), ("C.1", "D.1"), ("D.1",)]
    assert found.facts.layers == plain.facts.layers
    assert certificate_of(found).check().ok
