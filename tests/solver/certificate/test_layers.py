"""Sub-steps, parity, conditions at checks and zones: what is tampered with there is refused."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType

import pytest

from layerlaw.model import algebra as a
from layerlaw.model.rulebooks.rulebook import Layer, PolicyValue, Rule, Rulebook, StateCheck
from layerlaw.solver import Answer
from layerlaw.solver.certificate import STRUCTURE, Certificate, certificate_of
from layerlaw.solver.facts.records import Facts, LayerRecord, TurnRecord
from situations import CREATURES, answer, held, line, plus, resolved, rulebook, thing

STEPS = (
    Layer("changes", "changes", "E-1", ("change power", "change cost")),
    Layer("counters", "counters", "E-2", ()),
    Layer("swap", "swap", "E-3", ("swap power",)),
)
SET = Layer("set", "set", "A-1", ("set power", "set cost"))

GROWN = a.Compared(a.Read("damage", a.It()), ">=", a.Number(1))
COUNTERS = Rule(
    "buff",
    a.Ability(
        None,
        (a.Instruction(GROWN, (a.ChangeNumber("power", "+", a.Read("damage", a.It())),)),),
        zones=("rules",),
        layer="counters",
    ),
    "C1",
)


def stepped() -> Answer:
    """Power is set, changed, raised by counters and swapped with cost, in sub-steps of a layer."""
    book = rulebook(rules=(COUNTERS,))
    kept = tuple(layer for layer in book.layers if layer.id != "power")
    place = [layer.id for layer in kept].index("abilities") + 1
    book = replace(book, layers=(*kept[:place], SET, *STEPS, *kept[place:]))
    things = (
        thing("A", line(CREATURES, a.Swap("power", "cost")), power=1, cost=7),
        thing("B", line(CREATURES, plus(2)), power=1, cost=2),
        thing("C", line(CREATURES, a.SetNumber("power", a.Number(4))), power=1, cost=3),
    )
    counted = replace(things[0], counters={"damage": 3})
    return answer(book, counted, *things[1:])


def clauses(facts: Facts) -> set[str]:
    """The clauses that facts are refused for."""
    return {failure.clause for failure in Certificate(facts).check().failures}


def test_sub_steps_are_layers() -> None:
    """Set, changes, counters, swap: and the certificate agrees."""
    found = stepped()
    assert [record.layer for record in found.layers] == ["set", "changes", "counters", "swap"]
    assert (found.value("A", "power"), found.value("A", "cost")) == (7, 9)
    assert certificate_of(found).check().ok


@pytest.mark.parametrize(("step", "clause"), [(1, "E-1"), (2, "E-2"), (3, "E-3")])
def test_a_step_before_its_turn_names_its_clause(step: int, clause: str) -> None:
    """The record of a sub-step is put before the one that it follows."""
    facts = stepped().facts
    layers = list(facts.layers)
    layers[step - 1 : step + 1] = reversed(layers[step - 1 : step + 1])
    swapped = replace(facts, layers=tuple(layers))
    before = facts.layers[step - 1].layer
    named = {"set": "A-1", "changes": "E-1", "counters": "E-2"}[before]
    assert clauses(swapped) == {named}
    messages = [failure.message for failure in Certificate(swapped).check().failures]
    assert f"layer {before} comes after layer {facts.layers[step].layer}" in messages
    assert clauses(without(facts, facts.layers[step].layer)) >= {clause}


def without(facts: Facts, layer: str) -> Facts:
    """The facts without the record of one layer."""
    return replace(facts, layers=tuple(one for one in facts.layers if one.layer != layer))


def test_a_change_moved_into_another_step_names_the_step() -> None:
    """Counters go by the clause of their sub-step, though a rule's operation changes numbers."""
    facts = stepped().facts
    records = {record.layer: record for record in facts.layers}
    (buff,) = records["counters"].turns
    moved = replace(records["changes"], turns=(*records["changes"].turns, buff))
    layers = tuple(moved if one.layer == "changes" else one for one in facts.layers)
    found = clauses(without(replace(facts, layers=layers), "counters"))
    assert {"E-1", "E-2"} <= found


# --- parity -------------------------------------------------------------------------------


def parity_book() -> Rulebook:
    """The small game, with a clause of its own for the policy `parity`."""
    book = rulebook()
    policies = {**book.policies, "parity": PolicyValue("both or neither set", "C7")}
    return replace(book, policies=MappingProxyType(policies))


def uneven(book: Rulebook) -> Answer:
    """An effect that adds looks at what another one sets."""
    strong = a.Compared(a.Read("power", a.It()), ">=", a.Number(3))
    return answer(
        book,
        thing("A", line(strong, plus(1)), power=1),
        thing("B", line(CREATURES, a.SetNumber("power", a.Number(3))), power=1),
    )


def test_an_edge_against_parity_is_refused() -> None:
    """The edge that the trial shows is none where one part sets and the other does not."""
    found = uneven(parity_book())
    assert found.dependencies("power") == ()
    verdict = certificate_of(found).check()
    assert verdict.ok
    assert "C7" in {result.clause for result in verdict.checked}
    (edge,) = uneven(rulebook()).dependencies("power")

    def with_edge(record: LayerRecord) -> LayerRecord:
        graph = replace(record.graphs[0], found=(edge,))
        return replace(record, graphs=(graph, *record.graphs[1:]))

    facts = found.facts
    tampered = replace(facts, layers=tuple(with_edge(one) for one in facts.layers))
    assert "C7" in clauses(tampered)
    assert "C7" not in {f.clause for f in Certificate(tampered).check(without="C7").failures}


# --- conditions at checks -----------------------------------------------------------------


def test_conditions_that_do_not_agree_with_the_end_are_refused() -> None:
    """What is taken to hold has to hold on the final board, and nothing else."""
    book = rulebook({"condition read": "at checks"})
    policies = {**book.policies, "condition read": PolicyValue("at checks", "C8")}
    book = replace(book, policies=MappingProxyType(policies))
    strong = a.Holds(a.Read("power", a.Self()), ">=", a.Number(3))
    things = (
        thing("A", line(a.Self(), plus(2), condition=strong), power=1),
        thing("B", line(CREATURES, plus(2)), power=1),
        thing("C", line(a.Self(), plus(2), condition=strong), power=-9),
    )
    found = answer(book, *things)
    assert found.situation.on == held("A.1")
    assert certificate_of(found).check().ok
    for on in (held(), held("A.1", "C.1"), held("A.1", "X.1")):
        situation = replace(found.facts.situation, on=on)
        assert "C8" in clauses(replace(found.facts, situation=situation))


# --- zones, players, hidden things --------------------------------------------------------


def rich() -> Answer:
    """What works in hand, on players, on hidden things, with choices, base values and bars."""
    anywhere = a.InZone("*")
    fix = line(a.Identified("B"), a.FixNumber("power", a.ChosenNumber()))
    words = line(CREATURES, a.AddMembersOf("elements", a.InZone("hand")))
    twice = line(
        a.Sharing("elements", a.Self()),
        a.SetNumber("cost", a.Arithmetic(a.Read("base power", a.It()), "/", a.Number(2))),
    )
    rest = line(
        a.Self(),
        a.ChangeNumber("cost", "+", a.Arithmetic(a.Read("cost", a.It()), "%", a.Number(2))),
        condition=a.TurnOf(a.You()),
        zones=("hand",),
    )
    fresh = line(a.EnteredThisTurn(), a.Redirect("hand", "grave"))
    named = line(a.Both((anywhere, a.ChosenName())), plus(5))
    things = (
        thing("A", fix, words, choice="6", elements=("fire",), power=5, cost=1),
        thing("B", twice, elements=("fire",), power=3, cost=1, fresh=True),
        thing("H", rest, zone="hand", owner="me", elements=("water",), power=2, cost=5),
        thing("X", line(CREATURES, plus(9)), statuses=("sealed",), power=1),
        thing("G", fresh, named, choice="Card H", controller="me", power=1, cost=4),
        thing("S", zone="grave"),
    )
    players = line(a.Players(a.Opponent()), a.Permission(False, "cast", a.InZone("hand")))
    recorded = line(CREATURES, plus(0), plus(1))
    once = a.Instruction(
        CREATURES, (a.ChangeNumber("power", "+", a.Recorded((("A", 2), ("H", 7)))),)
    )
    effects = (
        resolved("S.1", "S", players),
        resolved("S.2", "S", replace(recorded, instructions=(*recorded.instructions, once))),
        replace(resolved("S.3", "S", line(a.Self(), plus(1))), orphaned=True),
    )
    kill = StateCheck(
        "k", a.Compared(a.Read("power", a.It()), "<", a.Number(-5)), "x", "grave", "C1"
    )
    return answer(rulebook(checks=(kill,)), *things, effects=effects, active="me")


def test_everything_new_is_replayed() -> None:
    """Choices, base values, parts, remainders, hidden things, players, other zones."""
    found = rich()
    verdict = certificate_of(found).check()
    assert verdict.ok, verdict.failures
    assert found.value("B", "power") == 6
    assert found.value("B", "elements") == ("fire", "water")
    assert found.value("B", "permissions") == ("goes to hand instead of grave",)
    assert found.value("me", "permissions") == ("can't cast H",)


def changed_cells(facts: Facts) -> list[tuple[str, str]]:
    """The cells of the final state that some turn changed."""
    return sorted(
        {
            (change.object, change.characteristic)
            for record in facts.layers
            for turn in record.turns
            for change in turn.changes
        }
    )


def test_no_cell_of_any_object_can_be_changed() -> None:
    """Also of what is in hand, of players, of base values, and of what is hidden."""
    facts = rich().facts
    cells = changed_cells(facts)
    assert {object for object, _ in cells} >= {"A", "B", "G", "H", "me"}
    hidden: tuple[tuple[str, str], ...] = (("X", "power"), ("X", "sealed"), ("H", "base power"))
    for cell in (*cells, *hidden):
        for value in ("other", None):
            final = MappingProxyType({**facts.final, cell: value})
            assert clauses(replace(facts, final=final)) == {STRUCTURE}, cell
        dropped = {known: value for known, value in facts.final.items() if known != cell}
        assert clauses(replace(facts, final=MappingProxyType(dropped))) == {STRUCTURE}, cell


def test_no_turn_can_be_quiet_about_what_it_changes() -> None:
    """Whatever the effect did."""
    facts = rich().facts
    for number, record in enumerate(facts.layers):
        for place, turn in enumerate(record.turns):
            if turn.changes:
                layers = list(facts.layers)
                layers[number] = quieter(record, place, turn)
                assert STRUCTURE in clauses(replace(facts, layers=tuple(layers))), turn.effect


def quieter(record: LayerRecord, place: int, turn: TurnRecord) -> LayerRecord:
    """The record with one turn's last change left out."""
    turns = list(record.turns)
    turns[place] = replace(turn, changes=turn.changes[:-1])
    return replace(record, turns=tuple(turns))
