"""Boards by number, so that equal ones are the same; and whether anything copies."""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.model.algebra import CopyOf
from layerlaw.model.algebra.trees import operations_of
from layerlaw.solver.effects.relevance import abilities_of

if TYPE_CHECKING:
    from collections.abc import Hashable

    from layerlaw.solver.board.columns import Board, Column
    from layerlaw.solver.facts.situation import Situation


class NumberedBoards:
    """Boards with a number each; boards with the same values in all cells have the same."""

    def __init__(self) -> None:
        self._all: list[Board] = []
        self._numbers: dict[frozenset[tuple[str, int]], int] = {}
        self._columns: dict[frozenset[tuple[Hashable, int]], int] = {}
        self._known: dict[int, tuple[Column, int]] = {}

    def board(self, number: int) -> Board:
        """The board of that number."""
        return self._all[number]

    def number(self, board: Board) -> int:
        """The number of a board, which must not be written to any more."""
        key = frozenset(
            (name, self._column(column)) for name, column in board.columns.items() if column
        )
        if key not in self._numbers:
            self._numbers[key] = len(self._all)
            self._all.append(board)
        return self._numbers[key]

    def _column(self, column: Column) -> int:
        # Boards share their columns, and what is kept here is not made anew under the same id.
        known = self._known.get(id(column))
        if known is None:
            key = frozenset(column.items())
            number = self._columns.setdefault(key, len(self._columns))
            known = self._known[id(column)] = (column, number)
        return known[1]


def anything_copies(situation: Situation) -> bool:
    """Whether any ability that is printed, granted or was used copies something."""
    return any(
        isinstance(operation, CopyOf)
        for ability in abilities_of(situation)
        for operation in operations_of(ability)
    )
