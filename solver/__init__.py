"""What follows: from a scenario to its derivation, explained and certified.

What asks one scenario stands here. What is held against more has a package of its own:

- `layerlaw.solver.compare`: `compare`, where two rulebooks part
- `layerlaw.solver.census`: `census`, every pair and triple of a game's cards
- `layerlaw.solver.audit`: `abstract_findings` and `settled_findings`, what a document says twice
  or leaves open; `boards`, abstract instances as boards with cards; `coverage`, which clauses
  scenarios exercise
- `layerlaw.solver.certificate`: `Certificate`, `Verdict`, what `answer.certificate.check()` is of
- `layerlaw.solver.choices`: `choices_of`, `admissible`, single histories of a scenario
- `layerlaw.solver.sweeps`: `sweep`, many scenarios on all cores
- `layerlaw.solver.shrink`: `shrink`, the smallest scenario on which two sides disagree
- `layerlaw.solver.routes`: the orders of a layer by other solvers
- `layerlaw.solver.testing`: an engine's states held against the answers
- `layerlaw.solver.report.page`, `layerlaw.solver.report.drawing`: pages and pictures of an answer
"""

from layerlaw.solver.absences import Absence, never_applied
from layerlaw.solver.certificate import Certificate, Verdict
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
from layerlaw.solver.rich_display import Explained, explained
from layerlaw.solver.solve import solve
from layerlaw.solver.what_if import Question, WhatIf, what_if
from layerlaw.solver.why_not import why_not

__all__ = [
    "Absence",
    "Answer",
    "Certificate",
    "Derivation",
    "Explained",
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
    "Verdict",
    "WhatIf",
    "derive",
    "explained",
    "judge",
    "judge_all",
    "may",
    "never_applied",
    "order_matters",
    "orders",
    "readings",
    "solve",
    "what_if",
    "why",
    "why_not",
]
