"""Answers are read back to boards by what is recorded of them; what is wrong in them is said.

Where everything applies at the same time. The formulas are not asked, as they would find the same.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache
from typing import cast

import pytest

from layerlaw.model import LayerlawError
from layerlaw.model import algebra as a
from layerlaw.model.cards.card import Card, PrintedAbility
from layerlaw.model.rulebooks.rulebook import Clause, PolicyValue, Rulebook
from layerlaw.solver import derive
from layerlaw.solver.certificate import certificate_of
from layerlaw.solver.certificate.replay.answers import AnswerReplay, WrongRecord
from layerlaw.solver.certificate.replay.board import ReplayBoard
from layerlaw.solver.certificate.replay.effects import ReplayEffects
from layerlaw.solver.certificate.replay.parts import ReplayEffect
from layerlaw.solver.certificate.replay.space import ReplayTable
from layerlaw.solver.certificate.replay.together import SimultaneousReplay, same
from layerlaw.solver.certificate.verdict import STRUCTURE, Findings
from layerlaw.solver.derivation.permissions import may
from layerlaw.solver.facts.records import AnswerRecord, Facts, GraphRecord, TurnRecord, Value
from layerlaw.solver.facts.situation import ResolvedEffect, Situation, Thing
from together import game, random_table, table

SEEDS = (*range(54), 234, 376, 1503, 1728)
"""Random boards; on the last ones either of two effects marks what the other would mark."""


def book() -> Rulebook:
    """The game, with a clause of its own for each question that an answer is held against."""
    known = game({"same step": "newest last"})
    names = {"process": "PROCESS", "same step": "SAME STEP", "groundedness": "GROUNDS"}
    clauses = {id: Clause(id, "page 2", f"On {name}.") for name, id in names.items()}
    values = {name: PolicyValue(known.policies[name].value, id) for name, id in names.items()}
    layers = tuple(replace(layer, clause=f"STEP {layer.id}") for layer in known.layers)
    steps = {layer.clause: Clause(layer.clause, "page 3", "A step.") for layer in layers}
    return replace(
        known,
        layers=layers,
        clauses={**known.clauses, **clauses, **steps},
        policies={**known.policies, **values},
    )


def facts_of(cards: Mapping[str, str], **spells: str) -> Facts:
    """The facts of what these cards come to."""
    return derive(table(cards, spells, book())).facts


def replaying(facts: Facts, *without: str) -> AnswerReplay:
    """What replays the answers of these facts."""
    effects = ReplayEffects(ReplayTable(facts.situation), facts.texts)
    return AnswerReplay(SimultaneousReplay(effects), Findings(without))


def only(facts: Facts) -> AnswerRecord:
    """The one answer."""
    assert facts.answers is not None
    [record] = facts.answers
    return record


def found(facts: Facts, record: AnswerRecord, *, grounded: bool = True) -> ReplayBoard:
    """The board of a record; there has to be one, which comes to itself."""
    replay = replaying(facts)
    board = replay.find(record, "it", grounded=grounded)
    assert isinstance(board, ReplayBoard), board.message
    assert same(replay.together.image(board), board)
    return board


def wrong(facts: Facts, record: AnswerRecord, *, grounded: bool = True) -> WrongRecord:
    """Why a record is of no board."""
    said = replaying(facts).find(record, "it", grounded=grounded)
    assert isinstance(said, WrongRecord)
    return said


@cache
def random_facts(seed: int) -> Facts | None:
    """The facts of a random board; None if it never settles."""
    policies = {
        "process": ("simultaneous", "newest wins")[seed % 2],
        "same step": ("newest last", "oldest last")[seed // 2 % 2],
    }
    try:
        return derive(random_table(seed, rulebook=game(policies))).facts
    except LayerlawError:
        return None


@pytest.mark.parametrize("first", range(0, len(SEEDS), 2))
def test_every_answer_is_read_back(first: int) -> None:
    """Of random boards, also those that only lift themselves, which are not called grounded."""
    for seed in SEEDS[first : first + 2]:
        facts = random_facts(seed)
        if facts is None:
            continue
        for record in facts.answers or ():
            found(facts, record)
            assert wrong(facts, record, grounded=False).message == "it does not hold itself up"
        for record in facts.lifted:
            found(facts, record, grounded=False)
            assert wrong(facts, record).message == "it holds itself up"


# --- marks and copies ------------------------------------------------------------------------


def makers(board: ReplayBoard, id: str) -> list[str]:
    """Who has marked the object as one that can't be modified."""
    return [cast("ReplayEffect", one).id for one in board.markers(id)]


def test_marks_are_known_by_those_who_make_them() -> None:
    """B can't be modified, by A, so that C does nothing to it; D strengthens A and C alone."""
    facts = facts_of(
        {
            "P": "1 | Q: can't be modified",
            "Q": "2",
            "R": "3 | other creatures: power += 1",
        }
    )
    record = only(facts)
    assert {id: record.final[id, "power"] for id in "PQR"} == {"P": 2, "Q": 2, "R": 3}
    board = found(facts, record)
    assert makers(board, "Q") == ["P.1"]
    assert not board.markers("P")


EITHER = {
    "P": "dark 4 | dark creatures: can't be modified",
    "Q": "dark 4 | other creatures: can't be modified",
    "R": "dark 2",
}
"""Who has marked an object keeps the other one from it: either may be the one that marks R."""


def test_which_of_two_has_marked_is_told_of_their_turns() -> None:
    """All cells of the two answers are alike; each is read back to a board of its own."""
    facts = derive(table(EITHER)).facts
    assert facts.answers
    one, other = facts.answers
    assert one.final == other.final
    boards = [found(facts, each) for each in facts.answers]
    assert sorted(makers(board, "R") for board in boards) == [["P.1"], ["Q.1"]]
    assert wrong(facts, replace(one, steps=other.steps, effects=())).nearly is None


@pytest.mark.parametrize("number", [0, 1, None])
def test_what_may_be_is_asked_of_either(number: int | None) -> None:
    """Of each answer alone, and of both."""
    both = derive(table(EITHER))
    asked = both if number is None else both.states[number]
    told = may(asked, "R", "attack")
    assert certificate_of(asked).check_may(told, "R", "attack").ok


def of_cards(*cards: tuple[str, Card], book: Rulebook | None = None) -> Facts:
    """The facts of these objects, which come one after another."""
    things = tuple(
        Thing(id, card, "you", "you", "field", None, None, (number, 0), {})
        for number, (id, card) in enumerate(cards, 1)
    )
    return derive(Situation(book or game(), ("you", "me"), things, ())).facts


def card(name: str, power: int, *abilities: a.Ability) -> Card:
    """A creature."""
    printed = tuple(PrintedAbility("has", one) for one in abilities)
    return Card(name, {"types": ("creature",)}, {"power": power}, printed)


def text(who: a.Selector, *what: a.Operation) -> a.Ability:
    """A line of text."""
    return a.Ability(None, (a.Instruction(who, what),))


GROWS = text(a.Self(), a.ChangeNumber("power", "+", a.Number(1)))


def test_what_a_copy_has_is_what_is_printed_on_what_it_is_called_like() -> None:
    """P, Q and R each have the same text in another place on the card; A is a copy of R."""
    copies = text(a.Identified("A"), a.CopyOf(a.Identified("R")))
    ward = a.Ability("blocker")
    facts = of_cards(
        ("A", card("Old", 1, ward, ward, GROWS)),
        ("P", card("First", 1, GROWS)),
        ("Q", card("Second", 1, ward, GROWS)),
        ("R", card("Third", 5, ward, ward, ward, GROWS)),
        ("M", card("Maker", 1, copies)),
    )
    record = only(facts)
    assert record.final["A", "power"] == 6
    board = found(facts, record)
    assert set(board.abilities("A")) == set(board.abilities("R"))
    assert set(board.abilities("A")).isdisjoint(board.abilities("P"))


def test_what_was_copied_from_a_card_that_is_nowhere_is_known() -> None:
    """P is a copy of what Q was; Q has another text by now, and so has everything else."""
    was = card("Gone", 7, GROWS)
    copies = a.Ability(None, (a.Instruction(a.Identified("P"), (a.CopyOf(a.Identified("Q")),)),))
    things = tuple(
        Thing(id, one, "you", "you", "field", None, None, (number, 0), {})
        for number, (id, one) in enumerate((("P", card("Old", 1)), ("Q", card("New", 2))), 1)
    )
    effect = ResolvedEffect("Q.1", "Q", "you", copies, (3, 0), 0, (), (("P",),), copies=(was,))
    facts = derive(Situation(game(), ("you", "me"), things, (effect,))).facts
    record = only(facts)
    assert (record.final["P", "name"], record.final["P", "power"]) == ("Gone", 8)
    replay = replaying(facts)
    board = replay.reading.guess(record)
    assert [one.label for one in board.abilities("P")] == ["self: power += 1"]
    found(facts, record)


def test_what_an_object_has_of_its_own_is_taken_for_that() -> None:
    """P and Q are called alike, and have the same text in another place."""
    ward = a.Ability("blocker")
    facts = of_cards(("P", card("Twin", 1, GROWS)), ("Q", card("Twin", 1, ward, GROWS)))
    replay = replaying(facts)
    board = replay.reading.guess(only(facts))
    for id in ("P", "Q"):
        assert board.abilities(id) == replay.together.start.abilities(id)


def test_what_is_given_is_known_however_often_it_is_given_on() -> None:
    """P gives Q a text by which it gives R one, by which R gives P haste."""
    facts = facts_of(
        {"P": "1 | Q: gain [R: gain [P: gain haste]]", "Q": "2", "R": "3 | P: gain haste"}
    )
    record = only(facts)
    assert record.effects == (
        "P.1",
        "Q.gained@P.1",
        "R.1",
        "R.gained@Q.gained@P.1",
    )
    assert len(found(facts, record).abilities("P")) == 3


# --- what is no answer -----------------------------------------------------------------------


CARDS = {
    "P": "light 1 | other creatures: power += 2 | Q: gain haste",
    "Q": "dark 3 | creatures: power := 4, colours += fire",
}


def with_cell(record: AnswerRecord, object: str, name: str, value: Value) -> AnswerRecord:
    """The answer with one cell changed or added."""
    return replace(record, final={**record.final, (object, name): value})


@pytest.mark.parametrize(
    ("object", "name", "value"),
    [
        ("P", "power", 5),
        ("P", "power", None),
        ("P", "types", ("relic",)),
        ("P", "colours", ()),
        ("P", "controller", "me"),
        ("P", "controller", None),
        ("P", "frozen", True),
        ("P", "abilities", ()),
        ("P", "abilities", ("haste",)),
        ("P", "permissions", ("can attack",)),
        ("P", "can't be modified", True),
        ("P", "base power", 7),
        ("P", "cost", 7),
        ("P", "name", "Q"),
        ("Z", "power", 1),
        ("P", "weight", 1),
    ],
)
def test_a_cell_that_is_another_is_named(object: str, name: str, value: Value) -> None:
    """Also where there is no such object."""
    facts = facts_of(CARDS)
    record = only(facts)
    assert record.final.get((object, name)) is not value
    said = wrong(facts, with_cell(record, object, name, value))
    assert said.clause == "PROCESS"
    assert said.message.endswith((f"and not {value!r}", "is not what its effects make of it")), (
        said.message
    )


def test_a_cell_left_out_is_named() -> None:
    """Whichever it is, but for those that follow from the others."""
    facts = facts_of(CARDS)
    record = only(facts)
    for cell in record.final:
        final = {one: value for one, value in record.final.items() if one != cell}
        said = wrong(facts, replace(record, final=final))
        assert said.clause == "PROCESS"


def steps(record: AnswerRecord) -> list[tuple[str, str]]:
    """The steps and what is combined in them."""
    return [(step.layer, turn.effect) for step in record.steps for turn in step.turns]


def test_who_is_in_force_is_said() -> None:
    """In the order of ages."""
    facts = facts_of(CARDS)
    record = only(facts)
    assert record.effects == ("P.1", "P.2", "Q.1")
    for effects, told in (
        (("P.2", "P.1", "Q.1"), "P.2, P.1, Q.1"),
        (("P.1", "P.2"), "P.1, P.2"),
        ((), "no effects"),
    ):
        said = wrong(facts, replace(record, effects=effects))
        expected = f"in it, P.1, P.2, Q.1 are in force, not {told}"
        assert (said.clause, said.message) == ("PROCESS", expected)


def other_steps(record: AnswerRecord) -> Iterator[tuple[AnswerRecord, str]]:
    """The answer with other steps, and the clause that these break."""
    types, abilities, sets, numbers = record.steps
    graph = GraphRecord(0, (), (), ())
    [turn] = types.turns
    for told, clause in (
        ((abilities, sets, numbers), "STEP types"),
        ((types, sets, numbers), "STEP abilities"),
        ((types, abilities, sets), "PROCESS"),
        ((abilities, types, sets, numbers), "STEP types"),
        ((types, abilities, numbers, sets), "STEP set"),
        ((*record.steps, replace(numbers, turns=())), "SAME STEP"),
        ((replace(types, graphs=(graph,)), *record.steps[1:]), "SAME STEP"),
        ((replace(types, loops=(("P.1", "Q.1"),)), *record.steps[1:]), "SAME STEP"),
        ((replace(types, layer="nowhere"), *record.steps[1:]), "STEP types"),
        ((replace(types, turns=(turn, turn)), *record.steps[1:]), "STEP abilities"),
        ((replace(types, turns=(replace(turn, effect="P.1"),)), *record.steps[1:]), "PROCESS"),
    ):
        yield replace(record, steps=told), clause


def test_steps_are_those_that_combine_something() -> None:
    """None is left out or added, told of another effect or in another order, or has a graph."""
    facts = facts_of(CARDS)
    record = only(facts)
    assert [layer for layer, _ in steps(record)] == ["types", "abilities", "set", "numbers"]
    for other, clause in other_steps(record):
        said = wrong(facts, other)
        assert said.clause == clause, (steps(other), said.message)
        assert said.message == (f"in it, the steps are {steps(record)}, and not {steps(other)}")
        assert said.nearly is not None


def test_a_step_told_in_two_pieces_is_none() -> None:
    """Though all that is combined is there."""
    facts = facts_of({"P": "1 | creatures: power := 2", "Q": "1 | creatures: power := 5"})
    record = only(facts)
    [step] = record.steps
    one, other = step.turns
    apart = replace(step, turns=(one,)), replace(step, turns=(other,))
    assert wrong(facts, replace(record, steps=apart)).clause == "SAME STEP"
    swapped = (replace(step, turns=(other, one)),)
    assert wrong(facts, replace(record, steps=swapped)).clause == "SAME STEP"


@pytest.mark.parametrize("place", range(4))
def test_what_a_step_does_is_said(place: int) -> None:
    """Each is told as applied, at the same time as others, with what it changes."""
    facts = facts_of(CARDS)
    record = only(facts)
    step = record.steps[place]
    [turn] = step.turns
    lost: TurnRecord = replace(turn, verdict="lost")
    for other, how in (
        (lost, f"does not go as told in {step.layer}"),
        (replace(turn, why="independent"), f"does not go as told in {step.layer}"),
        (replace(turn, changes=()), "changes "),
    ):
        told = (*record.steps[:place], replace(step, turns=(other,)), *record.steps[place + 1 :])
        said = wrong(facts, replace(record, steps=told))
        assert said.clause == STRUCTURE
        assert said.message.startswith(f"in it, {turn.effect} {how}")
        assert said.nearly is not None


def test_how_much_was_looked_at() -> None:
    """The turns of an answer, and one where it has none."""
    for cards, number in ((CARDS, 4), ({"P": "1"}, 1)):
        facts = facts_of(cards)
        replay = replaying(facts)
        replay.find(only(facts), "it", grounded=True)
        assert replay.findings.counts == {STRUCTURE: number}
