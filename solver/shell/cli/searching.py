"""The words of a search as the shell hands them over."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from layerlaw.model.errors import LayerlawError

if TYPE_CHECKING:
    from collections.abc import Iterable

# A value of several words that the shell has taken the quotes from.
_UNQUOTED = re.compile(r'(-?\w+:)([^"]*\s[^"]*)')

MOST_LETTERS = 1000
"""The most letters of a search."""


def words_typed(words: Iterable[str]) -> str:
    """The words as one search, in which a value of several words has its quotes again.

    Raises `LayerlawError` for more letters than anybody types.
    """
    words = list(words)
    letters = sum(map(len, words))
    if letters > MOST_LETTERS:
        raise LayerlawError(
            f"a search of {letters:,} letters is too long: {MOST_LETTERS:,} at most"
        )
    return " ".join(_UNQUOTED.sub(r'\1"\2"', word) for word in words)
