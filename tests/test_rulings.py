"""The publishers' rulings: each stands in the scenario that it names, or lacks a word."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path

import pytest
import yaml

from layerlaw.model.cards.card_lists import newest_list, published_rulings
from layerlaw.model.cards.load_rulings import shipped_rulings
from layerlaw.model.cards.rulings import drift
from layerlaw.model.places import shipped_folder

GAME = "grand-archive"
TABLE = shipped_rulings(GAME)
FOLDER = os.environ.get("LAYERLAW_CARDS")
LONGEST_RUN = 5
_NUMBERS = r" ((?:\d+(?:, (?=\d)| and (?=\d))?)+)"


def cited(source: str, card: str) -> set[int]:
    """The numbers of the card's rulings that the words of a scenario's `from:` name."""
    return {
        int(number)
        for numbers in re.findall(re.escape(card) + _NUMBERS, source)
        for number in re.findall(r"\d+", numbers)
    }


@pytest.mark.slow
def test_every_stated_ruling_stands_in_a_scenario_that_cites_it() -> None:
    """The scenario exists, and its `from:` names the card and the ruling's number."""
    folder = shipped_folder() / "scenarios" / GAME
    sources = {
        name: yaml.safe_load((folder / f"{name}.scenario.yaml").read_text(encoding="utf-8"))["from"]
        for name in {one.scenario for one in TABLE.rulings if one.scenario}
    }
    missing = [
        f"{one.card} {one.number} in {one.scenario}"
        for one in TABLE.rulings
        if one.scenario and one.number not in cited(sources[one.scenario], one.card)
    ]
    assert not missing


def test_every_scenario_of_the_folder_is_named_in_the_table() -> None:
    """What stands in the folder of rulings states one, so that none is forgotten there."""
    folder = shipped_folder() / "scenarios" / GAME / "rulings"
    there = {f"rulings/{file.name.split('.')[0]}" for file in folder.glob("*.scenario.yaml")}
    assert there - {one.scenario for one in TABLE.rulings} == set()


def test_every_kind_and_word_is_used() -> None:
    """The two lists hold no word that no ruling needs."""
    assert {one.kind for one in TABLE.rulings} - {""} == set(TABLE.kinds)
    assert {one.lacks for one in TABLE.rulings} - {""} == set(TABLE.words)


@pytest.fixture
def card_list() -> Path:
    """The latest card list of the game, where there is one."""
    if not FOLDER:
        pytest.skip("LAYERLAW_CARDS names no folder with card lists")
    return newest_list(Path(FOLDER), GAME)


def test_every_published_ruling_is_sorted_and_none_is_stale(card_list: Path) -> None:
    """Table and card list hold the same rulings, by card and fingerprint, in the same order."""
    published = published_rulings(card_list)
    found = drift(TABLE, published)
    assert found.none, found
    assert {(one.card, one.number, one.fingerprint) for one in TABLE.rulings} == {
        (one.card, one.number, one.fingerprint) for one in published
    }


def test_no_ruling_is_told_in_its_own_words(card_list: Path) -> None:
    """What the table says of a ruling shares no run of five words with the publisher's text."""
    cards = json.loads(card_list.read_text(encoding="utf-8"))["cards"]
    texts = {
        (card["name"], number): " ".join(_words(ruling["description"]))
        for card in cards
        for number, ruling in enumerate(card["rulings"] or (), 1)
    }
    copied = []
    for one in TABLE.rulings:
        said = _words(one.says)
        runs = (" ".join(said[n : n + LONGEST_RUN]) for n in range(len(said) - LONGEST_RUN + 1))
        copied += [one.says for run in runs if run in texts[one.card, one.number]]
    assert not copied


def _words(text: str) -> list[str]:
    return re.findall(r"[a-z0-9']+", text.lower())
