"""Everything that a cell of an object can come to be, step by step, by what is done to it or not.

The steps are written by the operations themselves, so a chart knows no rule of combination.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.model import algebra as a
from layerlaw.model.errors import LayerlawError
from layerlaw.solver.board.columns import ABILITIES, BARS, BENEATH
from layerlaw.solver.board.kinds import Index, Objects
from layerlaw.solver.effects.context import floor_of
from layerlaw.solver.together.operands import UNKNOWN

if TYPE_CHECKING:
    from collections.abc import Hashable

    from layerlaw.solver.board.columns import Board
    from layerlaw.solver.effects.writing import Operand
    from layerlaw.solver.together.deeds import Deed
    from layerlaw.solver.together.keys import Key
    from layerlaw.solver.together.state import State

Bit = tuple["Deed", Index]
"""One open decision: whether this is done to that object."""

Edge = tuple[int, int, "bool | None", "Operand"]
"""From one place to another if the step is done, is not done, or (None) in any case.

Last the operand with which it is done, or `UNKNOWN` where there is no choice.
"""

EDGES = 4000
"""With more edges than that a chart is not drawn."""


class OutsideError(LayerlawError):
    """Something that formulas have no words for."""


def choices(state: State, deed: Deed, it: int) -> list[Operand]:
    """Every operand with which the deed may be done; it: for which object, -1: for all.

    Raises `OutsideError` where there is no telling.
    """
    operation = deed.prepared.operation
    if isinstance(operation, a.SetPlayer):
        return [frozenset(), *(frozenset((name,)) for name in state.candidates.world.players)]
    if deed.numbers is None:
        raise OutsideError
    ends = state.limits.get(deed, {}).get(it)
    return [one for one in deed.numbers if ends is None or ends[0] <= one <= ends[1]]


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
        count, drawn = 1, 0
        monotone = True
        for deed in state.plain.deeds:
            bit, open = 1 << index, state.open(deed)
            relevant = not self._behind.isdisjoint(deed.writes)
            done = state.exists[deed.candidate] and state.done[deed] & state.ready[deed] & bit
            if not relevant or not (open & bit or done):
                continue
            if isinstance(deed.prepared.operation, a.Swap):
                raise OutsideError
            chosen = self._chosen(deed)
            monotone = monotone and self._is_monotone(deed)
            after: dict[Hashable, tuple[int, Board]] = {}
            edges: list[Edge] = []
            drawn += len(boards) * len(chosen)
            if drawn > EDGES:
                raise OutsideError
            for number, board in boards.values():
                ways: list[tuple[bool, Operand, Board]] = []
                for choice, operand in chosen:
                    written = board.fork()
                    deed.prepared.write(written, Objects(bit), operand)
                    ways.append((True, choice, written))
                if open & bit:
                    ways.append((False, UNKNOWN, board))
                for way, choice, now in ways:
                    place = self._place(now)
                    if place not in after:
                        after[place] = (count, now)
                        count += 1
                    edges.append((number, after[place][0], way, choice))
            boards = after
            self.steps.append(((deed, index), _joined(edges, always=not open & bit)))
            if open & bit and (sign := self._sign(deed)):
                self.signs[deed, index] = sign
        if not monotone:
            self.signs.clear()
        self.bits = {bit for bit, edges in self.steps if any(e[2] is not None for e in edges)}
        self.ends = {number: self._end(board) for number, board in boards.values()}
        self.values = frozenset(self.ends.values())

    def _chosen(self, deed: Deed) -> list[tuple[Operand, Operand]]:
        """What tells the operands apart that it may have here, and what is written with each."""
        state, bit = self._state, Objects(1 << self._index)
        if state.ready[deed] & bit:
            return [(UNKNOWN, state.operand(deed, bit))]
        made = choices(state, deed, self._index if deed.each else -1)
        return [(one, one) for one in made]

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
            case ("player", str(name)):
                world = self._state.candidates.world
                if world.rulebook.carried is not None and self._index in world.bearer:
                    raise OutsideError  # Who shows as controlling it rests on others.
                # Of what is not in play it is shown that it is its owner's, whatever is written.
                beneath = name == world.rulebook.control and world.playing >> self._index & 1
                player = board.value(BENEATH if beneath else name, self._index)
                return 1 + world.players.index(str(player)) if player else 0
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
        if self._key[0] == "player":
            assert isinstance(value, int)
            return value
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
        pulls = {(one > 0) - (one < 0) for one in self._operands(deed)} - {0}
        if len(pulls) != 1:
            return 0
        [pull] = pulls
        return pull if operation.sign == "+" else -pull

    def _is_monotone(self, deed: Deed) -> bool:
        """Whether it leaves what is greater no less than what is not.

        What is multiplied by less than nothing it turns around; all else changes all numbers one
        way, or makes them the same.
        """
        operation = deed.prepared.operation
        if not isinstance(operation, a.ChangeNumber) or operation.sign != "*":
            return True
        return self._key[0] != "number" or all(one >= 0 for one in self._operands(deed))

    def _operands(self, deed: Deed) -> list[int]:
        """The numbers with which it may be done here."""
        numbers = []
        for _, operand in self._chosen(deed):
            number = operand[0][1] if isinstance(operand, tuple) else operand
            assert isinstance(number, int)
            numbers.append(number)
        return numbers


def _joined(edges: list[Edge], *, always: bool) -> tuple[Edge, ...]:
    """The edges, those that are gone in any case as one."""
    if always:
        return tuple((before, after, None, choice) for before, after, _, choice in edges)
    ways: dict[tuple[int, int, Operand], list[bool | None]] = {}
    for before, after, way, choice in edges:
        ways.setdefault((before, after, choice), []).append(way)
    return tuple(
        (before, after, found[0] if len(found) == 1 else None, choice)
        for (before, after, choice), found in ways.items()
    )
