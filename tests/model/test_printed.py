"""What a card's print alone tells: whether its name is the one meant."""

from __future__ import annotations

import pytest

from layerlaw.model.algebra import Named, Not
from layerlaw.model.algebra.mentions import is_named
from layerlaw.model.cards.card import Card
from layerlaw.model.cards.printed import matches_print


@pytest.mark.parametrize(
    ("name", "part", "whole"),
    [
        ("Alice", True, True),
        ("Alice, Golden Queen", True, False),
        ("Alice's Cat", True, False),
        ("Alicia", False, False),
        ("Alice2", False, False),
        ("Alicé", False, False),
        ("Malice", False, False),
        ("alice", False, False),
        ("Young Alice", False, False),
        ("", False, False),
    ],
)
def test_names_that_are_like_another(name: str, part: bool, whole: bool) -> None:
    """A name is like another that it goes on behind, a letter or digit apart."""
    assert is_named(name, Named("Alice", part=True)) is part
    assert is_named(name, Named("Alice")) is whole
    card = Card(name, {}, {})
    assert matches_print(Named("Alice", part=True), card) is part
    assert matches_print(Not(Named("Alice")), card) is not whole
