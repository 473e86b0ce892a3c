"""A board for the replay: for every characteristic and value, the objects that have it, as bits."""

from __future__ import annotations

from collections.abc import Hashable
from functools import cached_property
from itertools import compress, count
from typing import TYPE_CHECKING, Any, cast

from layerlaw.model.dataclass import dataclass

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from layerlaw.solver.certificate.replay.instances import ReplayInstance

NAME = "name"
FORM = "form"
"""The column of what effects that copy left of an object."""
ABILITIES = "abilities"
FIXED = "can't be modified"
PERMISSIONS = "permissions"
BARS = "bars"
KEYWORDS = "keywords"
"""The column of who has which keyword; it follows from the abilities."""
HOLDING = "holding"
"""The column of who has which ability instance; it follows from the abilities."""
DERIVED = (KEYWORDS, HOLDING)
"""The columns that follow from the abilities."""
BASE = "base "
"""Before the name of a number: the base value of it."""

ANY = "*any*"
"""Instead of a value: whatever values the objects have."""

Key = tuple[str, object]
"""A characteristic and one of its values, or `ANY`."""

Column = dict[Hashable, int]
"""For every value the objects that have it."""

Bar = tuple[str, object]
"""("number", characteristic), ("player", name), ("keyword", K) or ("all but", keywords)."""


@dataclass(frozen=True)
class BoardMark:
    """What an object can or can't do, or ignores, or where it goes instead; and what says so.

    kind: `can`, `can't`, `ignore` or `goes`. action: a verb; for `goes` the zone it goes to.
    about: objects it is about (None: whatever); for `goes` the zone that was meant.
    by: the effect that made it. whom: what is ignored, is so for these partners alone ("": all).
    """

    kind: str
    action: str
    passive: bool
    about: tuple[str, ...] | None
    by: Hashable
    whom: str = ""

    @cached_property
    def text(self) -> str:
        """It in words."""
        about = ", ".join(sorted(self.about or ()))
        be = "be " if self.passive else ""
        match self.kind:
            case "goes":
                return f"goes to {self.action} instead" + (f" of {about}" if about else "")
            case "ignore":
                by = " by" if self.passive and self.whom else ""
                whom = f"{by} {self.whom}" if self.whom else ""
                return f"ignores can't {be}{self.action}{whom}" + (
                    f" from {about}" if about else ""
                )
            case _:
                by = " by" if self.passive and self.about is not None else ""
                return f"{self.kind} {be}{self.action}{by} {about}".rstrip()


_NOTHING: Column = {}


class ReplayBoard:
    """The columns of one board, and who has which ability instances.

    A word, a bar, a mark, a status (True), a number, a player, a name: each is a value that some
    objects have. What nobody has is in no column. A fork shares what neither of the two writes.
    reads: where given, every value looked at is noted in it, with the objects it was looked at for.
    gained: the ability instances with effects that were granted since it was forked or began to
    note what is written, with their holders, in the order of writing. version: grows with every
    write, and where one is taken back.
    """

    __slots__ = (
        "_gains",
        "_held",
        "_journal",
        "_owned",
        "_stripped",
        "columns",
        "gained",
        "index",
        "reads",
        "version",
    )

    def __init__(self, index: Mapping[str, int]) -> None:
        self.index = index
        self.columns: dict[str, Column] = {}
        self._held: dict[int, tuple[ReplayInstance, ...]] = {}
        # Of whom it is still to be taken out of `_held` that they lost everything, or what they
        # gained still to be put there; of the two one alone is waiting.
        self._stripped: dict[str, int] = {}
        self._gains: list[tuple[ReplayInstance, int]] = []
        self.reads: dict[Key, int] | None = None
        self.gained: list[tuple[ReplayInstance, int]] = []
        self.version = 0
        self._owned: set[str] = {ABILITIES}
        self._journal: list[tuple[dict[Any, Any], str, Any, Any]] | None = None

    def fork(self) -> ReplayBoard:
        """A copy of it; neither sees what is written on the other from now on."""
        other = ReplayBoard(self.index)
        other.columns = self.columns.copy()
        other._held = self.held
        self._owned.clear()
        other._owned.clear()
        return other

    @property
    def held(self) -> dict[int, tuple[ReplayInstance, ...]]:
        """The ability instances of each object that has some, in the order in which they came."""
        self._take_out()
        return self._held

    # --- looking -----------------------------------------------------------------------------

    def note(self, characteristic: str, value: object, among: int) -> None:
        """Note that a value was looked at, for these objects."""
        if self.reads is not None:
            key = (characteristic, value)
            self.reads[key] = self.reads.get(key, 0) | among

    def having(self, characteristic: str, value: Hashable, among: int) -> int:
        """Those of the objects that have the value."""
        if self.reads is not None:
            key = (characteristic, value)
            self.reads[key] = self.reads.get(key, 0) | among
        column = self.columns.get(characteristic)
        return 0 if column is None else column.get(value, 0) & among

    def column(self, characteristic: str, among: int) -> Column:
        """All values there are, to look at for these objects; not to be written to."""
        self.note(characteristic, ANY, among)
        return self.columns.get(characteristic) or _NOTHING

    def every_ability(self, among: int) -> Column:
        """All ability instances with who has them, to look at for these objects."""
        self.note(ABILITIES, ANY, among)
        return self.columns.get(HOLDING) or _NOTHING

    def value(self, characteristic: str, place: int) -> Hashable | None:
        """The one value of the object at a place; None if it has none."""
        bit = 1 << place
        for value, held in self.column(characteristic, bit).items():
            if held & bit:
                return value
        return None

    def holds(self, instance: ReplayInstance, place: int) -> bool:
        """Whether the object at a place has the ability instance."""
        bit = 1 << place
        if self.reads is not None:
            key = (ABILITIES, instance)
            self.reads[key] = self.reads.get(key, 0) | bit
        return bool(self.columns.get(HOLDING, _NOTHING).get(instance, 0) & bit)

    # --- one object --------------------------------------------------------------------------

    def number(self, object: str, characteristic: str) -> int | None:
        """A number, None if it is missing."""
        return cast("int | None", self.value(characteristic, self.index[object]))

    def player(self, object: str, characteristic: str) -> str | None:
        """A player as written (what is carried has its bearer's), None for no one."""
        return cast("str | None", self.value(characteristic, self.index[object]))

    def words(self, object: str, characteristic: str) -> frozenset[str]:
        """The words of a set."""
        return cast("frozenset[str]", self._all(object, characteristic))

    def _all(self, object: str, characteristic: str) -> frozenset[Hashable]:
        bit = 1 << self.index[object]
        column = self.column(characteristic, bit)
        return frozenset(value for value, held in column.items() if held & bit)

    def flag(self, object: str, status: str) -> bool:
        """A status."""
        return bool(self.having(status, True, 1 << self.index[object]))

    def name(self, object: str) -> str:
        """The object's name."""
        return cast("str", self.value(NAME, self.index[object]))

    def abilities(self, object: str) -> tuple[ReplayInstance, ...]:
        """The ability instances, in the order in which they came."""
        place = self.index[object]
        self.note(ABILITIES, ANY, 1 << place)
        return self.held.get(place, ())

    def markers(self, object: str) -> frozenset[Hashable]:
        """The effects that marked the object as one that can't be modified."""
        return self._all(object, FIXED)

    def marks(self, object: str) -> frozenset[BoardMark]:
        """What the object can and can't do, what it ignores, and where it goes instead."""
        return cast("frozenset[BoardMark]", self._all(object, PERMISSIONS))

    # --- writing -----------------------------------------------------------------------------

    def _own(self, characteristic: str) -> Column:
        if characteristic not in self._owned:
            self.columns[characteristic] = dict(self.columns.get(characteristic) or ())
            self._owned.add(characteristic)
        return self.columns[characteristic]

    def _set(self, characteristic: str, value: Hashable, held: int) -> None:
        self.version += 1
        owned = characteristic in self._owned
        column = self.columns[characteristic] if owned else self._own(characteristic)
        if self._journal is not None:
            self._journal.append((column, characteristic, value, column.get(value, 0)))
        if held:
            column[value] = held
        else:
            column.pop(value, None)

    def add(self, characteristic: str, value: Hashable, scope: int) -> None:
        """The objects have this value too."""
        column = self.columns.get(characteristic)
        had = 0 if column is None else column.get(value, 0)
        if scope & ~had:
            self._set(characteristic, value, had | scope)

    def remove(self, characteristic: str, value: Hashable, scope: int) -> None:
        """The objects no longer have this value."""
        column = self.columns.get(characteristic)
        had = 0 if column is None else column.get(value, 0)
        if had & scope:
            self._set(characteristic, value, had & ~scope)

    def clear(self, characteristic: str, scope: int, *, but: Hashable = None) -> None:
        """The objects have no value any more, but perhaps this one."""
        column = self.columns.get(characteristic)
        for value in [v for v, held in (column or _NOTHING).items() if held & scope]:
            if value != but:
                self.remove(characteristic, value, scope)

    def assign(self, characteristic: str, value: Hashable | None, scope: int) -> None:
        """The objects have this value alone; None: none."""
        if scope:
            self.clear(characteristic, scope, but=value)
            if value is not None:
                self.add(characteristic, value, scope)

    def hold(self, place: int, instances: tuple[ReplayInstance, ...]) -> None:
        """The object at a place has these ability instances."""
        before = self.held.get(place, ())
        if before == instances:
            return
        self._own_held()
        if self._journal is not None:
            self._journal.append((self._held, ABILITIES, place, before))
        if instances:
            self._held[place] = instances
        else:
            self._held.pop(place, None)
        bit = 1 << place
        for instance in before:
            if instance not in instances:
                self.remove(HOLDING, instance, bit)
        for instance in instances:
            if instance not in before:
                self.add(HOLDING, instance, bit)
        old = {one.ability.keyword for one in before}
        new = {one.ability.keyword for one in instances}
        if before:
            old.add(ANY)
        if instances:
            new.add(ANY)
        for keyword in old - new:
            self.remove(KEYWORDS, keyword, bit)
        for keyword in new - old:
            self.add(KEYWORDS, keyword, bit)

    def gain(self, scope: int, instance: ReplayInstance) -> int:
        """The objects have this ability instance too, after all others; those that had it not."""
        gaining = scope & ~self.columns.get(HOLDING, _NOTHING).get(instance, 0)
        if gaining:
            if self._stripped:
                self._take_out()
            self._gains.append((instance, gaining))
            self.add(HOLDING, instance, gaining)
            self.add(KEYWORDS, instance.ability.keyword, gaining)
            self.add(KEYWORDS, ANY, gaining)
        return gaining

    def strip(self, scope: int) -> None:
        """The objects have no ability any more."""
        scope &= self.columns.get(KEYWORDS, _NOTHING).get(ANY, 0)
        if scope:
            if self._gains:
                self._put_in()
            lost: Iterable[Hashable]
            if scope.bit_count() < len(self.columns[HOLDING]):
                lost = {one: None for place in ones(scope) for one in self._held[place]}
            else:
                lost = [*self.columns[HOLDING]]
            for instance in lost:
                self.remove(HOLDING, instance, scope)
            self.clear(KEYWORDS, scope)
            self._late(self._stripped.get(ABILITIES, 0) | scope)

    def _late(self, stripped: int) -> int:
        """Note of whom it is still to be taken out that they lost everything; who was noted."""
        before = self._stripped.get(ABILITIES, 0)
        if self._journal is not None:
            self._journal.append((self._stripped, "", ABILITIES, before))
        if stripped:
            self._stripped[ABILITIES] = stripped
        else:
            self._stripped.pop(ABILITIES, None)
        return before

    def _put_in(self) -> None:
        gains, self._gains = self._gains, []
        self._own_held()
        held = self._held
        for instance, gaining in gains:
            for place in ones(gaining):
                before = held.get(place, ())
                if self._journal is not None:
                    self._journal.append((held, ABILITIES, place, before))
                held[place] = (*before, instance)

    def _take_out(self) -> None:
        if self._gains:
            self._put_in()
        if self._stripped:
            self._own_held()
            for place in ones(self._late(0)):
                before = self._held.pop(place)
                if self._journal is not None:
                    self._journal.append((self._held, ABILITIES, place, before))

    def _own_held(self) -> None:
        if ABILITIES not in self._owned:
            self._held = self._held.copy()
            self._owned.add(ABILITIES)

    def put(self, object: str, characteristic: str, value: object) -> None:
        """Write a cell of one object: a frozen set of values, ability instances, or one value."""
        place = self.index[object]
        bit = 1 << place
        if isinstance(value, tuple):
            self.hold(place, value)
        elif isinstance(value, frozenset):
            self.clear(characteristic, bit)
            for one in value:
                self.add(characteristic, one, bit)
        else:
            self.assign(characteristic, None if value is False else value, bit)

    # --- what was written --------------------------------------------------------------------

    def begin(self) -> None:
        """From now on note what is written, to take it back or to tell it."""
        self._take_out()
        self._journal = []
        self.gained = []

    def rollback(self) -> None:
        """Take back what was written since `begin`."""
        self.version += 1
        for container, _, key, before in reversed(self._journal or ()):
            if before:
                container[key] = before
            else:
                container.pop(key, None)
        self._journal = None
        self._gains = []
        self.gained = []

    def commit(self) -> None:
        """Keep what was written since `begin`."""
        self._journal = None

    def before(self) -> dict[str, dict[Any, Any]]:
        """For every characteristic written since `begin`, the values written as they were.

        Of abilities, what every object written had.
        """
        self._take_out()
        return self._overwritten()

    def _overwritten(self) -> dict[str, dict[Any, Any]]:
        overwritten: dict[str, dict[Any, Any]] = {}
        for _, characteristic, key, before in self._journal or ():
            if characteristic:
                overwritten.setdefault(characteristic, {}).setdefault(key, before)
        return overwritten

    def delta(self, before: Mapping[str, dict[Any, Any]] | None = None) -> dict[Key, int]:
        """For every value written since `begin`, the objects that have it now and had not, or
        the other way round; and for every characteristic, under `ANY`, those that differ.

        before: what `before()` gives, where it was asked.
        """
        if before is None:
            return self._delta()
        differing: dict[Key, int] = {}
        for characteristic, old in before.items():
            if characteristic == ABILITIES:
                # Their column tells it.
                continue
            name = ABILITIES if characteristic == HOLDING else characteristic
            differ = 0
            column = self.columns[characteristic]
            for value, had in old.items():
                apart = had ^ column.get(value, 0)
                if apart:
                    differing[name, value] = apart
                    differ |= apart
            if differ:
                differing[name, ANY] = differ
        return differing

    def _delta(self) -> dict[Key, int]:
        """The same, read off what was noted."""
        differing: dict[Key, int] = {}
        written: set[Key] = set()
        for _, characteristic, value, had in self._journal or ():
            key = (characteristic, value)
            # Of abilities their column tells it; and what a value was at first counts.
            if characteristic and characteristic != ABILITIES and key not in written:
                written.add(key)
                apart = had ^ self.columns[characteristic].get(value, 0)
                if apart:
                    name = ABILITIES if characteristic == HOLDING else characteristic
                    # `ANY` is a keyword, too: whoever has some ability.
                    differing[name, value] = differing.get((name, value), 0) | apart
                    differing[name, ANY] = differing.get((name, ANY), 0) | apart
        return differing


_AS_BITS = bytes.maketrans(b"01", b"\0\1")
_SPARSE = 8
"""Where fewer bits than one in so many are set, they are taken one by one."""


def ones(mask: int) -> Iterator[int]:
    """The places of the bits that are set, lowest first."""
    count_of = mask.bit_count()
    if count_of < 2:
        return iter((mask.bit_length() - 1,) if mask else ())
    if count_of * _SPARSE < mask.bit_length():
        return _one_by_one(mask)
    return compress(count(), bin(mask)[:1:-1].encode().translate(_AS_BITS))


def row_of(places: Iterable[int]) -> int:
    """The bits at these places, of which none comes twice."""
    row = 0
    for place in places:
        row |= 1 << place
    return row


def _one_by_one(mask: int) -> Iterator[int]:
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def union(sets: Iterable[int]) -> int:
    """All that is in one of the sets."""
    joined = 0
    for mask in sets:
        joined |= mask
    return joined
