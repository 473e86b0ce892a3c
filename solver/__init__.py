"""What follows: from a scenario to its derivation, explained and certified."""

from layerlaw.solver.derivation import Derivation
from layerlaw.solver.derive import derive
from layerlaw.solver.expectations import Outcome, judge
from layerlaw.solver.explain import Link, Reason, why
from layerlaw.solver.history import History
from layerlaw.solver.solve import solve

__all__ = [
    "Derivation",
    "History",
    "Link",
    "Outcome",
    "Reason",
    "derive",
    "judge",
    "solve",
    "why",
]
