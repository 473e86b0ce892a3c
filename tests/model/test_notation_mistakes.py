"""Mistakes in the notation: the place, what was expected, and what was probably meant."""

from __future__ import annotations

import pytest

from algebra_strategies import WORDS
from layerlaw.model import BadInput, loads_cards, shipped_rulebook
from layerlaw.model.errors import NotationError
from layerlaw.model.notation import parsing as notation

MISTAKES = [
    ("operations", "powr += 1", 0, "unknown characteristic 'powr'", "did you mean 'power'?"),
    ("operations", "controller += 1", 11, "'controller' is a player: nothing", ""),
    ("operations", "controller := 2", 14, "'controller' is a player, not '2'", ""),
    ("operations", "controller := yu", 14, "unknown player 'yu'", "did you mean 'you'?"),
    ("operations", "power := beast", 9, "'power' is a number, not 'beast'", ""),
    ("operations", "types += 2", 9, "'types' is a set of words, not '2'", ""),
    ("operations", "types *= beast", 6, "'types' is a set of words: nothing can be", ""),
    ("operations", "abilities := 2", 0, "'abilities' can't be written to", ""),
    ("operations", "double types", 7, "'types' is a set of words, not a number", ""),
    ("operations", "types := beast", 9, "'beast' is not a word of 'types'", ""),
    ("operations", "subtypes := mortl", 12, "'mortl' is not a word", "did you mean 'mortal'?"),
    ("operations", "mortal becomes minion", 15, "'mortal' is a word of 'subtypes', but", ""),
    ("operations", "gain Airborn", 5, "unknown keyword 'Airborn'", "did you mean 'Airborne'?"),
    (
        "operations",
        "gain Movement +1",
        14,
        "unexpected '+'",
        'write "Movement +1" in double quotes',
    ),
    (
        "operations",
        "gain Movement",
        5,
        "unknown keyword 'Movement'",
        "did you mean '\"Movement +1\"'?",
    ),
    ("operations", "gian Airborne", 5, "unexpected 'Airborne'", "did you mean 'gain'?"),
    ("operations", "silencd", 0, "unknown status 'silencd'", "did you mean 'silenced'?"),
    ("operations", "Airborne", 0, "'Airborne' is a keyword; what is done", ""),
    (
        "operations",
        "power += 1 until end of trun",
        28,
        "something is",
        "did you mean 'end of turn'?",
    ),
    ("operations", "power += #", 9, "unexpected '#'", ""),
    ("operations", "gain [sites: silenced", 21, "something is missing at the end", ""),
    ("selector", "other minons", 6, "unknown noun 'minons'", "did you mean 'minions'?"),
    ("selector", "minions nearbyy", 8, "unknown noun 'nearbyy'", "did you mean 'nearby'?"),
    (
        "selector",
        "minions in the cemetary",
        15,
        "unknown region or zone",
        "did you mean 'cemetery'?",
    ),
    ("selector", '"K"', 0, "unknown object 'K'", "did you mean 'K1'?"),
    ("selector", "minions mee controls", 8, "unknown player 'mee'", "did you mean 'me'?"),
    ("selector", 'minions named "x', 14, "a double quote that is never closed", ""),
    (
        "selector",
        'minions but not named "Foot Soldier" or sites',
        22,
        "unexpected '\"'",
        'write `that are not named "Foot Soldier"`',
    ),
    (
        "selector",
        "minions but not with Airborne",
        16,
        "'with' has no noun before it",
        "write `objects with ...`, or `that are not with ...` for `but not`",
    ),
    ("selector", "minions with types >= 1", 13, "'types' is a set of words, not a number", ""),
    ("selector", "  ", 2, "nothing is written", ""),
    ("condition", "self iss underground", 20, "something is missing", "did you mean 'is'?"),
    ("condition", "((self is nearby", 16, "something is missing at the end", ""),
    ("ability", "Airbone", 0, "unknown keyword 'Airbone'", "did you mean 'Airborne'?"),
    ("ability", "Air borne", 0, "unknown keyword 'Air borne'", "did you mean 'Airborne'?"),
    ("ability", "minions", 7, "what is done to 'minions'?", ""),
    ("value", "totl power of self", 5, "unexpected 'power'", "did you mean 'total'?"),
    (
        "value",
        "number of (mortals or beasts) you control",
        30,
        "unexpected 'you'",
        "what stands in parentheses there is all: write `((mortals or beasts) you ...)`",
    ),
    (
        "ability",
        "minions: gain Airborne while in cemetery as long as there is a site",
        41,
        "unexpected 'as'",
        "`while in cemetery` stands at the end, behind all else",
    ),
    (
        "ability",
        "self: power += 1 while anywhere until end of turn",
        32,
        "unexpected 'until'",
        "`while anywhere` stands at the end, behind all else",
    ),
    (
        "ability",
        "minions: power += 2 until end of turn; sites: gain Airborne",
        37,
        "unexpected ';'",
        "`until end of turn` stands once, behind all instructions: it is of all of them",
    ),
    ("player", "contrller of self", 0, "'contrller' is not a player", "did you mean 'controller'?"),
]


@pytest.mark.parametrize(("start", "text", "offset", "message", "suggestion"), MISTAKES)
def test_a_mistake_has_a_place_and_a_suggestion(
    start: str, text: str, offset: int, message: str, suggestion: str
) -> None:
    """The first mistake is named at its place, with the closest word that would do."""
    with pytest.raises(NotationError) as caught:
        getattr(notation, f"parse_{start}")(text, WORDS)
    error = caught.value
    assert error.message.startswith(message)
    assert (error.offset, error.suggestion) == (offset, suggestion)
    assert error.expected


EXPECTED = [
    ("operations", "copy of target except [power += 1]", "'power := 7'"),
    ("operations", "copy of target except [power := power of self]", "'power := 7'"),
    ("operations", "copy of target except [silenced]", "'gain Airborne'"),
    ("operations", "copy of target except gain Airborne", "in brackets such as '[gain Airborne]'"),
    ("operations", "enters as beast", "in brackets such as '[gain Airborne]'"),
    ("operations", "enters as a beast", "in brackets such as '[gain Airborne]'"),
    ("operations", "enters as [power := 7]", "'types += artifact'"),
    ("operations", "enters as [enters silenced]", "'types += artifact'"),
    ("operations", "enters as [power := 7] or [power += 7]", "'power := 7'"),
    ("operations", "enters as [power := 7] or [enters silenced]", "'power := 7'"),
    ("operations", "enters as [power := 7] or", "in brackets such as '[gain Airborne]'"),
    ("operations", "loses silenced as [silenced]", "'gain Airborne'"),
    ("selector", "minions nearby or", "a noun such as 'minions', or 'self'"),
    ("selector", "minions with", "a keyword, 'an ability', or a comparison such as 'power <= 1'"),
    ("selector", "minions named", 'a name in double quotes, such as "Foot Soldier"'),
    ("selector", "minions at", "the numbers of squares, such as 7, 8"),
    ("selector", "minions in the", "a region or a zone"),
    (
        "operations",
        "gain",
        "a keyword of the rulebook, in double quotes if it is not a single word",
    ),
    ("operations", "double", "a characteristic such as 'power'"),
    ("operations", "mortal becomes", "a type or subtype such as 'beast'"),
    ("operations", "can't", "a verb such as 'attack'"),
    (
        "operations",
        "power += 1,",
        "an operation such as 'power += 1', 'gain Airborne' or 'disabled'",
    ),
    ("operations", "power := 1 +", "a value such as 2, 'power of self' or 'number of minions'"),
    ("operations", "silenced as long as", "a condition such as 'self is underground'"),
    ("operations", "power += 1 gain Stealth", "',', 'as long as', 'until', or the end"),
    ("condition", "((self is nearby", "')'"),
]


@pytest.mark.parametrize(("start", "text", "expected"), EXPECTED)
def test_what_was_expected_is_said_in_words(start: str, text: str, expected: str) -> None:
    """What could have stood at the place of the mistake is said in words of the notation."""
    with pytest.raises(NotationError) as caught:
        getattr(notation, f"parse_{start}")(text, WORDS)
    assert expected in caught.value.expected


def test_an_unknown_keyword_of_several_words_is_named_with_those_that_begin_so() -> None:
    """What is listed with the same first word is what was expected."""
    with pytest.raises(BadInput) as caught:
        loads_cards("X: {is: [aura], has: [Enchant vehicle]}", shipped_rulebook("magic-2026-04"))
    (problem,) = caught.value.problems
    assert problem.message == "unknown keyword 'Enchant vehicle'"
    assert "Enchant artifact, Enchant creature" in problem.expected
