"""Shipped scenarios found by words, and by their short names."""

from __future__ import annotations

import pytest

from layerlaw import load_scenario
from layerlaw.model import LayerlawError, find_scenarios, shipped_rulebook, shipped_scenarios
from layerlaw.model.finding.scenarios import scenario_called, scenario_names


def names(words: str) -> list[str]:
    """The short names of the scenarios that the words find."""
    return [found.name for found in find_scenarios(words)]


def test_words_are_found_in_titles_cards_rulebooks_and_clauses() -> None:
    """All have to fit, in any case; each kind of text can be asked for alone."""
    assert "two-kings" in names("KINGS two")
    assert "two-kings" in names("foot realm sorcery-2026-01")
    assert "two-kings" in names('card:"king of the realm" clause:SORC-LAYER-3')
    assert "two-kings" not in names("title:mesmerism")
    assert "king-mesmerism" in names("title:mesmerism")
    assert not names("card:mesmerism -card:mesmerism")


def test_what_stands_in_titles_comes_first() -> None:
    """Boards that only play the card come behind those that are about it."""
    found = find_scenarios("mesmerism")
    named = ["mesmerism" in f"{one.title} {one.name}".lower() for one in found]
    assert named[0] and not named[-1] and named == sorted(named, reverse=True)


def test_a_short_name_finds_its_scenario_alone() -> None:
    """Even where other names begin with it."""
    (found,) = find_scenarios("two-kings")
    assert found.title == "Two Kings of the Realm"
    assert found.cards == ("Foot Soldier", "King of the Realm")
    assert {"SORC-LAYER-3", "SORC-DEP-5"} <= set(found.clauses)


def test_every_shipped_scenario_is_found_as_it_loads() -> None:
    """Titles, rulebooks and cards are those that the loader reads, for a sample of each game."""
    every = find_scenarios()
    assert [one.path for one in every] == list(shipped_scenarios())
    for one in every[::40]:
        scenario = load_scenario(one.path)
        assert (scenario.title, scenario.rulebook.id) == (one.title, one.rulebook)
        assert set(scenario.because) <= set(one.clauses)
        for event in scenario.events:
            card = getattr(event, "card", None)
            assert card is None or card.name in one.cards, one.path


def test_a_rulebook_leaves_the_others_out() -> None:
    """Only boards under that document."""
    book = shipped_rulebook("grand-archive-2021")
    assert {one.rulebook for one in find_scenarios(rulebook=book)} == {"grand-archive-2021"}


def test_an_unknown_field_gets_a_suggestion() -> None:
    """The fields of cards are others."""
    with pytest.raises(LayerlawError, match="did you mean 'clause'"):
        find_scenarios("clauses:SORC-DEP-5")


@pytest.mark.slow
def test_every_short_name_leads_to_one_file() -> None:
    """Of several files with one name each has its folders before it."""
    paths = [scenario_called(name) for name in scenario_names()]
    assert paths == list(shipped_scenarios())
    assert len({*scenario_names()}) == len(paths)


def test_a_name_of_several_files_gets_them_as_candidates() -> None:
    """Two games have a board called stealth; with its game each is found."""
    with pytest.raises(LayerlawError, match="'grand-archive/stealth' or 'sorcery/stealth'"):
        scenario_called("stealth")
    assert scenario_called("sorcery/stealth").parent.name == "sorcery"
    assert scenario_called("SORCERY/two-kings") == scenario_called("two-kings")


def test_an_unknown_name_gets_the_nearest() -> None:
    """Typing errors and words in another order."""
    with pytest.raises(LayerlawError, match="did you mean 'two-kings'"):
        scenario_called("two-king")
    with pytest.raises(LayerlawError, match="mesmerism"):
        scenario_called("mesmerism-king")
