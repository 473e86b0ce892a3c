"""What follows: from a scenario to its derivation, explained and certified.

What asks one scenario stands here. What is held against more has a package of its own:

- `layerlaw.solver.documents.compare`: `compare`, where two rulebooks part
- `layerlaw.solver.games.census`: `census`, every pair and triple of a game's cards
- `layerlaw.solver.documents.audit`: `abstract_findings` and `settled_findings`, what a document
  says twice or leaves open; `boards`, abstract instances as boards with cards; `coverage`, which
  clauses scenarios exercise
- `layerlaw.solver.certificate`: `Certificate`, `Verdict`, what `answer.certificate.check()` is of
- `layerlaw.solver.certainty.choices`: `choices_of`, `admissible`, single histories of a scenario
- `layerlaw.solver.games.sweeps`: `sweep`, many scenarios on all cores
- `layerlaw.solver.shell.shrink`: `shrink`, the smallest scenario on which two sides disagree
- `layerlaw.solver.certainty.routes`: the orders of a layer by other solvers
- `layerlaw.solver.shell.testing`: an engine's states held against the answers
- `layerlaw.solver.shell.report.page`, `layerlaw.solver.shell.report.drawing`: pages and
  pictures of an answer
"""

from layerlaw.solver.answer.absences import Absence, never_applied
from layerlaw.solver.answer.expectations import Outcome, judge
from layerlaw.solver.answer.explain import Link, Reason, why
from layerlaw.solver.answer.judging import Judged, judge_all
from layerlaw.solver.answer.why_not import why_not
from layerlaw.solver.certainty.choices import Orders, orders
from layerlaw.solver.certainty.confluence import OrderVerdict, order_matters
from layerlaw.solver.certainty.readings import Readings, readings
from layerlaw.solver.certainty.what_if import Question, WhatIf, what_if
from layerlaw.solver.certificate import Certificate, Verdict
from layerlaw.solver.derivation.answer import Derivation
from layerlaw.solver.derivation.derive import derive
from layerlaw.solver.derivation.permissions import Answer, Statement, may
from layerlaw.solver.facts.displays import Explained, explained
from layerlaw.solver.play.history import History
from layerlaw.solver.play.solve import solve

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
