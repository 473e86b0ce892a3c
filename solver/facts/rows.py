"""Records stored as rows of bits, and expanded only when they are read.

Objects, and parts, are numbered by their place in a tuple of names; a row is a whole number whose
bits are those places.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Generic, TypeVar, overload

from layerlaw.solver.facts.records import Change, Dependency, Value, Witness

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from layerlaw.solver.facts.records import Cell, LayerRecord

One = TypeVar("One")

ABILITIES = "abilities"
"""The characteristic under which an object's abilities are shown."""

EXISTENCE = Witness("existence")


class _Told(Sequence[One], Generic[One]):
    """A sequence that is expanded when first read; equal to a tuple of the same items."""

    __slots__ = ("_told",)

    @abstractmethod
    def _tell(self) -> tuple[One, ...]:
        """All of it, worked out."""

    @property
    def told(self) -> tuple[One, ...]:
        """All of it."""
        try:
            return self._told
        except AttributeError:
            self._told: tuple[One, ...] = self._tell()
        return self._told

    @property
    def read(self) -> bool:
        """Whether it was worked out, so that somebody may have read it."""
        return hasattr(self, "_told")

    @overload
    def __getitem__(self, place: int) -> One: ...

    @overload
    def __getitem__(self, place: slice) -> tuple[One, ...]: ...

    def __getitem__(self, place: int | slice) -> One | tuple[One, ...]:
        return self.told[place]

    def __iter__(self) -> Iterator[One]:
        return iter(self.told)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, tuple | _Told) and self.told == tuple(other)

    def __hash__(self) -> int:
        return hash(self.told)

    def __repr__(self) -> str:
        return repr(self.told)

    def __reduce__(self) -> tuple[type[tuple[One, ...]], tuple[tuple[One, ...]]]:
        return tuple, (self.told,)


class Changes(_Told[Change]):
    """The cells that a turn changed.

    objects: all there are. groups: for each characteristic, what it was and what it became, the
    objects of which it did. order: the characteristics in the order in which they are told.
    """

    __slots__ = ("groups", "objects", "order")

    def __init__(
        self,
        objects: tuple[str, ...],
        groups: Mapping[tuple[str, Value, Value], int],
        order: Sequence[str] = (),
    ) -> None:
        self.objects = objects
        self.groups = groups
        self.order = order

    def __len__(self) -> int:
        return sum(row.bit_count() for row in self.groups.values())

    def _tell(self) -> tuple[Change, ...]:
        last = len(self.order)
        order = {name: place for place, name in enumerate(self.order)}
        changes = [
            (
                place,
                order.get(characteristic, last),
                Change(self.objects[place], characteristic, old, new),
            )
            for (characteristic, old, new), row in self.groups.items()
            for place in places(row)
        ]
        changes.sort(key=lambda one: one[:2])
        return tuple(change for _, _, change in changes)


class Found(_Told[Dependency]):
    """Dependencies between parts.

    names: of the parts. gone: for each part a row of those that it depends on because it would no
    longer exist. other: the other dependencies, by the places of who depends and on whom.
    """

    __slots__ = ("gone", "names", "other")

    def __init__(
        self,
        names: tuple[str, ...],
        gone: Sequence[int],
        other: Mapping[tuple[int, int], Witness],
    ) -> None:
        self.names = names
        self.gone = gone
        self.other = other

    def __len__(self) -> int:
        return sum(row.bit_count() for row in self.gone) + len(self.other)

    def _tell(self) -> tuple[Dependency, ...]:
        names = self.names
        dependencies = [
            Dependency(names[place], names[on], EXISTENCE)
            for place, row in enumerate(self.gone)
            for on in places(row)
        ]
        dependencies += [
            Dependency(names[place], names[on], witness)
            for (place, on), witness in self.other.items()
        ]
        dependencies.sort(key=lambda one: (one.effect, one.on))
        return tuple(dependencies)


class Cells(Mapping["Cell", Value]):
    """Cells of one board. columns: for each characteristic and value, the objects that have it."""

    __slots__ = ("_told", "columns", "objects")

    def __init__(
        self, objects: tuple[str, ...], columns: Mapping[str, Mapping[Value, int]]
    ) -> None:
        self.objects = objects
        self.columns = columns

    @property
    def told(self) -> dict[Cell, Value]:
        """All cells, object by object."""
        try:
            return self._told
        except AttributeError:
            pass
        rows: list[dict[Cell, Value]] = [{} for _ in self.objects]
        for characteristic, column in self.columns.items():
            for value, row in column.items():
                for place in places(row):
                    rows[place][self.objects[place], characteristic] = value
        self._told: dict[Cell, Value] = {cell: row[cell] for row in rows for cell in row}
        return self._told

    @property
    def read(self) -> bool:
        """Whether it was worked out, so that somebody may have read it."""
        return hasattr(self, "_told")

    def __getitem__(self, cell: Cell) -> Value:
        if self.read:
            return self._told[cell]
        object, characteristic = cell
        if object in self.objects:
            place = self.objects.index(object)
            for value, row in self.columns.get(characteristic, {}).items():
                if row >> place & 1:
                    return value
        raise KeyError(cell)

    def __iter__(self) -> Iterator[Cell]:
        return iter(self.told)

    def __len__(self) -> int:
        return sum(row.bit_count() for column in self.columns.values() for row in column.values())

    def __repr__(self) -> str:
        return repr(self.told)

    def __reduce__(self) -> tuple[type[dict[Cell, Value]], tuple[dict[Cell, Value]]]:
        return dict, (self.told,)


def shown_labels(
    finals: Iterable[Mapping[Cell, Value]], layers: Iterable[LayerRecord]
) -> frozenset[str]:
    """The names of abilities in these cells and changes."""
    values: set[Value] = set()
    for final in finals:
        if isinstance(final, Cells):
            values.update(final.columns.get(ABILITIES, ()))
        else:
            values.update(value for (_, name), value in final.items() if name == ABILITIES)
    for layer in layers:
        for turn in layer.turns:
            if isinstance(turn.changes, Changes):
                for name, old, new in turn.changes.groups:
                    values.update((old, new) if name == ABILITIES else ())
            else:
                for change in turn.changes:
                    if change.characteristic == ABILITIES:
                        values.update((change.before, change.after))
    return frozenset(label for value in values if isinstance(value, tuple) for label in value)


def places(row: int) -> Iterator[int]:
    """The places of the bits of a row, lowest first."""
    while row:
        low = row & -row
        yield low.bit_length() - 1
        row ^= low
