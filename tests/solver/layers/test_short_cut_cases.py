"""Boards on which a short cut could go wrong: with it, without it, and the oracle."""

from __future__ import annotations

from dataclasses import replace

import pytest

from comparing import assert_same
from layerlaw.model import Scenario
from layerlaw.model.algebra import (
    Ability,
    AddMembers,
    AddMembersOf,
    Both,
    CantBeStatus,
    ChangeNumber,
    Compared,
    Controlled,
    CopyOf,
    Count,
    Either,
    Exists,
    Gain,
    Identified,
    Instruction,
    It,
    Member,
    NamedPlayer,
    Number,
    Read,
    RemoveMembers,
    SetMembers,
    SetNumber,
    SetPlayer,
    SetStatus,
)
from layerlaw.model.rulebooks.rulebook import Layer, Rulebook
from layerlaw.solver.play.solve import solve
from oracle.build import ME, card, play, scenario, text
from oracle.small_rulebook import CLAUSE, LAYERS, small_rulebook


def in_one_layer(first: int, **policies: str) -> Rulebook:
    """The small rulebook, with all from that layer on but the last in one."""
    words = tuple(word for layer in LAYERS[first:-1] for word in layer.does)
    layers = (*LAYERS[:first], Layer("one", "all", CLAUSE, words), LAYERS[-1])
    rulebook = small_rulebook({name.replace("_", " "): value for name, value in policies.items()})
    points = {id: point for id, point in rulebook.points.items() if id != "OPEN-ANIMATE"}
    return replace(rulebook, layers=layers, points=points)


def agreed(board: Scenario) -> Scenario:
    """The board, if both ways and the oracle say the same of it."""
    assert_same(board)
    assert solve(board).layers == solve(board, prune=False).layers
    return board


@pytest.mark.parametrize("order", ["XZY", "ZXY", "YXZ", "ZYX", "XYZ", "YZX"])
def test_who_writes_types_is_tried_again_when_control_begins_to_matter(order: str) -> None:
    """C is carried by what I control; as a minion it is yours. X looks at C only after Z."""
    mine = Both((Controlled(NamedPlayer("me")), Compared(Read("power", It()), ">=", Number(2))))
    cards = {
        "X": card("X", text((mine, [ChangeNumber("life", "+", Number(1))]))),
        "Y": card("Y", text((Identified("C"), [AddMembers("types", ("minion",))]))),
        "Z": card("Z", text((Identified("C"), [SetNumber("power", Number(3))]))),
    }
    carried = card("C", types=("artifact",), power=0, life=0)
    events = [
        play(card("B", power=0), "B", player=ME),
        play(carried, "C", targets=("B",)),
        *(play(cards[id], id) for id in order),
    ]
    board = agreed(scenario(in_one_layer(1, graph="each step"), events))
    # X depends on Z (power) and, once Z was applied, on Y (control): it comes last.
    assert solve(board).value("C", "life") == 0


def test_who_writes_types_meets_who_looks_at_control_alone() -> None:
    """C is carried by what I control; as a minion it is yours. X asks only whether it is mine."""
    mine = Both((Controlled(NamedPlayer("me")), Identified("C")))
    events = [
        play(card("B", power=0), "B", player=ME),
        play(card("C", types=("artifact",), power=0, life=0), "C", targets=("B",)),
        play(card("X", text((mine, [ChangeNumber("life", "+", Number(1))]))), "X"),
        play(card("Y", text((Identified("C"), [AddMembers("types", ("minion",))]))), "Y"),
    ]
    board = agreed(scenario(in_one_layer(1), events))
    assert solve(board).value("C", "life") == 0


@pytest.mark.parametrize("order", ["XZY", "ZXY", "YXZ", "ZYX", "XYZ", "YZX"])
def test_who_takes_a_bearer_is_tried_again_when_a_word_makes_it_carry(order: str) -> None:
    """M makes C no artifact that is carried, Z takes that back, which shows nowhere else; from then
    on Y, who takes its bearer, takes C too, and X, who looks at what I control, waits for Y."""
    mine = Both((Controlled(NamedPlayer("me")), Identified("C")))
    cards = {
        "X": card("X", text((mine, [ChangeNumber("life", "+", Number(1))]))),
        "Y": card("Y", text((Identified("B"), [SetPlayer("controller", NamedPlayer("me"))]))),
        "Z": card("Z", text((Identified("C"), [RemoveMembers("types", ("minion",))]))),
    }
    events = [
        play(card("B", power=0), "B"),
        play(card("C", types=("artifact",), power=0, life=0), "C", targets=("B",)),
        play(card("M", text((Identified("C"), [AddMembers("types", ("minion",))]))), "M"),
        *(play(cards[id], id) for id in order),
    ]
    board = agreed(scenario(in_one_layer(1, graph="each step"), events))
    assert solve(board).value("C", "controller") == "me"
    # X goes first only where it is the oldest: nothing has to do with it yet.
    assert solve(board).value("C", "life") == (0 if order[0] == "X" else 1)


def test_a_type_that_makes_something_carried_counts_though_nobody_looks_for_it() -> None:
    """M makes C what B is, no artifact that is carried; Z makes it an artifact and nothing else.
    From then on Y, who takes B, takes C too, and X, the older one, waits for Y."""
    mine = Both((Controlled(NamedPlayer("me")), Identified("C")))
    events = [
        play(card("B", power=0), "B"),
        play(card("C", types=("artifact",), power=0, life=0), "C", targets=("B",)),
        play(card("M", text((Identified("C"), [AddMembersOf("types", Identified("B"))]))), "M"),
        play(card("Z", text((Identified("C"), [SetMembers("types", ("artifact",))]))), "Z"),
        play(card("X", text((mine, [ChangeNumber("life", "+", Number(1))]))), "X"),
        play(card("Y", text((Identified("B"), [SetPlayer("controller", NamedPlayer("me"))]))), "Y"),
    ]
    board = agreed(scenario(in_one_layer(1, graph="each step"), events))
    assert solve(board).value("C", "life") == 1


def test_who_would_have_what_is_carried_counts_though_it_does_not_show() -> None:
    """M makes C a minion, which then is whose it is beneath: yours, until Z makes it mine too. From
    then on X, who asks whether C is mine, no longer waits for M."""
    mine = Both((Controlled(NamedPlayer("me")), Identified("C")))
    events = [
        play(card("B", power=0), "B", player=ME),
        play(card("C", types=("artifact",), power=0, life=0), "C", targets=("B",)),
        play(card("Z", text((Identified("C"), [SetPlayer("controller", NamedPlayer("me"))]))), "Z"),
        play(card("X", text((mine, [ChangeNumber("life", "+", Number(1))]))), "X"),
        play(card("M", text((Identified("C"), [AddMembers("types", ("minion",))]))), "M"),
    ]
    found = solve(agreed(scenario(in_one_layer(1, graph="each step"), events)))
    assert [turn.effect for turn in found.layer("one").turns if turn.effect[0] in "ZXM"] == [
        "Z.1",
        "X.1",
        "M.1",
    ]


@pytest.mark.parametrize("graph", ["once", "each step"])
def test_an_effect_that_came_with_a_copy_has_not_begun_because_its_namesake_did(graph: str) -> None:
    """X's own effect never was applied, for its condition fails; what X copies was not either."""
    mortal = Instruction(Identified("A"), (AddMembers("subtypes", ("mortal",)),))
    conditional = Ability(None, (mortal,), Exists(Member("subtypes", "undead")))
    events = [
        play(card("A", power=1), "A"),
        play(card("X", conditional, power=1), "X"),
        play(card("Y", text((Identified("A"), [AddMembers("subtypes", ("beast",))]))), "Y"),
        play(card("K", text((Identified("X"), [CopyOf(Identified("Y"))]))), "K"),
    ]
    board = agreed(scenario(in_one_layer(0, graph=graph), events))
    assert solve(board, prune=False).value("A", "subtypes") == ("beast",)


def test_a_scope_is_not_kept_for_the_namesake_that_a_copy_brings() -> None:
    """Where copying comes after types: X's new effect is about C, not about A as its old one."""
    rulebook = small_rulebook({"graph": "once", "set": "kept"})
    layers = (LAYERS[4], *LAYERS[:4], *LAYERS[5:])
    events = [
        play(card("A", power=1), "A"),
        play(card("C", power=1, life=1), "C"),
        play(card("X", text((Identified("A"), [AddMembers("subtypes", ("mortal",))]))), "X"),
        play(card("Y", text((Identified("C"), [SetNumber("power", Number(7))]))), "Y"),
        play(card("K", text((Identified("X"), [CopyOf(Identified("Y"))]))), "K"),
    ]
    board = agreed(scenario(replace(rulebook, layers=layers), events))
    assert [solve(board).value(id, "power") for id in "AC"] == [1, 7]


@pytest.mark.parametrize("graph", ["once", "each step"])
def test_effects_that_do_the_same_are_tried_apart_if_one_keeps_its_scope(graph: str) -> None:
    """X chose A alone, in the layer of subtypes; the same words that G gives later choose only now,
    so that they alone depend on Y, who makes C strong enough for them."""
    strong = Compared(Read("power", It()), ">=", Number(2))
    words = text(
        (strong, [AddMembers("subtypes", ("beast",)), ChangeNumber("power", "+", Number(1))])
    )
    events = [
        play(card("A", power=2), "A"),
        play(card("C", power=1), "C"),
        play(card("O", text((Identified("O"), [ChangeNumber("power", "+", Number(1))]))), "O"),
        play(card("X", words, power=0), "X"),
        play(card("N", text((Identified("N"), [ChangeNumber("power", "+", Number(1))]))), "N"),
        play(card("H", power=0), "H"),
        play(card("G", text((Identified("H"), [Gain(words)])), power=0), "G"),
        play(card("Y", text((Identified("C"), [ChangeNumber("power", "+", Number(1))]))), "Y"),
    ]
    board = agreed(scenario(small_rulebook({"graph": graph, "set": "kept"}), events))
    # Once Y made C a 2, the words of H make it a 3, and A a 4 together with those of X.
    assert [solve(board).value(id, "power") for id in "AC"] == [4, 3]


@pytest.mark.parametrize("graph", ["once", "each step"])
def test_evidence_is_of_each_where_one_keeps_its_scope(graph: str) -> None:
    """X chose A alone, in the layer of subtypes; H and I choose now; all count the strong ones.

    So Y, who makes C strong, changes what X does, and for whom H and I do it.
    """
    strong = Compared(Read("power", It()), ">=", Number(2))
    words = text(
        (strong, [AddMembers("subtypes", ("beast",)), ChangeNumber("power", "+", Count(strong))])
    )
    events = [
        play(card("A", power=2), "A"),
        play(card("Z", text((Identified("A"), [ChangeNumber("power", "+", Number(0))]))), "Z"),
        play(card("C", power=1), "C"),
        play(card("X", words, power=0), "X"),
        play(card("H", power=0), "H"),
        play(card("I", power=0), "I"),
        play(card("G", text((Either((Identified("H"), Identified("I"))), [Gain(words)]))), "G"),
        play(card("Y", text((Identified("C"), [ChangeNumber("power", "+", Number(1))]))), "Y"),
    ]
    found = solve(agreed(scenario(small_rulebook({"graph": graph, "set": "kept"}), events)))
    first = found.layer("add power").graphs[0].found
    kinds = {(one.effect, one.on): one.witness.kind for one in first if one.on == "Y.1"}
    given = {(f"{id}.gained@G.1", "Y.1"): "scope" for id in "HI"}
    assert kinds == {("X.1", "Y.1"): "action", **given}


@pytest.mark.parametrize("graph", ["once", "each step"])
def test_evidence_is_of_each_where_two_keep_other_scopes(graph: str) -> None:
    """P chose A alone, and Q C too, which M had made a beast: there nobody waits for anybody.

    So Y, who gives both more water, changes for P what A gets, and for Q what both get.
    """
    beasts = Member("subtypes", "beast")
    gets = ChangeNumber("power", "+", Read("water", It()))
    words = text((beasts, [AddMembers("subtypes", ("mortal",)), gets]))
    wet = text((Member("subtypes", "mortal"), [ChangeNumber("water", "+", Number(1))]))
    events = [
        play(card("A", subtypes=("beast",), power=1, water=1), "A"),
        play(card("C", power=1, water=1), "C"),
        play(card("P", words, power=0), "P"),
        play(card("M", text((Identified("C"), [AddMembers("subtypes", ("beast",))]))), "M"),
        play(card("Q", words, power=0), "Q"),
        play(card("Y", wet, power=0), "Y"),
    ]
    small = small_rulebook({"graph": graph, "set": "kept"})
    layers = tuple(
        replace(
            one,
            test="none" if one.id == "4" else one.test,
            does=(*one.does, "change water") * (one.id == "7")
            or tuple(word for word in one.does if word != "change water"),
        )
        for one in small.layers
    )
    found = solve(agreed(scenario(replace(small, layers=layers), events)))
    first = found.layer("add power").graphs[0].found
    assert {(one.effect, one.on): (one.witness.before, one.witness.after) for one in first} == {
        ("P.1", "Y.1"): ("A: 1", "A: 2"),
        ("Q.1", "Y.1"): ("A: 1, C: 1", "A: 2, C: 2"),
    }
    assert [found.value(id, "power") for id in "AC"] == [5, 3]


def test_what_starts_below_its_floor_is_not_only_added_to() -> None:
    """-5 and 1 is cut to 0, and 2 on that is 2; the other way round it is 1."""
    events = [
        play(card("C", power=-5), "C"),
        play(card("X", text((Identified("C"), [ChangeNumber("power", "+", Number(1))]))), "X"),
        play(card("Y", text((Identified("C"), [ChangeNumber("power", "+", Number(2))]))), "Y"),
    ]
    rulebook = small_rulebook({"test": "result", "floor": "each step"})
    board = agreed(scenario(rulebook, events))
    assert len(solve(board).dependencies("add power")) == 2


@pytest.mark.parametrize("graph", ["once", "each step"])
def test_who_cannot_be_silenced_does_not_wait_for_who_would_silence_it(graph: str) -> None:
    """S takes X's ability on no board, so that X's effect, the older one, depends on nothing."""
    events = [
        play(card("A", power=1), "A"),
        play(
            card(
                "X",
                text((Identified("X"), [CantBeStatus("silenced")])),
                text((Identified("A"), [SetStatus("tapped")])),
                power=1,
            ),
            "X",
        ),
        play(card("Y", text((Identified("A"), [SetStatus("tapped")])), power=1), "Y"),
        play(card("S", text((Member("types", "minion"), [SetStatus("silenced")])), power=1), "S"),
    ]
    rulebook = small_rulebook({"graph": graph})
    words = {"copy": ("copy", "can't be silenced")}
    layers = tuple(replace(one, does=words.get(one.name, one.does)) for one in rulebook.layers)
    found = solve(agreed(scenario(replace(rulebook, layers=layers), events)))
    turns = [(turn.effect, turn.verdict) for turn in found.layer("silence").turns]
    assert turns == [("X.2", "applied"), ("S.1", "applied"), ("Y.1", "lost")]
    assert found.value("X", "silenced") is False
