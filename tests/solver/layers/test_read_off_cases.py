"""Boards by hand for what short cuts read off: the same as without, and what the rules say."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from random import Random
from types import SimpleNamespace
from typing import cast

import pytest

from layerlaw.model.algebra import (
    Ability,
    AddMembers,
    AddMembersOf,
    AllOf,
    Both,
    CantBeModified,
    ChangeNumber,
    Compared,
    CopyOf,
    Either,
    Exists,
    Gain,
    HasAbility,
    HasStatus,
    Identified,
    Instruction,
    It,
    Lose,
    LoseAll,
    Member,
    Named,
    Number,
    Operation,
    Read,
    RemoveMembers,
    Self,
    SetNumber,
    SetStatus,
    Summary,
)
from layerlaw.model.errors import LayerlawError
from layerlaw.model.rulebooks.policies import POLICIES
from layerlaw.model.rulebooks.rulebook import Layer, Rulebook, Status
from layerlaw.solver import certificate_of, derive
from layerlaw.solver.board.columns import Board
from layerlaw.solver.board.kinds import Objects, PartNumber
from layerlaw.solver.certainty.orders.confluence import order_matters
from layerlaw.solver.derivation.answer import Answer
from layerlaw.solver.effects.parts import Part
from layerlaw.solver.facts.situation import ResolvedEffect, Thing
from layerlaw.solver.layers import trial
from layerlaw.solver.layers.brought import Applied, with_brought
from layerlaw.solver.layers.graph import set_of
from layerlaw.solver.layers.holders import Holders
from layerlaw.solver.layers.observe import Granted, Observer
from layerlaw.solver.play.solve import solve
from mutation.boards import alike_on_the_way, focused_board, rich_board
from situations import CREATURES, LAYERS, answer, line, plus, resolved, rulebook, thing


def in_one(policies: Mapping[str, str], *names: str) -> Rulebook:
    """The small game with these layers in the place of the last of them, as one."""
    words = tuple(word for layer in LAYERS if layer.name in names for word in layer.does)
    one = Layer("one", "one", "C1", words)
    layers = [one if layer.name == names[-1] else layer for layer in LAYERS]
    kept = tuple(layer for layer in layers if layer.name not in names)
    return replace(rulebook(policies), layers=kept)


def both_ways(book: Rulebook, *things: Thing, effects: tuple[ResolvedEffect, ...] = ()) -> Answer:
    """The answer, if it is the same without short cuts; the certificate has to agree."""
    found = answer(book, *things, effects=effects)
    plain = derive(found.situation, prune=False)
    assert found.facts == plain.facts and found.layers == plain.layers
    alike_on_the_way(found, plain)
    assert certificate_of(found).check().ok
    return found


def edges(found: Answer, layer: str) -> set[tuple[str, str, str]]:
    """The dependencies that were found first in a layer, with the kind of evidence."""
    first = found.layer(layer).graphs[0].found
    return {(one.effect, one.on, one.witness.kind) for one in first}


def turns(found: Answer, layer: str) -> list[tuple[str, str]]:
    """Whose turns came in a layer, and what came of them."""
    return [(turn.effect, turn.verdict) for turn in found.layer(layer).turns]


def applied(*ids: str) -> list[tuple[str, str]]:
    """These turns, in which all were applied."""
    return [(f"{id}.1", "applied") for id in ids]


def test_a_keyword_counts_where_no_effect_hangs_on_its_source() -> None:
    """Both effects have resolved; F, the older one, looks for what G gives (SORC-DEP-1)."""
    found = both_ways(
        rulebook(),
        thing("A", power=1),
        effects=(
            resolved("F.1", "A", line(HasAbility("Airborne"), Gain(Ability("Stealth"))), at=4),
            resolved("G.1", "A", line(Identified("A"), Gain(Ability("Airborne"))), at=5),
        ),
    )
    assert turns(found, "abilities") == applied("G", "F")
    assert edges(found, "abilities") == {("F.1", "G.1", "scope")}


def test_a_status_that_silences_may_take_the_name_too() -> None:
    """N looks for a name, and waits for B, after which nobody has it."""
    blank = Status("blank", "C1", silences=True, nameless=True)
    book = rulebook()
    layers = tuple(
        replace(one, does=(*one.does, "blank")) if one.name == "states" else one
        for one in book.layers
    )
    found = both_ways(
        replace(book, statuses={**book.statuses, "blank": blank}, layers=layers),
        thing("A", power=1),
        thing("N", line(Named("Card A"), SetStatus("tapped"))),
        thing("B", line(Identified("A"), SetStatus("blank"))),
    )
    assert turns(found, "states") == applied("B", "N")
    assert edges(found, "states") == {("N.1", "B.1", "scope")}
    assert found.value("A", "tapped") is False


def test_a_status_that_takes_no_ability_ends_nobody() -> None:
    """R drains what is tapped, so it waits for both who tap; these wait for nobody."""
    found = both_ways(
        rulebook(),
        thing("R", line(HasStatus("tapped"), SetStatus("drained")), power=1),
        thing("T", line(CREATURES, SetStatus("tapped")), power=1),
        thing("U", line(Self(), SetStatus("tapped")), power=1),
        thing("V", line(Self(), SetStatus("tapped"), SetStatus("drained")), power=1),
    )
    assert edges(found, "states") == {
        ("R.1", "T.1", "scope"),
        ("R.1", "U.1", "scope"),
        ("R.1", "V.1", "scope"),
    }
    assert turns(found, "states") == applied("T", "U", "V", "R")


def test_who_is_silenced_is_looked_at_where_a_trial_silences() -> None:
    """X taps what is silenced, and waits for Y, who silences A."""
    found = both_ways(
        rulebook(),
        thing("A", power=1),
        thing("X", line(HasStatus("silenced"), SetStatus("tapped"))),
        thing("Y", line(Identified("A"), SetStatus("silenced"))),
    )
    assert edges(found, "states") == {("X.1", "Y.1", "scope")}
    assert found.value("A", "tapped") is True


def test_a_set_may_be_looked_at_by_one_word_and_as_a_whole() -> None:
    """X looks for fire, and gives B all that A is; so it waits for Y, who makes A more."""
    found = both_ways(
        rulebook(),
        thing("A", elements=("norm",)),
        thing("B", elements=("fire",)),
        thing("X", line(Member("elements", "fire"), AddMembersOf("elements", Identified("A")))),
        thing("Y", line(Identified("A"), AddMembers("elements", ("water",)))),
    )
    assert edges(found, "types") == {("X.1", "Y.1", "action")}
    assert found.value("B", "elements") == ("fire", "norm", "water")


def test_what_is_barred_by_now_changes_nothing_any_more() -> None:
    """After Z nothing gives A its keyword (SORC-LOSE-1), so that X no longer waits for Y."""
    found = both_ways(
        rulebook({"graph": "each step", "loss": "bar"}),
        thing("A", power=1),
        thing("Z", line(Identified("A"), Lose("Airborne"))),
        thing("X", line(HasAbility("Airborne"), Gain(Ability("Stealth")))),
        thing("Y", line(Identified("A"), Gain(Ability("Airborne")))),
    )
    assert edges(found, "abilities") == {("X.1", "Y.1", "scope")}
    assert turns(found, "abilities") == applied("Z", "X", "Y")


@pytest.mark.parametrize(
    "look",
    [
        line(Member("elements", "fire"), AddMembers("elements", ("water",))),
        line(Identified("B"), AddMembersOf("elements", Identified("A"))),
    ],
    ids=["by word", "as a whole"],
)
def test_a_word_that_was_given_can_be_taken_from_then_on(look: Ability) -> None:
    """Y takes fire from A, which has it after Z only; then X, who looks for it, waits for Y."""
    found = both_ways(
        rulebook({"graph": "each step"}),
        thing("A", elements=("norm",)),
        thing("B", elements=("norm",)),
        thing("Z", line(Identified("A"), AddMembers("elements", ("fire",)))),
        thing("X", look),
        thing("Y", line(Identified("A"), RemoveMembers("elements", ("fire",)))),
    )
    assert turns(found, "types") == applied("Z", "Y", "X")
    assert found.value("A", "elements") == found.value("B", "elements") == ("norm",)


def test_who_is_gone_still_has_a_turn_where_a_new_graph_was_drawn() -> None:
    """P's ability is taken by S; G's gift joins before P's turn, at which P is lost."""
    gift = line(Self(), Gain(Ability("Airborne")))
    found = both_ways(
        rulebook({"graph": "once", "freed": "after all"}),
        thing("X", power=1),
        thing("P", line(Self(), Gain(Ability("Stealth")))),
        thing("S", line(Identified("P"), LoseAll())),
        thing("G", line(Identified("X"), Gain(gift))),
    )
    assert turns(found, "abilities") == [
        ("S.1", "applied"),
        ("G.1", "applied"),
        ("X.gained@G.1", "applied"),
        ("P.1", "lost"),
    ]


def test_an_ability_that_was_taken_and_given_back_at_once_brings_nothing_in() -> None:
    """X becomes a copy of Y, which is the same card: its effect waits as before, and is not new.

    Nor is it where X has had its turn by then: A has a power of 3 in whatever order they go.
    """
    twin = line(Identified("A"), plus(1))
    one = replace(thing("Y", twin).card, name="Twin")
    found = both_ways(
        in_one({"graph": "once"}, "copy", "power"),
        thing("K", line(Identified("X"), CopyOf(Identified("Y")))),
        replace(thing("X", twin), card=one),
        replace(thing("Y", twin), card=one),
        thing("A", power=1),
    )
    assert turns(found, "one") == applied("K", "X", "Y")
    assert len(found.layer("one").graphs) == 1
    verdict = order_matters(found.situation, "all")
    assert verdict.exact and not verdict.matters
    assert verdict.orders == 6
    assert found.value("A", "power") == 3


@pytest.mark.parametrize("lost", POLICIES["ability lost"])
def test_what_has_begun_goes_on_by_policy_alone(lost: str) -> None:
    """P has begun in the layer of types, Q has not; S takes the abilities of both.

    Where what has begun continues, P does not depend on S, and is older (policy `ability lost`).
    """
    keyword = Gain(Ability("Airborne"))
    found = both_ways(
        rulebook({"ability lost": lost}),
        thing("X", elements=("norm",)),
        thing("P", line(Identified("X"), AddMembers("elements", ("fire",)), keyword)),
        thing("Q", line(Identified("X"), keyword)),
        thing("S", line(Either((Identified("P"), Identified("Q"))), LoseAll())),
    )
    goes_on = lost == "continues"
    existence = {(id, "S.1", "existence") for id in (("Q.1",) if goes_on else ("P.1", "Q.1"))}
    assert edges(found, "abilities") == existence
    came_to = dict(turns(found, "abilities"))
    assert came_to == {
        "P.1": "applied" if goes_on else "lost",
        "S.1": "applied",
        "Q.1": "lost",
    }


def test_pairs_that_were_looked_at_once_are_not_looked_at_again() -> None:
    """After D's turn C would depend on B; when G's gift joins, only its pairs are looked at."""
    found = both_ways(
        in_one({"graph": "once"}, "abilities", "power"),
        thing("X", power=5, cost=0),
        thing("Y", power=1, cost=0),
        thing("D", line(Identified("X"), SetNumber("power", Number(1)))),
        thing("G", line(Identified("Y"), Gain(line(Self(), plus(1, "cost"))))),
        thing("C", line(Compared(Read("power", It()), ">=", Number(5)), plus(1, "cost"))),
        thing("B", line(Identified("X"), SetNumber("power", Number(5)))),
        thing("H", line(Identified("Y"), SetNumber("power", Number(5)))),
    )
    first, second, *_ = found.layer("one").graphs
    assert {(one.effect, one.on) for one in first.found} == {("C.1", "D.1"), ("C.1", "H.1")}
    assert second.tested == ("Y.gained@G.1",) and not second.found


def test_a_status_may_take_abilities_and_disable_too() -> None:
    """Y stuns A alone: P and Q go on, whoever they are of."""
    stunned = Status("stunned", "C1", silences=True, disables=True)
    book = rulebook()
    layers = tuple(
        replace(one, does=(*one.does, "stunned")) if one.name == "states" else one
        for one in book.layers
    )
    found = both_ways(
        replace(book, statuses={**book.statuses, "stunned": stunned}, layers=layers),
        thing("A", line(Self(), SetStatus("tapped"))),
        thing("P", line(Self(), SetStatus("tapped"))),
        thing("Q", line(HasStatus("stunned"), SetStatus("drained")), power=1),
        thing("Y", line(Identified("A"), SetStatus("stunned"))),
    )
    assert edges(found, "states") == {("A.1", "Y.1", "existence"), ("Q.1", "Y.1", "scope")}
    assert turns(found, "states")[0] == ("P.1", "applied")


@pytest.mark.parametrize("parity", ["none", "both or neither set"])
def test_who_looks_at_what_changes_counts_only_if_both_are_alike(parity: str) -> None:
    """X adds where Y sets (policy `parity`)."""
    found = both_ways(
        rulebook({"parity": parity}),
        thing("A", power=1, cost=0),
        thing("X", line(Compared(Read("power", It()), ">=", Number(5)), plus(1, "cost"))),
        thing("Y", line(Identified("A"), SetNumber("power", Number(5)))),
    )
    expected = {("X.1", "Y.1", "scope")} if parity == "none" else set()
    assert edges(found, "power") == expected


def test_what_would_be_done_to_the_immune_is_not_looked_at() -> None:
    """S passes X by, so that X's cost, which Z sets, is nothing to S; Y's, which W sets, is."""
    book = replace(rulebook(), immune=((Member("elements", "fire"), "set power", "C1"),))
    found = both_ways(
        book,
        thing("X", elements=("fire",), power=1, cost=2),
        thing("Y", power=1, cost=2),
        thing("S", line(CREATURES, SetNumber("power", Read("cost", It())))),
        thing("Z", line(Identified("X"), SetNumber("cost", Number(9)))),
        thing("W", line(Identified("Y"), SetNumber("cost", Number(8)))),
    )
    assert edges(found, "power") == {("S.1", "W.1", "action")}
    assert (found.value("X", "power"), found.value("Y", "power")) == (1, 8)


@pytest.mark.parametrize("parity", ["none", "both or neither set"])
def test_who_looks_for_the_silenced_counts_only_if_both_are_alike(parity: str) -> None:
    """X sets the power of who is silenced, and Y, who silences A, sets nothing."""
    found = both_ways(
        in_one({"parity": parity}, "states", "power"),
        thing("A", power=1),
        thing("X", line(HasStatus("silenced"), SetNumber("power", Number(5)))),
        thing("Y", line(Identified("A"), SetStatus("silenced"))),
    )
    assert edges(found, "one") == ({("X.1", "Y.1", "scope")} if parity == "none" else set())


def test_a_second_graph_has_the_edges_of_new_pairs_and_keeps_those_of_the_first() -> None:
    """G's gift joins before the turn of S, who takes the abilities of P and X."""
    gift = line(Self(), Gain(Ability("Airborne")))
    found = both_ways(
        rulebook({"graph": "once"}),
        thing("X", power=1),
        thing("P", line(Self(), Gain(Ability("Stealth")))),
        thing("G", line(Identified("X"), Gain(gift))),
        thing("S", line(Either((Identified("P"), Identified("X"))), LoseAll())),
    )
    first, second = next(run for run in found.runs if run.turns[0].part.id == "G.1").graphs
    assert {id: {*on} for id, on in first.found.items()} == {"P.1": {"S.1"}}
    assert {id: {*on} for id, on in second.found.items()} == {"X.gained@G.1": {"S.1"}}
    assert {id: {*on} for id, on in second.edges.items()} == {
        "P.1": {"S.1"},
        "X.gained@G.1": {"S.1"},
    }


def test_evidence_is_of_each_where_something_cannot_be_modified() -> None:
    """P, Q and R do the same, but each may change itself, whatever is marked (SORC-NOMOD-1).

    M marks P first; N would mark Q and R, by which each of the three loses others from its scope.
    """
    same = line(CREATURES, plus(1))
    others = Either((Identified("Q"), Identified("R")))
    found = both_ways(
        in_one({"graph": "each step"}, "power", "last"),
        thing("M", line(Identified("P"), CantBeModified()), power=1),
        thing("P", same, power=1),
        thing("Q", same, power=1),
        thing("R", same, power=1),
        thing("F", line(Self(), plus(1, "cost")), cost=1),
        thing("N", line(others, CantBeModified()), power=1),
    )
    first, second, *_ = found.layer("one").graphs
    by_n = {("P.1", "N.1"): ("Q", "R"), ("Q.1", "N.1"): ("R",), ("R.1", "N.1"): ("Q",)}
    by_m = {("Q.1", "M.1"): ("P",), ("R.1", "M.1"): ("P",)}
    assert {(one.effect, one.on): one.witness.left for one in first.found} == by_n | by_m
    assert {(one.effect, one.on): one.witness.left for one in second.found} == by_n


# --- the result test -----------------------------------------------------------------------


def test_what_a_condition_brings_in_counts_under_the_result_test() -> None:
    """B makes A's condition true, and A makes X 0: 0 + 1 after B and C, 0 after C and B."""
    found = both_ways(
        rulebook({"test": "result"}),
        thing("X", power=1, cost=0),
        thing(
            "A",
            line(
                Identified("X"),
                SetNumber("power", Number(0)),
                condition=Exists(Compared(Read("cost", It()), ">=", Number(5))),
            ),
        ),
        thing("B", line(Identified("X"), SetNumber("cost", Number(5)))),
        thing("C", line(Identified("X"), plus(1))),
    )
    assert edges(found, "power") == {("B.1", "C.1", "result"), ("C.1", "B.1", "result")}


@pytest.mark.parametrize(
    ("cost", "third", "tried"),
    [
        (5, plus(1), {"A.1", "B.1"}),
        (0, SetNumber("power", Number(0)), set()),
        (4, plus(1), set()),
        (4, SetNumber("power", Number(0)), {"A.1", "B.1", "C.1"}),
    ],
)
def test_what_a_condition_looks_at_has_only_those_tried_that_it_brings_something_to(
    monkeypatch: pytest.MonkeyPatch, cost: int, third: Operation, tried: set[str]
) -> None:
    """B makes X's cost one more, and A exists where that is 5.

    If A is there, B changes what it looks at. If it comes with B, what A does counts as B's: one
    more power, as C's one more, and not as C's 0. If it does not come, nothing meets anything.
    """
    parts: set[str] = set()

    def noted(
        observer: Observer,
        board: Board,
        part: Part,
        known: frozenset[Part],
        granted: list[Granted],
        *,
        always: bool,
    ) -> Applied:
        parts.add(part.id)
        return with_brought(observer, board, part, known, granted, always=always)

    monkeypatch.setattr(trial, "with_brought", noted)
    situation = answer(
        rulebook({"test": "result", "floor": "none"}),
        thing("X", power=1, cost=cost),
        thing("Y", power=1),
        thing("A", line(Identified("Y"), plus(1), condition=costs_five("X"))),
        thing("B", line(Identified("X"), plus(1, "cost"))),
        thing("C", line(Identified("Y"), third)),
    ).situation
    assert derive(situation).facts == derive(situation, prune=False).facts
    parts.clear()
    derive(situation)
    assert parts == tried


def costs_five(id: str) -> Exists:
    """The object costs at least 5."""
    return Exists(Both((Identified(id), Compared(Read("cost", It()), ">=", Number(5)))))


def test_what_two_bring_together_comes_between_what_one_brings_and_it() -> None:
    """B's 5 for X brings A, which sets X's power to 0; with C's 5 for Y it brings D too.

    C behind B and A brings D: 0 + 1. B behind C brings both, and D is older: (1 + 1), then 0.
    """
    x, y = costs_five("X"), costs_five("Y")
    found = both_ways(
        rulebook({"test": "result"}),
        thing("X", power=1, cost=0),
        thing("Y", cost=0),
        thing("D", line(Identified("X"), plus(1), condition=AllOf((x, y)))),
        thing("A", line(Identified("X"), SetNumber("power", Number(0)), condition=x)),
        thing("B", line(Identified("X"), SetNumber("cost", Number(5)))),
        thing("C", line(Identified("Y"), SetNumber("cost", Number(5)))),
    )
    assert edges(found, "power") == {("B.1", "C.1", "result"), ("C.1", "B.1", "result")}


def test_what_is_brought_looks_at_what_another_one_changes() -> None:
    """B's 5 for X brings A, which adds X's power to the cost of Y: 1 before C, 2 behind it."""
    found = both_ways(
        rulebook({"test": "result", "floor": "none"}),
        thing("X", power=1, cost=0),
        thing("Y", cost=0),
        thing(
            "A",
            line(
                Identified("Y"),
                ChangeNumber("cost", "+", Summary("total", "power", Identified("X"))),
                condition=costs_five("X"),
            ),
        ),
        thing("B", line(Identified("X"), SetNumber("cost", Number(5)))),
        thing("C", line(Identified("X"), plus(1))),
    )
    assert edges(found, "power") == {("B.1", "C.1", "result")}


@pytest.mark.parametrize("costs", [(("X",), ("Y",)), ((), ("X", "Y"))])
def test_what_two_give_and_bring_together_goes_in_the_order_given(
    costs: tuple[tuple[str, ...], tuple[str, ...]],
) -> None:
    """What G gives Y sets X to 0, what H gives X is one more for it, once X and Y cost 5.

    G and H begin at the same moment, so what was given first is older: 0 + 1, or 1 + 1 and then 0.
    costs: of whom each of the two makes the cost 5.
    """

    def giving(to: str, given: Ability, *costs: str) -> Ability:
        five = (Instruction(Identified(id), (SetNumber("cost", Number(5)),)) for id in costs)
        return Ability(None, (Instruction(Identified(to), (Gain(given),)), *five))

    both = AllOf((costs_five("X"), costs_five("Y")))
    none = line(Identified("X"), SetNumber("power", Number(0)), condition=both)
    more = line(Self(), plus(1), condition=both)
    found = both_ways(
        in_one({"test": "result"}, "abilities", "power"),
        thing("X", power=1, cost=0),
        thing("Y", cost=0),
        effects=(
            resolved("G.1", "X", giving("Y", none, *costs[0]), at=4),
            resolved("H.1", "X", giving("X", more, *costs[1]), at=4),
        ),
    )
    assert edges(found, "one") == {("G.1", "H.1", "result"), ("H.1", "G.1", "result")}


def test_what_is_granted_counts_under_the_result_test() -> None:
    """What B gives X makes it 0: 0 + 1 after B and C, 0 after C and B."""
    found = both_ways(
        in_one({"test": "result"}, "abilities", "power"),
        thing("X", power=1),
        thing("B", line(Identified("X"), Gain(line(Self(), SetNumber("power", Number(0)))))),
        thing("C", line(Identified("X"), plus(1))),
    )
    assert edges(found, "one") == {("B.1", "C.1", "result"), ("C.1", "B.1", "result")}


def test_who_sets_what_is_there_already_still_writes_it() -> None:
    """5, and one more is 6; one more, and 5 is 5."""
    found = both_ways(
        rulebook({"test": "result"}),
        thing("X", power=5),
        thing("B", line(Identified("X"), SetNumber("power", Number(5)))),
        thing("C", line(Identified("X"), plus(1))),
    )
    assert edges(found, "power") == {("B.1", "C.1", "result"), ("C.1", "B.1", "result")}


def test_who_writes_a_cell_depends_on_what_differs_there_though_it_changes_nothing() -> None:
    """P writes 5 where 5 is, before Q or after it; but with P's cost Q makes it 0 behind P."""
    found = both_ways(
        rulebook({"test": "result"}),
        thing("X", power=5, cost=0),
        thing(
            "P", line(Identified("X"), SetNumber("power", Number(5)), SetNumber("cost", Number(5)))
        ),
        thing(
            "Q", line(Compared(Read("cost", It()), ">=", Number(5)), SetNumber("power", Number(0)))
        ),
    )
    assert edges(found, "power") == {("P.1", "Q.1", "result"), ("Q.1", "P.1", "result")}


def test_two_gifts_that_commute_may_bring_what_does_not() -> None:
    """X becomes 0, or gets one more, by what it is given: 0 + 1, or 0 (both gifts resolved)."""
    none, more = line(Self(), SetNumber("power", Number(0))), line(Self(), plus(1))
    found = both_ways(
        in_one({"test": "result"}, "abilities", "power"),
        thing("X", power=5),
        effects=(
            resolved("G.1", "X", line(Identified("X"), Gain(none)), at=4),
            resolved("H.1", "X", line(Identified("X"), Gain(more)), at=5),
        ),
    )
    assert edges(found, "one") == {("G.1", "H.1", "result"), ("H.1", "G.1", "result")}


def test_what_is_only_added_to_commutes_where_there_is_no_floor() -> None:
    """The cost has none."""
    found = both_ways(
        rulebook({"test": "result", "floor": "each step"}),
        thing("X", cost=0),
        thing("D", line(Identified("X"), plus(-1, "cost"))),
        thing("A", line(Identified("X"), plus(2, "cost"))),
    )
    assert not edges(found, "power") and found.value("X", "cost") == 1


def test_one_less_and_two_more_do_not_commute_above_a_floor() -> None:
    """From 0 down to 0 and up to 2, or up to 2 and down to 1."""
    found = both_ways(
        rulebook({"test": "result", "floor": "each step"}),
        thing("X", power=0),
        thing("D", line(Identified("X"), plus(-1))),
        thing("A", line(Identified("X"), plus(2))),
    )
    assert edges(found, "power") == {("A.1", "D.1", "result"), ("D.1", "A.1", "result")}


def test_a_granted_effect_counts_where_no_other_ability_is() -> None:
    """G has resolved, and what it gives A is the only ability there is."""
    given = line(Self(), plus(1))
    effect = resolved("G.1", "A", line(Identified("A"), Gain(given)))
    found = both_ways(rulebook(), thing("A", power=1), effects=(effect,))
    assert turns(found, "power") == [("A.gained@G.1", "applied")]
    assert found.value("A", "power") == 2


# --- what holds on every board -------------------------------------------------------------


def test_turns_go_by_the_last_graph_found_before_them() -> None:
    """And a graph that is kept has the edges of all before it (policy `graph`: once)."""
    several = 0
    for seed in range(40):
        board = rich_board(seed, "action", immune=False) if seed % 2 else None
        try:
            found = solve(board or focused_board(seed, "grants", "action"))
        except LayerlawError:
            continue
        for run in found.runs:
            several += len(run.graphs) > 1
            for number, turn in enumerate(run.turns):
                assert turn.graph == max(
                    place for place, graph in enumerate(run.graphs) if graph.turn <= number
                )
            if found.rulebook.policy("graph") != "once":
                continue
            known: set[tuple[str, str]] = set()
            for graph in run.graphs:
                known |= {(id, on) for id, others in graph.found.items() for on in others}
                assert {(id, on) for id, others in graph.edges.items() for on in others} == known
    assert several > 12


@pytest.mark.parametrize("seed", range(30))
def test_parts_are_told_by_who_has_their_abilities(seed: int) -> None:
    """Of all abilities of some objects, or of one ability of them; whoever has how many."""
    random = Random(seed)
    # Neighbours have consecutive numbers, but for gaps, and often more than one ability.
    holders: list[int] = []
    shift = 1
    for place in range(16):
        shift += random.choice((0, 0, 0, 0, -1, 1)) if seed % 3 else random.randint(-9, 9)
        holders.append(abs(place + shift))
    effects = [SimpleNamespace(holder=one, instance=random.randrange(3)) for one in holders]
    parts = [cast("Part", SimpleNamespace(effect=one)) for one in effects]
    numbers = [PartNumber(n) for n in sorted(random.sample(range(len(parts)), 13))]
    # In order of time, which need not be that of the numbers.
    if seed % 2:
        numbers = numbers[7:] + numbers[:7] if seed % 4 == 1 else numbers[::-1]
        for effect, holder in zip(effects, holders[::-1], strict=True):
            effect.holder = holder
    by_holder = Holders(parts, numbers)
    for _ in range(60):
        some = Objects(random.getrandbits(40) | random.choice((0, random.getrandbits(40))))
        theirs = [n for n in numbers if some >> effects[n].holder & 1]
        assert by_holder.of(some) == set_of(theirs)
        for instance in range(3):
            one = [n for n in theirs if effects[n].instance == instance]
            assert by_holder.of(some, instance) == set_of(one)


def test_neighbours_with_a_gap_between_their_numbers_are_no_run() -> None:
    """The abilities of 4 and 5 have the numbers 2 and 5."""
    effects = [SimpleNamespace(holder=one, instance=0) for one in (9, 9, 4, 9, 9, 5)]
    parts = [cast("Part", SimpleNamespace(effect=one)) for one in effects]
    by_holder = Holders(parts, [PartNumber(2), PartNumber(5)])
    assert by_holder.of(Objects(0b110000)) == 0b100100
