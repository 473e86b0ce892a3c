"""What follows: from a scenario to its derivation, explained and certified."""

from layerlaw.solver.derivation import Derivation
from layerlaw.solver.derive import derive
from layerlaw.solver.expectations import Outcome, judge
from layerlaw.solver.explain import Link, Reason, why
from layerlaw.solver.history import History
from layerlaw.solver.judging import Judged, judge_all
from layerlaw.solver.permissions import Answer, Statement, may
from layerlaw.solver.solve import solve

__all__ = [
    "Answer",
    "Derivation",
    "History",
    "Judged",
    "Link",
    "Outcome",
    "Reason",
    "Statement",
    "derive",
    "judge",
    "judge_all",
    "may",
    "solve",
    "why",
]
