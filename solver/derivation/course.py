"""The layers that were run and where they led; some are run only when they are looked at."""

from __future__ import annotations

from collections.abc import Callable
from threading import RLock
from typing import TYPE_CHECKING

from layerlaw.solver.layers.runs import LayerRun

if TYPE_CHECKING:
    from collections.abc import Mapping

    from layerlaw.solver.board.columns import Board
    from layerlaw.solver.effects.parts import Effect

Marks = tuple["Board", "Mapping[str, Effect]"]
"""A board with all marks of what can be done, and by id the effects that made them."""

Waiting = Callable[[], tuple[LayerRun, ...]]
"""Works out the runs of some layers, on the board before these layers."""

_RUNNING = RLock()
"""Two who ask at once get the same runs."""


class Course:
    """The runs of all layers in which some effect had a part, and the board at the end.

    runs: those that are there already, with what works out others, which write permissions alone,
    once somebody looks at them or at the end. so_far: the board of which all but permissions is as
    at the end.
    """

    __slots__ = ("_runs", "_waiting", "so_far")

    def __init__(self, runs: tuple[LayerRun | Waiting, ...], so_far: Board) -> None:
        self._runs = tuple([run for run in runs if isinstance(run, LayerRun)])
        self._waiting = runs if len(self._runs) < len(runs) else ()
        self.so_far = so_far

    @property
    def runs(self) -> tuple[LayerRun, ...]:
        """All runs, in the order of the layers."""
        if self._waiting:
            with _RUNNING:
                if self._waiting:
                    runs: list[LayerRun] = []
                    for run in self._waiting:
                        runs += (run,) if isinstance(run, LayerRun) else run()
                    self._runs = tuple(runs)
                    if runs:
                        self.so_far = runs[-1].end
                    self._waiting = ()
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
