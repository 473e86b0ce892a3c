"""Formulas say with what something is done: which number it is, and which players are meant."""

from __future__ import annotations

from functools import cache

import pytest
from half_decided import OPERATIONS, HalfDecided, agrees

from layerlaw.model.algebra import Player, Value
from layerlaw.model.notation.parsing import parse_player, parse_value
from layerlaw.solver.certificate import Certificate
from layerlaw.solver.derivation.simultaneous import Settling
from layerlaw.solver.effects.evaluate import player, value
from layerlaw.solver.together import search
from layerlaw.solver.together.charts import OutsideError
from layerlaw.solver.together.worded import Worded
from together import PLAYERS, WORDS, table

WORDED = WORDS.with_names(PLAYERS, ("P", "Q", "R"))
DONE = (
    *OPERATIONS,
    "controller := me",
    "controller := me",
    "controller := owner of Q",
    "colours += light",
    "gain blocker",
)
NUMBERS = (
    "number of light creatures",
    "number of creatures you control",
    "3 - number of light creatures",
    "number of light creatures + number of dark creatures",
    "power of P",
    "its power",
    "number of creatures controlled by controller of it",
    "number of light creatures controlled by opponent",
    "number of light creatures that are not it",
    "number of (it or (creatures with blocker))",
    "number of light creatures controlled by owner of it",
)
WHO = ("you", "opponent", "controller of P", "owner of Q", "controller of it", "me")


@cache
def number_of(text: str) -> Value:
    """The value; one tree for each text, for what is known of it is kept by its identity."""
    return parse_value(text, WORDED)


@cache
def player_of(text: str) -> Player:
    """The player, the same."""
    return parse_player(text, WORDED)


@cache
def drawn(seed: int) -> HalfDecided:
    """A board with decisions that are open."""
    return HalfDecided(seed, DONE)


BLOCKS = [range(seed, seed + 2) for seed in range(0, 16, 2)]


@pytest.mark.parametrize("seeds", BLOCKS)
def test_a_formula_says_which_number_it_is(seeds: range) -> None:
    """For each object as the one that is meant by `it`, and for none."""
    told = 0
    for board in map(drawn, seeds):
        for one in board.state.candidates.all[::2]:
            worded = Worded(board.state)
            for text in NUMBERS:
                tree = number_of(text)
                number = value(tree, one.context)
                for it in range(3):
                    made = [(chosen, number(now, it)) for chosen, now in board.made]
                    for choice in range(5):
                        try:
                            formula = worded._equals(tree, choice, one.context, it)
                        except OutsideError:
                            continue
                        found = [(chosen, what == choice) for chosen, what in made]
                        agrees(formula, found, (text, it, choice))
                        told += not isinstance(formula, bool)
    assert told > 5


@pytest.mark.parametrize("seeds", BLOCKS)
def test_a_formula_says_which_player_is_meant(seeds: range) -> None:
    """Each of them, or neither."""
    for board in map(drawn, seeds):
        for one in board.state.candidates.all[::2]:
            worded = Worded(board.state)
            for text in WHO:
                tree = player_of(text)
                meant = player(tree, one.context)
                for it in range(3):
                    made = [(chosen, meant(now, it)) for chosen, now in board.made]
                    try:
                        formulas = worded._who(tree, one.context, it)
                    except OutsideError:
                        continue
                    assert [name for name, _ in formulas] == [*PLAYERS]
                    for name, formula in formulas:
                        found = [(chosen, name in who) for chosen, who in made]
                        agrees(formula, found, (text, it, name))


@pytest.mark.parametrize("few", [search.FEW, -1])
@pytest.mark.parametrize(
    ("done", "counted", "powers"),
    [
        ("controller := me", "creatures controlled by controller of it", [(3, 3), (2, 2)]),
        ("gain haste", "(it or (creatures with haste))", [(2, 2), (2, 3)]),
        ("colours += light", "light creatures that are not it", [(1, 1), (1, 2)]),
        ("gain haste", "creatures with haste", [(1, 1), (2, 2)]),
    ],
)
def test_what_is_counted_may_speak_of_each_object_that_it_is_counted_for(
    done: str, counted: str, powers: object, few: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two silence each other, and one of them changes P; both answers are found by a program."""
    monkeypatch.setattr(search, "FEW", few)
    cards = {
        "P": "1",
        "Q": "1",
        "X": f"me relic | P: {done} | Y: silenced",
        "Y": "relic | X: silenced",
        "M": f"relic | creatures: power += number of {counted}",
        "N": "relic | creatures with power >= 3: frozen",
    }
    found = Settling(table(cards)).derivation()
    answers = found.answers or ()
    assert [(one.final["P", "power"], one.final["Q", "power"]) for one in answers] == powers
    assert Certificate(found.facts).check().ok
