"""Dependencies as a layer goes on: what later graphs add, and what is tried again."""

from __future__ import annotations

from dataclasses import replace

import pytest

from comparing import assert_same
from layerlaw.model.algebra import (
    Ability,
    AddMembers,
    ChangeNumber,
    Controlled,
    Gain,
    HasAbility,
    Identified,
    It,
    Lose,
    LoseAll,
    Member,
    Number,
    Operation,
    Read,
    RemoveMembers,
    Selector,
    SetMembers,
    SetPlayer,
    Value,
    You,
)
from layerlaw.model.rulebooks.rulebook import Layer, Rulebook
from layerlaw.solver.certificate import certificate_of
from layerlaw.solver.play.solve import solve
from oracle.build import ME, card, play, scenario, text
from oracle.small_rulebook import CLAUSE, small_rulebook
from situations import answer, line, rulebook, thing

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


def test_turns_tell_by_which_graph_they_went() -> None:
    """A and B give X and Y abilities that join, one by one; from then on the third graph counts.

    What X was given looks at who flies, as E and C do; D lets Z fly, and what Y was given X. K
    takes all from E, which is lost at its turn. The edges of a graph are those of the ones before,
    too.
    """
    flies = {id: line(Identified(id), *gain("Airborne")) for id in "XZ"}
    looks = line(HasAbility("Airborne"), Lose("Guard"))
    abilities = {
        "A": line(Identified("X"), Gain(looks)),
        "B": line(Identified("Y"), Gain(flies["X"])),
        "E": looks,
        "C": looks,
        "D": flies["Z"],
        "K": line(Identified("E"), LoseAll()),
    }
    found = answer(
        rulebook(),
        *(thing(id, ability) for id, ability in abilities.items()),
        *(thing(id) for id in "XYZ"),
    )
    [run] = found.runs
    given, later = "X.gained@A.1", "Y.gained@B.1"
    assert [(turn.part.id, turn.verdict, turn.graph) for turn in run.turns] == [
        ("A.1", "applied", 0),
        ("B.1", "applied", 1),
        ("D.1", "applied", 2),
        ("K.1", "applied", 2),
        (later, "applied", 2),
        ("E.1", "lost", 2),
        ("C.1", "applied", 2),
        (given, "applied", 2),
    ]
    first = {"E.1": {"D.1", "K.1"}, "C.1": {"D.1"}}
    second = first | {given: {"D.1"}}
    third = {id: on | {later} for id, on in second.items()}
    edges = [{id: set(on) for id, on in graph.edges.items()} for graph in run.graphs]
    assert edges == [first, second, third]


def in_one_layer(words: tuple[str, ...], **policies: str) -> Rulebook:
    """The small rulebook with all of that in one layer, and no rules."""
    small = small_rulebook(policies)
    layers = (Layer("4", "one", CLAUSE, words), *(each for each in small.layers if each.id == "9"))
    points = {id: point for id, point in small.points.items() if id != "OPEN-ANIMATE"}
    return replace(small, layers=layers, rules=(), points=points)


@pytest.mark.parametrize("last", ["aura", "artifact"])
def test_who_carries_decides_again_once_a_type_was_set(last: str) -> None:
    """R, a relic of mine, is carried by B, mine too: what is written on its control shows nothing.

    Once A has made it an aura nobody carries it, and who takes it, P, changes what S selects. All
    of that in one layer, whose dependencies are found anew after each step.
    """
    words = ("change controller", "change types", "change subtypes")
    book = in_one_layer(words, graph="each step")
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


@pytest.mark.parametrize("order", ["XH", "HX"])
def test_what_changes_nothing_is_tried_again_once_it_would(order: str) -> None:
    """P makes H the beast that it is, until A takes that away: then R waits for P.

    B, which went first, was about X alone.
    """
    beast = ("beast",)
    does: dict[str, tuple[Selector, list[Operation]]] = {
        "B": (Identified("X"), [AddMembers("subtypes", ("undead",))]),
        "A": (H, [RemoveMembers("subtypes", beast)]),
        "R": (Member("subtypes", "beast"), [AddMembers("subtypes", ("mortal",))]),
        "P": (H, [AddMembers("subtypes", beast)]),
    }
    subtypes = {"H": beast, "X": ()}
    events = [
        *(play(card(id, subtypes=subtypes[id]), id) for id in order),
        *(play(card(id, text(one)), id) for id, one in does.items()),
    ]
    found = assert_same(scenario(in_one_layer(("change subtypes",), graph="each step"), events))
    assert found is not None
    assert certificate_of(found).check().ok
    assert found.order("4") == ("B.1", "A.1", "P.1", "R.1")
    assert found.value("H", "subtypes") == ("beast", "mortal")


@pytest.mark.parametrize(
    ("number", "after", "power"), [(Number(1), "1", 2), (Read("water", It()), "H: 2", 3)]
)
def test_what_was_immune_has_nothing_done_to_it_until_it_no_longer_is(
    number: Value, after: str, power: int
) -> None:
    """Avatars are immune to more power: what X does hangs on Y, after which H is none."""
    avatar = Member("types", "avatar")
    book = in_one_layer(("change types", "add power"))
    book = replace(book, immune=((avatar, "add power", CLAUSE),))
    other: list[Operation] = [RemoveMembers("types", ("avatar",)), AddMembers("types", ("minion",))]
    events = [
        play(card("H", types=("avatar",), power=1, water=2), "H"),
        play(card("X", text((H, [ChangeNumber("power", "+", number)]))), "X"),
        play(card("Y", text((H, other))), "Y"),
    ]
    found = solve(scenario(book, events))
    assert certificate_of(found).check().ok
    [edge] = found.dependencies("4")
    assert (edge.effect, edge.on, edge.witness.kind) == ("X.1", "Y.1", "action")
    assert (edge.witness.before, edge.witness.after) == ("nothing", after)
    assert found.order("4") == ("Y.1", "X.1")
    assert found.value("H", "power") == power
