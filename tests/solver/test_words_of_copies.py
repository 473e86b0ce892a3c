"""A copy gains by what it has otherwise no word of a type that it lacks, by all three routes."""

from __future__ import annotations

import pytest

from layerlaw.model import algebra as a
from layerlaw.model.cards.card import Card
from layerlaw.model.cards.exceptions import excepted
from layerlaw.solver.certificate.replay.otherwise import with_otherwise
from oracle.exceptions import otherwise

PEOPLE = a.WordGroup("people", "kinds", ("elf", "imp"), ("unit", "kindred"), needs_type="C")
TOOL = a.WordGroup("tool", "kinds", ("axe",), ("relic",), needs_type="C")
BOTH = (PEOPLE, TOOL)


def added(*words: str) -> a.AddMembers:
    return a.AddMembers("kinds", words, BOTH, "types")


@pytest.mark.parametrize(
    ("types", "kinds", "but", "comes_to"),
    [
        (("unit",), ("elf",), (added("imp"),), {"elf", "imp"}),
        (("relic",), ("axe",), (added("imp"),), {"axe"}),
        (("relic", "kindred"), ("axe",), (added("imp"),), {"axe", "imp"}),
        # The type may be one of what it has otherwise, wherever that stands.
        (("relic",), (), (added("imp"), a.AddMembers("types", ("unit",))), {"imp"}),
        (("relic",), (), (a.SetMembers("kinds", ("imp", "axe"), BOTH, "types"),), {"axe"}),
        # What was printed all the same is copied.
        (("relic",), ("elf",), (added("elf", "imp"),), {"elf"}),
    ],
)
def test_a_word_needs_a_type_in_the_end(
    types: tuple[str, ...],
    kinds: tuple[str, ...],
    but: tuple[a.CopyException, ...],
    comes_to: set[str],
) -> None:
    card = Card("Copied", {"types": types, "kinds": kinds}, {})
    copying = a.CopyOf(a.Target(), but)
    for made in (excepted(card, but), with_otherwise(card, copying), otherwise(card, copying)):
        assert set(made.sets["kinds"]) == comes_to


def test_what_asks_for_no_type_needs_none() -> None:
    """In a game whose words of types are gained by everything."""
    free = (a.AddMembers("kinds", ("imp",), BOTH),)
    assert excepted(Card("Copied", {"types": ("relic",)}, {}), free).sets["kinds"] == ("imp",)
