"""Infinite numbers: a number beyond every other, written `infinite`, and the one below all.

They are whole numbers so large that nothing of a game comes near: comparing needs no rule of its
own. What adding, taking away, multiplying and dividing make of them is said where it is done.
"""

from __future__ import annotations

from typing import Final


class Infinite(int):
    """A number that is infinite, or minus infinite; it shows itself as a word."""

    def __str__(self) -> str:
        """`infinite`, `-infinite`"""
        return "infinite" if self > 0 else "-infinite"

    __repr__ = __str__

    def __format__(self, spec: str) -> str:
        """The word, with a plus before it where one is asked for (`+`)."""
        return f"+{self!s}" if self > 0 and spec.startswith("+") else str(self)

    def __neg__(self) -> Infinite:
        """The other one of the two."""
        return Infinite(-int(self))


INFINITE: Final = Infinite(10**100)
# Plain numbers compare faster.
_MOST: Final = int(INFINITE)
_LEAST: Final = -_MOST


def is_infinite(number: int) -> bool:
    """Whether the number is infinite, or minus infinite.

    >>> is_infinite(-INFINITE), is_infinite(10**18)
    (True, False)
    """
    return not _LEAST < number < _MOST


def named(number: int) -> int:
    """The number itself, an infinite one as one that shows itself as a word.

    >>> named(10**100), named(7)
    (infinite, 7)
    """
    if not is_infinite(number):
        return number
    return INFINITE if number > 0 else -INFINITE


def read_number(text: str) -> int:
    """The number that is written: digits, or `infinite`, perhaps behind a sign.

    Raises `ValueError` where none is.

    >>> read_number("-infinite"), read_number("+3")
    (-infinite, 3)
    """
    word = text.lower()
    if word.lstrip("+-") != "infinite":
        return int(text)
    return -INFINITE if word.startswith("-") else INFINITE
