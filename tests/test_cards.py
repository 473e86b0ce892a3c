"""The shipped cards' facts are those of the publishers' list (read from `LAYERLAW_CARDS`)."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from layerlaw.model import shipped_cards, shipped_rulebook
from layerlaw.model.algebra import Permission, ReplaceMember, RestOfGame, SetMembers
from layerlaw.model.written import operations_of

FOLDER = os.environ.get("LAYERLAW_CARDS")
ELEMENTS = ("air", "earth", "fire", "water")

pytestmark = pytest.mark.skipif(
    not FOLDER, reason="LAYERLAW_CARDS names no folder with the publishers' card lists"
)


def test_types_power_cost_and_affinity_are_as_published() -> None:
    """Every shipped Sorcery card but tokens, of which the list does not say everything."""
    listed = json.loads((Path(str(FOLDER)) / "sorcery.2026-02.json").read_text(encoding="utf-8"))
    facts = {card["name"]: card for card in listed}
    compared = 0
    for card in shipped_cards(shipped_rulebook("sorcery-2026-01")).values():
        if card.name not in facts:
            assert card.token, f"{card.name} is neither listed nor a token"
            continue
        published = facts[card.name]["guardian"]
        subtypes = facts[card.name]["subTypes"].lower().replace("instruments", "instrument")
        # An automaton is a minion too: the codex says so, not the list.
        assert published["type"].lower() in card.sets["types"], card.name
        # The list leaves subtypes, power and cost of tokens out; the codex gives them.
        if card.token:
            continue
        words = {word.strip() for word in subtypes.split(",") if word.strip()}
        assert set(card.sets.get("subtypes", ())) == words, card.name
        assert card.numbers.get("power") == published["attack"], card.name
        if published["type"] == "Site":
            found = {element: card.numbers[element] for element in ELEMENTS}
            assert found == published["thresholds"], card.name
        else:
            assert card.numbers.get("cost") == published["cost"], card.name
        compared += 1
    assert compared > 80


def test_what_is_permanent_or_cannot_be_dropped_is_written_so() -> None:
    """A flood for good has no end, what can't be dropped forbids it, and marks need no note."""
    listed = json.loads((Path(str(FOLDER)) / "sorcery.2026-02.json").read_text(encoding="utf-8"))
    texts = {card["name"]: card["guardian"]["rulesText"] or "" for card in listed}
    book = shipped_rulebook("sorcery-2026-01")
    seen = set()
    for card in shipped_cards(book).values():
        text = texts.get(card.name, "")
        abilities = [printed.ability for printed in card.abilities]
        if "→ Permanently" in text:
            entering = [printed.ability for printed in card.abilities if printed.use == "on entry"]
            assert all(isinstance(one.until, RestOfGame) for one in entering), card.name
            seen.add("permanently")
        if "can't drop" in text:
            forbidden = [one for each in abilities for one in operations_of(each)]
            assert any(isinstance(one, Permission) and one.action == "drop" for one in forbidden)
            seen.add("drop")
        if "permanently lose Stealth" in text:
            # The rulebook keeps Stealth by a mark, so it is gone for good by itself.
            assert "Stealth" in book.marks
            assert not card.left_out, card.name
            seen.add("mark")
    assert seen == {"permanently", "drop", "mark"}


def test_a_word_that_cards_are_given_besides_their_own_is_added() -> None:
    """Where the text says that cards are something, words are added; `become` alone replaces."""
    listed = json.loads((Path(str(FOLDER)) / "sorcery.2026-02.json").read_text(encoding="utf-8"))
    texts = {card["name"]: card["guardian"]["rulesText"] or "" for card in listed}
    replacing = set()
    for card in shipped_cards(shipped_rulebook("sorcery-2026-01")).values():
        operations = [one for p in card.abilities for one in operations_of(p.ability)]
        if any(isinstance(one, ReplaceMember | SetMembers) for one in operations):
            replacing.add(card.name)
            assert "become" in texts[card.name] or "transform into" in texts[card.name], card.name
    assert replacing == {"Bower of Bliss", "Island Leviathan"}
