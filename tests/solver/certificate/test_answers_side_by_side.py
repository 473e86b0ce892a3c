"""Several states of one board: their order, what their checks agree on, and what is not known."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace

import pytest

from layerlaw.model import algebra as a
from layerlaw.model.errors import LayerlawError
from layerlaw.model.rulebooks.rulebook import Clause, PolicyValue, StateCheck
from layerlaw.solver import derive
from layerlaw.solver.certificate import Certificate, together
from layerlaw.solver.certificate import blame as blame_module
from layerlaw.solver.certificate.confirm import Another
from layerlaw.solver.certificate.fixpoints import grounds as grounds_module
from layerlaw.solver.certificate.fixpoints import question as question_module
from layerlaw.solver.certificate.fixpoints.others import OtherPoints
from layerlaw.solver.certificate.fixpoints.question import Formulas
from layerlaw.solver.certificate.replay.effects import ReplayEffects
from layerlaw.solver.certificate.replay.space import ReplayTable
from layerlaw.solver.certificate.replay.together import SimultaneousReplay
from layerlaw.solver.certificate.terms import TooLarge
from layerlaw.solver.certificate.verdict import Findings
from layerlaw.solver.facts.records import AnswerRecord, Facts
from together import game, table

GROUNDS = "C7"


def facts_of(cards: Mapping[str, str], **policies: str) -> Facts:
    """What the cards come to; the policy on what holds itself up has a clause of its own."""
    book = game(policies)
    clause = Clause(GROUNDS, "page 2", "On what holds itself up.")
    value = PolicyValue(book.policies["groundedness"].value, GROUNDS)
    book = replace(
        book,
        clauses={**book.clauses, GROUNDS: clause},
        policies={**book.policies, "groundedness": value},
    )
    return derive(table(cards, {}, book)).facts


def with_answers(facts: Facts, *answers: AnswerRecord) -> Facts:
    """The facts with the answers told so, and all that goes by the first one with it."""
    first = answers[0]
    return replace(facts, answers=answers, layers=first.steps, final=first.final)


# --- their order -----------------------------------------------------------------------------

TWO_ALONE = {
    "P": "1 | self: gain haste as long as self has haste",
    "Q": "2 | self: gain haste as long as self has haste",
}
"""Each holds itself up, whatever the other one does."""


def test_what_is_in_force_in_one_alone_puts_it_first() -> None:
    """Both, then the newer one, then the older one; no other order is right."""
    facts = facts_of(TWO_ALONE)
    assert [one.effects for one in facts.lifted] == [("P.1", "Q.1"), ("Q.1",), ("P.1",)]
    assert Certificate(facts).check().ok
    both, newer, older = facts.lifted
    for lifted in ((newer, both, older), (both, older, newer), (older, both, newer)):
        assert not Certificate(replace(facts, lifted=lifted)).check().ok
    all_of_them = facts_of(TWO_ALONE, groundedness="all fixed points")
    answers = all_of_them.answers or ()
    assert [one.effects for one in answers] == [("P.1", "Q.1"), ("Q.1",), ("P.1",), ()]
    assert Certificate(all_of_them).check().ok
    for number in range(3):
        before, (one, other), after = answers[:number], answers[number:][:2], answers[number + 2 :]
        swapped = with_answers(all_of_them, *before, other, one, *after)
        assert not Certificate(swapped).check().ok


@pytest.mark.parametrize(
    ("cards", "cell", "values"),
    [
        (
            {"P": "3", "R": "relic | creatures with power <= 0: power := none"},
            ("P", "power"),
            [None, 3],
        ),
        (
            {"P": "3", "R": "relic | creatures with power >= 4: power += 1"},
            ("P", "power"),
            [3, 4],
        ),
        (
            {"P": "1", "R": "relic | light creatures: colours += light"},
            ("P", "colours"),
            [(), ("light",)],
        ),
        ({"P": "1", "R": "relic | frozen creatures: frozen"}, ("P", "frozen"), [False, True]),
    ],
)
def test_where_the_same_effects_are_in_force_cells_decide(
    cards: Mapping[str, str], cell: tuple[str, str], values: list[object]
) -> None:
    """Nothing comes before something, and the lesser before the greater."""
    facts = facts_of(cards, groundedness="all fixed points")
    answers = facts.answers or ()
    assert [one.effects for one in answers] == [("R.1",)] * 2
    assert [one.final[cell] for one in answers] == values
    assert Certificate(facts).check().ok
    assert not Certificate(with_answers(facts, *answers[::-1])).check().ok


def test_where_the_newest_wins_it_is_held_against_others_and_not_what_holds_itself_up() -> None:
    """Of three relics each takes the others' abilities; R holds itself up, older than all."""
    cards = {"R": "1 | self: gain haste as long as self has haste"}
    cards |= dict.fromkeys("PQS", "relic | other relics: lose all abilities")
    facts = facts_of(cards, process="newest wins")
    assert [one.effects for one in facts.answers or ()] == [("S.1",)]
    assert [one.effects for one in facts.lifted][-1] == ("R.1", "P.1")
    assert Certificate(facts).check().ok


# --- their checks ----------------------------------------------------------------------------


def test_fates_of_several_checks_are_told_in_the_order_of_the_checks() -> None:
    """Each check has a clause of its own; P dies by the second one, and Q by the first."""
    tapped = a.HasStatus("frozen")
    weak = a.Both(
        (a.Member("types", "creature"), a.Compared(a.Read("power", a.It()), "<=", a.Number(0)))
    )
    checks = (
        StateCheck("one", tapped, "dies", "grave", "C8"),
        StateCheck("two", weak, "dies", "grave", "C9"),
    )
    book = game(checks=checks)
    clauses = {id: Clause(id, "page 2", "A check.") for id in ("C8", "C9")}
    book = replace(book, clauses={**book.clauses, **clauses})
    facts = derive(table({"P": "0", "Q": "1 | self: frozen"}, {}, book)).facts
    assert [(one.object, one.clause) for one in facts.fates] == [("Q", "C8"), ("P", "C9")]
    assert Certificate(facts).check().ok
    assert not Certificate(replace(facts, fates=facts.fates[::-1])).check().ok


# --- what is not known -----------------------------------------------------------------------


def test_what_may_hold_itself_up_may_be_untold_where_that_is_unknown(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It is neither confirmed nor refused; where nobody asks whether it does, it may be untold."""
    facts = facts_of(
        {
            "P": "blocker 1 | (creatures without flyer) or (dark creatures): frozen",
            "Q": "relic | P: colours += dark as long as P is frozen"
            " | P: gain flyer as long as P is frozen",
        }
    )
    assert facts.lifted
    fewer = replace(facts, lifted=())
    named = {id for one in facts.answers or () for id in one.effects} | {*facts.conflict}
    fewer = replace(fewer, effects=tuple(one for one in facts.effects if one.id in named))
    assert Certificate(fewer).check().outcome == "refused"
    assert Certificate(fewer).check(without=[GROUNDS]).ok
    monkeypatch.setattr(grounds_module, "another", lambda _: Another("unknown: timeout", {}, ()))
    assert Certificate(fewer).check().outcome == "unknown"


PARADOX = {"P": "1 | self: gain haste as long as self is not with haste"}


@pytest.mark.parametrize("known", [True, False])
def test_who_is_to_blame_may_be_unknown(known: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Because it is beyond the formulas, or because Z3 does not tell."""
    facts = facts_of(PARADOX)
    assert Certificate(facts).check().ok

    def too_much(*_: object) -> None:
        raise TooLarge("so many")

    if known:
        monkeypatch.setattr(together, "Blame", too_much)
        reason = "who is to blame is beyond the formulas: so many"
    else:

        class Silent(OtherPoints):
            def find(self) -> None:
                self.unknown = "timeout"

        monkeypatch.setattr(blame_module, "OtherPoints", Silent)
        reason = "who is to blame is not known: timeout"
    verdict = Certificate(facts).check()
    assert verdict.outcome == "unknown"
    assert f"unknown: {reason}" in {one.outcome for one in verdict.checked}


# --- as a text for other solvers -------------------------------------------------------------


def test_the_text_says_where_not_all_states_are_recorded() -> None:
    """There its last question has another answer."""
    facts = facts_of(TWO_ALONE)
    told = "; sat, for not all that only lift themselves are recorded"
    assert told not in Certificate(facts).to_smt2()
    assert told in Certificate(replace(facts, complete=False)).to_smt2()


def test_what_is_beyond_formulas_has_no_text(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is said why."""
    facts = facts_of(TWO_ALONE)
    monkeypatch.setattr(question_module, "MOST_EFFECTS", 1)
    message = "what is asked here is beyond formulas: more than 1 effects could exist"
    with pytest.raises(LayerlawError, match=message):
        Certificate(facts).to_smt2()


def test_numbers_are_compared_with_numbers_and_truths_with_truths() -> None:
    """Also where a number is missing in the state: it is nothing, and not false."""
    cards = {
        "P": "1 | Q: lose all abilities; R: power := none",
        "Q": "2 | P: lose all abilities",
        "R": "3",
        "S": "relic | creatures with power >= 1: frozen",
    }
    facts = facts_of(cards)
    replay = SimultaneousReplay(ReplayEffects(ReplayTable(facts.situation), facts.texts))
    check = together.TogetherCheck(facts, Findings(()))
    check.run()
    question = Formulas(replay).question(check.boards())
    kinds = dict(re.findall(r"\(declare-const (\w+) (\w+)\)", question.text))
    pairs = [pair for one in question.points for pair in re.findall(r"\(= (\w+) (\w+)\)", one)]
    assert ("Int", "0") in {(kinds[name], value) for name, value in pairs}
    for name, value in pairs:
        assert value.isdecimal() is (kinds[name] == "Int")


@pytest.mark.parametrize("process", ["simultaneous", "newest wins"])
def test_a_missing_number_is_not_raised_to_its_floor(process: str) -> None:
    """Read with floors, one that is there is 1 at least; R has none where P is in force."""
    cards = {
        "P": "1 | R: power := none",
        "R": "3",
        "S": "relic | P: lose all abilities as long as power of R >= 1",
    }
    book = game({"floor": "when read", "process": process})
    power = replace(book.characteristics["power"], floor=1)
    book = replace(book, characteristics={**book.characteristics, "power": power})
    facts = derive(table(cards, {}, book)).facts
    told = [(one.effects, one.final["R", "power"]) for one in facts.answers or ()]
    assert told == [(("S.1",), 3), (("P.1",), None)][: len(told)]
    assert Certificate(facts).check().ok
