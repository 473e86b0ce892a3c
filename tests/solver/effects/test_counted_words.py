"""How many different words objects have between them, counted in the solver and in the oracle."""

from __future__ import annotations

import pytest

from comparing import assert_same
from layerlaw.model import LayerlawError, loads_scenario, shipped_rulebook, vocabulary
from layerlaw.model.algebra import CountWords
from layerlaw.model.notation.parsing import parse_selector, parse_value
from layerlaw.model.notation.printing import print_value
from layerlaw.solver import solve

BOARD = """
title: Words between several
rulebook: magic-2026-04
players: [you, me]
cards:
  Goyf:
    is: [creature]
    has:
      - >-
        characteristic-defining self: power := number of different types of cards in graveyards,
        toughness := 1 + number of different types of cards in graveyards while anywhere
  Domain:
    is: [creature]
    power: 0
    toughness: 1
    has:
      - "self: power += number of different {{plains, island, swamp}} of lands you control"
  Bolt: {{is: [instant]}}
  Golem: {{is: [artifact, creature, golem], power: 2, toughness: 2}}
  Field: {{is: [land, plains, island, gate]}}
  Sea: {{is: [enchantment], has: ["lands: {sea}"]}}
play:
  - you: Bolt as B in graveyard
  - you: Golem as X in graveyard
  - me: Golem as Y in graveyard
  - you: Goyf as G
  - you: Domain as D
  - you: Field as F
  - you: Sea as S
"""


@pytest.mark.parametrize(
    ("sea", "domain"),
    [
        ("land-types += swamp", 3),
        ("land-types := island", 1),
        ("land-types -= gate", 2),
        ("land-types := forest", 0),
    ],
)
def test_words_are_counted_once_and_only_those_named(sea: str, domain: int) -> None:
    """Three types lie in the graveyards; the land types are those that layer 4 leaves."""
    scenario = loads_scenario(BOARD.format(sea=sea))
    answer = solve(scenario)
    assert answer.value("G", "power") == 3
    assert answer.value("G", "toughness") == 4
    assert answer.value("D", "power") == domain
    assert_same(scenario)


def test_words_are_counted_one_by_one_or_by_what_they_are_called() -> None:
    """What the rulebook has a name for is counted by that name, in the singular or plural."""
    words = vocabulary(shipped_rulebook("sorcery-2026-01"))
    minions = parse_selector("minions", words)
    counted = parse_value("number of different {beast, mortal} of minions", words)
    assert counted == CountWords("subtypes", minions, ("beast", "mortal"))
    words = vocabulary(shipped_rulebook("magic-2026-04"))
    group = next(one for one in words.groups if one.name == "basic land type")
    lands = parse_selector("lands", words)
    for text in ("basic land types", "basic land type"):
        counted = parse_value(f"number of different {text} of lands", words)
        assert counted == CountWords("land-types", lands, group.words, group.name)
        assert print_value(counted, words.plurals).startswith("number of different basic land type")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("number of different {} of minions", "no words"),
        ("number of different {beast, site} of minions", "'site' is not a word of 'subtypes'"),
        ("total {beast} of minions", "unexpected '{'"),
        ("total power life of minions", "unexpected 'life'"),
        ("highest subtypes of minions", "'subtypes' is"),
        ("number of different frob of minions", "unknown characteristic 'frob'"),
    ],
)
def test_what_is_no_set_of_words_is_refused(text: str, says: str) -> None:
    """Each mistake has its message."""
    words = vocabulary(shipped_rulebook("sorcery-2026-01"))
    with pytest.raises(LayerlawError, match=says.replace("{", r"\{")):
        parse_value(text, words)
