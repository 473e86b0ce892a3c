"""What turns took from lists of words and added to them, held against what is recorded of it."""

from __future__ import annotations

from bisect import insort
from typing import TYPE_CHECKING, Any, cast

from layerlaw.solver.certificate.replay.board import (
    ABILITIES,
    ANY,
    HOLDING,
    PERMISSIONS,
    BoardMark,
    ones,
)
from layerlaw.solver.certificate.replay.shown import change_groups, groups, showing
from layerlaw.solver.facts.lists import FEW

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from layerlaw.solver.certificate.replay.board import Key, ReplayBoard
    from layerlaw.solver.certificate.replay.shown import Groups
    from layerlaw.solver.certificate.replay.space import ReplayTable
    from layerlaw.solver.facts.lists import Difference, Lists, Words
    from layerlaw.solver.facts.rows import Changes


MOST_TURNS, MOST_LISTS = 40, 1_000
"""For so many turns a list is followed; and so many lists are, then it begins anew."""


class ListsOfLayer:
    """The lists of one layer, turn by turn.

    A record says what lists held when the layer began and what each turn did to them. If that is
    right up to a turn, so is every list before and after it, and none needs to be made.
    """

    def __init__(self, table: ReplayTable) -> None:
        self._table = table
        self._lists = showing(table.rulebook).lists
        self._start: dict[str, dict[str, list[int]]] = {}
        self._right: dict[Difference, int] = {}
        self._turns: list[dict[Difference, int]] = []
        self._recorded: Lists | None = None
        self._agreeing = 0
        self._looked_up: set[str] = set()
        # Some lists as the board showed them: after how many turns, as they were before the last of
        # these, and as they were then.
        self._followed: dict[tuple[str, int], tuple[int, Words, Words]] = {}
        # Who has marks after the last turn, by how these are called.
        self._marks: dict[str, int] = {}
        # Of each characteristic those objects whose lists are looked at for all.
        self._few: dict[str, int] = {}

    def turn(
        self,
        board: ReplayBoard,
        before: Mapping[str, Mapping[Any, Any]],
        delta: Mapping[Key, int],
    ) -> int:
        """A turn was taken on the board; how many lists it changed.

        before, delta: as the board tells them.
        """
        self._right = {}
        for characteristic in before:
            if characteristic in self._lists:
                differ = delta.get((characteristic, ANY), 0)
                if differ:
                    self._note(board, characteristic, before, differ)
        if not self._right:
            return 0
        self._turns.append(self._right)
        return sum(row.bit_count() for row in self._right.values())

    def agree(
        self, recorded: Changes, board: ReplayBoard, before: Mapping[str, Any], *, looks: bool
    ) -> bool:
        """Whether the record of that turn says the same, and each one before it did.

        looks: whether one of its lists is looked at, for none of them is otherwise.
        """
        lists = recorded.lists
        if not self._right or lists is None:
            return not self._right and not recorded.differences and lists is None
        self._recorded = self._recorded or lists
        agrees = (
            lists is self._recorded
            and recorded.turn == self._agreeing == len(self._turns) - 1
            and recorded.turn < len(lists.turns)
            and lists.turns[recorded.turn] is recorded.differences
            and recorded.differences == self._right
            and all(self._began(lists, name) for name, _, _ in self._right)
            and (not looks or self._is_told(recorded, lists, board, before))
        )
        self._agreeing += agrees
        return agrees

    def groups(self, board: ReplayBoard, before: Mapping[str, Mapping[Any, Any]]) -> Groups:
        """The lists that the last turn changed, as they were before it and as they are.

        Those that were looked at a few turns before are followed, the others read from the board.
        """
        changed: Groups = {}
        unknown: dict[str, int] = {}
        for (characteristic, _, _), row in self._right.items():
            for place in ones(row):
                shown = self._follow(characteristic, place)
                if shown is None:
                    unknown[characteristic] = unknown.get(characteristic, 0) | 1 << place
                else:
                    group = characteristic, *shown
                    changed[group] = changed.get(group, 0) | 1 << place
        for characteristic, objects in unknown.items():
            old = {characteristic: before[characteristic]}
            differ: dict[Key, int] = {(characteristic, ANY): objects}
            read = change_groups(self._table, board, old, differ, lists=True)
            for (name, then, now), row in read.items():
                changed[name, then, now] = changed.get((name, then, now), 0) | row
                for place in ones(row):
                    self._note_list(name, place, (cast("Words", then), cast("Words", now)))
        return changed

    def _note(
        self,
        board: ReplayBoard,
        characteristic: str,
        before: Mapping[str, Mapping[Any, Any]],
        differ: int,
    ) -> None:
        old = before[characteristic]
        if characteristic == ABILITIES:
            if ABILITIES not in self._start:
                self._start[ABILITIES] = _counted(_held({**board.held, **old}))
            written = before.get(HOLDING, {})
            if len(written) <= FEW:
                self._note_few(board, written, differ)
                return
            for place in ones(differ):
                was = [one.label for one in old[place] or ()]
                has = [one.label for one in board.held.get(place, ())]
                self._differ(ABILITIES, _without(was, has), _without(has, was), 1 << place)
            return
        column = board.columns.get(characteristic, {})
        if characteristic not in self._start:
            began = _texts({**column, **old})
            self._start[characteristic] = _counted(began.items())
            if characteristic == PERMISSIONS:
                self._marks = began
        words = {_text(value) for value in old}
        if characteristic == PERMISSIONS:
            # Several marks may read alike.
            then = {word: self._marks.get(word, 0) for word in words}
            there = self._marked(column, old)
        else:
            then = _texts(old)
            there = {_text(value): column.get(value, 0) for value in old}
        split: dict[tuple[tuple[str, ...], tuple[str, ...]], int] = {((), ()): differ}
        for word in sorted(words):
            once, now = then.get(word, 0), there.get(word, 0)
            parts: dict[tuple[tuple[str, ...], tuple[str, ...]], int] = {}
            for (taken, added), row in split.items():
                for key, objects in (
                    (((*taken, word), added), row & once & ~now),
                    ((taken, (*added, word)), row & now & ~once),
                    ((taken, added), row & ~(once ^ now)),
                ):
                    if objects:
                        parts[key] = parts.get(key, 0) | objects
            split = parts
        for (taken, added), row in split.items():
            self._differ(characteristic, taken, added, row)

    def _marked(self, column: Mapping[Any, int], old: Mapping[Any, int]) -> dict[str, int]:
        """Who has marks now, by how they are called. old: of those that changed, who had them."""
        if any(row & ~column.get(mark, 0) for mark, row in old.items()):
            self._marks = _texts(column)
        else:
            for mark in old:
                text = _text(mark)
                self._marks[text] = self._marks.get(text, 0) | column.get(mark, 0)
        return self._marks

    def _note_few(self, board: ReplayBoard, written: Mapping[Any, int], differ: int) -> None:
        """What objects lost and gained of a few ability instances. written: who had each."""
        holding = board.columns.get(HOLDING, {})
        split: dict[tuple[Words, Words], int] = {((), ()): differ}
        for instance, had in written.items():
            lost, gained = had & ~holding.get(instance, 0), holding.get(instance, 0) & ~had
            parts: dict[tuple[Words, Words], int] = {}
            for (taken, added), row in split.items():
                for key, objects in (
                    (((*taken, instance.label), added), row & lost),
                    ((taken, (*added, instance.label)), row & gained),
                    ((taken, added), row & ~(lost | gained)),
                ):
                    if objects:
                        parts[key] = parts.get(key, 0) | objects
            split = parts
        for (taken, added), row in split.items():
            lost_words, gained_words = [*taken], [*added]
            self._differ(
                ABILITIES,
                _without(lost_words, gained_words),
                _without(gained_words, lost_words),
                row,
            )

    def _differ(
        self, characteristic: str, taken: tuple[str, ...], added: tuple[str, ...], row: int
    ) -> None:
        if taken or added:
            key = characteristic, taken, added
            self._right[key] = self._right.get(key, 0) | row

    def _began(self, lists: Lists, characteristic: str) -> bool:
        """Whether the lists are recorded as they were when the layer began; looked at once."""
        if characteristic in self._looked_up:
            return True
        start = lists.start.get(characteristic, ())
        if not all(type(word) is str and type(row) is int for word, row in start):
            return False
        told, right = _counted(start), self._start[characteristic]
        if told != right:
            # Of lists that no turn changes nothing is told, so that they may stand there otherwise.
            changed = 0
            for differences in lists.turns:
                for (name, _, _), row in differences.items():
                    changed |= row if name == characteristic and type(row) is int else 0
            if _within(told, changed) != _within(right, changed):
                return False
        self._looked_up.add(characteristic)
        return True

    def _follow(self, characteristic: str, place: int) -> tuple[Words, Words] | None:
        """A list before and after the last turn, if it was looked at a few turns before."""
        known = self._followed.get((characteristic, place))
        if known is None or len(self._turns) - known[0] > MOST_TURNS:
            return None
        turns, before, now = known
        for right in self._turns[turns:]:
            before = now
            words: list[str] | None = None
            for (name, taken, added), row in right.items():
                if name == characteristic and row >> place & 1:
                    words = list(now) if words is None else words
                    for word in taken:
                        words.remove(word)
                    for word in added:
                        insort(words, word)
            now = now if words is None else tuple(words)
        self._followed[characteristic, place] = len(self._turns), before, now
        return before, now

    def _note_list(self, characteristic: str, place: int, lists: tuple[Words, Words]) -> None:
        """A list was read from the board, as it was before the last turn and as it is."""
        if len(self._followed) >= MOST_LISTS:
            self._followed.clear()
        self._followed[characteristic, place] = len(self._turns), *lists

    def _is_told(
        self, recorded: Changes, lists: Lists, board: ReplayBoard, before: Mapping[str, Any]
    ) -> bool:
        """Whether what is told of one of the lists is what the board shows.

        It is one of the first that were looked at, if the turn changes one of those.
        """
        (characteristic, _, _), row = next(iter(recorded.differences.items()))
        few = self._few.get(characteristic, 0)
        bit = row & -row
        if not bit & few:
            if few.bit_count() < FEW:
                self._few[characteristic] = few | bit
            elif row & few:
                bit = row & few & -(row & few)
        place = bit.bit_length() - 1
        shown = self._follow(characteristic, place)
        if shown is None:
            shown = self._shown(characteristic, bit, board, before)
            self._note_list(characteristic, place, shown)
        return lists.around(characteristic, place, recorded.turn) == shown

    def _shown(
        self, characteristic: str, bit: int, board: ReplayBoard, before: Mapping[str, Any]
    ) -> tuple[Words, Words]:
        """The list of the object as the board showed it before the turn, and shows it now."""
        if characteristic in (ABILITIES, PERMISSIONS):
            then, now = (
                groups(self._table, board, characteristic, bit, old)[0][0]
                for old in (before[characteristic], None)
            )
            return cast("Words", then), cast("Words", now)
        column, old = board.columns.get(characteristic, {}), before[characteristic]
        has = {_text(value) for value, row in column.items() if row & bit}
        had = has.difference(map(_text, old))
        had.update(_text(value) for value, row in old.items() if row & bit)
        return tuple(sorted(had)), tuple(sorted(has))


def _held(held: Mapping[int, Any]) -> Iterator[tuple[str, int]]:
    """The labels of all abilities that objects have."""
    for place, instances in held.items():
        for one in instances or ():
            yield one.label, 1 << place


def _text(value: object) -> str:
    return value.text if isinstance(value, BoardMark) else str(value)


def _texts(column: Mapping[Any, int]) -> dict[str, int]:
    """Who has what, by how it is called."""
    texts: dict[str, int] = {}
    for value, row in column.items():
        text = _text(value)
        texts[text] = texts.get(text, 0) | row
    return texts


def _counted(words: Iterable[tuple[str, int]]) -> dict[str, list[int]]:
    """For every word those that have it, those that have it twice, and so on."""
    counted: dict[str, list[int]] = {}
    for word, row in words:
        rows = counted.setdefault(word, [])
        for number, had in enumerate(rows):
            rows[number], row = had | row, had & row
        if row:
            rows.append(row)
    return {word: rows for word, rows in counted.items() if rows}


def _within(counted: Mapping[str, Iterable[int]], objects: int) -> dict[str, list[int]]:
    """The same of these objects alone."""
    rows = {word: [row & objects for row in own if row & objects] for word, own in counted.items()}
    return {word: own for word, own in rows.items() if own}


def _without(words: list[str], others: list[str]) -> tuple[str, ...]:
    """The words without the others, each as often as it is there; sorted."""
    left = list(words)
    for word in others:
        if word in left:
            left.remove(word)
    return tuple(sorted(left))
