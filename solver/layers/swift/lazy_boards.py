"""The boards of a layer, rebuilt from the journal of what was written when they are looked at."""

from __future__ import annotations

from threading import Lock
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from layerlaw.solver.board.columns import Board, Flip


class Played:
    """The board before the first turn, and after each turn that applied something.

    journal: everything written, in order; ends: how long it was after each such turn.
    """

    def __init__(self, start: Board, journal: list[Flip], ends: list[int]) -> None:
        self.journal = journal
        self.ends = ends
        self._built = [start]
        self._lock = Lock()

    def __getitem__(self, step: int, /) -> Board:
        with self._lock:
            while len(self._built) <= step:
                number = len(self._built) - 1
                board = self._built[-1].fork()
                begin = self.ends[number - 1] if number else 0
                for flip in self.journal[begin : self.ends[number]]:
                    board.flip(*flip)
                self._built.append(board)
        return self._built[step]
