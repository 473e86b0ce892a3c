"""The kinds of programs: what selectors, players, values and conditions answer when they are run.

Each program is a frozen dataclass that knows nothing of one board or one effect: it can be kept,
compared, pickled and shown. It is run for a `Context`, on a board, for a candidate (`it`: its
index, or -1 if there is none).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from layerlaw.solver.board.columns import Board
    from layerlaw.solver.board.kinds import Objects
    from layerlaw.solver.effects.context import Context


class SelectProgram(Protocol):
    """A selector made ready."""

    def select(self, context: Context, board: Board, it: int) -> Objects:
        """The objects selected on the board."""


class PlayersProgram(Protocol):
    """Players made ready."""

    def who(self, context: Context, board: Board, it: int) -> frozenset[str]:
        """The players meant on the board; nobody: an empty set."""


class ValueProgram(Protocol):
    """A value made ready."""

    def number(self, context: Context, board: Board, it: int) -> int:
        """The number on the board."""


class ConditionProgram(Protocol):
    """A condition made ready."""

    def holds(self, context: Context, board: Board, it: int) -> bool:
        """Whether it holds on the board."""
