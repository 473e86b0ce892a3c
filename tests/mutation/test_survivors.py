"""Boards that no other test has: found because a changed solver got through all of those.

Many effects on few objects, immunity, a status that disables, more than eight objects; short cuts
and the plain way must give the same derivation, graphs and boards on the way included.
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from layerlaw.model.algebra import (
    Both,
    CantBeModified,
    Compared,
    Either,
    Exists,
    Gain,
    Identified,
    It,
    LoseAll,
    Member,
    Number,
    Read,
    Self,
    SetNumber,
    SetStatus,
)
from layerlaw.model.rulebooks.rulebook import Layer
from layerlaw.solver import derive
from layerlaw.solver.certificate import certificate_of
from layerlaw.solver.derivation.answer import Answer
from mutation.boards import FOCI, alike, crowded_board, focused_board, rich_board
from situations import CREATURES, LAYERS, answer, line, plus, resolved, rulebook, thing


@pytest.mark.sample(6)
@pytest.mark.parametrize("slice", range(12))
@pytest.mark.parametrize("test", ["action", "result"])
def test_many_effects_on_few_objects(slice: int, test: str) -> None:
    """Both ways agree under any policies, with some objects immune or not."""
    edges = 0
    for seed in range(slice * 12, slice * 12 + 12):
        plain = alike(rich_board(seed, test, immune=seed % 3 == 0))
        edges += sum(len(graph.found) for run in plain.runs for graph in run.graphs)
    assert edges > 0


@pytest.mark.sample(6)
@pytest.mark.parametrize("seed", range(24))
def test_graphs_found_anew_among_many_objects(seed: int) -> None:
    """More objects than `upkeep` calls few, so that both ways to find who is hit are taken."""
    alike(crowded_board(seed))


@pytest.mark.sample(6)
@pytest.mark.parametrize("slice", range(4))
@pytest.mark.parametrize("test", ["action", "result"])
@pytest.mark.parametrize("focus", FOCI)
def test_abilities_of_one_kind(focus: str, test: str, slice: int) -> None:
    """Both ways agree where abilities are given, numbers are changed, or conditions are read."""
    for seed in range(slice * 12, slice * 12 + 12):
        alike(focused_board(seed, focus, test))


def applied(found: Answer, layer: str) -> list[str]:
    """Whose turns came in a layer and were not lost, in their order; the certificate agrees."""
    assert certificate_of(found).check().ok
    return [turn.effect for turn in found.layer(layer).turns if turn.verdict == "applied"]


def test_what_loses_its_ability_is_told_from_what_has_none_to_lose() -> None:
    """S has resolved between P and Q, and stays whatever R takes from these (SORC-DEP-1).

    P and Q depend on R and go last; neither S nor R depends on anything, so the older S goes first.
    """
    given = line(CREATURES, Gain(line(Self(), plus(1))))
    takes = line(Member("elements", "fire"), LoseAll())
    found = answer(
        rulebook(),
        thing("P", given, elements=("fire",), power=1),
        thing("Q", given, elements=("fire",), power=1),
        thing("R", takes, power=1),
        effects=(replace(resolved("S.1", "P", given), timestamp=(1, 5)),),
    )
    assert applied(found, "abilities") == ["S.1", "R.1"]
    assert [found.value(id, "power") for id in "PQR"] == [1, 1, 2]


def test_who_does_the_same_is_still_asked_for_each_where_something_cannot_be_modified() -> None:
    """P and Q do the same, but once R has marked P, only P itself may change P (SORC-NOMOD-1).

    So Q waits for R, though it is older, and P does not. Numbers and marks are of one layer here.
    """
    book = rulebook()
    marks = {"power": ("change power", "can't be modified"), "last": ("permissions",)}
    layers = tuple(replace(one, does=marks.get(one.id, one.does)) for one in book.layers)
    same = line(CREATURES, plus(1))
    found = answer(
        replace(book, layers=layers),
        thing("P", same, power=1),
        thing("Q", same, power=1),
        thing("R", line(Identified("P"), CantBeModified()), power=1),
    )
    assert applied(found, "power") == ["P.1", "R.1", "Q.1"]
    assert [found.value(id, "power") for id in "PQR"] == [2, 3, 3]


def test_of_two_abilities_of_one_object_both_are_lost() -> None:
    """X has two and W one, Z between them none; S takes all of X and W, and goes first."""
    given = line(CREATURES, Gain(line(Self(), plus(1))))
    takes = line(Member("elements", "fire"), LoseAll())
    found = answer(
        rulebook(),
        thing("X", given, given, elements=("fire",), power=1),
        thing("Z", power=1),
        thing("W", given, elements=("fire",), power=1),
        effects=(resolved("S.1", "Z", takes),),
    )
    assert applied(found, "abilities") == ["S.1"]
    assert [found.value(id, "power") for id in "XZW"] == [1, 1, 1]


def test_what_has_resolved_after_two_that_lose_theirs_loses_nothing() -> None:
    """P, Q and T depend on U, which takes their abilities; S, come in between, does not."""
    given = line(CREATURES, Gain(line(Self(), plus(1))))
    takes = line(Member("elements", "fire"), LoseAll())
    found = answer(
        rulebook(),
        *(thing(id, given, elements=("fire",), power=1) for id in ("P", "Q", "T")),
        effects=(
            replace(resolved("S.1", "P", given), timestamp=(2, 5)),
            resolved("U.1", "P", takes),
        ),
    )
    assert applied(found, "abilities") == ["S.1", "U.1"]
    assert [found.value(id, "power") for id in "PQT"] == [1, 1, 1]


def test_what_changed_nothing_may_change_something_after_a_step() -> None:
    """X has power 5 and B sets it to 5; only once D has set it to 1 does C depend on B.

    Where dependencies are looked for after each step, B goes before C, though it is younger.
    """
    strong = Compared(Read("power", It()), ">=", Number(5))
    found = answer(
        rulebook({"graph": "each step"}),
        thing("X", power=5, cost=0),
        thing("D", line(Identified("X"), SetNumber("power", Number(1)))),
        thing("C", line(strong, plus(1, "cost"))),
        thing("B", line(Identified("X"), SetNumber("power", Number(5)))),
    )
    assert applied(found, "power") == ["D.1", "B.1", "C.1"]
    assert (found.value("X", "power"), found.value("X", "cost")) == (5, 1)


def test_what_looks_at_two_things_is_asked_again_for_both_when_one_has_changed() -> None:
    """C looks for power and cost: once D has set the power, the cost that B sets matters to C.

    B goes before C then, though it is younger; E, which looks on as well, changes nothing in that.
    """
    both = Both(
        (
            Compared(Read("power", It()), ">=", Number(5)),
            Compared(Read("cost", It()), ">=", Number(5)),
        )
    )
    found = answer(
        rulebook({"graph": "each step"}),
        thing("X", power=1, cost=1),
        thing("D", line(Identified("X"), SetNumber("power", Number(5)))),
        thing("C", line(both, plus(1))),
        thing("B", line(Identified("X"), SetNumber("cost", Number(5)))),
        thing("E", line(Compared(Read("power", It()), ">=", Number(9)), plus(1, "cost"))),
    )
    assert applied(found, "power") == ["D.1", "B.1", "C.1", "E.1"]
    assert (found.value("X", "power"), found.value("X", "cost")) == (6, 5)


def test_what_waits_for_nothing_any_more_is_independent_in_a_new_graph() -> None:
    """C waits for B; after B's turn it depends on nothing, and is older than F.

    Where dependencies are looked for once, it counts as dependent to the end, and F goes first.
    """
    things = (
        thing("X", power=1, cost=1),
        thing("B", line(Identified("X"), SetNumber("power", Number(5)))),
        thing("C", line(Compared(Read("power", It()), ">=", Number(5)), plus(1, "cost"))),
        thing("F", line(Identified("F"), SetNumber("cost", Number(3)))),
    )
    for graph, order in (("each step", "BCF"), ("once", "BFC")):
        book = rulebook({"graph": graph, "independent": "nothing"})
        assert applied(answer(book, *things), "power") == [f"{id}.1" for id in order]


def test_what_is_left_of_a_loop_is_independent_in_a_new_graph() -> None:
    """A and B each end what the other looks for, and F looks for what A does.

    After A's turn neither B nor F depends on anything, and B is older; before, nothing could count
    as independent that depends on anything at all.
    """
    x = Identified("X")
    low_cost = Both((x, Compared(Read("cost", It()), "<", Number(5))))
    low_power = Both((x, Compared(Read("power", It()), "<", Number(5))))
    found = answer(
        rulebook({"graph": "each step", "independent": "nothing"}),
        thing("X", power=1, cost=1),
        thing("A", line(low_cost, SetNumber("power", Number(5)))),
        thing("B", line(low_power, SetNumber("cost", Number(5)))),
        thing("F", line(Both((x, Compared(Read("power", It()), ">=", Number(5)))), plus(1))),
    )
    assert applied(found, "power") == ["A.1", "B.1", "F.1"]
    assert (found.value("X", "power"), found.value("X", "cost")) == (6, 1)


def test_those_that_compete_are_told_from_those_that_were_freed() -> None:
    """All that wait for nothing go by age (policy `freed`), but only C had to wait."""
    found = answer(
        rulebook({"freed": "compete"}),
        thing("X", power=1, cost=1),
        thing("B", line(Identified("X"), SetNumber("power", Number(5)))),
        thing("C", line(Compared(Read("power", It()), ">=", Number(5)), plus(1, "cost"))),
        thing("F", line(Identified("F"), SetNumber("cost", Number(3)))),
    )
    assert applied(found, "power") == ["B.1", "C.1", "F.1"]
    assert [turn.why for turn in found.layer("power").turns] == [
        "independent",
        "freed",
        "independent",
    ]


def test_what_comes_true_within_a_layer_brings_an_effect_in() -> None:
    """A is the older one, but its condition holds only after B's turn."""
    strong = Exists(Compared(Read("power", It()), ">=", Number(5)))
    found = answer(
        rulebook(),
        thing("X", power=1),
        thing("A", line(Identified("X"), plus(1), condition=strong)),
        thing("B", line(Identified("X"), SetNumber("power", Number(5)))),
    )
    assert applied(found, "power") == ["B.1", "A.1"]
    assert found.value("X", "power") == 6


def test_who_is_disabled_within_a_layer_is_gone_at_once() -> None:
    """Q would tap all; P disables it first, and R still taps itself."""
    found = answer(
        rulebook({"graph": "each step"}),
        thing("P", line(Identified("Q"), SetStatus("disabled"))),
        thing("Q", line(CREATURES, SetStatus("tapped"))),
        thing("R", line(Self(), SetStatus("tapped"))),
    )
    assert applied(found, "states") == ["P.1", "R.1"]
    turns = [(turn.effect, turn.verdict, turn.why) for turn in found.layer("states").turns]
    assert turns[1] == ("Q.1", "lost", "gone")


@pytest.mark.parametrize("prune", [True, False])
@pytest.mark.parametrize("test", ["action", "removal"])
def test_only_those_that_are_alike_depend_on_each_other(test: str, prune: bool) -> None:
    """A takes all from B, which sets a number as A does not, and from C, which does not either."""
    words = ("change abilities", "change power")
    book = rulebook({"test": test, "parity": "both or neither set"})
    found = answer(
        replace(book, layers=(LAYERS[0], Layer("one", "one", "C1", words))),
        thing("A", line(Either((Identified("B"), Identified("C"))), LoseAll())),
        thing("B", line(Identified("X"), SetNumber("power", Number(5)))),
        thing("C", line(Identified("X"), plus(1))),
        thing("X", power=1),
    )
    found = derive(found.situation, prune=prune)
    [record] = found.layers
    assert [(one.effect, one.on) for one in record.graphs[0].found] == [("C.1", "A.1")]
    assert certificate_of(found).check().ok


def test_the_first_ability_of_all_has_the_place_in_which_it_was_given() -> None:
    """Nothing has any ability but what S gives H, and after that T; H goes by that order."""
    sets = [Gain(line(Self(), SetNumber("power", Number(n)))) for n in (2, 5)]
    found = answer(
        rulebook({"granted timestamp": "holder"}),
        thing("H", power=1),
        effects=(
            resolved("S.1", "H", line(CREATURES, sets[0]), at=8),
            resolved("T.1", "H", line(CREATURES, sets[1]), at=9),
        ),
    )
    assert applied(found, "power") == ["H.gained@S.1", "H.gained@T.1"]
    assert found.value("H", "power") == 5
