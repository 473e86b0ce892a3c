"""Reduces a disagreement between two engines, readings or rulebooks to the smallest scenario."""

from layerlaw.solver.shell.shrink.against_engine import between_engines
from layerlaw.solver.shell.shrink.disagreement import (
    Disagreement,
    Party,
    between_readings,
    between_rulebooks,
)
from layerlaw.solver.shell.shrink.shrinking import NothingToShrink, Shrunk, shrink

__all__ = [
    "Disagreement",
    "NothingToShrink",
    "Party",
    "Shrunk",
    "between_engines",
    "between_readings",
    "between_rulebooks",
    "shrink",
]
