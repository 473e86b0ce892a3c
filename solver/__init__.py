"""What follows: from a scenario to its derivation, explained and certified."""

from layerlaw.solver.choices import Orders, orders
from layerlaw.solver.confluence import OrderVerdict, order_matters
from layerlaw.solver.derivation import Derivation
from layerlaw.solver.derive import derive
from layerlaw.solver.expectations import Outcome, judge
from layerlaw.solver.explain import Link, Reason, why
from layerlaw.solver.history import History
from layerlaw.solver.judging import Judged, judge_all
from layerlaw.solver.permissions import Answer, Statement, may
from layerlaw.solver.readings import Readings, readings
from layerlaw.solver.solve import solve
from layerlaw.solver.what_if import Question, WhatIf, what_if

__all__ = [
    "Answer",
    "Derivation",
    "History",
    "Judged",
    "Link",
    "OrderVerdict",
    "Orders",
    "Outcome",
    "Question",
    "Readings",
    "Reason",
    "Statement",
    "WhatIf",
    "derive",
    "judge",
    "judge_all",
    "may",
    "order_matters",
    "orders",
    "readings",
    "solve",
    "what_if",
    "why",
]
