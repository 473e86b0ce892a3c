"""Which simultaneous answers are grounded: the solver against brute force, and in other words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pytest

from comparing import assert_same
from layerlaw.model import LayerlawError
from layerlaw.model.algebra import (
    AllOf,
    AnyOf,
    Comparator,
    Condition,
    Count,
    Exists,
    Holds,
    Negation,
    Number,
)
from layerlaw.model.scenarios.events import Play
from layerlaw.model.scenarios.scenario import Scenario
from layerlaw.solver import Answer, derive, solve
from layerlaw.solver.certificate import Certificate
from oracle.candidates import TooBig
from oracle.circles import every_small_board, random_circles
from together import game, table


@pytest.mark.slow
@pytest.mark.parametrize("block", range(4))
def test_random_circles_have_the_answers_of_brute_force(block: int) -> None:
    """Also what holds itself up is the same; where every set of deeds can be tried."""
    compared = 0
    for seed in range(block * 6, block * 6 + 6):
        try:
            assert_same(random_circles(seed))
            compared += 1
        except (TooBig, LayerlawError):
            continue
    assert compared > 1


@pytest.mark.slow
@pytest.mark.parametrize("block", range(4))
def test_every_small_circle_has_the_answers_of_brute_force(block: int) -> None:
    """Two creatures, each with a deed under a condition."""
    for board in list(every_small_board())[block::4]:
        assert_same(board)


OPPOSITE: Mapping[Comparator, Comparator] = {
    "=": "!=",
    "!=": "=",
    "<": ">=",
    ">=": "<",
    ">": "<=",
    "<=": ">",
}


def in_other_words(tree: Condition) -> Condition:
    """The same condition, said by counting, by its opposite, and by De Morgan's laws."""
    match tree:
        case Exists(what):
            return Holds(Count(what), ">=", Number(1))
        case Holds(Count(what), ">=", Number(1)):
            return Exists(what)
        case Holds(left, sign, right):
            return Negation(Holds(left, OPPOSITE[sign], right))
        case Negation(inner):
            return Negation(in_other_words(inner))
        case AllOf(parts):
            return Negation(AnyOf(tuple(Negation(in_other_words(part)) for part in parts)))
        case AnyOf(parts):
            return Negation(AllOf(tuple(Negation(in_other_words(part)) for part in parts)))
        case _:
            return Negation(Negation(tree))


def reworded(scenario: Scenario) -> Scenario:
    """The scenario with every printed condition in other words."""
    events = []
    for event in scenario.play:
        assert isinstance(event, Play)
        abilities = tuple(
            replace(
                one, ability=replace(one.ability, condition=in_other_words(one.ability.condition))
            )
            if one.ability.condition is not None
            else one
            for one in event.card.abilities
        )
        events.append(replace(event, card=replace(event.card, abilities=abilities)))
    return replace(scenario, play=tuple(events))


def cells(found: Answer) -> object:
    """The answers, and what holds itself up, but for the texts of abilities."""
    return found.verdict, [
        (one.effects, {key: value for key, value in one.final.items() if key[1] != "abilities"})
        for one in (*(found.answers or ()), *found.lifted)
    ]


@pytest.mark.slow
def test_equal_conditions_in_other_words_have_equal_answers() -> None:
    """Counting instead of looking, opposites and De Morgan's laws change nothing."""
    changed = 0
    for seed in range(1000, 1120):
        board = random_circles(seed)
        if board.rulebook.policy("groundedness") == "what is added":
            continue  # That option goes by the wording.
        other = reworded(board)
        try:
            found = cells(solve(board))
        except LayerlawError:
            continue
        changed += other.play != board.play
        assert cells(solve(other)) == found, seed
    assert changed > 50


@pytest.mark.parametrize(
    "line",
    [
        "self: power += 2 as long as power of self >= 5",
        "self: lose blocker as long as there are no creatures with blocker",
        "self: gain haste as long as number of (creatures with haste) >= 1",
        "self: drained as long as power of self = 0",
    ],
)
def test_a_state_that_holds_itself_up_is_not_certified_as_an_answer(line: str) -> None:
    """Nor is the answer as one that does, nor may either be left out."""
    facts = derive(table({"P": f"blocker 3 | {line}"})).facts
    assert facts.answers is not None and len(facts.answers) == len(facts.lifted) == 1
    assert Certificate(facts).check().ok
    [answer], [lifted] = facts.answers, facts.lifted
    swapped = replace(facts, answers=(lifted,), lifted=(answer,))
    for told in (
        replace(swapped, layers=lifted.steps, final=lifted.final),
        replace(facts, answers=(answer, lifted), lifted=()),
        replace(facts, answers=(), lifted=(answer, lifted)),
        replace(facts, lifted=()),
    ):
        assert not Certificate(told).check().ok


def test_what_is_open_elsewhere_lifts_nothing_here() -> None:
    """Whether P has blocker is decided by V and W, whichever of M and N is silenced."""
    cards = {
        "P": "1",
        "M": "1 | N: silenced",
        "N": "1 | M: silenced",
        "V": "1 | W: silenced | P: gain blocker",
        "W": "1 | V: silenced",
    }
    found = derive(table(cards, rulebook=game({"groundedness": "what is added"})))
    told = ["blocker" in str(one.final["P", "abilities"]) for one in found.answers or ()]
    assert sorted(told) == [False, False, True, True]
    assert Certificate(found.facts).check().ok


def test_what_a_bar_keeps_from_being_so_is_no_other_state() -> None:
    """Q under my control would lift itself, and with its own bar it is under yours: the answer."""
    bar, take = "self: can't be controlled by opponents", "enemy creatures: controller := me"
    answer = derive(table({"Q": f"2 | {bar}", "R": f"light 2 | {take}"}))
    assert (answer.verdict, answer.value("Q", "controller")) == ("settled", "you")
    assert [state.final["Q", "controller"] for state in answer.facts.lifted] == ["me"]
    assert Certificate(answer.facts).check().ok
