"""Dependencies as a layer goes on: what later graphs add, and what is tried again."""

from __future__ import annotations

from dataclasses import replace

import pytest

from comparing import assert_same
from layerlaw.model.algebra import (
    Ability,
    AddMembers,
    Controlled,
    Gain,
    HasAbility,
    Identified,
    SetMembers,
    SetPlayer,
    You,
)
from layerlaw.model.rulebooks.rulebook import Layer
from layerlaw.solver.certificate import certificate_of
from layerlaw.solver.play.solve import solve
from oracle.build import ME, card, play, scenario, text
from oracle.small_rulebook import CLAUSE, small_rulebook

H = Identified("H")


def gain(*words: str) -> list[Gain]:
    """These keywords are gained."""
    return [Gain(Ability(word)) for word in words]


def test_the_dependencies_of_a_layer_are_those_of_all_its_graphs() -> None:
    """A and B each give H an ability on which another effect depends; both join, one by one."""
    given = {"A": "Airborne", "B": "Swift"}
    gives = {id: text((H, [Gain(text((H, gain(word))))])) for id, word in given.items()}
    asks = {word: text((HasAbility(word), gain("Guard"))) for word in given.values()}
    events = [
        play(card("H"), "H"),
        *(play(card(id, ability), id) for id, ability in (*gives.items(), *asks.items())),
    ]
    board = scenario(small_rulebook(), events)
    found = assert_same(board)
    assert found is not None
    assert certificate_of(found).check().ok
    expected = {("Airborne.1", "H.gained@A.1"), ("Swift.1", "H.gained@B.1")}
    assert {(one.effect, one.on) for one in found.dependencies("5")} == expected
    number = [one.id for one in found.rulebook.layers].index("5")
    [run] = [one for one in found.runs if one.layer == number]
    known = run.graphs[-1].edges
    assert {(who, on) for who, depends in known.items() for on in depends} == expected
    [layer] = [one for one in solve(board, prune=False).layers if one.layer == "5"]
    assert [len(graph.found) for graph in layer.graphs] == [0, 1, 1]


@pytest.mark.parametrize("last", ["aura", "artifact"])
def test_who_carries_decides_again_once_a_type_was_set(last: str) -> None:
    """R, a relic of mine, is carried by B, mine too: what is written on its control shows nothing.

    Once A has made it an aura nobody carries it, and who takes it, P, changes what S selects. All
    of that in one layer, whose dependencies are found anew after each step.
    """
    small = small_rulebook({"graph": "each step"})
    words = ("change controller", "change types", "change subtypes")
    layers = (Layer("4", "one", CLAUSE, words), *(each for each in small.layers if each.id == "9"))
    points = {id: point for id, point in small.points.items() if id != "OPEN-ANIMATE"}
    book = replace(small, layers=layers, rules=(), points=points)
    relic = Identified("R")
    events = [
        play(card("B"), "B", player=ME),
        play(card("R", types=("artifact",)), "R", player=ME, targets=("B",)),
        play(card("A", text((relic, [SetMembers("types", (last,))]))), "A"),
        play(card("S", text((Controlled(You()), [AddMembers("subtypes", ("beast",))]))), "S"),
        play(card("P", text((relic, [SetPlayer("controller", You())]))), "P"),
    ]
    board = scenario(book, events)
    found = assert_same(board)
    assert found is not None
    assert certificate_of(found).check().ok
    taken = last == "aura"
    assert found.value("R", "controller") == ("you" if taken else "me")
    assert found.value("R", "subtypes") == (("beast",) if taken else ())
    assert found.order("4") == (("A.1", "P.1", "S.1") if taken else ("A.1", "S.1", "P.1"))
