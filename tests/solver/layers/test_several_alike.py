"""Several cards that say the same, of one player or of anybody: tried as one, as if singly."""

from __future__ import annotations

import pytest
from several_alike import WORDS, board

from comparing import assert_same
from mutation.boards import alike

CHUNKS = [(book, first) for book in WORDS for first in range(0, 120, 5)]


@pytest.mark.sample(9)
@pytest.mark.parametrize(("book", "first"), CHUNKS)
def test_tried_as_one_it_is_as_if_each_were_tried(book: str, first: int) -> None:
    """Turns, graphs, evidence and boards are those found pair by pair."""
    for seed in range(first, first + 5):
        alike(board(seed, book))


@pytest.mark.sample(9)
@pytest.mark.parametrize(("book", "first"), CHUNKS)
def test_of_three_players_it_is_the_same(book: str, first: int) -> None:
    """An opponent is nobody where one of two is needed; what has no controller is of none."""
    for seed in range(3000 + first, 3005 + first):
        alike(board(seed, book, ("you", "me", "they")))


@pytest.mark.slow
@pytest.mark.parametrize(("book", "first"), CHUNKS)
def test_the_oracle_says_the_same(book: str, first: int) -> None:
    """The literal reading tries every pair, and knows of nothing that is alike."""
    for seed in range(1000 + first, 1005 + first):
        assert_same(board(seed, book))
