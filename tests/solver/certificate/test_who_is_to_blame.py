"""Who is to blame for a paradox, where effects could exist that others keep from existing."""

from __future__ import annotations

from dataclasses import replace

import pytest

from layerlaw.solver import derive
from layerlaw.solver.certificate import Certificate, certificate_of
from layerlaw.solver.certificate import blame as blame_module
from layerlaw.solver.certificate.blame import Blame
from layerlaw.solver.certificate.confirm import Another
from layerlaw.solver.certificate.fixpoints import grounds as grounds_module
from layerlaw.solver.certificate.fixpoints import others as others_module
from layerlaw.solver.certificate.fixpoints import question as question_module
from layerlaw.solver.facts.situation import Situation
from together import game, table

TABLE = {
    "P": "1 | haste",
    "R": "1",
    "T": "1",
    "A": "1 | R: gain flyer; P: gain [R: frozen]",
    "C": "relic | T: gain flyer as long as R has flyer and R is not frozen and T is not with flyer",
}
"""T is a paradox as R has flyer by A, and is not frozen: P has no ability that would freeze it."""

BARRED = {"B": "P: lose all abilities"}
"""With the newest combined first, and what is lost barred, nothing is given to P behind B."""


def barred(cards: dict[str, str]) -> Situation:
    """The cards, and behind them what bars P from having abilities."""
    return table(cards, BARRED, game({"loss": "bar", "same step": "oldest last"}))


def test_what_was_barred_is_left_out_as_well_where_what_barred_it_is() -> None:
    """A and C alone are a paradox: all others are left out, also what A would give P without B."""
    situation = barred(TABLE)
    answer = derive(situation)
    assert (answer.facts.answers, answer.facts.conflict) == ((), ("A.1", "C.1"))
    assert certificate_of(answer).check().ok


@pytest.mark.parametrize("conflict", [("A.1", "B", "C.1"), ("A.1",), ("C.1",), ("B", "C.1")])
def test_others_are_not_to_blame(conflict: tuple[str, ...]) -> None:
    """B is not needed; without A nobody has flyer, and without C nobody minds."""
    facts = derive(barred(TABLE)).facts
    assert Blame(facts.situation, facts.texts).wrong(conflict) is not None


VIRTUAL = {
    "P": "1",
    "R": "1",
    "A": "1 | P: gain [R: gain flyer as long as R is not with flyer]",
    "C": "relic | self: gain flyer as long as self is not with flyer",
}
"""C is a paradox; so would be what A gives P, if B were left out."""


@pytest.mark.parametrize(
    ("conflict", "right"),
    [
        (("C.1",), True),
        (("A.1", "P.gained@A.1"), True),
        (("P.gained@A.1",), False),
        (("A.1",), False),
        (("A.1", "C.1"), False),
        (("A.1", "B", "P.gained@A.1"), False),
        (("A.1", "R.gained@A.1"), False),
    ],
)
def test_what_others_keep_from_existing_can_be_to_blame(
    conflict: tuple[str, ...], right: bool
) -> None:
    """Of all sets that leave no state alone each smallest one is right."""
    facts = derive(barred(VIRTUAL)).facts
    blame = Blame(facts.situation, facts.texts)
    assert facts.conflict == ("C.1",)
    assert (blame.wrong(conflict) is None) is right
    assert not blame.unknown


def test_the_effects_that_others_keep_from_existing_are_told_like_all_others() -> None:
    """With sources, what gave them, and timestamps: as they are where B is not there."""
    facts = derive(barred(VIRTUAL)).facts
    alone = {id: VIRTUAL[id] for id in "PRA"}
    there = derive(table(alone, {}, game({"loss": "bar", "same step": "oldest last"}))).facts
    assert there.conflict == ("A.1", "P.gained@A.1")
    told = replace(facts, conflict=there.conflict, effects=there.effects)
    assert Certificate(told).check().ok
    given = there.effects[-1]
    for wrong in (replace(given, giver="C.1"), replace(given, source="A"), given):
        id = "R.gained@A.1" if wrong is given else given.id
        effects = (*there.effects[:-1], replace(wrong, id=id))
        changed = replace(facts, conflict=("A.1", id), effects=effects)
        assert not Certificate(changed).check().ok


# --- what is passed by, and what cannot be told ----------------------------------------------

HOLDING = {
    "P": "1 | self: gain haste as long as self is not with haste and Q is frozen",
    "Q": "1 | self: frozen as long as self is not light",
    "R": "1 | Q: colours += light as long as Q is light and R is not with haste",
}
"""Q is frozen, so that P is a paradox; with Q light by what R holds up there is a state."""


def test_a_state_that_only_holds_itself_up_is_no_answer() -> None:
    """It is passed by, and P and Q are to blame; where it counts as one there is no paradox."""
    facts = derive(table(HOLDING, {}, game())).facts
    assert (facts.answers, facts.conflict) == ((), ("P.1", "Q.1"))
    blame = Blame(facts.situation, facts.texts)
    assert blame.wrong(("P.1", "Q.1")) is None
    assert blame.wrong(("P.1", "Q.1", "R.1")) is not None
    held = derive(table(HOLDING, {}, game({"groundedness": "all fixed points"})))
    assert held.facts.answers and certificate_of(held).check().ok
    all_of_them = Blame(held.facts.situation, held.facts.texts)
    assert all_of_them.wrong(("P.1", "Q.1")) is None
    wrong = all_of_them.wrong(("P.1", "Q.1", "R.1"))
    assert wrong == "P.1, Q.1, R.1 alone leave a state"


@pytest.mark.parametrize(
    ("found", "reason"),
    [
        (Another("unknown: timeout", {}, ()), "timeout"),
        (Another("none", {}, (0,)), "fixed point 1 is none by the formulas"),
        (Another("one", {}, (0,)), "fixed point 1 is none by the formulas"),
        (Another("one", {}, ()), "what the formulas find is not what the replay makes of it"),
    ],
)
def test_what_z3_does_not_tell_leaves_it_unknown(
    found: Another, reason: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who is told is neither confirmed nor refused."""
    facts = derive(table({"P": "1 | self: gain haste as long as self is not with haste"})).facts
    monkeypatch.setattr(others_module, "another", lambda *_: found)
    blame = Blame(facts.situation, facts.texts)
    assert blame.wrong(("P.1",)) is None
    assert blame.unknown == reason


def test_whether_a_state_holds_itself_up_may_be_unknown(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is done with nothing else done has to be asked about boards between."""
    cards = {
        "P": "blocker 1 | (creatures without flyer) or (dark creatures): frozen",
        "Q": "relic | P: colours += dark as long as P is frozen"
        " | P: gain flyer as long as P is frozen",
    }
    facts = derive(table(cards)).facts
    assert (facts.answers, facts.conflict) == ((), ("P.1", "Q.2"))
    assert Blame(facts.situation, facts.texts).wrong(facts.conflict) is None
    three = ("P.1", "Q.1", "Q.2")
    monkeypatch.setattr(grounds_module, "another", lambda _: Another("unknown: timeout", {}, ()))
    blame = Blame(facts.situation, facts.texts)
    assert blame.wrong(three) == "P.1, Q.1, Q.2 leave no state even without Q.1"
    assert blame.unknown == "whether a state holds itself up is not known: timeout"


@pytest.mark.parametrize(("most", "known"), [(1, False), (2, True), (3, True)])
def test_too_many_states_that_hold_themselves_up_leave_it_unknown(
    most: int, known: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One is passed by, and then it has to be asked whether there is another one."""
    facts = derive(table(HOLDING, {}, game())).facts
    monkeypatch.setattr(blame_module, "MOST_POINTS", most)
    blame = Blame(facts.situation, facts.texts)
    wrong = blame.wrong(("P.1", "Q.1", "R.1"))
    assert (wrong is not None, not blame.unknown) == (True, known)
    assert known or blame.unknown == f"more than {most} states hold themselves up"


def test_what_is_beyond_the_formulas_is_unknown(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also for a part of the effects alone."""
    facts = derive(table(HOLDING, {}, game())).facts
    blame = Blame(facts.situation, facts.texts)
    monkeypatch.setattr(question_module, "MOST_EFFECTS", 0)
    assert blame.wrong(("P.1", "Q.1")) is None
    assert blame.unknown == "more than 0 effects could exist"
