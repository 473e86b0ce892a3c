"""The notation on one page: every sample in its tables is read by the loaders."""

from __future__ import annotations

from collections.abc import Callable

import pytest
import yaml

from docs.pages import tokens
from layerlaw.model import LayerlawError, loads_scenario, shipped_rulebook, vocabulary
from layerlaw.model.notation.parsing import (
    parse_ability,
    parse_condition,
    parse_operations,
    parse_selector,
    parse_value,
)
from layerlaw.model.notation.vocabulary import Vocabulary

PAGE = "fixtures/notation.md"

STOCK = {
    "sorcery-2026-01": (
        {"U": {"is": ["minion"], "activates": ["target: power += 1 until end of turn"]}},
        [
            {"you": "Foot Soldier as F at 3"},
            {"you": "Foot Soldier as G at 4"},
            {"you": "King of the Realm as K1 at 8"},
            {"me": "King of the Realm as K2 at 12"},
            {"you": "U as U at 13"},
            {"you": "Tabula Rasa as R on G"},
            {"you": "cast Mesmerism as S on K2"},
        ],
    ),
    "grand-archive-2025-09": (
        {},
        [{"you": "Spirit of Slime as C"}, {"you": "Banner Slime as F"}],
    ),
    "duel-masters-1.28-en": ({}, [{"you": "Burning Mane as F"}]),
}
"""Rulebook -> the cards and what stands there, for the events and expectations of the page."""


def samples(kind: str) -> list[str]:
    """What stands in backquotes in the first column of the table of that name."""
    found: list[str] = []
    row = cell = -1
    of_kind = False
    for token in tokens(PAGE):
        if token.type == "table_open":
            row = cell = -1
        elif token.type == "tr_open":
            row, cell = row + 1, -1
        elif token.type in ("th_open", "td_open"):
            cell += 1
        elif token.type == "inline" and cell == 0:
            if row == 0:
                of_kind = token.content == kind
            elif of_kind:
                codes = [one for one in token.children or () if one.type == "code_inline"]
                found += [one.content for one in codes]
        elif token.type == "table_close":
            cell = -1
    assert found, kind
    return found


def _scenario(events: list[object], expect: list[str]) -> bool:
    """Whether one of the stocks takes it."""
    for rulebook, (cards, stands) in STOCK.items():
        document = {
            "title": "A sample",
            "rulebook": rulebook,
            "players": ["you", "me"],
            "active": "you",
            "cards": cards,
            "play": [*stands, *events],
            "expect": expect,
        }
        try:
            loads_scenario(yaml.safe_dump(document))
        except LayerlawError:
            continue
        return True
    return False


Parse = Callable[[str, Vocabulary], object]


@pytest.mark.parametrize(
    ("kind", "parse"),
    [
        ("abilities", parse_ability),
        ("selectors", parse_selector),
        ("operations", parse_operations),
        ("values", parse_value),
        ("conditions", parse_condition),
    ],
)
def test_a_sample_of_the_effect_notation_is_read(kind: str, parse: Parse) -> None:
    """Every sample of the table is what the table says it is."""
    words = vocabulary(shipped_rulebook("sorcery-2026-01"))
    for text in samples(kind):
        assert parse(text, words) is not None


@pytest.mark.parametrize("text", samples("events"))
def test_a_sample_of_an_event_is_read(text: str) -> None:
    """It can happen on a table where the objects it names stand."""
    assert _scenario([yaml.safe_load(text)], [])


@pytest.mark.parametrize("text", samples("expectations"))
def test_a_sample_of_an_expectation_is_read(text: str) -> None:
    """It can be expected of a table where the objects it names stand."""
    assert _scenario([], [text])
