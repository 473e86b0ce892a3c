"""Mistakes in the notation: the place, what was expected, and what was probably meant."""

from __future__ import annotations

import pytest

from algebra_strategies import WORDS
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
    ("selector", "minions with types >= 1", 13, "'types' is a set of words, not a number", ""),
    ("selector", "  ", 2, "nothing is written", ""),
    ("condition", "self iss underground", 20, "something is missing", "did you mean 'is'?"),
    ("condition", "((self is nearby", 16, "something is missing at the end", ""),
    ("ability", "Airbone", 0, "unknown keyword 'Airbone'", "did you mean 'Airborne'?"),
    ("ability", "minions", 7, "what is done to 'minions'?", ""),
    ("value", "totl power of self", 5, "unexpected 'power'", "did you mean 'total'?"),
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
