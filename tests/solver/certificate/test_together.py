"""Where effects apply at the same time, answers that were tampered with are refused."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType

import pytest

from layerlaw.model import LayerlawError
from layerlaw.model.rulebooks.rulebook import Clause, PolicyValue, Rulebook
from layerlaw.solver import derive
from layerlaw.solver.certificate import STRUCTURE, Certificate, Verdict, confirm
from layerlaw.solver.certificate.fixpoints import others
from layerlaw.solver.certificate.fixpoints.grounds import Grounding
from layerlaw.solver.certificate.fixpoints.question import Formulas
from layerlaw.solver.certificate.replay.board import ReplayBoard
from layerlaw.solver.certificate.replay.effects import ReplayEffects
from layerlaw.solver.certificate.replay.space import ReplayTable
from layerlaw.solver.certificate.replay.together import SimultaneousReplay
from layerlaw.solver.facts.records import AnswerRecord, Facts, Value
from together import game, random_table, table

PROCESS = "C2"

MUTUAL = {
    "P": "1 | creatures named Q: lose all abilities",
    "Q": "2 | creatures named P: lose all abilities",
}
"""Two that silence each other: two answers."""

ALONE = {"P": "1 | creatures without haste: gain haste"}
"""It does what it needs not to have done: a paradox."""

BOOT = {"P": "1 | creatures: power += 2 as long as power of self >= 2", "Q": "1"}
"""It holds itself up if it already stands: one answer, or two, for what does not only lift."""

SELF = {"P": "1 | creatures: gain haste as long as self has haste", "Q": "1"}
"""One answer, and one state that only lifts itself."""


def rulebook(process: str = "simultaneous", **policies: str) -> Rulebook:
    """The game, with a clause of its own for the policy `process` and for each policy given."""
    book = game({"process": process, **policies})
    clauses = dict(book.clauses)
    values = dict(book.policies)
    for number, name in enumerate(("process", *policies), 2):
        clauses[f"C{number}"] = Clause(f"C{number}", "page 2", f"On {name}.")
        values[name] = PolicyValue(values[name].value, f"C{number}")
    return replace(book, clauses=MappingProxyType(clauses), policies=MappingProxyType(values))


def facts_of(cards: Mapping[str, str], book: Rulebook | None = None, **spells: str) -> Facts:
    """The facts of what these cards come to."""
    return derive(table(cards, spells, book or rulebook())).facts


def refused_for(facts: Facts) -> set[str]:
    """The clauses that the facts are refused for."""
    verdict = Certificate(facts).check()
    assert verdict.ok == (not verdict.failures)
    return {failure.clause for failure in verdict.failures}


def answers_of(facts: Facts) -> tuple[AnswerRecord, ...]:
    """The recorded answers."""
    assert facts.answers is not None
    return facts.answers


def with_answers(facts: Facts, *answers: AnswerRecord) -> Facts:
    """The facts with other answers, and all that goes by the first one with it."""
    changed = replace(facts, answers=answers, conflict=())
    if answers:
        named = {id for one in (*answers, *facts.lifted) for id in one.effects}
        effects = tuple(one for one in facts.effects if one.id in named)
        first = answers[0]
        return replace(changed, effects=effects, layers=first.steps, final=first.final)
    return changed


def with_cell(answer: AnswerRecord, object: str, name: str, value: Value) -> AnswerRecord:
    """The answer with one cell changed."""
    assert (object, name) in answer.final
    final = {**answer.final, (object, name): value}
    return replace(answer, final=MappingProxyType(final))


@pytest.mark.parametrize("cards", [MUTUAL, ALONE, BOOT, SELF])
@pytest.mark.parametrize("process", ["simultaneous", "newest wins"])
def test_what_the_solver_found_is_accepted(cards: Mapping[str, str], process: str) -> None:
    """One answer, several, a paradox, states that lift themselves."""
    facts = facts_of(cards, rulebook(process))
    verdict = Certificate(facts).check()
    assert verdict.ok, verdict.failures
    assert PROCESS in {result.clause for result in verdict.checked}


def test_a_dropped_answer_is_refused() -> None:
    """Z3 finds it again."""
    facts = facts_of(MUTUAL)
    one, other = answers_of(facts)
    for kept in (one, other):
        assert PROCESS in refused_for(with_answers(facts, kept))


def test_a_paradox_that_is_none_is_refused() -> None:
    """All answers dropped."""
    facts = facts_of({"P": "1 | creatures: power += 1"})
    assert PROCESS in refused_for(with_answers(facts))


BLAMED = {
    "G": "1 | creatures named P: gain flyer",
    "P": "1 | self: gain haste as long as self has flyer and self is not with haste",
    "Y": "2 | other creatures: power += 1",
}
"""P is a paradox only because of G; Y has nothing to do with it."""

LENT = {
    "G": "1 | other creatures: gain [creatures without haste: gain haste]",
    "P": "1",
    "Y": "2 | other creatures: power += 1",
}
"""The paradox is of an ability that was given."""

RING = {
    "P": "1 | creatures named Q: lose all abilities",
    "Q": "2 | creatures named R: lose all abilities",
    "R": "3 | creatures named P: lose all abilities",
    "S": "4 | creatures named P: power += 1",
}
"""A ring of three that silence each other."""


@pytest.mark.sample(3)
@pytest.mark.parametrize("process", ["simultaneous", "newest wins"])
@pytest.mark.parametrize(
    ("cards", "blamed"),
    [
        (ALONE, ("P.1",)),
        (BLAMED, ("G.1", "P.1")),
        (LENT, ("G.1", "P.gained@G.1")),
        (RING, ("P.1", "Q.1", "R.1")),
    ],
)
def test_only_those_are_blamed_for_a_paradox_who_make_it(
    process: str, cards: Mapping[str, str], blamed: tuple[str, ...]
) -> None:
    """Alone they leave no state, and without any one of them there is one; nobody else may be."""
    facts = facts_of(cards, rulebook(process))
    assert (facts.answers, facts.conflict) == ((), blamed)
    assert Certificate(facts).check().ok
    known = {effect.id: effect for effect in facts.effects}
    strangers = {effect.id: effect for effect in facts_of({**cards, "P": "1"}).effects}
    for wrong in (
        (),
        blamed[1:],
        blamed[:-1],
        *((*blamed, other) for other in ("Y.1", "S.1")),
        ("Y.1",),
        ("S.1",),
    ):
        if wrong == blamed:
            continue
        named = tuple((known | strangers)[id] for id in wrong if id in known or id in strangers)
        changed = replace(facts, conflict=wrong, effects=named)
        assert PROCESS in refused_for(changed), wrong


def test_an_answer_that_is_none_is_refused() -> None:
    """A paradox is told as settled."""
    facts = facts_of(ALONE)
    assert facts.answers == ()
    steps = facts_of({"P": "1"})
    claimed = AnswerRecord(("P.1",), (), facts.final)
    changed = replace(facts, answers=(claimed,), conflict=(), layers=())
    assert PROCESS in refused_for(changed)
    assert PROCESS in refused_for(replace(facts, answers=answers_of(steps), conflict=()))


def test_an_answer_told_twice_is_refused() -> None:
    """Several, where there is one."""
    facts = facts_of({"P": "1 | creatures: power += 1"})
    (one,) = answers_of(facts)
    assert refused_for(with_answers(facts, one, one)) == {PROCESS}


@pytest.mark.parametrize(
    ("object", "name", "value"),
    [("Q", "power", 7), ("P", "abilities", ()), ("Q", "controller", "me"), ("P", "frozen", True)],
)
def test_a_changed_cell_is_refused(object: str, name: str, value: Value) -> None:
    """Whatever the cell."""
    facts = facts_of({"P": "1 | other creatures: power += 2", "Q": "3"})
    (one,) = answers_of(facts)
    assert PROCESS in refused_for(with_answers(facts, with_cell(one, object, name, value)))


def test_effects_in_force_that_are_not_are_refused() -> None:
    """And those left out."""
    facts = facts_of({"P": "1 | creatures: power += 2", "Q": "3 | creatures: gain haste"})
    (one,) = answers_of(facts)
    assert one.effects == ("P.1", "Q.1")
    for effects in (("Q.1", "P.1"), ("P.1",)):
        assert PROCESS in refused_for(with_answers(facts, replace(one, effects=effects)))


def test_a_state_that_lifts_itself_is_no_answer() -> None:
    """Called grounded it is refused, and left out it is, unless they are said not to be all."""
    facts = facts_of(SELF)
    (one,), (lifted,) = answers_of(facts), facts.lifted
    assert PROCESS in refused_for(replace(with_answers(facts, one, lifted), lifted=()))
    assert PROCESS in refused_for(replace(with_answers(facts, lifted), lifted=(one,)))
    dropped = replace(with_answers(facts, one), lifted=())
    ids = set(one.effects)
    dropped = replace(dropped, effects=tuple(e for e in dropped.effects if e.id in ids))
    assert PROCESS in refused_for(dropped)
    verdict = Certificate(replace(dropped, complete=False)).check()
    assert verdict.ok
    assert verdict.notes == ("not all states that only lift themselves are listed",)


def test_an_answer_called_lifted_is_refused() -> None:
    """The grounded one is an answer."""
    facts = facts_of({"P": "1 | creatures: gain haste"})
    (one,) = answers_of(facts)
    start = facts_of({"P": "1"}).final
    changed = replace(facts, answers=(), lifted=(one,), layers=(), final=start)
    assert PROCESS in refused_for(changed)


def test_answers_in_another_order_are_refused() -> None:
    """That in which the newest effect exists comes first."""
    facts = facts_of(MUTUAL)
    one, other = answers_of(facts)
    assert one.effects == ("Q.1",)
    verdict = Certificate(with_answers(facts, other, one)).check()
    assert {failure.clause for failure in verdict.failures} == {PROCESS}
    assert any("newer effect" in failure.message for failure in verdict.failures)


def test_another_choice_of_the_newest_is_refused() -> None:
    """The state is the first of all grounded ones, and Z3 knows the others."""
    book = rulebook("newest wins")
    facts = facts_of(MUTUAL, book)
    (one,) = answers_of(facts)
    assert one.effects == ("Q.1",)
    _, other = answers_of(facts_of(MUTUAL))
    (effects,) = (e for e in facts_of(MUTUAL).effects if e.id == "P.1")
    changed = replace(with_answers(facts, other), effects=(effects,))
    verdict = Certificate(changed).check()
    assert {failure.clause for failure in verdict.failures} == {PROCESS}
    assert any("newer effect" in failure.message for failure in verdict.failures)
    assert refused_for(with_answers(facts, one, other)) >= {PROCESS}


def test_tampered_steps_are_refused() -> None:
    """Their order by the clause on effects in one step, their changes by the structure."""
    book = rulebook(**{"same step": "newest last"})
    cards = {"P": "1 | creatures: power := 2", "Q": "1 | creatures: power := 5"}
    facts = facts_of(cards, book)
    (one,) = answers_of(facts)
    (step,) = one.steps
    swapped = replace(one, steps=(replace(step, turns=step.turns[::-1]),))
    assert refused_for(with_answers(facts, swapped)) == {"C3"}
    quiet = replace(one, steps=(replace(step, turns=(replace(step.turns[0], changes=()),)),))
    assert refused_for(with_answers(facts, quiet)) == {PROCESS}
    silent = tuple(replace(turn, changes=()) for turn in step.turns)
    muted = replace(one, steps=(replace(step, turns=silent),))
    assert refused_for(with_answers(facts, muted)) == {STRUCTURE}


def test_a_step_in_the_place_of_another_names_its_clause() -> None:
    """Steps are layers."""
    cards = {"P": "1 | creatures: power := 2, power += 1"}
    facts = facts_of(cards)
    (one,) = answers_of(facts)
    clauses = {"C1"}
    assert refused_for(with_answers(facts, replace(one, steps=one.steps[::-1]))) == clauses


def test_layers_that_are_not_the_first_answers_are_refused() -> None:
    """The state shown is that of the first answer."""
    facts = facts_of(MUTUAL)
    _, other = answers_of(facts)
    assert refused_for(replace(facts, layers=other.steps, final=other.final)) == {STRUCTURE}


def test_without_the_clause_nothing_is_said_of_answers() -> None:
    """A clause left out is neither looked at nor reported."""
    facts = facts_of(MUTUAL)
    one, _ = answers_of(facts)
    verdict = Certificate(with_answers(facts, one)).check(without=PROCESS)
    assert PROCESS not in {result.clause for result in verdict.checked}


def test_what_is_beyond_the_formulas_never_holds(monkeypatch: pytest.MonkeyPatch) -> None:
    """A bound that is passed is a result with its reason."""
    monkeypatch.setattr("layerlaw.solver.certificate.fixpoints.question.MOST_EFFECTS", 0)
    verdict = Certificate(facts_of(MUTUAL)).check()
    assert not verdict.ok
    assert not verdict.failures
    outcomes = {result.clause: result.outcome for result in verdict.checked}
    assert outcomes[PROCESS].startswith("unknown: whether there are others is beyond")


def test_what_z3_does_not_know_never_holds(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nor does a fixed point that the formulas do not know."""
    facts = facts_of(MUTUAL)

    def verdict(another: confirm.Another) -> Verdict:
        monkeypatch.setattr(others, "another", lambda *_: another)
        return Certificate(facts).check()

    for found, reason in (
        (confirm.Another("unknown: timeout", {}, ()), "unknown: timeout"),
        (confirm.Another("none", {}, (1,)), "unknown: fixed point 2 is none by the formulas"),
    ):
        checked = verdict(found).checked
        assert reason in {result.outcome for result in checked if result.clause == PROCESS}


@pytest.mark.slow
@pytest.mark.parametrize("first", range(0, 120, 30))
@pytest.mark.parametrize("process", ["simultaneous", "newest wins"])
def test_random_situations_are_certified(first: int, process: str) -> None:
    """Of all kinds, with and without answers."""
    for seed in range(first, first + 30):
        order = ("newest last", "oldest last")[seed % 2]
        book = game({"process": process, "same step": order})
        try:
            facts = derive(random_table(seed, rulebook=book)).facts
        except LayerlawError:
            continue
        verdict = Certificate(facts).check()
        assert verdict.ok, (seed, verdict.failures, verdict.checked)


@pytest.mark.slow
def test_any_answer_left_out_of_random_situations_is_refused() -> None:
    """None can be kept quiet, and none of the states that lift themselves."""
    left_out = 0
    for seed in range(80):
        try:
            facts = derive(random_table(seed, rulebook=rulebook())).facts
        except LayerlawError:
            continue
        if not facts.complete:
            continue
        answers = answers_of(facts)
        for place in range(len(answers)):
            rest = answers[:place] + answers[place + 1 :]
            assert PROCESS in refused_for(replace(facts, answers=rest)), seed
            left_out += 1
        for place in range(len(facts.lifted)):
            rest = facts.lifted[:place] + facts.lifted[place + 1 :]
            assert PROCESS in refused_for(replace(facts, lifted=rest)), seed
            left_out += 1
    assert left_out > 50


@pytest.mark.slow
def test_z3_alone_finds_every_answer() -> None:
    """Asked again and again, it comes to the very states that the solver found."""
    for seed in range(60):
        situation = random_table(seed, rulebook=game())
        try:
            facts = derive(situation).facts
        except LayerlawError:
            continue
        if not facts.complete:
            continue
        state = SimultaneousReplay(ReplayEffects(ReplayTable(situation)))
        formulas = Formulas(state)
        points: list[ReplayBoard] = []
        while (found := confirm.another(formulas.question(points))).outcome == "one":
            points.append(formulas.board(found.point))
        assert found.outcome == "none"
        grounding = Grounding(state)
        grounded = [grounding.of(point) for point in points]
        assert grounded.count(True) == len(answers_of(facts)), seed
        assert grounded.count(False) == len(facts.lifted), seed
