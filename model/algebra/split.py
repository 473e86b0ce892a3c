"""Split numbers: one number printed as two, such as attack and defence of `power: 3/5`.

A split number is a whole number, the average of its parts rounded down, wherever it is read as
one; it is the same as another only if both parts are. What changes it changes each part.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

_WRITTEN = re.compile(r"(\d{1,9})\s*/\s*(\d{1,9})")


class Split(int):
    """A number of two parts that differ; it shows itself as both."""

    parts: tuple[int, int]

    def __new__(cls, first: int, second: int) -> Split:
        """The number with these parts."""
        split = super().__new__(cls, (first + second) // 2)
        split.parts = (first, second)
        return split

    def __reduce__(self) -> tuple[type[Split], tuple[int, int]]:
        """What makes it again, for copies and pickles."""
        return Split, self.parts

    def __eq__(self, other: object) -> bool:
        """Whether the other one has the same parts; no plain number has any."""
        return isinstance(other, Split) and other.parts == self.parts

    def __ne__(self, other: object) -> bool:
        """The opposite."""
        return not self == other

    def __hash__(self) -> int:
        """By its parts."""
        return hash(self.parts)

    def __str__(self) -> str:
        """`3/5`"""
        return f"{self.parts[0]}/{self.parts[1]}"

    __repr__ = __str__

    def __format__(self, spec: str) -> str:
        """Both parts."""
        return str(self)


def split(first: int, second: int) -> int:
    """The number of these two parts: a plain one, where they are the same.

    >>> split(3, 5), int(split(3, 2)), split(4, 4)
    (3/5, 2, 4)
    """
    return first if first == second else Split(first, second)


def parts_of(number: int) -> tuple[int, int]:
    """Both parts of a number; those of a plain one are itself.

    >>> parts_of(split(3, 5)), parts_of(4)
    ((3, 5), (4, 4))
    """
    return number.parts if isinstance(number, Split) else (number, number)


def each_part(number: int, change: Callable[[int], int]) -> int:
    """The number with each of its parts changed.

    >>> each_part(split(1, 4), lambda part: max(part - 2, 0))
    0/2
    """
    if not isinstance(number, Split):
        return change(number)
    first, second = number.parts
    return split(change(first), change(second))


def read_split(text: str) -> int | None:
    """The number that is written as two, or None.

    >>> read_split("3/5"), read_split("3")
    (3/5, None)
    """
    written = _WRITTEN.fullmatch(text)
    return None if written is None else split(int(written[1]), int(written[2]))
