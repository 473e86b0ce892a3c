"""Everything that a cell of an object can come to be, step by step, by what is done to it or not.

The steps are written by the operations themselves, so a chart knows no rule of combination.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.model import algebra as a
from layerlaw.model.errors import LayerlawError
from layerlaw.solver.board.columns import ABILITIES, BARS
from layerlaw.solver.board.kinds import Index, Objects
from layerlaw.solver.effects.context import floor_of
from layerlaw.solver.together.keys import COPY

if TYPE_CHECKING:
    from collections.abc import Hashable

    from layerlaw.solver.board.columns import Board
    from layerlaw.solver.together.deeds import Deed
    from layerlaw.solver.together.keys import Key
    from layerlaw.solver.together.state import State

Bit = tuple["Deed", Index]
"""One open decision: whether this is done to that object."""

Edge = tuple[int, int, bool | None]
"""From one place to another if the step is done, is not done, or (None) in any case."""


class OutsideError(LayerlawError):
    """Something that formulas have no words for."""


class Chart:
    """What is looked at under a key on an object, after all that may be done to it.

    steps: for each step the decision it stands for, with its edges; the first place is 0. ends: the
    value at each last place; a presence is 1 or 0. signs: by decision 1 if it can only raise the
    value, -1 if only lower it; left out where neither is known.
    """

    def __init__(self, state: State, key: Key, index: Index) -> None:
        self._state, self._key, self._index = state, key, index
        keys = state.candidates.keys
        self._behind = frozenset(keys.behind(key))
        self.steps: list[tuple[Bit, tuple[Edge, ...]]] = []
        self.signs: dict[Bit, int] = {}
        boards: dict[Hashable, tuple[int, Board]] = {}
        start = state.candidates.start
        boards[self._place(start)] = (0, start)
        count = 1
        monotone = key[0] != "number" or self.value(start) is not None
        for deed in state.plain.deeds:
            bit, open = 1 << index, state.open(deed)
            relevant = not self._behind.isdisjoint(deed.writes)
            done = state.exists[deed.candidate] and state.done[deed] & state.ready[deed] & bit
            if not relevant or not (open & bit or done):
                continue
            if not state.ready[deed] & bit or isinstance(deed.prepared.operation, a.Swap):
                raise OutsideError
            if COPY in deed.writes:
                raise OutsideError
            operand = state.operand(deed, Objects(bit))
            monotone = monotone and self._is_monotone(deed)
            after: dict[Hashable, tuple[int, Board]] = {}
            edges: list[Edge] = []
            for number, board in boards.values():
                written = board.fork()
                deed.prepared.write(written, Objects(bit), operand)
                for way, now in ((True, written), (False, board)):
                    if not way and not open & bit:
                        continue
                    place = self._place(now)
                    if place not in after:
                        after[place] = (count, now)
                        count += 1
                    edges.append((number, after[place][0], way))
            boards = after
            self.steps.append(((deed, index), _joined(edges, always=not open & bit)))
            if open & bit and (sign := self._sign(deed)):
                self.signs[deed, index] = sign
        if not monotone:
            self.signs.clear()
        self.bits = {bit for bit, edges in self.steps if any(e[2] is not None for e in edges)}
        self.ends = {number: self._end(board) for number, board in boards.values()}
        self.values = frozenset(self.ends.values())

    def _place(self, board: Board) -> Hashable:
        """All of a board that the value after further steps depends on."""
        barred = frozenset(
            bar for bar, held in board.column(BARS).items() if held >> self._index & 1
        )
        return self.value(board), barred

    def value(self, board: Board) -> Hashable:
        """What the object has on the board."""
        match self._key:
            case ("number", str(name)):
                return board.value(name, self._index)
            case ("word", str(name), word):
                column = board.column(name)
                words = (key[2] for key in self._behind if key[0] == "word")
                return tuple(
                    bool(column.get(one, 0) >> self._index & 1)
                    for one in (word, *sorted(str(other) for other in words if other != word))
                )
            case ("status", str(name)):
                return bool(board.column(name).get(True, 0) >> self._index & 1)
            case ("keyword", keyword):
                named = self._state.candidates.instances.keyword
                return any(
                    held >> self._index & 1 and named(instance) == keyword
                    for instance, held in board.column(ABILITIES).items()
                )
            case ("instance", instance, _):
                return bool(board.column(ABILITIES).get(instance, 0) >> self._index & 1)
            case _:
                raise OutsideError

    def _end(self, board: Board) -> int:
        if self._key[0] == "number":
            world, name = self._state.candidates.world, str(self._key[1])
            return world.number(board, name, self._index, floor_of(name, world.rulebook))
        value = self.value(board)
        return int(value[0] if isinstance(value, tuple) else bool(value))

    def _sign(self, deed: Deed) -> int:
        if self._key[0] != "number":
            keys = self._state.candidates.keys
            brings = not set(keys.gaining(self._key)).isdisjoint(deed.writes)
            takes = not set(keys.losing(self._key)).isdisjoint(deed.writes)
            return brings - takes
        operation = deed.prepared.operation
        if not isinstance(operation, a.ChangeNumber) or operation.sign not in ("+", "-"):
            return 0
        operand = self._operand(deed)
        return (
            (operand > 0) - (operand < 0)
            if operation.sign == "+"
            else (operand < 0) - (operand > 0)
        )

    def _is_monotone(self, deed: Deed) -> bool:
        """Whether it leaves what is greater no less than what is not."""
        if self._key[0] != "number":
            return True
        match deed.prepared.operation:
            case a.ChangeNumber(_, "*"):
                return self._operand(deed) >= 0
            case a.ChangeNumber(_, "+" | "-") | a.SetNumber() | a.FixNumber() | a.Limit():
                return True
            case _:
                return False

    def _operand(self, deed: Deed) -> int:
        operand = self._state.operand(deed, Objects(1 << self._index))
        if isinstance(operand, tuple):
            operand = operand[0][1]
        assert isinstance(operand, int)
        return operand


def _joined(edges: list[Edge], *, always: bool) -> tuple[Edge, ...]:
    """The edges, those that are gone in any case as one."""
    if always:
        return tuple((before, after, None) for before, after, _ in edges)
    ways: dict[tuple[int, int], list[bool | None]] = {}
    for before, after, way in edges:
        ways.setdefault((before, after), []).append(way)
    return tuple(
        (before, after, found[0] if len(found) == 1 else None)
        for (before, after), found in ways.items()
    )
