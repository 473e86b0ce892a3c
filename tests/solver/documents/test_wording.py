"""What set phrases read off a clause: whether something is done, and which rank it has."""

import pytest

from layerlaw.solver.documents.wording.ordinals import rank_in_list, rank_in_words
from layerlaw.solver.documents.wording.polarity import said_of, said_of_verdict
from layerlaw.solver.documents.wording.policy_phrases import PHRASES

YES, NO, EITHER, NOTHING = {True}, {False}, {True, False}, set[bool]()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("A minion can't attack on its first turn.", NO),
        ("A disabled unit does not move, attack or defend.", NO),
        ("A unit attacks where it is.", YES),
        ("What is tapped can neither block nor attack.", NO),
        ("Only what is untapped attacks.", EITHER),
        ("A creature can't attack unless it has Haste.", EITHER),
        ("Creatures can attack, and nothing else can attack.", EITHER),
        ("It is not attacked by bears.", NOTHING),
        ("A unit with Attack Bonus is strong.", NOTHING),
        ("As it defends, it is a legal attack victim.", NOTHING),
        ("Nobody stops an attack.", NOTHING),
        ("Nothing is said of honey.", NOTHING),
    ],
)
def test_what_is_said_of_an_action(text: str, expected: set[bool]) -> None:
    """Of the one who acts; what others do to it, and names of keywords, do not count."""
    assert said_of("attack", "attacked", False, text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("It can be attacked by bears.", YES),
        ("It is not attacked by bears. It attacks.", NO),
        ("It is no target of attacks by bears, and only wolves block it. It attacks.", NO),
    ],
)
def test_what_is_said_of_what_is_suffered(text: str, expected: set[bool]) -> None:
    """Of the one to whom it is done."""
    assert said_of("attack", "attacked", True, text) == expected


@pytest.mark.parametrize(
    ("verdict", "text", "expected"),
    [
        ("dies", "A minion whose damage reaches its power dies.", YES),
        ("dies", "An ally with no life left dies.", YES),
        ("dies", "A minion with power 0 lives.", NO),
        ("dies", "It does not die of that.", NO),
        ("is sacrificed", "What is linked with nothing is sacrificed.", YES),
        ("is banished", "It stays in the void.", NO),
        ("is banished", "Bears eat honey.", NOTHING),
    ],
)
def test_what_is_said_of_a_check(verdict: str, text: str, expected: set[bool]) -> None:
    """Whether what the check selects has the verdict."""
    assert said_of_verdict(verdict, text) == expected


def test_ranks() -> None:
    """A rank in words, a step of a rank, and a number in a list."""
    assert rank_in_words("Changes of control come third.") == (3,)
    assert rank_in_words("The second step of the sixth is adding.") == (6, 2)
    assert rank_in_words("It goes behind control.") == ()
    assert rank_in_list('"Layers", rule 2.1') == ('"Layers", rule', (2, 1))
    assert rank_in_list("first paragraph") == ("first paragraph", ())


@pytest.mark.parametrize(
    ("policy", "text", "expected"),
    [
        ("floor", "A number is never below zero.", {"when read", "at the end", "each step"}),
        ("floor", "A number can be negative.", {"none"}),
        ("floor", "Is a number ever below zero?", set()),
        ("loss", "What is lost cannot be gained.", {"bar"}),
        ("loss", "What is lost can be gained again.", {"momentary"}),
        ("timestamps", "From the oldest to the newest.", {"oldest first"}),
        ("timestamps", "From the newest to the oldest.", {"newest first"}),
        ("resolved timestamp", "As old as the activation.", {"activation or trigger"}),
        ("resolved timestamp", "As old as its resolution.", {"resolution"}),
    ],
)
def test_answers(policy: str, text: str, expected: set[str]) -> None:
    """Which answers the phrases of a clause give."""
    assert PHRASES[policy].given(text) == expected
