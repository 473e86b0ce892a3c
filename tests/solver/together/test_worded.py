"""Formulas of who is meant and of which number it is, by hand; and where there are none."""

from __future__ import annotations

from dataclasses import replace

import pytest
from half_decided import agrees, all_open, every_way, opened

from layerlaw.model.notation.parsing import parse_player, parse_value
from layerlaw.solver.derivation.simultaneous import Settling
from layerlaw.solver.effects.context import Context
from layerlaw.solver.effects.evaluate import player, value
from layerlaw.solver.together.charts import OutsideError
from layerlaw.solver.together.formulas import Asked
from layerlaw.solver.together.state import State
from layerlaw.solver.together.worded import Worded
from together import PLAYERS, WORDS, table

WORDED = WORDS.with_names(PLAYERS, ("P", "Q", "R"))
LIT = "self: colours += light as long as self is light"


def contexts(state: State) -> list[Context]:
    """Of each effect."""
    return [one.context for one in state.candidates.all]


@pytest.mark.parametrize(
    "words",
    [
        "you",
        "opponent",
        "me",
        *(f"{who} of {id}" for who in ("controller", "owner") for id in "PQR"),
    ],
)
def test_who_is_meant_where_control_is_open(words: str) -> None:
    """All three may be mine."""
    lines = "creatures: controller := me | Q: gain [self: power += 1]"
    state = all_open({"P": f"1 | {lines}", "Q": "1 | self: power += 1", "R": "me 1"})
    ways = every_way(state)
    tree = parse_player(words, WORDED)
    for context in contexts(state):
        meant = player(tree, context)
        formulas = Worded(state)._who(tree, context, -1)
        assert [name for name, _ in formulas] == [*PLAYERS]
        for name, formula in formulas:
            agrees(formula, [(chosen, name in meant(now, -1)) for chosen, now in ways], words)


@pytest.mark.parametrize("of", ["light creatures", "dark creatures", "(light creatures or Q)"])
def test_there_is_no_formula_of_who_controls_what_may_be_another_one(of: str) -> None:
    """Or nobody: it is open what is light, and only P may be dark."""
    lines = "creatures: controller := me, colours += light | P: colours += dark"
    state = all_open({"P": f"1 | {lines}", "Q": "1", "R": "1"})
    with pytest.raises(OutsideError):
        Worded(state)._who(parse_player(f"controller of {of}", WORDED), contexts(state)[0], -1)


@pytest.mark.parametrize("of", ["creatures", "dark creatures"])
def test_of_several_and_of_nobody_nobody_is_meant(of: str) -> None:
    """Whoever controls them."""
    state = all_open({"P": "1 | creatures: controller := me", "Q": "1"})
    tree = parse_player(f"controller of {of}", WORDED)
    who = Worded(state)._who(tree, contexts(state)[0], -1)
    assert who == [(name, False) for name in PLAYERS]


@pytest.mark.parametrize("open", [True, False])
def test_of_three_players_there_is_no_formula_of_the_opponents(open: bool) -> None:
    """Whether or not it is known who they are; of who you are there is one where that is known."""
    lines = f"light creatures: controller := me | {LIT}" if open else "relics: controller := me"
    situation = replace(table({"P": f"1 | {lines}", "Q": "1"}), players=(*PLAYERS, "she"))
    settling = Settling(situation)
    state = State(settling.candidates, settling.plain)
    assert state.propagate()
    context, worded = contexts(state)[0], Worded(state)
    with pytest.raises(OutsideError):
        worded._who(parse_player("opponent", WORDED), context, -1)
    you = parse_player("you", WORDED)
    if open:
        with pytest.raises(OutsideError):
            worded._who(you, context, -1)
    else:
        assert worded._who(you, context, -1) == [("you", True), ("me", False), ("she", False)]


def test_there_is_no_formula_of_who_controls_what_nobody_may_control() -> None:
    """P is a card that nobody controls, unless I do."""
    situation = table({"P": f"1 | light creatures: controller := me | {LIT}"})
    [thing] = situation.things
    settling = Settling(replace(situation, things=(replace(thing, controller=""),)))
    state = State(settling.candidates, settling.plain)
    assert state.propagate()
    with pytest.raises(OutsideError):
        Worded(state)._who(parse_player("controller of P", WORDED), contexts(state)[0], -1)


def test_to_whom_control_is_given_is_a_formula() -> None:
    """Q goes to whoever controls P: you or me."""
    lines = f"Q: controller := controller of P | {LIT} | light P: controller := me"
    settling = Settling(table({"P": f"1 | {lines}", "Q": "1"}))
    state = State(settling.candidates, settling.plain)
    assert state.propagate()
    deed = next(one for one in state.plain.deeds if one.candidate.effect.id == "P.1")
    for name, number in (("you", 1), ("me", 2)):
        formula = Worded(state).operand(deed, -1, frozenset((name,)))
        assert isinstance(formula, Asked) and formula.among == {number}


@pytest.mark.parametrize(
    "words",
    [
        "number of light creatures + number of dark creatures",
        "number of light creatures * 2 - number of creatures",
        "number of light creatures",
        "power of P + 1",
        "power of P * number of creatures",
        "number of creatures - 1",
        "power of Q",
    ],
)
def test_which_number_it_is_where_something_is_counted(words: str) -> None:
    """All may be light, Q may be dark and have one more; what P has is known."""
    lines = "creatures: colours += light | Q: power += 1 | Q: colours += dark"
    state = all_open({"P": f"1 | {lines}", "Q": "1", "R": "dark 1"})
    ways = every_way(state)
    tree = parse_value(words, WORDED)
    context = contexts(state)[0]
    number = value(tree, context)
    for choice in range(-4, 6):
        formula = Worded(state)._equals(tree, choice, context, -1)
        agrees(formula, [(chosen, number(now, -1) == choice) for chosen, now in ways], choice)


@pytest.mark.parametrize(
    "words",
    [
        "power of Q + number of light creatures",
        "number of light creatures + power of Q",
        "power of Q + power of Q",
        "power of light creatures",
    ],
)
def test_there_is_no_formula_of_what_numbers_of_others_are_reckoned_to(words: str) -> None:
    """Q may have one more, and it is open who is light."""
    lines = "creatures: colours += light | Q: power += 1"
    state = all_open({"P": f"1 | {lines}", "Q": "1"})
    with pytest.raises(OutsideError):
        Worded(state)._equals(parse_value(words, WORDED), 2, contexts(state)[0], -1)


@pytest.mark.parametrize(
    "when",
    [
        "self is light",
        "number of (self or light objects in the grave) >= 2",
        "number of (self or light relics in the grave) >= 2",
        "number of (self or light creatures) >= 2",
    ],
)
def test_what_works_in_the_grave_means_its_source_there(when: str) -> None:
    """Whom its condition speaks of, and whom it counts: Q and R lie there; all may be light."""
    lit = "objects in the grave: colours += light | creatures: colours += light"
    situation = table(
        {"P": f"1 | {lit}", "Q": f"1 | self: frozen as long as {when} while in grave"}
    )
    p, q = situation.things
    q = replace(q, zone="grave")
    r = replace(table({"R": "relic 1"}).things[0], zone="grave", entered=(3, 0))
    state = opened(Settling(replace(situation, things=(p, q, r))))
    one = next(each for each in state.candidates.all if each.effect.id == "Q.1")
    formula = Worded(state).is_there(one)
    agrees(formula, [(chosen, one.exists(now)) for chosen, now in every_way(state)], when)
    assert not isinstance(formula, bool)
