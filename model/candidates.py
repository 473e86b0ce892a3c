"""The names that somebody may have meant: typing errors, and names that hold the words written."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from layerlaw.model.errors import LONGEST_WORD, MOST_WORDS, slips

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

MOST_CANDIDATES = 4
"""So many names are offered where several are as near."""
_SHORTEST = 3
"""Words of fewer letters tell nothing: every second name holds them."""
_WORDS = re.compile(r"[^\W_]+(?:['\u2019][^\W_]+)*")


def candidates(word: str, known: Iterable[str], most: int = MOST_CANDIDATES) -> tuple[str, ...]:
    """The known names nearest to what was written, the nearest first; none if nothing is like it.

    word: in any case. most: of how many. A typing error of a whole name counts most, then names
    that hold every word written, in any order, then names of which every word written is a part or
    a typing error of a word, last those that hold its longest word.

    >>> candidates("king", ["Returned King", "Sinkhole", "King of the Realm"])
    ('King of the Realm', 'Returned King')
    >>> candidates("relm king", ["Returned King", "Sinkhole", "King of the Realm"])
    ('King of the Realm',)
    """
    if len(word) > LONGEST_WORD:
        return ()
    names = [name for name in dict.fromkeys(known) if len(name) <= LONGEST_WORD and name != word]
    same = [name for name in names if name.lower() == word.lower()]
    found = same or slips(word, names)
    if found:
        return tuple(found[:most])
    written = words_of(word)
    if not written or len(names) > MOST_WORDS:
        return ()
    for near in (_begins, _holds, _like):
        named = [name for name in names if all(near(each, words_of(name)) for each in written)]
        if named:
            return tuple(_nearest_first(named, written)[:most])
    longest = max(written, key=len)
    if len(longest) <= _SHORTEST:
        return ()
    for near in (_begins, _like):
        named = [name for name in names if near(longest, words_of(name))]
        if named:
            return tuple(_nearest_first(named, written)[:most])
    return ()


def advice(word: str, known: Iterable[str]) -> str:
    """`did you mean 'A' or 'B'?` for the nearest names, or an empty string.

    >>> advice("king", ["Returned King", "King of the Realm"])
    "did you mean 'King of the Realm' or 'Returned King'?"
    """
    named = [f"'{name}'" for name in candidates(word, known)]
    if not named:
        return ""
    *first, last = named
    return f"did you mean {', '.join(first)}{' or ' if first else ''}{last}?"


def with_advice(message: str, word: str, known: Iterable[str]) -> str:
    """The message, and behind it the nearest names, if any is near."""
    hint = advice(word, known)
    return f"{message}: {hint}" if hint else message


@lru_cache(maxsize=4096)
def words_of(text: str) -> tuple[str, ...]:
    """The words of a text in small letters.

    >>> words_of("King of the Realm")
    ('king', 'of', 'the', 'realm')
    """
    return tuple(_WORDS.findall(text.lower()))


def _begins(word: str, words: Sequence[str]) -> bool:
    return any(each.startswith(word) for each in words)


def _holds(word: str, words: Sequence[str]) -> bool:
    return len(word) >= _SHORTEST and any(word in each for each in words)


def _like(word: str, words: Sequence[str]) -> bool:
    return _begins(word, words) or bool(slips(word, words))


def _nearest_first(names: Sequence[str], written: Sequence[str]) -> list[str]:
    """Those that hold whole words as written first, then those that begin with them, the short."""

    def key(name: str) -> tuple[int, bool, int, str]:
        words = words_of(name)
        whole = sum(each in words for each in written)
        return -whole, not words[0].startswith(written[0]), len(name), name

    return sorted(names, key=key)
