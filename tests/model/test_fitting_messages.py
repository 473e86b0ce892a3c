"""A message says what is wrong and suggests only what could have been meant."""

from __future__ import annotations

import pytest

from layerlaw.model import BadInput, loads_cards, loads_scenario, shipped_rulebook
from layerlaw.model.errors import did_you_mean
from layerlaw.solver import judge_all

SORCERY, GRAND, DUEL = "sorcery-2026-01", "grand-archive-2025-09", "duel-masters-1.28-en"


@pytest.mark.parametrize(
    ("word", "known"),
    [
        ("awake", ("water",)),
        ("water site", ("faerie",)),
        ("evil", ("device",)),
        ("of", ("wolf",)),
        ("disabled", ("dispelled",)),
        ("me", ("E",)),
        ("ordinary", ("bearer",)),
        ("cat", ("bat",)),
        ("site", ("suited",)),
    ],
)
def test_a_word_of_another_kind_is_no_slip(word: str, known: tuple[str, ...]) -> None:
    """What merely shares letters is not suggested."""
    assert did_you_mean(word, known) == ""


@pytest.mark.parametrize(
    ("word", "meant"),
    [
        ("powr", "power"),
        ("atack", "attack"),
        ("King of Realm", "King of the Realm"),
        ("sorc", "sorcery"),
        ("wtaer", "water"),
        ("K", "K1"),
    ],
)
def test_a_slip_of_the_hand_is_mended(word: str, meant: str) -> None:
    """A letter left out, exchanged, a word left out, or the beginning."""
    assert did_you_mean(word, ("something else", meant)) == f"did you mean '{meant}'?"


CARDS = {
    "a pronoun's adjective": (
        SORCERY,
        "{is: [artifact], has: ['mortal bearer: power += 1']}",
        "'bearer' has no adjective before it",
        "bearer that is a",
    ),
    "another adjective": (
        SORCERY,
        "{is: [minion], has: ['silenced self: power += 1']}",
        "'self' has no adjective before it",
        "self that is a",
    ),
    "a status is no verb": (
        SORCERY,
        '{is: [minion], has: ["minions: can\'t be disabled by enemies"]}',
        "unknown verb 'disabled'",
        "'disabled' is a status",
    ),
    "a slip in a status": (
        SORCERY,
        '{is: [minion], has: ["minions: can\'t be disabeld"]}',
        "unknown verb 'disabeld'",
        "did you mean 'disabled'?",
    ),
    "nor another": (
        GRAND,
        '{is: [ally], has: ["allies: can be rested"]}',
        "unknown verb 'rested'",
        "'rested' is a status",
    ),
    "a keyword is no verb": (
        DUEL,
        '{is: [creature], has: ["creatures: can\'t be slayer"]}',
        "unknown verb 'slayer'",
        "`can't have Slayer`",
    ),
    "attacks of": (
        GRAND,
        "{is: [ally], has: ['attacks of allies: power += 1']}",
        "'of' does not fit here",
        "",
    ),
    "minions to": (
        SORCERY,
        "{is: [minion], has: ['minions to self: power += 1']}",
        "'to' does not fit here",
        "",
    ),
    "Ranged eight": (
        SORCERY,
        "{is: [minion], has: ['Ranged eight']}",
        "something is missing at the end",
        "",
    ),
    "a keyword without its number": (
        GRAND,
        "{is: [ally], has: ['self: gain Pride']}",
        "'Pride' has a number",
        "",
    ),
    "gain Pride 12": (
        GRAND,
        "{is: [ally], has: ['self: gain Pride 12']}",
        "'Pride 12' is not in double quotes",
        "write '\"Pride 12\"'",
    ),
    "Movement +9": (
        SORCERY,
        "{is: [minion], has: ['minions with \"Movement +9\": power += 1']}",
        "'Movement' is asked for and lost with any number, not with +9 alone",
        "",
    ),
    "number of X with K": (
        DUEL,
        "{is: [creature], has: ['self: power += 1 as long as "
        "number of creatures with Blocker >= 1']}",
        "'Blocker' is compared here, and not what is counted",
        "`number of (creatures with Blocker) >= 1`",
    ),
    "total power of X with K": (
        GRAND,
        "{is: [ally], has: ['self: power += 1 as long as total power of allies with Vigor > 3']}",
        "'Vigor' is compared here, and not what is counted",
        "`total power of (allies with Vigor) > 3`",
    ),
    "a spell with a mistake": (
        SORCERY,
        "{is: [magic], resolves: ['minons: power += 1']}",
        "unknown noun 'minons'",
        "did you mean 'minions'?",
    ),
    "a spell with a number": (
        GRAND,
        "{is: [action], resolves: ['allies: power += 1 until Tuesday']}",
        "",
        "",
    ),
    "a spell with nothing": (
        SORCERY,
        "{is: [magic], resolves: []}",
        "a spell needs an ability under 'resolves'",
        "- other: what it does",
    ),
}


@pytest.mark.parametrize("name", CARDS)
def test_a_mistake_on_a_card_is_told_as_what_it_is(name: str) -> None:
    """One problem, with a suggestion that fits or with none."""
    book, card, message, advice = CARDS[name]
    with pytest.raises(BadInput) as refused:
        loads_cards(f"Odd: {card}\n", shipped_rulebook(book))
    (problem,) = refused.value.problems
    assert message in problem.message and advice in problem.suggestion
    assert advice or "did you mean" not in problem.suggestion


BOARD = """
title: Nouns
rulebook: {book}
players: [you, me]
cards:
{cards}
play:
{play}
expect:
{expect}
"""
CARD = {
    SORCERY: "  Ghoul: {is: [minion, undead], power: 2}\n  Pond: {is: [site], water: 1}",
    GRAND: "  Ally: {is: [ally], power: 2, life: 2}",
}
SHORE = "  - you: Pond as P at 3\n  - you: Ghoul as G at 3"
FIELD = "  - you: Ally as A\n  - you: Ally as B\n  - gets: B rested"


@pytest.mark.parametrize(
    ("book", "play", "right", "wrong"),
    [
        (SORCERY, SHORE, "P is a water site", "P is a land site"),
        (SORCERY, SHORE, "G is evil", "P is evil"),
        (SORCERY, SHORE, "P is not a unit", "G is not a unit"),
        (SORCERY, SHORE, "G is an undead minion", "G is a mortal minion"),
        (
            SORCERY,
            "  - you: Ghoul as G at 3 underground",
            "G is underground",
            "G is not underground",
        ),
        (GRAND, FIELD, "A is awake", "B is awake"),
    ],
)
def test_a_noun_of_the_rulebook_can_be_expected(
    book: str, play: str, right: str, wrong: str
) -> None:
    """What the rulebook calls an object is held against the final state."""
    text = BOARD.format(book=book, cards=CARD[book], play=play, expect=f"  - {right}\n  - {wrong}")
    outcomes = judge_all(loads_scenario(text)).outcomes
    assert [one.fulfilled for one in outcomes] == [True, False]
    assert outcomes[1].found.startswith(f"{wrong.split()[0]} is ")


@pytest.mark.parametrize("noun", ["an ally", "an enemy", "not an ally"])
def test_a_noun_that_goes_by_a_player_is_no_expectation(noun: str) -> None:
    """Whose ally it is depends on whose card asks; an expectation is nobody's."""
    text = BOARD.format(book=SORCERY, cards=CARD[SORCERY], play=SHORE, expect=f"  - G is {noun}")
    with pytest.raises(BadInput, match="goes by whose card says it"):
        loads_scenario(text)


@pytest.mark.parametrize("negated", ["", "not "])
def test_who_controls_is_said_as_the_controller(negated: str) -> None:
    """There is a word for it, which stands before the object."""
    said = f"G is {negated}controlled by you"
    text = BOARD.format(book=SORCERY, cards=CARD[SORCERY], play=SHORE, expect=f"  - {said}")
    with pytest.raises(BadInput, match="there is no 'is controlled by you'") as refused:
        loads_scenario(text)
    (problem,) = refused.value.problems
    assert problem.expected == "`controller of G is you`"


def test_a_sign_that_a_number_of_a_keyword_lacks_is_told() -> None:
    """What is expected says how the number is written."""
    text = BOARD.format(book=SORCERY, cards=CARD[SORCERY], play=SHORE, expect="  - G has Ranged +8")
    with pytest.raises(BadInput) as refused:
        loads_scenario(text)
    (problem,) = refused.value.problems
    assert problem.suggestion == "" and problem.expected == "one such as Ranged 2"


@pytest.mark.parametrize("word", ["asleep", "opponent"])
def test_another_beginning_and_more_is_no_slip(word: str) -> None:
    """A word that begins otherwise and differs in more than that is another word."""
    assert did_you_mean(word, ("sheep", "component", "wasps")) == ""
