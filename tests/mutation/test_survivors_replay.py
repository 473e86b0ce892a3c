"""What a changed checker would accept, or refuse: one field of a record wrong; where things lie.

The solver that made the facts is unchanged; a changed replay got through all other tests here.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from layerlaw.model import loads_scenario
from layerlaw.model.algebra import (
    Ability,
    ChangeNumber,
    Count,
    Holds,
    Identified,
    InRegion,
    Number,
    Placed,
    Read,
    Selector,
    Self,
    SetStatus,
)
from layerlaw.model.cards.card import Card, PrintedAbility
from layerlaw.model.scenarios.events import Place
from layerlaw.solver import Answer, derive
from layerlaw.solver.certificate import STRUCTURE, Certificate, Verdict
from layerlaw.solver.certificate.replay.instances import ReplayInstance
from layerlaw.solver.certificate.replay.lists import _held
from layerlaw.solver.certificate.replay.ways import SAME_PLACE
from layerlaw.solver.facts.records import Change, Facts, TurnRecord
from layerlaw.solver.facts.rows import Changes
from layerlaw.solver.facts.situation import Situation, Thing
from layerlaw.solver.play.solve import solve
from oracle.small_rulebook import simultaneous_rulebook, small_rulebook
from situations import CREATURES, answer, held, line, plus, rulebook, thing
from tampering import CHAIN


def check(facts: Facts) -> Verdict:
    """The verdict on the facts."""
    return Certificate(facts).check()


# --- where things lie ------------------------------------------------------------------------


LAID = {
    "G": Place((13,)),
    "S": Place((7,)),
    "T": Place((8,)),
    "A": Place((7, 8), "surface", (8,)),
    "B": Place((7, 8, 12, 13), "surface", (12, 7)),
    "C": Place((2, 7)),
    "V": Place((12,), "void"),
    "W": Place((7, 12), "void"),
    "D": Place((7,), "deep"),
    "E": Place((13,), "deep"),
    "X": Place((20,), "deep"),
    "F": Place((8,)),
}
"""Sites on 13 (which holds water), 7 and 8, and minions, some of them partly in the void."""


def laid(what: Selector, of: str, process: str = "layered") -> Answer:
    """Everything as laid out; each of these grows by one for each object that is meant.

    A site's water grows, a minion's power, which is 1 before. A is tapped.
    """
    book = small_rulebook() if process == "layered" else simultaneous_rulebook()
    things = []
    for entered, (id, place) in enumerate(LAID.items(), 1):
        site = id in "STG"
        number = "water" if site else "power"
        grows = line(Self(), ChangeNumber(number, "+", Count(what)))
        card = Card(
            id,
            {"types": ("site",) if site else ("minion",)},
            {number: int(id not in "ST")},
            (PrintedAbility("has", grows),) if id in of else (),
        )
        owner = ("you", "me")[entered % 2]
        one = Thing(id, card, owner, owner, "realm", place, None, (entered, 0), {})
        things.append(replace(one, statuses=frozenset({"tapped"} if id == "A" else ())))
    return derive(Situation(book, ("you", "me"), tuple(things), (), None, frozenset()))


@pytest.mark.parametrize("among", ["ABCF", "STG", "VWDEX"])
@pytest.mark.parametrize("relation", [*SAME_PLACE, "nearby", "adjacent to", "in front of"])
def test_what_lies_partly_in_the_void_stands_where_the_solver_says(
    relation: str, among: str
) -> None:
    """As the oracle has it, too (`test_void_squares`): each part stands for itself."""
    assert check(laid(Placed(relation, Self()), among).facts).ok
    if relation in SAME_PLACE:
        assert check(laid(Placed(relation, Self()), among, "simultaneous").facts).ok


@pytest.mark.parametrize(
    ("relation", "of", "number"),
    [
        ("atop", "S", 2),  # A and C; the part of B that is on 7 lies in the void
        ("atop", "T", 2),  # B and F
        ("atop", "G", 1 + 1),  # B
        ("above", "E", 1 + 2),  # B, and the site itself
        ("above", "D", 1 + 3),  # A, C, and the site itself
        ("below", "A", 1 + 2),  # D, and the site itself; 8 is in the void for it
        ("occupying", "V", 1),  # what lies in the void occupies nothing
        ("here", "V", 1 + 3),  # itself, W, and the part of B that is on 12
    ],
)
def test_each_part_stands_for_itself(relation: str, of: str, number: int) -> None:
    """Read off the places: what an object counts that looks for those in a relation to it."""
    found = laid(Placed(relation, Self()), of)
    assert found.value(of, "water" if of in "STG" else "power") == number
    assert check(found.facts).ok


@pytest.mark.parametrize(
    ("region", "there"),
    [
        ("surface", "STGABCF"),
        ("void", "ABVW"),  # A and B with a part of them
        ("underwater", "GE"),
        ("underground", "STDX"),  # no water is over X, for nothing is
    ],
)
def test_regions_have_what_is_on_their_level(region: str, there: str) -> None:
    """A site is on its surface and in what is below it, which is wet where it holds water."""
    found = laid(InRegion(region), "F")
    assert found.value("F", "power") == 1 + len(there)
    assert check(found.facts).ok


# --- records with one field wrong ------------------------------------------------------------


def in_layer(facts: Facts, layer: int, **fields: Any) -> Facts:
    """The facts with a layer's record changed."""
    layers = [*facts.layers]
    layers[layer] = replace(layers[layer], **fields)
    return replace(facts, layers=tuple(layers))


def with_turn(facts: Facts, layer: int, place: int, turn: TurnRecord) -> Facts:
    """The facts with one turn changed."""
    turns = [*facts.layers[layer].turns]
    turns[place] = turn
    return in_layer(facts, layer, turns=tuple(turns))


def refused_for(facts: Facts) -> set[str]:
    """The clauses that the facts are refused for."""
    return {failure.clause for failure in check(facts).failures}


def silence() -> Facts:
    """S silences L, the newer; N strengthens all, and nothing at all of another kind."""
    return answer(
        rulebook(),
        thing("S", line(Identified("L"), SetStatus("silenced")), power=1),
        thing("L", line(Identified("S"), SetStatus("silenced")), power=1),
        thing("N", line(CREATURES, plus(1)), line(Identified("Z"), plus(1)), power=1),
    ).facts


@pytest.mark.parametrize("rows", [True, False])
def test_a_turn_that_does_nothing_has_no_change(rows: bool) -> None:
    """Neither the turn of what lost its ability, nor of what reaches nothing: none may be told."""
    facts, count = silence(), 0
    for layer, record in enumerate(facts.layers):
        for place, turn in enumerate(record.turns):
            if turn.changes:
                continue
            changes: Sequence[Change] = (Change("S", "cost", None, 3),)
            if rows:
                changes = Changes(("S", "L", "N"), {("cost", None, 3): 1}, ("cost",))
            wrong = with_turn(facts, layer, place, replace(turn, changes=changes))
            assert refused_for(wrong) == {STRUCTURE}
            count += 1
    assert count == 2


def test_a_timestamp_is_recorded_twice_and_either_is_compared() -> None:
    """That which is shown, and what others are compared by; neither alone may be another."""
    facts = answer(rulebook(), thing("A", line(CREATURES, plus(1)), power=1)).facts
    assert check(facts).ok
    [effect] = facts.effects
    for wrong in (
        replace(effect, timestamp=(7, 0)),
        replace(effect, key=(7, *effect.key[1:])),
        replace(effect, key=(*effect.key[:-1], effect.key[-1] + 1)),
        replace(effect, key=(*effect.key[:4], effect.key[4] + 1, *effect.key[5:])),
        replace(effect, key=effect.key[:-1]),
    ):
        assert not check(replace(facts, effects=(wrong,))).ok, wrong


def test_what_is_wrong_with_a_change_is_said() -> None:
    """Right first, then as recorded."""
    facts = answer(rulebook(), thing("A", line(Self(), plus(1)), power=1)).facts
    [layer] = [n for n, record in enumerate(facts.layers) if record.layer == "power"]
    [turn] = facts.layers[layer].turns
    wrong = with_turn(facts, layer, 0, replace(turn, changes=(Change("A", "power", 1, 9),)))
    [failure] = check(wrong).failures
    assert failure.message == "A.1 changes power of A from 1 to 2, and not from 1 to 9 as recorded"


def test_as_many_pairs_are_tried_as_hold_one_that_joined() -> None:
    """In either order, graph by graph; some graphs have parts that were there before."""
    facts = solve(loads_scenario(CHAIN)).facts
    graphs = [graph for record in facts.layers for graph in record.graphs]
    pairs = sum(
        x != y and (x in graph.tested or y in graph.tested)
        for graph in graphs
        for x in graph.pending
        for y in graph.pending
    )
    assert any(len(graph.pending) > len(graph.tested) > 0 for graph in graphs)
    tried = {one.clause: one.instances for one in check(facts).checked}
    assert tried["SORC-OPEN-TEST"] == pairs


def test_conditions_that_only_hold_are_not_taken_over() -> None:
    """That a condition is taken over from the history is said of no others."""
    at_least = Holds(Read("power", Self()), ">=", Number(3))
    one = thing("A", line(Self(), plus(2), condition=at_least), power=1)
    facts = answer(rulebook({"condition read": "at checks"}), one).facts
    wrong = replace(facts, situation=replace(facts.situation, on=held("A.1")))
    assert not [note for note in check(wrong).notes if "taken over" in note]


def test_who_has_an_ability_is_told_object_by_object() -> None:
    """By the bit of its own place."""
    one = ReplayInstance(Ability("K"), 1, 1, None, True)
    assert list(_held({3: (one, one), 5: None, 0: (one,)})) == [("K", 8), ("K", 8), ("K", 1)]
