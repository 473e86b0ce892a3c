"""The layers that were run and where they led; the last ones are run when they are looked at."""

from __future__ import annotations

from threading import RLock
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from layerlaw.solver.board.columns import Board
    from layerlaw.solver.effects.parts import Effect
    from layerlaw.solver.layers.runs import LayerRun

Marks = tuple["Board", "Mapping[str, Effect]"]
"""A board with all marks of what can be done, and by id the effects that made them."""

_RUNNING = RLock()
"""Two who ask at once get the same runs."""


class Course:
    """The runs of all layers in which some effect had a part, and the board at the end.

    so_far: the board of which all but permissions is as at the end. rest: works out the runs that
    follow, which write permissions alone, once somebody looks at these or at the runs.
    """

    __slots__ = ("_rest", "_runs", "so_far")

    def __init__(
        self,
        runs: tuple[LayerRun, ...],
        so_far: Board,
        rest: Callable[[], tuple[LayerRun, ...]] | None = None,
    ) -> None:
        self._runs = runs
        self._rest = rest
        self.so_far = so_far

    @property
    def runs(self) -> tuple[LayerRun, ...]:
        """All runs, in the order of the layers."""
        if self._rest is not None:
            with _RUNNING:
                if self._rest is not None:
                    later = self._rest()
                    if later:
                        self._runs += later
                        self.so_far = later[-1].end
                    self._rest = None
        return self._runs

    @property
    def end(self) -> Board:
        """The board at the end."""
        assert self.runs is self._runs
        return self.so_far

    def marks(self) -> Marks:
        """The board at the end, and by id the effects that had a turn."""
        named = {turn.part.id: turn.part.effect for run in self.runs for turn in run.turns}
        return self.end, named
