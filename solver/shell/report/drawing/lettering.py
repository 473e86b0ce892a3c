"""How wide text is at most in the fonts that browsers have, cutting it, and breaking it."""

from __future__ import annotations

import re
import unicodedata

_NARROW = frozenset("ijlI.,:;'|![]()ft` ")
_WIDE = frozenset("mwMWQOG@%&")
_FORBIDDEN = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\u202a-\u202e\u2066-\u2069\ufffe\uffff]"
)
SIGNS = 60
"""A word without a blank is broken after so many letters at most."""


def width(text: str, size: float, *, bold: bool = False) -> float:
    """The width of the text, rather too large than too small."""
    total = 0.0
    for sign in text:
        if unicodedata.east_asian_width(sign) in "WF":
            total += 1.05
        elif unicodedata.combining(sign):
            continue
        elif sign in _NARROW:
            total += 0.40
        elif sign in _WIDE or ord(sign) > 0x2FF:
            total += 1.0
        elif sign.isupper():
            total += 0.76
        else:
            total += 0.65
    return total * size * (1.1 if bold else 1.0)


def cut(text: str, room: float, size: float, *, bold: bool = False) -> str:
    """The text, or so much of it as there is room for, with an ellipsis."""
    if width(text, size, bold=bold) <= room:
        return text
    low, high = 0, len(text)
    while low < high:
        middle = (low + high + 1) // 2
        if width(text[:middle] + "…", size, bold=bold) <= room:
            low = middle
        else:
            high = middle - 1
    return text[:low].rstrip() + "…"


def broken(text: str, room: float, size: float, most: int, *, bold: bool = False) -> list[str]:
    """The text in lines, at most so many; the last one is cut if there is more."""
    lines: list[str] = []
    line = ""
    words = [piece for word in text.split() for piece in _pieces(word)]
    for number, word in enumerate(words):
        longer = f"{line} {word}" if line else word
        if width(longer, size, bold=bold) <= room:
            line = longer
            continue
        if line and len(lines) == most - 1:
            return [*lines, cut(" ".join([line, *words[number:]]), room, size, bold=bold)]
        if line:
            lines.append(line)
        line = cut(word, room, size, bold=bold)
    return [*lines, line] if line else lines


def _pieces(word: str) -> list[str]:
    return [word[start : start + SIGNS] for start in range(0, len(word), SIGNS)]


def plain(text: str) -> str:
    """The text without signs that XML does not allow or that turn the reading direction."""
    return _FORBIDDEN.sub("\ufffd", text)
