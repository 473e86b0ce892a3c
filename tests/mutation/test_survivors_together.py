"""The check of simultaneous answers by hand: what it says of wrong ones, and how often it looks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cache

import pytest

from layerlaw.model import algebra as a
from layerlaw.model.rulebooks.rulebook import Clause, PolicyValue, StateCheck
from layerlaw.solver import derive
from layerlaw.solver.certificate import STRUCTURE, Certificate, Verdict, confirm, together
from layerlaw.solver.certificate.confirm import Another
from layerlaw.solver.certificate.fixpoints import others
from layerlaw.solver.facts.records import AnswerRecord, Facts
from together import game, table

PROCESS, DEATH = "C2", "C9"

BOARDS: Mapping[str, Mapping[str, str]] = {
    "two": {
        "P": "1 | creatures named Q: lose all abilities; creatures named Y: power -= 1",
        "Q": "2 | creatures named P: lose all abilities; creatures named Y: power -= 2"
        " | creatures named V: power -= 1",
        "Y": "1",
        "V": "1",
        "Z": "0",
    },
    "lifted": {
        "P": "1 | creatures named Q: gain haste as long as self has haste",
        "Q": "2 | creatures named P: gain haste as long as self has haste",
        "R": "1 | self: gain flyer as long as self has flyer",
    },
    "paradox": {"P": "1 | creatures without haste: gain haste", "Q": "relic 2"},
    "one": {"P": "1 | creatures: power += 1", "Q": "3"},
}


@cache
def facts_of(board: str, process: str = "simultaneous") -> Facts:
    """The facts of a board; creatures die without power, by a clause of its own."""
    weak = a.Both(
        (a.Member("types", "creature"), a.Compared(a.Read("power", a.It()), "<=", a.Number(0)))
    )
    book = game({"process": process}, checks=(StateCheck("death", weak, "dies", "grave", DEATH),))
    clauses = {**book.clauses, PROCESS: Clause(PROCESS, "page 2", "On the process.")}
    policies = {**book.policies, "process": PolicyValue(process, PROCESS)}
    return derive(table(BOARDS[board], {}, replace(book, clauses=clauses, policies=policies))).facts


def answers_of(facts: Facts) -> tuple[AnswerRecord, ...]:
    """The recorded answers."""
    assert facts.answers is not None
    return facts.answers


def with_answers(facts: Facts, *answers: AnswerRecord) -> Facts:
    """The facts with other answers, and all that goes by the first one with it."""
    named = {id for one in (*answers, *facts.lifted) for id in one.effects}
    effects = tuple(one for one in facts.effects if one.id in named)
    first = answers[0]
    return replace(facts, answers=answers, effects=effects, layers=first.steps, final=first.final)


def said(verdict: Verdict) -> list[tuple[str, str]]:
    """What is wrong, clause by clause."""
    assert verdict.ok is (not verdict.failures)
    return [(failure.clause, failure.message) for failure in verdict.failures]


def counts(verdict: Verdict) -> dict[str, int]:
    """How often each clause was looked at."""
    return {one.clause: one.instances for one in verdict.checked}


@pytest.mark.parametrize(
    ("board", "process", "wanted"),
    [
        # Two answers and their order; whether each is grounded, and what follows in a step.
        ("two", "simultaneous", {PROCESS: 3, "C1": 5, STRUCTURE: 78, DEATH: 1}),
        ("two", "newest wins", {PROCESS: 2, "C1": 3, STRUCTURE: 76, DEATH: 1}),
        # One answer and three states that lift themselves, two of these next to one another twice.
        ("lifted", "simultaneous", {PROCESS: 6, "C1": 7, STRUCTURE: 52, DEATH: 1}),
        # That there is none; one is blamed, and has to be.
        ("paradox", "simultaneous", {PROCESS: 3, "C1": 2, STRUCTURE: 31, DEATH: 1}),
    ],
)
def test_true_answers_are_accepted_and_looked_at_so_often(
    board: str, process: str, wanted: Mapping[str, int]
) -> None:
    """Each record once, each two that stand in an order once more."""
    verdict = Certificate(facts_of(board, process)).check()
    assert verdict.ok
    assert counts(verdict) == wanted


def test_what_is_told_twice_is_named_by_its_place() -> None:
    """Answers are numbered from 1, and so are states that lift themselves."""
    true = facts_of("two")
    one, other = answers_of(true)
    for answers, number in (((one, one, other), 2), ((one, other, other), 3)):
        wrong = Certificate(with_answers(true, *answers)).check()
        assert said(wrong) == [(PROCESS, f"answer {number} is told twice")]
    true = facts_of("lifted")
    first, *rest = true.lifted
    wrong = Certificate(replace(true, lifted=(first, first, *rest))).check()
    assert said(wrong) == [(PROCESS, "lifted state 2 is told twice")]


def test_two_in_the_wrong_order_are_named_by_their_places() -> None:
    """The newest effect in which they differ exists in the first one."""
    true = facts_of("two")
    wrong = Certificate(with_answers(true, *answers_of(true)[::-1])).check()
    before = "comes before {}, in which a newer effect is in force"
    assert said(wrong) == [(PROCESS, "answer 1 " + before.format("answer 2"))]
    true = facts_of("lifted")
    first, second, third = true.lifted
    for lifted, number in (
        ((second, first, third), 1),
        ((first, third, second), 2),
        ((third, second, first), 1),
    ):
        wrong = Certificate(replace(true, lifted=lifted)).check()
        message = f"lifted state {number} " + before.format(f"lifted state {number + 1}")
        assert said(wrong) == [(PROCESS, message)]


def test_what_is_not_told_is_named_by_what_is_in_force() -> None:
    """And whether it is an answer or only holds itself up."""
    true = facts_of("two")
    for kept, missing in zip(answers_of(true), ("P.1", "Q.1, Q.2"), strict=True):
        wrong = said(Certificate(with_answers(true, kept)).check())
        assert (PROCESS, f"an answer is not told, with {missing} in force") in wrong
    true = facts_of("lifted")
    for number, missing in enumerate(("P.1, Q.1, R.1", "R.1", "P.1, Q.1")):
        lifted = (*true.lifted[:number], *true.lifted[number + 1 :])
        wrong = said(Certificate(replace(true, lifted=lifted)).check())
        kind = "a state that holds itself up"
        assert wrong == [(PROCESS, f"{kind} is not told, with {missing} in force")]
        verdict = Certificate(replace(true, lifted=lifted, complete=False)).check()
        assert verdict.ok
        assert verdict.notes == ("not all states that only lift themselves are listed",)
    verdict = Certificate(replace(true, complete=False)).check()
    assert verdict.notes == ("not all states that only lift themselves are listed",)
    assert Certificate(true).check().notes == ()


def test_an_answer_without_effects_is_not_told_with_no_effects() -> None:
    """Nothing is in force there."""
    true = facts_of("lifted")
    wrong = said(Certificate(with_answers(true, true.lifted[0])).check())
    assert (PROCESS, "an answer is not told, with no effects in force") in wrong


def test_where_the_newest_wins_the_others_need_not_be_told() -> None:
    """There is one answer, which comes before all others; two are told nowhere."""
    true = facts_of("two", "newest wins")
    one, other = answers_of(facts_of("two"))
    assert answers_of(true) == (one,)
    wrong = said(Certificate(with_answers(true, one, other)).check())
    assert (PROCESS, "where the newest wins there is one answer at most") in wrong
    known = facts_of("two").effects
    swapped = with_answers(replace(true, effects=known), other)
    message = "the answer comes before the one with Q.1, Q.2, in which a newer effect is in force"
    assert (PROCESS, message) in said(Certificate(swapped).check())
    none = replace(true, answers=(), layers=(), effects=())
    assert PROCESS in {clause for clause, _ in said(Certificate(none).check())}


def test_what_goes_by_the_first_answer_is_held_against_it() -> None:
    """The final cells and the layers, one that differs being named, with what is right."""
    true = facts_of("two")
    cell = ("Y", "power")
    right = answers_of(true)[0].final[cell]
    for final, told in (({**true.final, cell: 9}, "9"), ({**true.final}, "None")):
        if told == "None":
            del final[cell]
        wrong = said(Certificate(replace(true, final=final)).check())
        assert wrong == [(STRUCTURE, f"power of Y is {right} at the end, and not {told}")]
    assert Certificate(replace(true, final={**true.final})).check().ok
    assert Certificate(replace(true, layers=(*true.layers,))).check().ok
    for layers in ((), answers_of(true)[1].steps, true.layers[::-1]):
        wrong = said(Certificate(replace(true, layers=layers)).check())
        assert (STRUCTURE, "the layers are not those of the first answer") in wrong
    second = answers_of(true)[1]
    wrong = said(Certificate(replace(true, final=second.final)).check())
    assert [clause for clause, _ in wrong] == [STRUCTURE]


def test_who_is_blamed_is_blamed_once_and_only_where_there_is_no_answer() -> None:
    """Nor can anything come too late where all is at once."""
    true = facts_of("two")
    wrong = Certificate(replace(true, conflict=("P.1",))).check()
    assert said(wrong) == [(STRUCTURE, "there is an answer, and yet a conflict is told")]
    wrong = Certificate(replace(true, late=(("P.1", "copy"),))).check()
    late = "where effects apply at the same time, none can come too late"
    assert said(wrong) == [(STRUCTURE, late)]
    true = facts_of("paradox")
    wrong = Certificate(replace(true, conflict=("P.1", "P.1"))).check()
    assert said(wrong) == [(STRUCTURE, "an effect is told twice in the conflict")]
    wrong = Certificate(replace(true, conflict=())).check()
    assert (PROCESS, "of a paradox no conflict is told") in said(wrong)
    wrong = Certificate(replace(true, conflict=("P.1", "Q.9"))).check()
    assert (PROCESS, "there is no effect Q.9 to be in conflict") in said(wrong)
    assert "what stands beside the paradox is not part of the certificate" in (
        Certificate(true).check().notes
    )
    assert not Certificate(facts_of("one")).check().notes


def test_fates_are_those_of_all_answers() -> None:
    """Y dies in both, V in one alone, and Z whatever happens; each by its clause."""
    true = facts_of("two")
    assert [fate.object for fate in true.fates] == ["Y", "Z"]
    y, z = true.fates
    also = replace(y, object="V")
    for fates in ((), (y,), (z,), (z, y), (y, also, z), (y, z, z), (replace(y, zone="field"), z)):
        wrong = said(Certificate(replace(true, fates=fates)).check())
        assert [clause for clause, _ in wrong] == [DEATH]
        told = [(one.object, one.verdict, one.zone, one.clause) for one in fates]
        right = [(one.object, one.verdict, one.zone, one.clause) for one in (y, z)]
        assert wrong[0][1] == f"in all answers the checks find {right}, and not {told}"
    strange = replace(true, fates=(y, z, replace(z, clause="C1")))
    [(clause, message)] = said(Certificate(strange).check())
    assert clause == STRUCTURE and message.startswith("in all answers the checks find [], and not")


def test_no_record_of_answers_is_refused() -> None:
    """Such facts are of a game in layers."""
    wrong = Certificate(replace(facts_of("one"), answers=None)).check()
    assert said(wrong) == [(PROCESS, "no answers are recorded")]


@pytest.mark.parametrize(
    ("found", "reason"),
    [
        (Another("unknown: timeout", {}, ()), "unknown: timeout"),
        (Another("none", {}, (0,)), "unknown: fixed point 1 is none by the formulas"),
        (Another("none", {}, (1, 2)), "unknown: fixed point 2 is none by the formulas"),
        (Another("one", {}, (2,)), "unknown: fixed point 3 is none by the formulas"),
    ],
)
def test_what_z3_does_not_tell_is_unknown(
    found: Another, reason: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither confirmed nor refused."""
    monkeypatch.setattr(others, "another", lambda *_: found)
    verdict = Certificate(facts_of("two")).check()
    assert verdict.outcome == "unknown"
    assert {one.outcome for one in verdict.checked if one.clause == PROCESS} == {reason}


def test_what_is_no_fixed_point_after_all_is_unknown(monkeypatch: pytest.MonkeyPatch) -> None:
    """What Z3 is said to have found is looked at by the replay."""
    told = [Another("one", {}, ())]
    ask = confirm.another
    monkeypatch.setattr(others, "another", lambda *asked: told.pop() if told else ask(*asked))
    verdict = Certificate(facts_of("paradox")).check()
    outcomes = {one.clause: one.outcome for one in verdict.checked}
    wrong = "unknown: what the formulas find is not what the replay makes of it"
    assert outcomes[PROCESS] == wrong


def test_too_many_that_are_not_told_leave_it_open(monkeypatch: pytest.MonkeyPatch) -> None:
    """All that lift themselves, where not all are said to be told, up to a bound.

    Unless one tells why the others do.
    """
    true = replace(facts_of("lifted"), lifted=(), complete=False)
    named = {id for one in answers_of(true) for id in one.effects}
    true = replace(true, effects=tuple(one for one in true.effects if one.id in named))
    monkeypatch.setattr(together, "MOST_FOUND", 1)
    assert Certificate(true).check().outcome == "confirmed"
    monkeypatch.setattr(others.OtherPoints, "pass_by_like", lambda *_: None)
    for most, outcome in ((4, "confirmed"), (3, "unknown"), (1, "unknown")):
        monkeypatch.setattr(together, "MOST_FOUND", most)
        verdict = Certificate(true).check()
        assert verdict.outcome == outcome, most
        if outcome == "unknown":
            wrong = f"unknown: more than {most} states that are not recorded agree with themselves"
            assert wrong in {one.outcome for one in verdict.checked}
