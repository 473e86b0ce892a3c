"""What a question about the oracle's board is asked of, and by what."""

from __future__ import annotations

from dataclasses import dataclass, replace

from oracle.board import Board
from oracle.world import Effect


@dataclass(frozen=True)
class View:
    """What is asked: the board, the effect that asks (None: the rulebook), and what `it` is.

    settled: where it is another board, absences, numbers, counts, players and places are read on
    that one, and only what is present on the first.
    """

    board: Board
    effect: Effect | None = None
    it: str | None = None
    settled: Board | None = None

    @property
    def firm(self) -> View:
        """The same, asked of the settled board alone."""
        return self if self.settled is None else replace(self, board=self.settled, settled=None)
