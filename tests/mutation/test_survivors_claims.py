"""Facts by hand that a changed checker took, refused or told otherwise: forms, words, counts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import Any, cast

import pytest

from layerlaw.model import algebra as a
from layerlaw.model.rulebooks.rulebook import Rulebook
from layerlaw.solver import Answer, derive
from layerlaw.solver.certificate import STRUCTURE, Certificate, Verdict, certificate_of
from layerlaw.solver.certificate.kept import hashed
from layerlaw.solver.certificate.shape import FORMS, astray, misshapen, same_columns
from layerlaw.solver.certificate.verdict import ClauseResult, Failure, Findings
from layerlaw.solver.derivation.permissions import may
from layerlaw.solver.facts.lists import Lists
from layerlaw.solver.facts.records import (
    Change,
    Dependency,
    Facts,
    GraphRecord,
    TurnRecord,
    Value,
    Witness,
)
from layerlaw.solver.facts.rows import Changes
from layerlaw.solver.facts.situation import KeptCopy
from situations import CREATURES, answer, line, plus, rulebook, thing
from together import table

Columns = Mapping[str, Mapping[Value, int]]

WITNESS = Witness("scope", 1)


def wrong(value: object) -> Any:
    """What the type checker would not let through; facts read from a file can hold it."""
    return cast("Any", value)


# --- forms -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "witness",
    [
        replace(WITNESS, kind=wrong("other")),
        replace(WITNESS, kind=wrong(("scope",))),
        replace(WITNESS, entered=wrong(["A"])),
        replace(WITNESS, entered=wrong(("A", 1))),
        replace(WITNESS, cells=wrong((["A", "power"],))),
        replace(WITNESS, cells=wrong((("A", "power", "B"),))),
        replace(WITNESS, instruction=wrong(True)),
    ],
)
def test_one_witness_of_another_form_among_many(witness: Witness) -> None:
    """Those of many records are looked at field by field, and every one counts."""
    form = FORMS[GraphRecord]["found"]
    many = tuple(Dependency("A", "B", WITNESS) for _ in range(20))
    assert form(many)
    assert not form((*many, Dependency("A", "B", witness)))
    assert not form((Dependency("A", "B", witness),))


LISTS = Lists({"types": (("relic", 1),)}, [{("types", ("relic",), ()): 1}])


@pytest.mark.parametrize(
    ("difference", "row"),
    [
        ((1, ("relic",), ()), 1),
        (("types", "relic", ()), 1),
        (("types", ("relic",), "dark"), 1),
        (("types", ("relic",), (1,)), 1),
        (("types", ("relic",), ()), True),
        (("types", ("relic",), ()), 1.0),
    ],
)
def test_rows_of_differences_are_of_their_form(difference: object, row: object) -> None:
    """The name is a text, what was taken and added are texts, and the row is a number."""
    form = FORMS[TurnRecord]["changes"]
    assert form(Changes(("A",), {}, differences={("types", ("relic",), ()): 1}, lists=LISTS))
    assert not form(Changes(("A",), {}, differences=wrong({difference: row}), lists=LISTS))


def test_columns_are_the_same_in_names_values_types_and_objects() -> None:
    """A truth is no number, and one column more makes another board."""
    one: Columns = {"power": {1: 0b11}, "frozen": {True: 0b01}}
    assert same_columns(one, {"frozen": {True: 0b01}, "power": {1: 0b11}})
    others: tuple[Columns, ...] = (
        {"power": {1: 0b11}},
        {"power": {1: 0b11}, "frozen": {1: 0b01}},
        {"power": {1: 0b01}, "frozen": {True: 0b01}},
        {"power": {2: 0b11}, "frozen": {True: 0b01}},
        {**one, "cost": {1: 1}},
        {"power": {1: 0b11}, "cost": {True: 0b01}},
    )
    for other in others:
        assert not same_columns(one, other)
        assert not same_columns(other, one)


@cache
def facts() -> Facts:
    """Three creatures where all effects apply at the same time."""
    return derive(
        table({"P": "light 3 | other creatures: power += 1", "Q": "2", "R": "me 1"})
    ).facts


@pytest.mark.parametrize(
    "changes",
    [
        (Change("P", "power", 1, "strong"),),
        (Change("P", "power", "weak", 1),),
        (Change("P", "no such word", 1, 2),),
        Changes(("P",), {}, differences={("power", ("relic",), ()): 1}, lists=LISTS),
        Changes(("P",), {}, differences={("nothing", (), ("relic",)): 1}, lists=LISTS),
    ],
)
def test_what_turns_show_is_of_its_kind(changes: Sequence[Change]) -> None:
    """A number is no text, and a list is shown of nothing else than a set."""
    true = facts()
    assert misshapen(true) is None
    step = next(step for step in true.layers if step.turns)
    turn = replace(step.turns[0], changes=changes)
    steps = tuple(replace(s, turns=(turn,)) if s is step else s for s in true.layers)
    assert misshapen(replace(true, layers=steps)) is not None


def test_a_player_carries_something_only_where_the_rulebook_says_so() -> None:
    """Elsewhere the situation does not hang together."""
    true = facts().situation
    things = (replace(true.things[0], bearer="me"), *true.things[1:])
    assert astray(replace(true, things=things)) is not None
    book = replace(true.rulebook, carried_players=True)
    assert astray(replace(true, things=things, rulebook=book)) is None
    nobody = (replace(true.things[0], bearer="nobody"), *true.things[1:])
    assert astray(replace(true, things=nobody, rulebook=book)) is not None


def test_what_is_kept_of_a_copy_has_a_source_that_is_there() -> None:
    """Whose effect it is that copied."""
    true = facts().situation
    kept = KeptCopy("P.1", "P", line(CREATURES, plus(1)), None, ())
    assert astray(replace(true, kept=(kept,))) is None
    assert astray(replace(true, kept=(replace(kept, source="nobody"),))) is not None


def test_two_abilities_of_one_hash_are_two() -> None:
    """In Python -1 and -2 have one hash, and so have abilities that differ in that alone."""
    one, other = (line(CREATURES, plus(number)) for number in (-1, -2))
    assert hash(one) == hash(other)
    assert hashed(one) != hashed(other)
    assert hashed(one) == hashed(line(CREATURES, plus(-1)))
    assert misshapen(replace(facts(), texts={"one": one, "other": other})) is None
    assert misshapen(replace(facts(), texts={"one": one, "other": replace(one)})) is not None


# --- verdicts --------------------------------------------------------------------------------


def test_a_verdict_is_refused_by_a_failure_or_by_a_clause_that_fails() -> None:
    """Either is enough, and neither leaves it unknown."""
    fails, holds = ClauseResult("C", "", 1, "fails"), ClauseResult("C", "", 1, "holds")
    open_ = ClauseResult("C", "", 1, "unknown: too long")
    assert Verdict(False, (), (fails,)).outcome == "refused"
    assert Verdict(False, (Failure("C", "", "wrong"),), ()).outcome == "refused"
    assert Verdict(False, (), (holds, open_)).outcome == "unknown"
    assert Verdict(False, (), (holds, open_)).unknowns == ("C: unknown: too long",)


def test_how_often_a_clause_was_looked_at_is_counted() -> None:
    """A breach is looked at once, and not again where that was counted."""
    findings = Findings(("C3",))
    findings.looked("C1")
    findings.looked("C1", 4)
    findings.breach("C1", "", "wrong")
    findings.breach("C2", "", "wrong")
    findings.looked("C3")
    findings.breach("C3", "", "wrong")
    assert findings.counts == {"C1": 5, "C2": 1}
    assert [failure.clause for failure in findings.failures] == ["C1", "C2"]


# --- permissions -----------------------------------------------------------------------------

CAN = a.Permission(True, "attack")


def prohibited(book: Rulebook | None = None) -> Answer:
    """A can by a keyword of its own, and B can't by A's text; nothing is said of C."""
    keyword = a.Ability("Flying", (a.Instruction(a.Self(), (CAN,)),))
    can_not = line(a.Identified("B"), a.Permission(False, "attack"))
    return answer(book or rulebook(), thing("A", keyword, can_not), thing("B"), thing("C"))


@pytest.mark.parametrize(("who", "said"), [("A", 1), ("B", 1), ("C", 0)])
def test_every_statement_is_counted_and_the_ranking_once_more(who: str, said: int) -> None:
    """Where nothing is said that is looked at once."""
    made = rulebook()
    value = replace(made.policies["prohibition"], clause="C9")
    book = replace(made, policies={**made.policies, "prohibition": value})
    found = prohibited(book)
    told = may(found, who, "attack")
    assert len(told.statements) == said
    verdict = certificate_of(found).check_may(told, who, "attack")
    assert verdict.ok
    counts = {one.clause: one.instances for one in verdict.checked}
    assert counts == {STRUCTURE: max(said, 1), "C9": 2}


def test_a_keyword_stands_with_its_clause_in_what_it_says() -> None:
    """And a line of text with none."""
    found = prohibited(replace(rulebook(), keyword_clauses={"Flying": "C7"}))
    for who, clause in (("A", "C7"), ("B", "")):
        told = may(found, who, "attack")
        assert [one.clause for one in told.statements] == [clause]
        assert certificate_of(found).check_may(told, who, "attack").ok
        other = (replace(told.statements[0], clause="C8"),)
        changed = replace(told, statements=other)
        assert certificate_of(found).check_may(changed, who, "attack").outcome == "refused"


def test_a_refusal_says_what_can_be_done_and_what_decides() -> None:
    """In words, with no number of an answer where there is one."""
    found = prohibited()
    told = may(found, "B", "attack")
    said = [
        failure.message
        for other in (
            replace(told, allowed=True),
            replace(told, decided_by="C.1"),
            replace(told, decided_by=None),
        )
        for failure in certificate_of(found).check_may(other, "B", "attack").failures
    ]
    assert said == [
        "it can't be done, and not that it can be done",
        "it is decided by A.2, and not by C.1",
        "it is decided by A.2, and not by nothing",
    ]
    told = may(found, "C", "attack")
    other = replace(told, decided_by="A.2")
    [failure] = certificate_of(found).check_may(other, "C", "attack").failures
    assert failure.message == "it is decided by nothing, and not by A.2"


EITHER = {
    "P": "1 | creatures named Q: lose all abilities; creatures named Y: can attack",
    "Q": "2 | creatures named P: lose all abilities; creatures named Y: can attack",
    "Y": "1",
    "Z": "1 | creatures named Z: can't attack as long as Q has an ability",
}
"""Two that silence each other; whoever is left says that Y can attack."""


def test_of_all_answers_it_is_what_the_first_one_says() -> None:
    """That it can be done is true in both; by whom, of the first alone."""
    found = derive(table(EITHER))
    first, second = found.states
    assert may(first, "Y", "attack").decided_by != may(second, "Y", "attack").decided_by
    whole = certificate_of(found)
    assert whole.check_may(may(first, "Y", "attack"), "Y", "attack").ok
    assert whole.check_may(may(second, "Y", "attack"), "Y", "attack").outcome == "refused"


def test_of_several_answers_a_refusal_says_in_which() -> None:
    """They are numbered from 1."""
    found = derive(table(EITHER))
    told = may(found.states[0], "Z", "attack")
    verdict = certificate_of(found).check_may(told, "Z", "attack")
    can = ("can't be done", "can be done")
    said = f"in answer 2 it {can[not told.allowed]}, and not that it {can[told.allowed]}"
    assert [failure.message for failure in verdict.failures] == [said]


def test_of_an_answer_that_there_is_not_nothing_is_confirmed() -> None:
    """There are two, and the sixth is asked about."""
    found = derive(table(EITHER))
    told = may(found.states[0], "Y", "attack")
    certificate = Certificate(certificate_of(found).facts, 5)
    verdict = certificate.check_may(told, "Y", "attack")
    assert verdict.outcome == "refused"
    assert [failure.message for failure in verdict.failures] == ["there is no state to look at"]


# --- turns -----------------------------------------------------------------------------------


def with_first_layer(true: Facts, **changes: object) -> Facts:
    """The facts with something else in the layer of most turns."""
    place, record = max(enumerate(true.layers), key=lambda one: len(one[1].turns))
    layers = list(true.layers)
    layers[place] = replace(record, **wrong(changes))
    return replace(true, layers=tuple(layers))


CHAIN = (
    line(a.HasAbility("Flying"), a.Gain(a.Ability("Haste"))),
    line(a.HasAbility("Swift"), a.Gain(a.Ability("Flying"))),
    line(CREATURES, a.Gain(a.Ability("Swift"))),
)
RING = (
    line(a.Identified("B"), a.LoseAll(())),
    line(a.Identified("A"), a.LoseAll(())),
)
PLAIN = (line(CREATURES, plus(1)), line(CREATURES, plus(2)))


@pytest.mark.parametrize("lines", [CHAIN, RING, PLAIN, (*CHAIN, *PLAIN)])
def test_a_role_that_there_is_not_is_refused(lines: Sequence[a.Ability]) -> None:
    """Whichever role the turn has, and whichever other one is told."""
    true = answer(rulebook(), *(thing(id, one) for id, one in zip("ABCDE", lines, strict=False)))
    assert certificate_of(true).check().ok
    layer = max(true.facts.layers, key=lambda one: len(one.turns))
    for place, turn in enumerate(layer.turns):
        for why in ("", "odd", "freed", "blocked", "independent", "by timestamp only"):
            if why != turn.why:
                turns = list(layer.turns)
                turns[place] = replace(turn, why=why)
                changed = with_first_layer(true.facts, turns=tuple(turns))
                assert not Certificate(changed).check().ok, (turn, why)


def test_layers_in_another_order_are_named() -> None:
    """Both, by their clause."""
    swift = line(CREATURES, a.Gain(a.Ability("Swift")))
    true = answer(rulebook(), *(thing(id, swift, line(CREATURES, plus(1))) for id in "AB")).facts
    first, second = (one for one in true.layers if one.turns)
    verdict = Certificate(replace(true, layers=(second, first))).check()
    said = f"layer {first.layer} comes after layer {second.layer}"
    assert said in {failure.message for failure in verdict.failures}


@pytest.mark.parametrize("lines", [CHAIN, PLAIN])
def test_a_graph_behind_the_last_turn_is_refused(lines: Sequence[a.Ability]) -> None:
    """Nobody is there any more to be tested; and whoever is would have no turn."""
    true = answer(rulebook(), *(thing(id, one) for id, one in zip("ABC", lines, strict=False)))
    layer = max(true.facts.layers, key=lambda one: len(one.turns))
    for pending, tested in (((), ()), (("A.1",), ("A.1",)), ((), ("A.1",)), (("A.1",), ())):
        for late in (0, 1):
            graph = GraphRecord(len(layer.turns) + late, pending, tested, ())
            changed = with_first_layer(true.facts, graphs=(*layer.graphs, graph))
            assert not Certificate(changed).check().ok
