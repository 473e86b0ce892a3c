"""What a board of the replay shows, and what a turn changed of it, grouped by values."""

from __future__ import annotations

from bisect import insort
from itertools import compress
from typing import TYPE_CHECKING, Any, cast

from layerlaw.model.algebra.split import parts_of, split
from layerlaw.solver.certificate.kept import Kept
from layerlaw.solver.certificate.replay.board import (
    ABILITIES,
    ANY,
    BASE,
    FIXED,
    PERMISSIONS,
    BoardMark,
    ReplayBoard,
    ones,
    row_of,
)
from layerlaw.solver.certificate.replay.select import View
from layerlaw.solver.certificate.replay.space import shown_in
from layerlaw.solver.certificate.replay.words import policy
from layerlaw.solver.certificate.shape import exactly, in_rows, same_groups
from layerlaw.solver.facts.lists import as_bits
from layerlaw.solver.facts.rows import Changes
from layerlaw.solver.facts.situation import NOWHERE

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from layerlaw.model.rulebooks.rulebook import Rulebook
    from layerlaw.solver.certificate.replay.board import Column, Key
    from layerlaw.solver.certificate.replay.instances import ReplayInstance
    from layerlaw.solver.certificate.replay.space import ReplayTable
    from layerlaw.solver.facts.records import Cell, Change, Value

MOST_SPLITS = 8
"""By so many sets of objects the objects are split; by more, they are looked at one by one."""


def with_floors(table: ReplayTable, board: ReplayBoard) -> ReplayBoard:
    """The board as it is shown at the end, every number not below its floor. SORC-PWR-1."""
    floors = floors_in(table.rulebook)
    if not floors:
        return board
    floored = board.fork()
    for name, floor in floors:
        for value, held in board.columns.get(name, {}).items():
            if isinstance(value, int) and min(parts_of(value)) < floor:
                raised = (max(part, floor) for part in parts_of(value))
                floored.assign(name, split(*raised), held)
    return floored


def _floors(rulebook: Rulebook) -> tuple[tuple[str, int], ...]:
    if policy(rulebook, "floor") == "none":
        return ()
    return tuple(
        (name, one.floor)
        for one in rulebook.characteristics.values()
        if one.kind == "number" and one.floor is not None
        for name in (one.name, BASE + one.name)
    )


floors_in: Kept[Rulebook, tuple[tuple[str, int], ...]] = Kept(_floors, most=100)
"""The numbers that are shown at the end not below a floor, each with its own."""


def controlling(table: ReplayTable, board: ReplayBoard) -> Column:
    """Who is shown to control what: what is carried has its bearer's controller."""
    view = View(table, board)
    carried = view.carriable(table.playing_ones) if table.rulebook.carried_control else 0
    controlled: Column = {}
    here = table.zone_of_play & ~carried
    for player, held in board.column(table.rulebook.control, here).items():
        if held & here:
            controlled[player] = held & here
    for owner, held in table.owned.items():
        if owner and held & ~table.zone_of_play:
            controlled[owner] = controlled.get(owner, 0) | held & ~table.zone_of_play
    for place in ones(carried):
        player = view.controller(table.ids[place], carried)
        if player is not None:
            controlled[player] = controlled.get(player, 0) | 1 << place
    return controlled


def groups(
    table: ReplayTable,
    board: ReplayBoard,
    characteristic: str,
    among: int,
    old: Mapping[Any, Any] | None = None,
) -> list[tuple[Value, int]]:
    """What these objects show of a characteristic, without floors; each value with its objects.

    old: of the board before something was written, the values that were written as they were.
    """
    column: Mapping[Any, Any]
    if characteristic == ABILITIES:
        return _abilities(board.held, among, old)
    column = board.columns.get(characteristic, {})
    if old:
        column = {**column, **old}
    kind = kind_of(table, characteristic)
    if not column:
        nothing: Value = False if kind == "flag" else () if kind == "several" else None
        return [(nothing, among)] if among else []
    match kind:
        case "several":
            return _combined(column, among)
        case "flag":
            held = column.get(True, 0) & among
            if characteristic == FIXED:
                for one in column.values():
                    held |= one & among
            return [(value, one) for value, one in ((True, held), (False, among & ~held)) if one]
    value_groups: list[tuple[Value, int]] = []
    rest = among
    for value, held in column.items():
        if held & among:
            value_groups.append((cast("str | int", value), held & among))
            rest &= ~held
    return [*value_groups, (None, rest)] if rest else value_groups


class Showing:
    """How what a rulebook shows of objects is shown.

    kinds: `several` values at once, a `flag`, or `one`; of what is not shown it is `one`.
    lists: those of which objects show a list of words. single: all others, without who controls
    what, which is shown otherwise than it is written.
    """

    def __init__(self, rulebook: Rulebook) -> None:
        self.kinds = {
            one.name: "several" if one.kind == "set" else "one"
            for one in rulebook.characteristics.values()
        }
        self.kinds |= dict.fromkeys((*rulebook.statuses, FIXED), "flag")
        self.kinds[PERMISSIONS] = "several"
        every = shown_in(rulebook)
        self.lists = frozenset(
            name for name in every if name == ABILITIES or self.kinds.get(name) == "several"
        )
        self.single = frozenset(every) - self.lists - {rulebook.control}


showing: Kept[Rulebook, Showing] = Kept(Showing, most=100)
"""The same, worked out once."""


def kind_of(table: ReplayTable, characteristic: str) -> str:
    """`several` values at once, a `flag`, or `one`."""
    return showing(table.rulebook).kinds.get(characteristic, "one")


def _combined(column: Mapping[Any, Any], among: int) -> list[tuple[Value, int]]:
    """Objects by all the values each has."""
    rows: dict[str, int] = {}
    for value, held in column.items():
        if held & among:
            # Several marks may read alike.
            text = value.text if isinstance(value, BoardMark) else value
            rows[text] = rows.get(text, 0) | held & among
    alike: dict[int, set[str]] = {}
    for text, held in rows.items():
        alike.setdefault(held, set()).add(text)
    if len(alike) > MOST_SPLITS:
        return _one_by_one(rows, among)
    combined: dict[frozenset[str], int] = {frozenset(): among}
    for held, texts in alike.items():
        split: dict[frozenset[str], int] = {}
        for before, objects in combined.items():
            for texts_now, part in ((before | texts, objects & held), (before, objects & ~held)):
                if part:
                    split[texts_now] = split.get(texts_now, 0) | part
        combined = split
    return [(tuple(sorted(texts)), objects) for texts, objects in combined.items()]


def _one_by_one(rows: Mapping[str, int], among: int) -> list[tuple[Value, int]]:
    """The same, where nearly every object may have other values."""
    texts = sorted(rows)
    held = sum(map(int.bit_count, rows.values()))
    lists = _by_table if held * DENSE > len(texts) * among.bit_count() else _text_by_text
    places: dict[tuple[str, ...], list[int]] = {}
    for place, value in lists(texts, [rows[text] for text in texts], among):
        places.setdefault(value, []).append(place)
    return [(value, row_of(own)) for value, own in places.items()]


DENSE = 12
"""Where objects have more than one text in so many, it is quicker to look at all of them."""

WIDE = 1024
"""So many objects are looked at together."""


def _text_by_text(
    texts: Sequence[str], rows: Sequence[int], among: int
) -> Iterator[tuple[int, tuple[str, ...]]]:
    """The texts of each of the objects. rows: who has each text."""
    lists: dict[int, list[str]] = {place: [] for place in ones(among)}
    for text, row in zip(texts, rows, strict=True):
        for place in ones(row):
            lists[place].append(text)
    for place, own in lists.items():
        yield place, tuple(own)


def _by_table(
    texts: Sequence[str], rows: Sequence[int], among: int
) -> Iterator[tuple[int, tuple[str, ...]]]:
    """The same by a table of who has what, a byte for each text and object."""
    for start in range(0, among.bit_length(), WIDE):
        some = (among >> start) & ((1 << WIDE) - 1)
        width = some.bit_length()
        table = b"".join([as_bits(row >> start & some, width) for row in rows])
        for place in ones(some):
            yield start + place, tuple(compress(texts, table[place::width]))


def _abilities(
    held: Mapping[int, tuple[ReplayInstance, ...]], among: int, old: Mapping[Any, Any] | None
) -> list[tuple[Value, int]]:
    shown: dict[tuple[str, ...], int] = {}
    there = 0
    for place in ones(among) if old or among.bit_count() < len(held) else held:
        instances = old[place] if old and place in old else held.get(place, ())
        if instances and among >> place & 1:
            labels = tuple(sorted(one.label for one in instances))
            shown[labels] = shown.get(labels, 0) | 1 << place
            there |= 1 << place
    if among & ~there:
        shown[()] = shown.get((), 0) | among & ~there
    return list(shown.items())


def told_columns(
    table: ReplayTable, end: ReplayBoard, start: ReplayBoard
) -> dict[str, dict[Value, int]]:
    """The final cells as recorded, by characteristic and value: of players and rules only those
    that effects changed. What is part of another object is in no zone and has none.

    end: the board with its floors.
    """
    everything = table.everyone & ~table.zones.get(NOWHERE, 0)
    things = everything & ~table.beyond_ones
    told: dict[str, dict[Value, int]] = {}
    column: dict[Value, int]
    for characteristic in table.shown:
        if characteristic == table.rulebook.control:
            now, then = (controlling(table, one) for one in (end, start))
            shown = _single(now, everything)
            before = _single(then, table.beyond_ones)
        else:
            if not _differs(characteristic, end, start):
                all_groups = groups(table, end, characteristic, things)
                column = {value: held for value, held in all_groups if held}
                if column:
                    told[characteristic] = column
                continue
            shown = groups(table, end, characteristic, everything)
            before = groups(table, start, characteristic, table.beyond_ones)
        column = {}
        for value, held in shown:
            same = 0
            for other, objects in before:
                if other == value:
                    same |= objects
            held &= things | ~same
            if held:
                column[value] = held
        if column:
            told[characteristic] = column
    return told


def _differs(characteristic: str, end: ReplayBoard, start: ReplayBoard) -> bool:
    """Whether a column of the one board is another one than that of the other."""
    if characteristic == ABILITIES:
        return end.held is not start.held
    return end.columns.get(characteristic) is not start.columns.get(characteristic)


def _single(column: Column, among: int) -> list[tuple[Value, int]]:
    value_groups: list[tuple[Value, int]] = []
    for value, held in column.items():
        if held & among:
            value_groups.append((cast("str", value), held & among))
            among &= ~held
    return [*value_groups, (None, among)] if among else value_groups


def told_cells(table: ReplayTable, board: ReplayBoard, start: ReplayBoard) -> dict[Cell, Value]:
    """The same, cell by cell."""
    return cells_of(table, told_columns(table, with_floors(table, board), start))


def cells_of(table: ReplayTable, columns: Mapping[str, Mapping[Value, int]]) -> dict[Cell, Value]:
    """Columns cell by cell."""
    return {
        (table.ids[place], characteristic): value
        for characteristic, column in columns.items()
        for value, held in column.items()
        for place in ones(held)
    }


def first_difference(right: Mapping[Cell, Value], told: Mapping[Cell, Value]) -> Cell | None:
    """The first cell in which what is recorded is not right."""
    for cell in sorted(right.keys() | told.keys()):
        if cell not in right or cell not in told or not exactly(right[cell], told[cell]):
            return cell
    return None


def shown(table: ReplayTable, board: ReplayBoard, cell: Cell) -> Value:
    """A cell as the records show it, without floors."""
    object, characteristic = cell
    bit = 1 << table.index[object]
    if characteristic == table.rulebook.control:
        return View(table, board).controller(object)
    return groups(table, board, characteristic, bit)[0][0]


Groups = dict[tuple[str, "Value", "Value"], int]
"""Characteristic, value before, value after: the objects of which that changed so."""


def change_groups(
    table: ReplayTable,
    board: ReplayBoard,
    before: Mapping[str, Mapping[Any, Any]],
    delta: Mapping[Key, int],
    *,
    lists: bool,
) -> Groups:
    """What was written on the board since it began to note that, as shown before and after.

    before, delta: as the board tells them. lists: whether of what is a list, or of all else.
    Controllers are left out: `Controllers` tells them.
    """
    changed: Groups = {}
    shown_so = showing(table.rulebook)
    asked = shown_so.lists if lists else shown_so.single
    for characteristic, old in before.items():
        differ = delta.get((characteristic, ANY), 0) if characteristic in asked else 0
        if not differ:
            continue
        if not lists and shown_so.kinds.get(characteristic, "one") == "one":
            column = board.columns.get(characteristic, {})
            then = _by_value(old.items(), differ)
            now = _by_value([(value, column.get(value, 0)) for value in old], differ)
            _cross(changed, characteristic, then, now)
            continue
        now = groups(table, board, characteristic, differ)
        if lists and characteristic not in (ABILITIES, PERMISSIONS):
            _turn_back(changed, characteristic, now, _apart(board, characteristic, old))
        else:
            then = groups(table, board, characteristic, differ, old)
            _cross(changed, characteristic, then, now)
    return changed


def _by_value(column: Iterable[tuple[Any, int]], among: int) -> list[tuple[Value, int]]:
    """These objects by the one value they have, if that is in the column; otherwise by none."""
    value_groups: list[tuple[Value, int]] = []
    for value, held in column:
        held &= among
        if held:
            value_groups.append((value, held))
            among ^= held
    if among:
        value_groups.append((None, among))
    return value_groups


def _apart(board: ReplayBoard, characteristic: str, old: Mapping[Any, Any]) -> dict[str, int]:
    """For each word that was written those that have it and had not, or the other way round."""
    column = board.columns.get(characteristic, {})
    return {word: apart for word, had in old.items() if (apart := had ^ column.get(word, 0))}


def _turn_back(
    into: Groups, characteristic: str, now: list[tuple[Value, int]], apart: Mapping[str, int]
) -> None:
    """Add the lists of words that changed. now: as they are. apart: by word, whose did."""
    for after, objects in now:
        then = {cast("tuple[str, ...]", after): objects}
        for word, others in apart.items():
            if not others & objects:
                continue
            # No list differs by now in that word from another one.
            for words, held in [*then.items()]:
                differ = held & others
                if not differ:
                    continue
                before = [one for one in words if one != word]
                if len(before) == len(words):
                    insort(before, word)
                if held == differ:
                    del then[words]
                else:
                    then[words] = held & ~differ
                then[tuple(before)] = differ
        for words, held in then.items():
            if words != after:
                into[characteristic, words, after] = held


class Controllers:
    """Who is shown to control what, on a board that is written on.

    What was looked at to know is noted, and nothing is looked at again unless that has changed.
    """

    def __init__(self) -> None:
        self._reads: dict[Key, int] = {}
        self._read: frozenset[str] = frozenset()
        self._known: list[tuple[Value, int]] | None = None

    def note(self, table: ReplayTable, board: ReplayBoard) -> None:
        """See who controls what by now."""
        self._reads = board.reads = {}
        self._known = _single(controlling(table, board), table.everyone)
        board.reads = None
        self._read = frozenset(characteristic for characteristic, _ in self._reads)

    def changed(
        self, table: ReplayTable, board: ReplayBoard, delta: Mapping[Key, int], into: Groups
    ) -> None:
        """Add the controllers that are others than before to what changed."""
        if self._known is None:
            return
        for key, written in delta.items():
            if key[0] in self._read and written & self._reads.get(key, 0):
                before = self._known
                self.note(table, board)
                _cross(into, table.rulebook.control, before, self._known)
                return


def changes(table: ReplayTable, before: ReplayBoard, after: ReplayBoard) -> Groups:
    """Every cell in which two boards differ as shown, grouped by what it was and is."""
    changed: Groups = {}
    for characteristic in table.shown:
        if characteristic == table.rulebook.control:
            sides = [_single(controlling(table, one), table.everyone) for one in (before, after)]
        else:
            sides = [groups(table, one, characteristic, table.everyone) for one in (before, after)]
        _cross(changed, characteristic, *sides)
    return changed


def _cross(
    into: Groups, characteristic: str, then: list[tuple[Value, int]], now: list[tuple[Value, int]]
) -> None:
    for before, one in then:
        for after, other in now:
            if one & other and before != after:
                into[characteristic, before, after] = one & other


def wrong_change(table: ReplayTable, right: Groups, recorded: Sequence[Change]) -> str | None:
    """The first cell that did not change as recorded, in words; None where all did."""
    if isinstance(recorded, Changes) and in_rows(recorded) and table.is_of(recorded.objects):
        if same_groups(recorded.groups, right):
            return None
    elif not right and not recorded:
        return None
    known = {
        (table.ids[place], characteristic): (before, after)
        for (characteristic, before, after), row in right.items()
        for place in ones(row)
    }
    told = {(one.object, one.characteristic): (one.before, one.after) for one in recorded}
    if len(known) == len(told) == len(recorded) and all(
        cell in known and _alike(change, known[cell]) for cell, change in told.items()
    ):
        return None
    cells = sorted(
        cell
        for cell in told.keys() | known.keys()
        if cell not in told or cell not in known or not _alike(told[cell], known[cell])
    )
    if not cells and len(told) == len(recorded):
        return None
    object, characteristic = cells[0] if cells else next(iter(told))
    now, then = known.get((object, characteristic)), told.get((object, characteristic))
    rest = "which is not recorded" if then is None else f"and not {_change(then)} as recorded"
    return f"{characteristic} of {object} {_change(now)}, {rest}"


def _alike(one: tuple[Value, Value], other: tuple[Value, Value]) -> bool:
    return exactly(one[0], other[0]) and exactly(one[1], other[1])


def _change(change: tuple[Value, Value] | None) -> str:
    return "not at all" if change is None else f"from {change[0]!r} to {change[1]!r}"
