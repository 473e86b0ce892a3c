"""Changes and cells as a file has them, kept as they stand there until they are looked at.

A long history has many states, most of them made of the same few values; written out, all their
changes and cells would fill the memory.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, overload

from layerlaw.solver.facts.records import Change
from layerlaw.solver.facts.rows import Cells, Changes

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from layerlaw.solver.facts.records import Cell, Value
    from layerlaw.solver.facts.rows import Group

ChangedAlike = tuple[str, "Value", "Value", Sequence[str]]
"""A characteristic, what it was, what it is, and the objects of which it is so."""


class Places:
    """The place of each object among all of them. ids: of all, in order."""

    def __init__(self, ids: Iterable[str]) -> None:
        self.ids = tuple(dict.fromkeys(ids))
        self._bits = {id: 1 << place for place, id in enumerate(self.ids)}

    def row_of(self, objects: Iterable[str]) -> int | None:
        """The objects as a row; None where one is none of those, or stands there twice."""
        row = 0
        for object in objects:
            bit = self._bits.get(object)
            if bit is None or row & bit:
                return None
            row |= bit
        return row


class GroupedChanges(Sequence[Change]):
    """Changes, group by group; equal to a tuple of the same ones."""

    __slots__ = ("groups",)

    def __init__(self, groups: Sequence[ChangedAlike]) -> None:
        self.groups = groups

    @property
    def in_full(self) -> tuple[Change, ...]:
        """Each of them."""
        return tuple(
            [
                Change(object, name, old, new)
                for name, old, new, objects in self.groups
                for object in objects
            ]
        )

    def among(self, objects: Places) -> Changes | tuple[Change, ...]:
        """The changes as rows of these objects; each of them, where rows would not tell them all.

        objects: all there are.
        """
        whole: dict[Group, int] = {}
        for name, old, new, changed in self.groups:
            row = objects.row_of(changed)
            # Rows tell no object twice, and no true from 1.
            if row is None or (name, old, new) in whole:
                return self.in_full
            whole[name, old, new] = row
        return Changes(objects.ids, whole)

    def __len__(self) -> int:
        return sum(len(objects) for *_, objects in self.groups)

    @overload
    def __getitem__(self, place: int) -> Change: ...

    @overload
    def __getitem__(self, place: slice) -> tuple[Change, ...]: ...

    def __getitem__(self, place: int | slice) -> Change | tuple[Change, ...]:
        return self.in_full[place]

    def __iter__(self) -> Iterator[Change]:
        return iter(self.in_full)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and self.in_full == tuple(other)

    def __hash__(self) -> int:
        return hash(self.in_full)

    def __repr__(self) -> str:
        return repr(self.in_full)


class CellsByObject(Mapping["Cell", "Value"]):
    """Cells, object by object; equal to a mapping of the same ones."""

    __slots__ = ("by_object",)

    def __init__(self, by_object: Mapping[str, Mapping[str, Value]]) -> None:
        self.by_object = by_object

    @property
    def in_full(self) -> dict[Cell, Value]:
        """Each of them."""
        return {
            (object, name): shown
            for object, own in self.by_object.items()
            for name, shown in own.items()
        }

    def among(self, objects: Places) -> Cells | dict[Cell, Value]:
        """The cells as columns of these objects; each of them, where columns would not tell them.

        objects: all there are.
        """
        columns: dict[str, dict[Value, int]] = {}
        kinds: dict[str, dict[Value, type]] = {}
        for object, own in self.by_object.items():
            bit = objects.row_of((object,))
            if bit is None:
                return self.in_full
            for name, shown in own.items():
                column = columns.setdefault(name, {})
                if kinds.setdefault(name, {}).setdefault(shown, type(shown)) is not type(shown):
                    return self.in_full
                column[shown] = column.get(shown, 0) | bit
        return Cells(objects.ids, columns)

    def __getitem__(self, cell: Cell) -> Value:
        object, name = cell
        return self.by_object[object][name]

    def __iter__(self) -> Iterator[Cell]:
        return iter(self.in_full)

    def __len__(self) -> int:
        return sum(map(len, self.by_object.values()))

    def __repr__(self) -> str:
        return repr(self.in_full)
