"""A board as columns: for each characteristic and value, one integer whose bits are the objects.

A fork shares all columns with its origin; a column is copied when a fork first writes to it.
Every characteristic has the same shape, value -> bits: a word of a set, a number, a player, a
status (True), an ability instance. An object in no value of a number has no such number.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator

Column = dict["Hashable", int]

NAME = "name"
BENEATH = "controller beneath"
ABILITIES = "abilities"
BARS = "bars"
FIXED = "can't be modified"
PERMISSIONS = "permissions"
BASE = "base "
"""What the column of a base value is called, before the name of the number."""

ALL = -1
"""The mask of all objects."""


class Permit(NamedTuple):
    """A mark: the object can, or can't, do something (passive: have it done to it).

    to: the objects that it is about; None: about no particular one. effect: what made the mark.
    """

    allowed: bool
    action: str
    passive: bool
    to: int | None
    effect: str


class Ignoring(NamedTuple):
    """A mark: what forbids the object an action is ignored, if its source is in `sources`.

    sources: None is all of them.
    """

    action: str
    passive: bool
    sources: int | None
    effect: str


class Redirection(NamedTuple):
    """A mark: the object goes to a zone instead of another one (None: of any other)."""

    to: str
    instead_of: str | None
    effect: str


def bits(mask: int) -> Iterator[int]:
    """The positions of the bits set, lowest first."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


class Board:
    """Columns of one board; only `fork()` and the writing methods know that they are shared."""

    __slots__ = ("_owned", "columns")

    def __init__(self, columns: dict[str, Column]) -> None:
        self.columns = columns
        self._owned: set[str] = set()

    def fork(self) -> Board:
        """A board that starts out the same; writing to it leaves this one alone.

        This one must not be written to afterwards.
        """
        return Board(self.columns.copy())

    def column(self, characteristic: str) -> Column:
        """The column to read; not to be written to."""
        return self.columns.get(characteristic) or {}

    def _write(self, characteristic: str) -> Column:
        if characteristic not in self._owned:
            self.columns[characteristic] = dict(self.columns.get(characteristic) or {})
            self._owned.add(characteristic)
        return self.columns[characteristic]

    def add(self, characteristic: str, value: Hashable, scope: int) -> None:
        """The objects in scope have this value too."""
        if scope & ~self.column(characteristic).get(value, 0):
            column = self._write(characteristic)
            column[value] = column.get(value, 0) | scope

    def remove(self, characteristic: str, value: Hashable, scope: int) -> None:
        """The objects in scope no longer have this value."""
        had = self.column(characteristic).get(value, 0)
        if had & scope:
            column = self._write(characteristic)
            if had & ~scope:
                column[value] = had & ~scope
            else:
                del column[value]

    def clear(self, characteristic: str, scope: int) -> None:
        """The objects in scope have no value at all."""
        for value in [v for v, held in self.column(characteristic).items() if held & scope]:
            self.remove(characteristic, value, scope)

    def assign(self, characteristic: str, value: Hashable, scope: int) -> None:
        """The objects in scope have this value alone."""
        for other in [v for v, held in self.column(characteristic).items() if held & scope]:
            if other != value:
                self.remove(characteristic, other, scope)
        self.add(characteristic, value, scope)

    def having(self, characteristic: str) -> int:
        """The objects that have any value."""
        found = 0
        for held in self.column(characteristic).values():
            found |= held
        return found

    def value(self, characteristic: str, index: int) -> Hashable | None:
        """The one value of an object, or None."""
        bit = 1 << index
        for value, held in self.column(characteristic).items():
            if held & bit:
                return value
        return None

    def values(self, characteristic: str, index: int) -> tuple[Hashable, ...]:
        """All values of an object, in the order in which they came into the column."""
        bit = 1 << index
        return tuple(v for v, held in self.column(characteristic).items() if held & bit)

    def changes_from(self, before: Board) -> dict[str, int]:
        """For each characteristic in which the two boards differ, the objects that differ."""
        found: dict[str, int] = {}
        for characteristic, column in self.columns.items():
            old = before.columns.get(characteristic)
            if old is column:
                continue
            old = old or {}
            mask = 0
            for value, held in column.items():
                mask |= held ^ old.get(value, 0)
            for value, held in old.items():
                if value not in column:
                    mask |= held
            if mask:
                found[characteristic] = mask
        return found


def barred(board: Board, bar: Hashable) -> int:
    """Objects on which this bar stands."""
    return board.column(BARS).get(bar, 0)


def barred_ability(board: Board, keyword: str | None) -> int:
    """Objects that cannot gain the keyword (None: a line of text). Clause: SORC-LOSE-1."""
    found = 0
    for bar, held in board.column(BARS).items():
        assert isinstance(bar, tuple)
        kind, what = bar
        if (kind == "keyword" and what == keyword) or (kind == "all" and keyword not in what):
            found |= held
    return found
