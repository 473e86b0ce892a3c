"""The shipped cards' facts are those of the publishers' list (read from `LAYERLAW_CARDS`)."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from layerlaw.model import shipped_cards, shipped_rulebook

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
