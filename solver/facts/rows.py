"""Records stored as rows of bits, and expanded only when they are read.

Objects, and parts, are numbered by their place in a tuple of names; a row is a whole number whose
bits are those places.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from functools import partial
from itertools import chain, compress, product
from types import MappingProxyType
from typing import TYPE_CHECKING, Generic, TypeVar, overload

from layerlaw.solver.facts.lists import as_bits, places
from layerlaw.solver.facts.records import Change, Dependency, Value, Witness

if TYPE_CHECKING:
    from collections.abc import ItemsView, Iterable, Iterator, KeysView, ValuesView

    from layerlaw.solver.facts.lists import Difference, Lists
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


Group = tuple[str, Value, Value]
"""A characteristic, what it was and what it became."""


class Changes(_Told[Change]):
    """The cells that a turn changed.

    objects: all there are. whole: for each characteristic, what it was and what it became, the
    objects of which it did. order: the characteristics in the order in which they are told.
    differences: for each characteristic that is a list, what was taken and added, the objects of
    which it was; lists: those of the layer; turn: which of its turns this is, from 0.
    """

    __slots__ = ("_groups", "differences", "lists", "objects", "order", "turn", "whole")

    def __init__(
        self,
        objects: tuple[str, ...],
        whole: Mapping[Group, int],
        order: Sequence[str] = (),
        *,
        differences: Mapping[Difference, int] = MappingProxyType({}),
        lists: Lists | None = None,
        turn: int = 0,
    ) -> None:
        self.objects = objects
        self.whole = whole
        self.order = order
        self.differences = differences
        self.lists = lists
        self.turn = turn

    def __len__(self) -> int:
        rows = (*self.whole.values(), *self.differences.values())
        return sum(row.bit_count() for row in rows)

    @property
    def groups(self) -> Mapping[Group, int]:
        """For each characteristic, what it was and what it became, the objects of which it did."""
        if self.lists is None:
            return self.whole
        try:
            return self._groups
        except AttributeError:
            pass
        groups = dict(self.whole)
        for (characteristic, _, _), row in self.differences.items():
            for place in places(row):
                group = (characteristic, *self.lists.around(characteristic, place, self.turn))
                groups[group] = groups.get(group, 0) | 1 << place
        self._groups: Mapping[Group, int] = groups
        return groups

    def _tell(self) -> tuple[Change, ...]:
        last, lists = len(self.order), self.lists
        order = {name: place for place, name in enumerate(self.order)}
        changes = [
            (
                place,
                order.get(characteristic, last),
                Change(self.objects[place], characteristic, old, new),
            )
            for (characteristic, old, new), row in self.whole.items()
            for place in places(row)
        ]
        if lists is not None:
            changes += [
                (
                    place,
                    order.get(characteristic, last),
                    Change.when_asked(
                        partial(_around, lists, characteristic, place, self.turn),
                        object=self.objects[place],
                        characteristic=characteristic,
                    ),
                )
                for (characteristic, _, _), row in self.differences.items()
                for place in places(row)
            ]
        changes.sort(key=lambda one: one[:2])
        return tuple(change for _, _, change in changes)


def _around(
    lists: Lists, characteristic: str, place: int, turn: int, _: str
) -> Mapping[str, Value]:
    """The lists of one object before and after; no method, or changes would hold themselves."""
    before, after = lists.around(characteristic, place, turn)
    return {"before": before, "after": after}


class SharedWitnesses(Mapping[tuple[int, int], Witness]):
    """Witnesses of dependencies, each of them kept once for all that it is of.

    blocks: a row of parts, one of parts that each of them depends on, and the witness of it.
    """

    __slots__ = ("_on", "blocks")

    def __init__(self, blocks: Sequence[tuple[int, int, Witness]]) -> None:
        self.blocks = blocks
        self._on: dict[int, list[tuple[int, Witness]]] | None = None

    def __getitem__(self, edge: tuple[int, int]) -> Witness:
        if self._on is None:
            by_part: dict[int, list[tuple[int, Witness]]] = {}
            for who, on, witness in self.blocks:
                for place in places(who):
                    by_part.setdefault(place, []).append((on, witness))
            self._on = by_part
        for on, witness in self._on.get(edge[0], ()):
            if on >> edge[1] & 1:
                return witness
        raise KeyError(edge)

    def each(self) -> Iterator[tuple[tuple[int, int], Witness]]:
        """Every dependency, with its witness."""
        for who, on, witness in self.blocks:
            for place in places(who):
                for other in places(on):
                    yield (place, other), witness

    def __iter__(self) -> Iterator[tuple[int, int]]:
        return (edge for edge, _ in self.each())

    def __len__(self) -> int:
        return sum(who.bit_count() * on.bit_count() for who, on, _ in self.blocks)


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
        other = self.other
        told = other.each() if isinstance(other, SharedWitnesses) else other.items()
        dependencies += [
            Dependency(names[place], names[on], witness) for (place, on), witness in told
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
        self._told: dict[Cell, Value] | None = None

    @property
    def told(self) -> dict[Cell, Value]:
        """All cells, object by object."""
        if self._told is not None:
            return self._told
        count = len(self.objects)
        everybody = (1 << count) - 1
        columns: list[list[Value]] = []
        having: list[bytes] = []
        for column in self.columns.values():
            values: list[Value] = [None] * count
            some = 0
            for value, row in column.items():
                some |= row
                if row == everybody:
                    values = [value] * count
                else:
                    for place in places(row):
                        values[place] = value
            columns.append(values)
            having.append(as_bits(some, count))
        cells = zip(
            product(self.objects, self.columns),
            chain.from_iterable(zip(*columns, strict=True)),
            strict=False,
        )
        told = dict(compress(cells, chain.from_iterable(zip(*having, strict=True))))
        self._told = told
        return told

    @property
    def read(self) -> bool:
        """Whether it was worked out, so that somebody may have read it."""
        return self._told is not None

    def __getitem__(self, cell: Cell) -> Value:
        told = self._told
        if told is not None:
            return told[cell]
        object, characteristic = cell
        if object in self.objects:
            place = self.objects.index(object)
            for value, row in self.columns.get(characteristic, {}).items():
                if row >> place & 1:
                    return value
        raise KeyError(cell)

    def __iter__(self) -> Iterator[Cell]:
        return iter(self.told)

    def keys(self) -> KeysView[Cell]:
        """The cells."""
        return self.told.keys()

    def values(self) -> ValuesView[Value]:
        """What they show."""
        return self.told.values()

    def items(self) -> ItemsView[Cell, Value]:
        """The cells, with what they show."""
        return self.told.items()

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
        # Who was changed, by the lists that they began with, which all turns of a layer share.
        changed: dict[int, tuple[Lists, int]] = {}
        for turn in layer.turns:
            if isinstance(turn.changes, Changes):
                for name, old, new in turn.changes.whole:
                    values.update((old, new) if name == ABILITIES else ())
                lists = turn.changes.lists
                for (name, taken, added), row in turn.changes.differences.items():
                    if name == ABILITIES:
                        values.update((taken, added))
                        if lists is not None:
                            _, others = changed.get(id(lists), (lists, 0))
                            changed[id(lists)] = lists, others | row
            else:
                for change in turn.changes:
                    if change.characteristic == ABILITIES:
                        values.update((change.before, change.after))
        for lists, whose in changed.values():
            began = lists.start.get(ABILITIES, ())
            values.add(tuple(label for label, row in began if row & whose))
    return frozenset(label for value in values if isinstance(value, tuple) for label in value)
