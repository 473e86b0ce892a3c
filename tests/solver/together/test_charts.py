"""What a chart of a cell says: what is open, with which operands, and which way it pulls."""

from __future__ import annotations

from dataclasses import replace

import pytest

from layerlaw.model.algebra import Member
from layerlaw.model.rulebooks.rulebook import Layer
from layerlaw.solver import derive
from layerlaw.solver.board.kinds import Index
from layerlaw.solver.certificate import Certificate
from layerlaw.solver.derivation.simultaneous import Settling
from layerlaw.solver.facts.situation import Situation
from layerlaw.solver.together import search
from layerlaw.solver.together.charts import Chart, OutsideError, choices
from layerlaw.solver.together.deeds import Deed
from layerlaw.solver.together.keys import Key, control_key
from layerlaw.solver.together.state import State
from together import game, table

LIT = "self: colours += light as long as self is light"
POWER: Key = ("number", "power")


def begun(line: str, situation: Situation | None = None) -> tuple[State, Deed]:
    """P with this line, Q, and R, who may be light or not: all that follows from nothing."""
    settling = Settling(situation or table({"P": f"relic 1 | {line}", "Q": "1", "R": f"1 | {LIT}"}))
    state = State(settling.candidates, settling.plain)
    assert state.propagate()
    [deed] = (d for d in settling.plain.deeds if d.candidate.effect.id == "P.1")
    return state, deed


@pytest.mark.parametrize(
    "number", ["number of light creatures", "number of (light creatures or it)"]
)
def test_with_which_numbers_it_is_done_lies_between_the_known_ends(number: str) -> None:
    """For Q alone, where the number speaks of each object."""
    state, deed = begun(f"creatures: power += {number}")
    assert choices(state, deed, 1 if deed.each else -1) == ([1, 2] if deed.each else [0, 1])
    state.limits[deed] = {1 if deed.each else -1: (1, 1), 2: (0, 0)}
    [(bit, edges)] = Chart(state, POWER, Index(1)).steps
    assert bit == (deed, 1)
    assert [choice for _, _, way, choice in edges if way] == [1]


def test_the_ends_in_a_chart_are_all_numbers_that_there_may_be() -> None:
    """Of each object its own: R is light or not, and Q counts R."""
    state, _ = begun("creatures: power := number of (light creatures but not it)")
    assert Chart(state, POWER, Index(1)).values == {0, 1}
    assert Chart(state, POWER, Index(2)).values == {0}


def test_only_what_is_open_is_among_the_decisions_of_a_chart() -> None:
    """That Q has one more is certain; whether R has is open."""
    state, deed = begun("creatures: power += 1")
    assert Chart(state, POWER, Index(1)).bits == frozenset()
    state, deed = begun("creatures that are not light: power += 1")
    assert Chart(state, POWER, Index(2)).bits == {(deed, 2)}


@pytest.mark.parametrize(
    ("line", "signs"),
    [
        ("light creatures: power += number of light creatures", {1}),
        ("light creatures: power -= number of light creatures", {-1}),
        ("light creatures: power += number of light creatures - 1", set()),
        ("light creatures: power -= 1 - number of light creatures", set()),
        ("light creatures: power *= number of light creatures", set()),
        ("light creatures: cost += number of light creatures", {1}),
    ],
)
def test_what_is_added_may_pull_one_way_or_both(line: str, signs: set[int]) -> None:
    """Of R, who may be light, as S may: so up to two are."""
    cards = {"P": f"relic 1 | {line}", "Q": "1", "R": f"1 | {LIT}", "S": f"1 | {LIT}"}
    state, _ = begun(line, table(cards))
    name = "cost" if "cost" in line else "power"
    assert {*Chart(state, ("number", name), Index(2)).signs.values()} == signs


@pytest.mark.parametrize(
    ("factor", "signs"), [("0 - 1", set()), ("number of light creatures", {1})]
)
def test_what_is_added_before_a_product_pulls_as_the_product_lets_it(
    factor: str, signs: set[int]
) -> None:
    """What is multiplied by less than nothing is turned around."""
    lines = f"light creatures: power += 1 | creatures: power *= {factor}"
    cards = {"P": f"relic 1 | {lines}", "Q": "1", "R": f"1 | {LIT}"}
    settling = Settling(table(cards))
    state = State(settling.candidates, settling.plain)
    assert state.propagate()
    assert {*Chart(state, POWER, Index(2)).signs.values()} == signs


def theirs(*, carried: bool) -> Situation:
    """Somebody may give R to me; relics may be carried, and Q is, by P."""
    situation = table(
        {"P": "1 | light creatures: controller := me", "Q": "relic 1", "R": f"1 | {LIT}"}
    )
    p, q, r = situation.things
    book = replace(situation.rulebook, carried=Member("types", "relic") if carried else None)
    return replace(
        situation, rulebook=book, things=(p, replace(q, bearer="P") if carried else q, r)
    )


def test_who_controls_what_is_carried_is_not_in_a_chart() -> None:
    """It rests on who carries it."""
    for carried in (False, True):
        situation = theirs(carried=carried)
        settling = Settling(situation)
        state = State(settling.candidates, settling.plain)
        assert state.propagate()
        key = control_key(situation.rulebook)
        assert Chart(state, key, Index(2)).values == {1, 2}
        if carried:
            with pytest.raises(OutsideError):
                Chart(state, key, Index(1))
        else:
            assert Chart(state, key, Index(1)).values == {1}


def test_what_nobody_controls_is_told_apart_from_what_a_player_controls() -> None:
    """R is a card that nobody controls unless I do."""
    situation = theirs(carried=False)
    p, q, r = situation.things
    situation = replace(situation, things=(p, q, replace(r, controller="")))
    settling = Settling(situation)
    state = State(settling.candidates, settling.plain)
    assert state.propagate()
    assert Chart(state, control_key(situation.rulebook), Index(2)).values == {0, 2}


def test_what_an_object_is_kept_from_is_a_part_of_its_chart(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Q can't be frozen without blocker, or it is, and has blocker for that; others have that."""
    monkeypatch.setattr(search, "FEW", -1)
    cards = {
        "B": "blocker relic 1 | creatures without blocker: can't be frozen",
        "Q": "haste 1",
        "F": "relic 1 | creatures: frozen",
        "G": "blocker relic 1 | frozen creatures: gain blocker",
    }
    first = Layer("bars", "bars", "C1", ("can't be frozen",))
    found = derive(table(cards, rulebook=replace(game(), layers=(first, *game().layers))))
    told = [
        (one.final["Q", "frozen"], "blocker" in str(one.final["Q", "abilities"]))
        for one in found.answers or ()
    ]
    assert sorted(told) == [(False, False), (True, True)]
    assert Certificate(found.facts).check().ok


def test_what_is_multiplied_by_a_number_of_its_own_is_in_a_chart(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Q is too strong for blocker if it is made twice as strong for lacking that."""
    monkeypatch.setattr(search, "FEW", -1)
    cards = {
        "C": "relic | Q: cost := 2",
        "Q": "2",
        "M": "relic | creatures without blocker: power *= its cost",
        "G": "relic | creatures with power <= 2: gain blocker",
    }
    found = derive(table(cards))
    assert sorted(str(one.final["Q", "power"]) for one in found.answers or ()) == ["2", "4"]
    assert Certificate(found.facts).check().ok
