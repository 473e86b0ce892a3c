"""The words of a search as the shell hands them over."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

# A value of several words that the shell has taken the quotes from.
_UNQUOTED = re.compile(r'(-?\w+:)([^"]*\s[^"]*)')


def words_typed(words: Iterable[str]) -> str:
    """The words as one search, in which a value of several words has its quotes again."""
    return " ".join(_UNQUOTED.sub(r'\1"\2"', word) for word in words)
