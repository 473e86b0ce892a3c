"""What lists of words held when a layer began, and what each of its turns added and took.

The lists themselves, words of sets and labels of abilities and permissions, are made when somebody
looks at them: they are as long as the board is rich, and turn after turn nearly the same.
"""

from __future__ import annotations

from bisect import bisect_left, insort
from itertools import compress, count
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

Words = tuple[str, ...]
"""A list as shown: sorted."""

Difference = tuple[str, Words, Words]
"""A characteristic, the words that its list lost, and those that it gained."""


FEW = 8
"""The lists of so many objects are followed one by one before those of all are."""


class InconsistentLists(Exception):
    """A turn is said to take what is not there, or to change what no turn changes."""


class Lists:
    """The lists of one layer's objects, from turn to turn.

    start: for each characteristic every word with a row of those that had it when the layer began;
    what somebody has twice stands there twice. turns: for each turn, in order, the objects of
    which each difference is.
    """

    __slots__ = ("_alone", "_at", "_courses", "_few", "_starts", "start", "turns")

    def __init__(
        self,
        start: Mapping[str, Sequence[tuple[str, int]]],
        turns: Sequence[Mapping[Difference, int]],
    ) -> None:
        self.start = start
        self.turns = turns
        self._courses: dict[str, dict[int, list[tuple[int, Words, Words]]]] = {}
        self._starts: dict[str, dict[int, list[str]]] = {}
        self._alone: dict[
            tuple[str, int], tuple[list[tuple[int, Words, Words]], Sequence[str]]
        ] = {}
        self._at: dict[tuple[str, int], tuple[int, list[str], Words]] = {}
        self._few: int | None = None

    def around(self, characteristic: str, place: int, turn: int) -> tuple[Words, Words]:
        """The list of the object at that place before and after a turn that changed it.

        Raises `InconsistentLists` where the turns do not follow from each other.
        """
        try:
            return self._around(characteristic, place, turn)
        except (LookupError, ValueError):
            raise InconsistentLists(characteristic, place, turn) from None

    def _around(self, characteristic: str, place: int, turn: int) -> tuple[Words, Words]:
        course, began = self._followed(characteristic, place)
        step = bisect_left(course, turn, key=_turn)
        # Taken out, so that nobody else goes on from there at the same time.
        at, words, before = self._at.pop((characteristic, place), (len(course), [], ()))
        if at > step:
            words = sorted(began)
            at, before = 0, tuple(words)
        while True:
            _, taken, added = course[at]
            for word in taken:
                words.remove(word)
            for word in added:
                insort(words, word)
            at += 1
            after = tuple(words)
            if at > step:
                self._at[characteristic, place] = at, words, after
                return before, after
            before = after

    def _followed(
        self, characteristic: str, place: int
    ) -> tuple[list[tuple[int, Words, Words]], Sequence[str]]:
        """The turns that changed the list of one object, what they did, and what it began as."""
        if characteristic not in self._courses:
            if (characteristic, place) in self._alone:
                return self._alone[characteristic, place]
            if len(self._alone) < FEW or len(self._alone) < self._worth_it():
                bit = 1 << place
                course = [
                    (number, taken, added)
                    for number, differences in enumerate(self.turns)
                    for (name, taken, added), row in differences.items()
                    if row & bit and name == characteristic
                ]
                start = self.start.get(characteristic, ())
                began = [word for word, row in start if row & bit]
                self._alone[characteristic, place] = course, began
                return course, began
        every = self._course(characteristic)
        return every[place], self._starts[characteristic].get(place, ())

    def _worth_it(self) -> int:
        """How many objects may be followed one by one before that is more work than all at once."""
        if self._few is None:
            rows = [row for differences in self.turns for row in differences.values()]
            self._few = sum(map(int.bit_count, rows)) // max(len(rows), 1)
        return self._few

    def _course(self, characteristic: str) -> Mapping[int, list[tuple[int, Words, Words]]]:
        """For each object whose list some turn changed, these turns and what they did."""
        if characteristic not in self._courses:
            course: dict[int, list[tuple[int, Words, Words]]] = {}
            changed = 0
            for number, differences in enumerate(self.turns):
                for (name, taken, added), row in differences.items():
                    if name == characteristic:
                        changed |= row
                        for place in places(row):
                            course.setdefault(place, []).append((number, taken, added))
            starts: dict[int, list[str]] = {}
            for word, row in self.start.get(characteristic, ()):
                for place in places(row & changed):
                    starts.setdefault(place, []).append(word)
            self._starts[characteristic] = starts
            self._courses[characteristic] = course
        return self._courses[characteristic]


def _turn(step: tuple[int, Words, Words]) -> int:
    return step[0]


_AS_BITS = bytes.maketrans(b"01", b"\0\1")
_SPARSE = 8
"""Where fewer places than one in so many are set, they are looked for one by one."""


def places(row: int) -> Iterator[int]:
    """The places of the bits of a row, lowest first."""
    if row.bit_count() * _SPARSE < row.bit_length():
        return _one_by_one(row)
    return compress(count(), as_bits(row))


def as_bits(row: int, length: int = 0) -> bytes:
    """A row as 0 and 1 for one place after another, as many as it has or more."""
    return bin(row)[:1:-1].encode().translate(_AS_BITS).ljust(length, b"\0")


def as_key(row: int) -> bytes:
    """A row as a key: rows as numbers have few hashes, those of all places but one only 61."""
    return row.to_bytes((row.bit_length() + 7) // 8, "little")


def _one_by_one(row: int) -> Iterator[int]:
    while row:
        low = row & -row
        yield low.bit_length() - 1
        row ^= low


def combined(words: Iterable[tuple[str, int]]) -> list[tuple[list[str], int]]:
    """Objects by all the words that each has, in the order of the words.

    words: each with a row of those that have it. Who has none is in no group.
    """
    alone: dict[int, list[str]] = {}
    wide: list[tuple[list[str], int]] = []
    several = 0
    for word, row in words:
        if not row & (row - 1):
            if row:
                # What one object alone has is looked at last.
                alone.setdefault(row.bit_length() - 1, []).append(word)
            continue
        left = row & several
        several |= row
        fresh = row ^ left
        if left:
            for number in range(len(wide)):
                had, objects = wide[number]
                hit = objects & left
                if hit:
                    if hit == objects:
                        had.append(word)
                    else:
                        wide[number] = had, objects ^ hit
                        wide.append(([*had, word], hit))
                    left ^= hit
                    if not left:
                        break
        if fresh:
            wide.append(([word], fresh))
    if not alone:
        return wide
    singled = 0
    for place in alone:
        singled |= 1 << place
    groups = [(had, objects & ~singled) for had, objects in wide if objects & ~singled]
    for had, objects in wide:
        for place in places(objects & singled):
            groups.append((sorted([*had, *alone.pop(place)]), 1 << place))
    groups += [(had, 1 << place) for place, had in alone.items()]
    return groups
