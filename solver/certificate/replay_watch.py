"""An observation that knows which cells it looked at, so that few need to be made again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.solver.certificate.replay_parts import doing

if TYPE_CHECKING:
    from layerlaw.solver.certificate.replay_board import Board
    from layerlaw.solver.certificate.replay_effects import Effects
    from layerlaw.solver.certificate.replay_parts import Observation, Part, Step
    from layerlaw.solver.records import Cell


class Watch:
    """A part observed on a board, and the cells that were looked at for each piece of it.

    Observing works through cells one after another: where none of those it looked at for a piece
    has changed, it would look at the same ones again and find the same.
    """

    def __init__(self, part: Part, board: Board, effects: Effects) -> None:
        self.part = part
        self.effects = effects
        self.seen: Observation | None = None
        self._whole: set[Cell] = set()
        self._candidates: dict[Cell, list[tuple[Step, str, bool]]] = {}
        try:
            board.reads = self._whole
            if effects.exists(part, board):
                self.seen = self._observe(board)
        finally:
            board.reads = None

    def _observe(self, board: Board) -> Observation:
        view = self.effects.view(self.part.effect, board)
        view.shared = self._whole
        found = []
        for step in self.part.steps:
            scope = []
            for object in self.effects.pool(self.part.effect, step, view):
                looked: set[Cell] = set()
                board.reads = looked
                belongs = self.effects.in_scope(self.part.effect, step, object, view)
                if belongs:
                    scope.append(object)
                for cell in looked:
                    self._candidates.setdefault(cell, []).append((step, object, belongs))
            board.reads = self._whole
            found.append(doing(step, tuple(scope), view))
        return tuple(found)

    def stays(self, after: Board, changed: set[Cell]) -> bool:
        """Whether the part would certainly be observed the same on a board with these changes."""
        if not changed.isdisjoint(self._whole):
            return False
        touched = changed & self._candidates.keys()
        if not touched:
            return True
        view = self.effects.view(self.part.effect, after)
        return all(
            self.effects.in_scope(self.part.effect, step, object, view) == belongs
            for cell in touched
            for step, object, belongs in self._candidates[cell]
        )
