"""Counts the trials of one derivation: those that the definition asks for, and those really made.

The one place that knows how the solver makes a trial: when that changes, `_tried` changes.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from unittest.mock import patch

from layerlaw.solver import derive
from layerlaw.solver.layers.observe import Observer
from layerlaw.solver.layers.reach import Reach
from layerlaw.solver.layers.trial import Trials

if TYPE_CHECKING:
    from layerlaw.solver import Answer
    from layerlaw.solver.facts.situation import Situation


@dataclass(slots=True)
class Count:
    """Ordered pairs (x, y) of pending parts: x observed after y was applied alone.

    asked: by the definition, whenever dependencies are looked for. tried: by the solver, once for
    all that do the same; what is read off for all at once is no trial. found: the dependencies that
    were there when each layer began.
    """

    asked: int = 0
    tried: int = 0
    found: int = 0


def count(situation: Situation, *, prune: bool = True) -> Count:
    """The trials of the situation's derivation."""
    counted = Count()
    with _tried(counted):
        derivation = derive(situation, prune=prune)
    for pending, tested, found in _moments(derivation):
        old = pending - tested
        counted.asked += pending * (pending - 1) - old * (old - 1)
        counted.found += found
    return counted


def _moments(derivation: Answer) -> Iterator[tuple[int, int, int]]:
    """Whenever dependencies were looked for: how many parts pending, and new; how many found."""
    for run in derivation.runs:
        for number, graph in enumerate(run.graphs):
            found = 0 if number else sum(len(on) for on in graph.found.values())
            yield len(graph.pending), len(graph.tested), found


@contextmanager
def _tried(counted: Count) -> Iterator[None]:
    """Counts, while it is open, the observations that the solver makes inside its trials."""
    dependents, observed, observe = Trials.dependents, Reach._observed, Observer.observe
    inside = False

    def counting_dependents(self: Trials, *arguments: Any) -> Any:
        nonlocal inside
        inside = True
        try:
            return dependents(self, *arguments)
        finally:
            inside = False

    def counting_observed(self: Reach, *arguments: Any, **named: Any) -> Any:
        nonlocal inside
        inside = True
        try:
            return observed(self, *arguments, **named)
        finally:
            inside = False

    def counting_observe(self: Observer, *arguments: Any) -> Any:
        counted.tried += inside
        return observe(self, *arguments)

    with (
        patch.object(Trials, "dependents", counting_dependents),
        patch.object(Reach, "_observed", counting_observed),
        patch.object(Observer, "observe", counting_observe),
    ):
        yield
