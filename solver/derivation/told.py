"""What is told of the answers where effects apply at the same time, made when somebody looks."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from layerlaw.solver.facts.records import AnswerRecord
from layerlaw.solver.layers.layer_records import layer_records

if TYPE_CHECKING:
    from collections.abc import Mapping

    from layerlaw.solver.board.columns import Board
    from layerlaw.solver.derivation.course import Course
    from layerlaw.solver.facts.records import Cell, LayerRecord, Value
    from layerlaw.solver.layers.cells import Shown


class ToldState:
    """One state: the ids of the effects in force, oldest first, and the course that led there.

    start: the board before any effect.
    """

    def __init__(self, effects: tuple[str, ...], course: Course, shown: Shown, start: Board):
        self.effects = effects
        self.course = course
        self._shown = shown
        self._start = start

    @cached_property
    def final(self) -> Mapping[Cell, Value]:
        """Every cell, as in `Facts`."""
        return self._shown.final(self.course.end, self._start)

    @cached_property
    def steps(self) -> tuple[LayerRecord, ...]:
        """What the effects do, in the order of combination."""
        return layer_records(self.course.runs, self._shown)

    @cached_property
    def record(self) -> AnswerRecord:
        """All of that."""
        return AnswerRecord(self.effects, self.steps, self.final)
