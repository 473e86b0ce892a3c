"""A board as columns: for each characteristic and value, one integer whose bits are the objects.

A fork shares all columns with its origin; a column is copied when a fork first writes to it.
Every characteristic has the same shape, value -> bits: a word of a set, a number, a player, a
status (True), an ability instance. An object in no value of a number has no such number.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple, TypeVar, overload

from layerlaw.solver.board.kinds import NO_OBJECTS, Objects

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Iterator

    from layerlaw.model.algebra.permissions import Partner
    from layerlaw.solver.board.kinds import Index, PartNumber, Parts

Column = dict["Hashable", Objects]

NAME = "name"
NAMELESS = ""
"""What stands in its column for an object without a name."""
FORM = "form"
"""What effects that copy have left of an object, where such a one was applied to it."""
BENEATH = "controller beneath"
ABILITIES = "abilities"
BARS = "bars"
ABILITY_BARS = ("keyword", "all")
"""Bars against gaining a keyword, and all abilities but some."""
UNSURE_BARS = ("keyword lost", "all lost")
"""The same where it is not known, and not asked yet, whether a loss is a bar."""
Losses = Literal["", "barred", "may be barred"]
"""Whether what is lost can't come back."""
FIXED = "can't be modified"
PERMISSIONS = "permissions"
BASE = "base "
"""What the column of a base value is called, before the name of the number."""
KEYWORD = "ability "
"""Before a keyword: who has an ability of that name, as something that is read; no column."""
VALUE = " = "
"""Between a characteristic and a value: who has it, as something that is read; no column."""
ANY = KEYWORD + "*"
"""Who has any ability, as something that is read."""


def value_read(characteristic: str, value: Hashable) -> str:
    """The read of one value's column: who has this value."""
    return f"{characteristic}{VALUE}{value}"


ALL = Objects(-1)
"""The set of all objects."""


class Maker(NamedTuple):
    """What made a mark, by which it is told from other effects, also from one of the same id.

    id: the effect's. instance, holder: of a static one, its ability instance and who has that.
    """

    id: str
    instance: int = -1
    holder: int = -1


class Permit(NamedTuple):
    """A mark: the object can, or can't, do something (passive: have it done to it).

    to: the objects that it is about; None: about no particular one. effect: what made the mark.
    """

    allowed: bool
    action: str
    passive: bool
    to: int | None
    effect: Maker


class Ignoring(NamedTuple):
    """A mark: what forbids the object an action is ignored, if its source is in `sources`.

    sources: None is all of them. partner: as in `Ignore`.
    """

    action: str
    passive: bool
    sources: int | None
    partner: Partner
    effect: Maker


class Redirection(NamedTuple):
    """A mark: the object goes to a zone instead of another one (None: of any other)."""

    to: str
    instead_of: str | None
    effect: Maker


@overload
def bits(mask: Objects) -> Iterator[Index]: ...
@overload
def bits(mask: Parts) -> Iterator[PartNumber]: ...
@overload
def bits(mask: int) -> Iterator[int]: ...
def bits(mask: int) -> Iterator[int]:
    """The positions of the bits set, lowest first: indexes of objects, numbers of parts."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


Members = TypeVar("Members", bound=int)
"""A set of objects or of parts, by its bits."""


def shared(members: Members, known: Members) -> Members:
    """The same set, as the number that is in memory already where both are equal.

    A record of n effects over n objects would else hold the same bits n times.
    """
    return known if members == known else members


Flip = tuple[str, "Hashable", Objects]
"""Objects that gained a value of a characteristic, or lost it."""

_NOTHING: Column = {}

_FEW = 8
"""Values that more objects gain at once are looked for in the column itself."""


class Had:
    """Which abilities objects ever had, on any board: more than they have, never fewer."""

    __slots__ = ("_few", "_many")

    def __init__(self) -> None:
        self._few: dict[int, dict[Hashable, None]] = {}
        self._many: dict[Hashable, None] = {}

    def begin_with(self, index: Index, values: Iterable[Hashable]) -> None:
        """The object has these abilities, and none was noted before."""
        self._few[index] = dict.fromkeys(values)

    def note(self, value: Hashable, objects: int) -> None:
        """The objects have the ability."""
        if objects.bit_count() > _FEW:
            self._many[value] = None
            return
        for index in bits(objects):
            self._few.setdefault(index, {})[value] = None

    def by(self, objects: int) -> Iterator[Hashable] | None:
        """Every ability that one of the objects ever had; None if there are many."""
        if objects.bit_count() > _FEW:
            return None
        abilities = dict(self._many)
        for index in bits(objects):
            abilities.update(self._few.get(index, ()))
        return iter(abilities)


class Board:
    """The columns of one board, shared between forks until one of them writes.

    journal: where it is kept, everything written to the board since. had: see `Had`; forks share
    it.
    """

    __slots__ = ("_owned", "_spared", "columns", "had", "journal")

    def __init__(self, columns: dict[str, Column], had: Had | None = None) -> None:
        self.columns = columns
        self.had = Had() if had is None else had
        self.journal: list[Flip] | None = None
        self._owned: set[str] = set()
        # During an attempt, columns as they were before something left them, and when that was.
        self._spared: dict[str, tuple[Column, int]] | None = None

    def fork(self) -> Board:
        """A board that starts out the same; writing to it leaves this one alone.

        This one must not be written to while the fork is in use.
        """
        return Board(self.columns.copy(), self.had)

    @property
    def held(self) -> Board:
        """The board that everything but presence is read from: this one.

        That is numbers, players, places, and whatever a `not` denies. See `LiftedBoard`.
        """
        return self

    def column(self, characteristic: str) -> Column:
        """The column to read; not to be written to."""
        return self.columns.get(characteristic, _NOTHING)

    def _write(self, characteristic: str) -> Column:
        if characteristic not in self._owned:
            self.columns[characteristic] = dict(self.columns.get(characteristic, _NOTHING))
            self._owned.add(characteristic)
        return self.columns[characteristic]

    def flip(self, characteristic: str, value: Hashable, objects: Objects) -> None:
        """The objects gain the value where they did not have it, and lose it where they did."""
        column = self._write(characteristic)
        had = column.get(value)
        held = had ^ objects if had else objects
        if held:
            column[value] = held
            if characteristic == ABILITIES and held & objects:
                self.had.note(value, held & objects)
        else:
            if self._spared is not None and characteristic not in self._spared:
                column = self._spare(characteristic, column.copy())
            del column[value]
        if self.journal is not None:
            self.journal.append((characteristic, value, objects))

    def attempt(self) -> list[Flip]:
        """Begin an attempt: what is written from here on, which `take_back` will undo.

        Nothing is copied but columns that lose a value, for their order counts. While it lasts no
        fork of this board is looked at, and no other attempt begun.
        """
        assert self.journal is None
        self._spared = {}
        self.journal = []
        return self.journal

    def take_back(self) -> None:
        """End the attempt: the board is as it was before it."""
        journal, spared = self.journal, self._spared
        assert journal is not None
        assert spared is not None
        self.journal = self._spared = None
        for name, (column, _) in spared.items():
            self.columns[name] = column
        for place in range(len(journal) - 1, -1, -1):
            name, value, objects = journal[place]
            if name in spared and place >= spared[name][1]:
                continue
            column = self.columns[name]
            held = column.get(value, NO_OBJECTS) ^ objects
            if held:
                column[value] = held
            else:
                del column[value]

    def _spare(self, characteristic: str, column: Column) -> Column:
        """Go on with this column, returned, in place of the present one, which comes back after
        the attempt."""
        assert self.journal is not None
        assert self._spared is not None
        self._spared[characteristic] = self.columns[characteristic], len(self.journal)
        self.columns[characteristic] = column
        return column

    def add(self, characteristic: str, value: Hashable, scope: Objects) -> None:
        """The objects in scope have this value too."""
        had = self.columns.get(characteristic, _NOTHING).get(value, NO_OBJECTS)
        new = shared(scope & ~had, scope) if had else scope
        if new:
            self.flip(characteristic, value, new)

    def remove(self, characteristic: str, value: Hashable, scope: Objects) -> None:
        """The objects in scope no longer have this value."""
        had = self.columns.get(characteristic, _NOTHING).get(value, 0) & scope
        if had:
            self.flip(characteristic, value, shared(had, scope))

    def replace(self, characteristic: str, column: Column) -> None:
        """Puts this column, which nobody else writes to, in place of the old one."""
        old = self.columns.get(characteristic, _NOTHING)
        if self._spared is not None and characteristic not in self._spared:
            old = self._write(characteristic)
            self._spare(characteristic, column)
        if self.journal is not None:
            for value, held in old.items():
                if held & ~column.get(value, 0):
                    self.journal.append((characteristic, value, held & ~column.get(value, 0)))
            for value, held in column.items():
                if held & ~old.get(value, 0):
                    self.journal.append((characteristic, value, held & ~old.get(value, 0)))
        self.columns[characteristic] = column
        self._owned.add(characteristic)

    def clear(self, characteristic: str, scope: Objects) -> None:
        """The objects in scope have no value at all."""
        column = self.columns.get(characteristic, _NOTHING)
        among = self.had.by(scope) if characteristic == ABILITIES else None
        if among is None:
            hit = [(value, lost) for value, held in column.items() if (lost := held & scope)]
        else:
            held_by = ((value, column.get(value, NO_OBJECTS) & scope) for value in among)
            hit = [(value, shared(lost, scope)) for value, lost in held_by if lost]
        if self.journal is None and len(hit) > 8:
            left = {value: rest for value, held in column.items() if (rest := held & ~scope)}
            self.columns[characteristic] = left
            self._owned.add(characteristic)
            return
        for value, lost in hit:
            self.flip(characteristic, value, lost)

    def assign(self, characteristic: str, value: Hashable, scope: Objects) -> None:
        """The objects in scope have this value alone."""
        for lost in [v for v, held in self.column(characteristic).items() if held & scope]:
            if lost != value:
                self.remove(characteristic, lost, scope)
        self.add(characteristic, value, scope)

    def having(self, characteristic: str) -> Objects:
        """The objects that have any value."""
        having = NO_OBJECTS
        for held in self.column(characteristic).values():
            having |= held
        return having

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

    def changes_from(self, before: Board) -> dict[str, Objects]:
        """For each characteristic in which the two boards differ, the objects that differ."""
        changed: dict[str, Objects] = {}
        for characteristic, column in self.columns.items():
            old = before.columns.get(characteristic)
            if old is column or old == column:
                continue
            old = old or {}
            mask = NO_OBJECTS
            for value, held in column.items():
                mask |= held ^ old.get(value, 0)
            for value, held in old.items():
                if value not in column:
                    mask |= held
            if mask:
                changed[characteristic] = mask
        return changed


def barred(board: Board, bar: Hashable) -> Objects:
    """Objects on which this bar stands."""
    return board.column(BARS).get(bar, NO_OBJECTS)


def barred_status(board: Board, status: str) -> Objects:
    """Objects to which no effect gives the status."""
    barred = NO_OBJECTS
    for bar, held in board.column(BARS).items():
        assert isinstance(bar, tuple)
        kind, what = bar
        if kind == "status" and what[0] == status:
            barred |= held
    return barred


def barred_ability(board: Board, keyword: str | None, *, unsure: bool = False) -> Objects:
    """Objects that cannot gain the keyword (None: a line of text). Clause: SORC-LOSE-1.

    unsure: those against which a bar stands only if what is lost can't come back.
    """
    of_one, of_all = UNSURE_BARS if unsure else ABILITY_BARS
    barred = NO_OBJECTS
    for bar, held in board.column(BARS).items():
        assert isinstance(bar, tuple)
        kind, what = bar
        if (kind == of_one and what == keyword) or (kind == of_all and keyword not in what):
            barred |= held
    return barred


class LiftedBoard(Board):
    """A board under construction, read together with the state that it may become.

    Presence (a word, an ability, a status, a name) is read here, all else on the state, so that
    whatever is selected here stays selected as the board grows towards the state.
    """

    __slots__ = ("_state",)

    def __init__(self, built: Board, state: Board) -> None:
        super().__init__(built.columns, built.had)
        self._state = state

    @property
    def held(self) -> Board:
        """The state."""
        return self._state
