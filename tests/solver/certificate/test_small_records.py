"""Records of small boards, told otherwise in one place: fates, loops, what is late, who is reached.

Each is refused, and it is said for which clause and why.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache

import pytest

from layerlaw.model import algebra as a
from layerlaw.model.rulebooks.rulebook import Clause, Rulebook, StateCheck
from layerlaw.solver.certificate import STRUCTURE, Certificate
from layerlaw.solver.certificate.replay.replay import replayed
from layerlaw.solver.facts.records import Facts, FateRecord, LayerRecord, TurnRecord
from situations import CREATURES, answer, line, plus, resolved, rulebook, thing

Z = a.Identified("Z")
NO_POWER = a.Compared(a.Read("power", a.It()), "<=", a.Number(0))
STRONG = a.Compared(a.Read("power", a.It()), ">=", a.Number(7))


def refusals(facts: Facts) -> list[tuple[str, str, str]]:
    """What the facts are refused for: clause, layer, message."""
    verdict = Certificate(facts).check()
    assert verdict.outcome == ("refused" if verdict.failures else "confirmed")
    return [(one.clause, one.layer, one.message) for one in verdict.failures]


def told_of(facts: Facts, layer: str) -> LayerRecord:
    """The record of a layer."""
    [record] = [one for one in facts.layers if one.layer == layer]
    return record


def with_layer(facts: Facts, record: LayerRecord) -> Facts:
    """The facts with another record of its layer."""
    layers = tuple(record if one.layer == record.layer else one for one in facts.layers)
    return replace(facts, layers=layers)


# --- fates -----------------------------------------------------------------------------------


PROCESSES = ("layered", "simultaneous")


def checked(process: str) -> Rulebook:
    """The small game with two checks, each by a clause of its own."""
    checks = (
        StateCheck("weak", NO_POWER, "dies", "grave", "WEAK"),
        StateCheck("strong", STRONG, "returns", "hand", "STRONG"),
    )
    book = rulebook({"process": process}, checks=checks)
    clauses = {one.clause: Clause(one.clause, "page 2", "A check.") for one in checks}
    return replace(book, clauses={**book.clauses, **clauses})


@cache
def doomed(process: str = "layered") -> Facts:
    """A weakens all by one; B and C die of it, and D, which is strong, returns."""
    weakens = line(CREATURES, a.ChangeNumber("power", "-", a.Number(1)))
    things = (
        thing("A", weakens, power=2),
        thing("B", power=1),
        thing("C", power=1),
        thing("D", power=9),
    )
    return answer(checked(process), *things).facts


B, C, D = (
    FateRecord("B", "dies", "grave", "WEAK"),
    FateRecord("C", "dies", "grave", "WEAK"),
    FateRecord("D", "returns", "hand", "STRONG"),
)


@pytest.mark.parametrize("process", PROCESSES)
def test_checks_find_what_they_look_for(process: str) -> None:
    """In the order of the checks, and of entry."""
    facts = doomed(process)
    assert facts.fates == (B, C, D)
    assert not refusals(facts)
    counts = {one.clause: one.instances for one in Certificate(facts).check().checked}
    assert (counts["WEAK"], counts["STRONG"]) == (1, 1)


@pytest.mark.parametrize("process", PROCESSES)
@pytest.mark.parametrize(
    ("fates", "clauses"),
    [
        ((B, C), {"STRONG"}),
        ((C, D), {"WEAK"}),
        ((C, B, D), {"WEAK"}),
        ((D, B, C), {STRUCTURE}),
        ((B, D, C), {STRUCTURE}),
        ((B, B, C, D), {"WEAK"}),
        ((), {"WEAK", "STRONG"}),
        ((replace(B, object="A"), C, D), {"WEAK"}),
        ((replace(B, verdict="returns"), C, D), {"WEAK"}),
        ((replace(B, zone="hand"), C, D), {"WEAK"}),
        ((B, C, replace(D, clause="WEAK")), {"WEAK", "STRONG"}),
        ((B, C, D, replace(D, clause="C1")), {STRUCTURE}),
    ],
)
def test_other_fates_are_refused(
    process: str, fates: Sequence[FateRecord], clauses: set[str]
) -> None:
    """By the clause of the check; by none in another order of checks that each find the same, or
    where there is no such check.

    What checks move after an event comes to its zone in this order.
    """
    wrong = replace(doomed(process), fates=tuple(fates))
    assert {clause for clause, _, _ in refusals(wrong)} == clauses


def test_a_check_that_there_is_not_is_named() -> None:
    """By the clause that the fate is told to rest on."""
    wrong = replace(doomed(), fates=(B, C, D, replace(D, clause="C1")))
    assert refusals(wrong) == [(STRUCTURE, "", "no check rests on C1")]
    fewer = replace(doomed(), fates=(B, C))
    told = ("D", "returns", "hand", "STRONG")
    assert refusals(fewer) == [("STRONG", "", f"the checks find {[told]}, and not []")]


# --- loops -----------------------------------------------------------------------------------


@cache
def circles() -> Facts:
    """A and B silence each other, and so do C and D, in the layer of states; E strengthens all."""
    silences = a.SetStatus("silenced")
    things = [
        thing(id, line(a.Identified(other), silences), power=1)
        for id, other in ("AB", "BA", "CD", "DC")
    ]
    return answer(rulebook(), *things, thing("E", line(CREATURES, plus(1)), power=1)).facts


def test_the_loops_of_a_layer_are_told() -> None:
    """Each once, as they are found; and nothing else as a loop."""
    facts = circles()
    first, second = ("A.1", "B.1"), ("C.1", "D.1")
    record = told_of(facts, "states")
    assert record.loops == (first, second)
    assert not refusals(facts)
    for loops in (
        (),
        (first,),
        (second,),
        (second, first),
        (first, first, second),
        (first[::-1], second),
    ):
        wrong = with_layer(facts, replace(record, loops=loops))
        told = f"the loops are {[first, second]}, and not {list(loops)}"
        assert refusals(wrong) == [(STRUCTURE, "states", told)]
    growing = told_of(facts, "power")
    wrong = with_layer(facts, replace(growing, loops=(first,)))
    assert refusals(wrong) == [(STRUCTURE, "power", f"the loops are [], and not {[first]}")]


# --- what came too late ----------------------------------------------------------------------


@cache
def late() -> Facts:
    """G gives Z a text of types, which are past by then, and one of power, which is to come."""
    water = a.SetMembers("elements", ("water",))
    gives = a.Instruction(Z, (a.Gain(line(a.Self(), water)), a.Gain(line(a.Self(), plus(1)))))
    giver = thing("G", a.Ability(None, (gives,)), line(a.Self(), plus(1)), power=1)
    return answer(rulebook(), giver, thing("Z", power=1)).facts


def test_what_came_too_late_is_told() -> None:
    """Nothing that was in time, that is printed, or that there is not."""
    facts = late()
    right = ("Z.gained@G.1", "types")
    assert facts.late == (right,)
    assert facts.final["Z", "power"] == 2
    assert not refusals(facts)
    for told in (
        (),
        (right, right),
        (("Z.gained@G.1", "power"),),
        (right, ("Z.gained2@G.1", "power")),
        (right, ("G.2", "power")),
        (right, ("G.1", "types")),
    ):
        message = f"late are {[right]}, and not {list(told)}"
        assert refusals(replace(facts, late=told)) == [(STRUCTURE, "", message)]


# --- layers ----------------------------------------------------------------------------------


@cache
def two_layers() -> Facts:
    """A silences nothing that there is, and strengthens all."""
    does = line(CREATURES, plus(1)), line(a.Identified("Q"), a.SetStatus("tapped"))
    return answer(rulebook(), thing("A", *does, power=1)).facts


def test_a_layer_without_a_record_is_named() -> None:
    """With the oldest effect that has a part in it."""
    facts = two_layers()
    assert [one.layer for one in facts.layers] == ["states", "power"]
    for place, effect in ((0, "A.2"), (1, "A.1")):
        layers = facts.layers[:place] + facts.layers[place + 1 :]
        layer = facts.layers[place].layer
        told = ("C1", layer, f"{effect} has a part in layer {layer}, which is not recorded")
        assert told in refusals(replace(facts, layers=layers))


def test_a_layer_recorded_twice_is_named() -> None:
    """Also if the second record says nothing."""
    facts = two_layers()
    for again in (facts.layers[1], LayerRecord("power", (), ())):
        told = (STRUCTURE, "power", "layer power is recorded twice")
        assert told in refusals(replace(facts, layers=(*facts.layers, again)))


def test_a_layer_in_which_nothing_has_a_part_is_named() -> None:
    """It has no record, not even an empty one."""
    facts = two_layers()
    layers = (facts.layers[0], LayerRecord("types", (), ()), facts.layers[1])
    assert refusals(replace(facts, layers=layers)) == [
        ("C1", "types", "no effect has a part in layer types")
    ]


def test_a_turn_in_a_layer_without_a_part_is_named() -> None:
    """Of an effect that there is; of one that there is not nothing more is said."""
    facts = two_layers()
    record = told_of(facts, "power")
    for effect, more in (("A.2", [("C1", "power", "A.2 has no part in layer power")]), ("B.1", [])):
        turn = TurnRecord(effect, "applied", "independent", ())
        wrong = with_layer(facts, replace(record, turns=(*record.turns, turn)))
        told = [one for one in refusals(wrong) if one[0] == "C1" and "no part" in one[2]]
        assert told == more


def test_two_graphs_of_one_turn_are_one_too_many() -> None:
    """And one of an earlier turn does not come after one of a later turn."""
    facts = two_layers()
    record = told_of(facts, "power")
    [graph] = record.graphs
    twice = with_layer(facts, replace(record, graphs=(graph, graph)))
    assert (STRUCTURE, "power", "two graphs at turn 0") in refusals(twice)
    later = with_layer(facts, replace(record, graphs=(replace(graph, turn=1), graph)))
    told = (STRUCTURE, "power", "the graph of turn 0 comes after a later one")
    assert told in refusals(later)


def test_what_a_turn_came_to_is_told() -> None:
    """That the effect was applied, or had been lost."""
    facts = two_layers()
    record = told_of(facts, "power")
    [turn] = record.turns
    wrong = with_layer(facts, replace(record, turns=(replace(turn, verdict="lost"),)))
    told = (STRUCTURE, "power", "A.1 is recorded as lost, and it is applied")
    assert told in refusals(wrong)


# --- who was reached -------------------------------------------------------------------------


def test_whom_an_effect_was_applied_to_is_known_afterwards() -> None:
    """In any of its layers and by any of its instructions; of what was lost, nobody."""
    both = a.Ability(
        None,
        (
            a.Instruction(a.Identified("B"), (a.SetStatus("tapped"), plus(1))),
            a.Instruction(a.Identified("C"), (plus(2),)),
        ),
    )
    things = (
        thing("A", both, power=1),
        thing("B", line(a.Identified("D"), a.SetStatus("silenced")), power=1),
        thing("C", line(a.Identified("Q"), plus(1)), power=1),
        thing("D", line(a.Identified("B"), plus(1)), power=1),
        thing("S", zone="grave"),
    )
    spell = resolved("S.1", "S", line(a.Identified("A"), plus(3)))
    effects, _ = replayed(answer(rulebook(), *things, effects=(spell,)).facts)
    named = {one.id: effects.table.named(row) for one, row in effects.reached.items()}
    assert named == {
        "A.1": ("B", "C"),
        "B.1": ("D",),
        "C.1": (),
        "S.1": ("A",),
    }


# --- what abilities are called ---------------------------------------------------------------


@pytest.mark.parametrize("process", PROCESSES)
def test_a_text_means_the_ability_that_is_called_so(process: str) -> None:
    """Neither another one of the board, nor one that nobody has."""
    book = rulebook({"process": process})
    facts = answer(book, thing("A", line(CREATURES, plus(1)), line(a.Self(), plus(2)))).facts
    assert not refusals(facts)
    one, other = facts.texts
    swapped = {one: facts.texts[other], other: facts.texts[one]}
    told = {message for _, _, message in refusals(replace(facts, texts=swapped))}
    assert {f"[{text}] is not what the ability says that is called so" for text in swapped} <= told
    more = {**facts.texts, "self: power += 9": line(a.Self(), plus(9))}
    assert refusals(replace(facts, texts=more)) == [
        (STRUCTURE, "", "nothing has the ability that is called [self: power += 9]")
    ]
