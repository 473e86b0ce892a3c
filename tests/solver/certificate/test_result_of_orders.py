"""Two effects in both orders: which ends differ, and that nothing is missed where none are tried.

Policy `test: result`.
"""

from __future__ import annotations

from functools import cache

import pytest

from layerlaw.model import algebra as a
from layerlaw.solver import derive
from layerlaw.solver.certificate import Certificate
from layerlaw.solver.facts.records import Facts
from layerlaw.solver.facts.situation import Situation, Thing
from layerlaw.solver.play.solve import solve
from mutation.boards import rich_board
from oracle.build import card
from oracle.small_rulebook import small_rulebook
from situations import answer, line, plus, rulebook, thing

A, B, C, Z = (a.Identified(id) for id in "ABCZ")


@cache
def rich(seed: int) -> Facts:
    """A board of many kinds of effects."""
    return solve(rich_board(seed, "result", immune=seed % 4 == 0)).facts


@pytest.mark.parametrize("seed", [0, 23, 26])
def test_boards_on_which_pairs_meet_in_the_cells_of_others(seed: int) -> None:
    """By an ability that one of them gives, or in cells that both write in the end."""
    assert Certificate(rich(seed)).check().ok


def found(facts: Facts, layer: str) -> dict[tuple[str, str], tuple[tuple[str, str], ...]]:
    """The dependencies of a layer's first graph, and the cells in which the ends differ."""
    [record] = [one for one in facts.layers if one.layer == layer]
    return {(one.effect, one.on): one.witness.cells for one in record.graphs[0].found}


def setting(number: int, condition: a.Condition | None = None) -> a.Ability:
    """The text `C: power := number`."""
    return line(C, a.SetNumber("power", a.Number(number)), condition=condition)


@pytest.mark.parametrize("late", [True, False])
def test_what_one_brings_about_counts_as_what_it_does(late: bool) -> None:
    """A strengthens itself, so that X sets the power of C to 5, which B strengthens.

    A and B are about different objects, and neither looks at what the other does. But C has 6 in
    the end where A comes first, and otherwise 5.
    """
    strong = a.Holds(a.Read("power", A), ">=", a.Number(3 if late else 1))
    things = (
        thing("A", line(A, plus(2)), power=1),
        thing("B", line(C, plus(1)), power=1),
        thing("C", power=1),
        thing("X", setting(5, strong), power=1),
    )
    facts = answer(rulebook({"test": "result"}), *things).facts
    assert Certificate(facts).check().ok
    cells = (("C", "base power"), ("C", "power"))
    between = ("A.1", "B.1") if late else ("B.1", "X.1")
    known = found(facts, "power")
    assert {one for pair in known for one in pair} == {*between}
    assert all({*named} & {*cells} for named in known.values())


def test_each_edge_names_the_cells_of_its_own_effect() -> None:
    """A sets its own power to that of C, and then that of C, which B sets, too.

    Both ends differ in A and in C; B has written on C alone.
    """
    both = a.Ability(
        None,
        (
            a.Instruction(A, (a.SetNumber("power", a.Read("power", C)),)),
            a.Instruction(C, (a.SetNumber("power", a.Number(5)),)),
        ),
    )
    things = (thing("A", both, power=1), thing("B", setting(9), power=1), thing("C", power=1))
    facts = answer(rulebook({"test": "result"}), *things).facts
    assert Certificate(facts).check().ok
    numbers = ("base power", "power")
    cells = {id: tuple((id, name) for name in numbers) for id in "AC"}
    assert found(facts, "power") == {
        ("A.1", "B.1"): cells["A"] + cells["C"],
        ("B.1", "A.1"): cells["C"],
    }


def test_who_controls_what_is_carried_is_shown_by_its_bearer() -> None:
    """M, an artifact of yours, is carried by Q, which is mine.

    A makes artifacts minions that are no beasts, which are carried by none; B makes M a beast.
    Which comes first matters to the types of M, and so to who controls it.
    """
    no_beast = a.Both((a.Member("types", "artifact"), a.Not(a.Member("subtypes", "beast"))))
    texts = {
        "Q": (),
        "M": (),
        "A": (line(no_beast, a.AddMembers("types", ("minion",))),),
        "B": (line(a.Identified("M"), a.AddMembers("subtypes", ("beast",))),),
    }
    things = tuple(
        Thing(
            id,
            card(id, *text, types=("artifact",) if id == "M" else ("minion",), power=1),
            "me" if id == "Q" else "you",
            "me" if id == "Q" else "you",
            "realm",
            None,
            "Q" if id == "M" else None,
            (number, 0),
            {},
        )
        for number, (id, text) in enumerate(texts.items(), 1)
    )
    book = small_rulebook({"test": "result"})
    facts = derive(Situation(book, ("you", "me"), things, ())).facts
    known = found(facts, "4")
    assert ("M", "controller") in known["A.1", "B.1"]
    assert ("M", "types") in known["A.1", "B.1"]
    assert Certificate(facts).check().ok
