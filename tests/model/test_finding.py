"""Cards found by words, and the nearest names to one that there is not."""

from __future__ import annotations

import pytest

from layerlaw.model import LayerlawError, find_cards, loads_cards, shipped_cards, shipped_rulebook
from layerlaw.model.candidates import advice, candidates
from layerlaw.model.finding.touched import touched_by

SORCERY = shipped_rulebook("sorcery-2026-01")
NAMES = tuple(shipped_cards(SORCERY))


def names(words: str) -> list[str]:
    """The names of the cards of Sorcery that the words find."""
    return [found.card.name for found in find_cards(words, rulebook=SORCERY)]


def test_words_are_found_in_any_case_and_order() -> None:
    """Parts of a name, swapped and in capitals, find the one card that has both."""
    assert names("REALM kin") == ["King of the Realm"]


def test_a_whole_name_finds_its_card_alone() -> None:
    """Even if other cards would be found by the same words."""
    assert names("king of the realm") == ["King of the Realm"]


def test_what_stands_in_names_comes_before_what_stands_in_texts() -> None:
    """`mortal` is in no name; those that only speak of it are found by their sentences."""
    found = names("undead")
    speak = ["undead" in name.lower() for name in found]
    assert "Returned King" in found
    assert speak == sorted(speak, reverse=True)


def test_every_word_that_stands_alone_begins_a_word() -> None:
    """`king` is no part of `choking`, unless nothing begins with what is written."""
    every = [found.card.name for found in find_cards("king")]
    assert "Orb of Choking Fumes" not in every
    assert "Orb of Choking Fumes" in [found.card.name for found in find_cards("hoking")]


def test_cards_are_found_by_what_they_read_and_write() -> None:
    """King of the Realm writes power and control of mortals, and reads nothing's power."""
    assert "King of the Realm" in names("writes:power writes:controller reads:mortal")
    assert "King of the Realm" not in names("reads:power")
    assert "King of the Realm" not in names("writes:power -writes:controller")
    king = shipped_cards(SORCERY)["King of the Realm"]
    assert {"power", "controller"} <= touched_by(king).writes


def test_what_a_card_prints_and_what_it_gives_are_two_things() -> None:
    """Every card found by `keyword:` prints it; one that only gives it is found by `writes:`."""
    printed = find_cards("keyword:airborne", rulebook=SORCERY)
    assert printed
    for found in printed:
        assert any(each.ability.keyword == "Airborne" for each in found.card.abilities)
    giving = set(names("writes:airborne"))
    assert giving - {found.card.name for found in printed}


def test_every_card_is_found_under_the_latest_rulebook_of_its_game() -> None:
    """Without words all cards of all games are there, each once."""
    latest = ("sorcery-2026-07", "grand-archive-2026-08", "duel-masters-1.28-en", "magic-2026-04")
    found = find_cards()
    assert len(found) == sum(len(shipped_cards(shipped_rulebook(id))) for id in latest)
    assert {one.rulebook.id for one in found} == set(latest)


def test_cards_of_ones_own_are_searched_in_place_of_the_shipped_ones() -> None:
    """With the rulebook in whose words they are written, and only with it."""
    own = loads_cards("Little King: {is: [minion], power: 1}", SORCERY)
    found = find_cards("king", rulebook=SORCERY, cards=own)
    assert [one.card.name for one in found] == ["Little King"]
    with pytest.raises(LayerlawError, match="name it"):
        find_cards("king", cards=own)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("writes:powr", "no card writes 'powr': did you mean 'power'?"),
        ("reads:subtype", None),
        ("type:morta", None),
        ("keyword:airbone", "no card has the keyword 'airbone': did you mean 'airborne'?"),
        ("write:power", "a search has no 'write:': did you mean 'writes'?"),
        ("foo:bar", "a search has no 'foo:' (there are name:, text:, type:,"),
    ],
)
def test_what_no_card_has_gets_the_nearest_word(words: str, message: str | None) -> None:
    """A slip is answered by a suggestion; the beginning of one word alone is that word."""
    if message is None:
        assert names(words)
        return
    with pytest.raises(LayerlawError) as caught:
        names(words)
    assert str(caught.value).startswith(message)


def test_words_that_are_nowhere_find_nothing() -> None:
    """It is no mistake to look for what there is not."""
    assert names("xyzzy") == []


@pytest.mark.parametrize(
    ("written", "nearest"),
    [
        ("king", ("King Arthur", "King of the Realm", "Returned King")),
        ("King of the Raelm", ("King of the Realm",)),
        ("realm king", ("King of the Realm",)),
        ("king of the realm", ("King of the Realm",)),
        ("relm of the king", ("King of the Realm",)),
        ("xyzzy", ()),
        ("", ()),
        ("k" * 200, ()),
    ],
)
def test_candidates_are_typing_errors_and_names_that_hold_the_words(
    written: str, nearest: tuple[str, ...]
) -> None:
    """Each of Sorcery's cards; what is like nothing has none."""
    assert candidates(written, NAMES) == nearest


def test_advice_names_all_candidates_in_one_question() -> None:
    """One, two and none."""
    assert advice("Kign", ["King"]) == "did you mean 'King'?"
    assert advice("king", ["King of A", "King of B", "King of C"]) == (
        "did you mean 'King of A', 'King of B' or 'King of C'?"
    )
    assert advice("xyzzy", ["King"]) == ""
