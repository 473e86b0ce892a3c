"""What follows: from a scenario to its derivation, explained and certified.

What asks one scenario stands here. What is held against more has a package of its own:

- `layerlaw.solver.documents.compare`: `compare`, where two rulebooks part
- `layerlaw.solver.games.census`: `census`, every pair and triple of a game's cards
- `layerlaw.solver.documents.audit`: `abstract_findings` and `settled_findings`, what a document
  says twice or leaves open; `boards`, abstract instances as boards with cards; `coverage`, which
  clauses scenarios exercise
- `layerlaw.solver.documents.properties`: `check_property`, whether what is stated of a rulebook
  holds on every board
- `layerlaw.solver.certificate`: what confirms an answer, and its `Verdict`; certificates in files
- `layerlaw.solver.certainty.orders`: `choices_of`, `admissible`, single histories of a scenario;
  `cross_check`, the orders of a layer by other solvers
- `layerlaw.solver.games.sweeps`: `sweep`, many scenarios on all cores
- `layerlaw.solver.shell.shrink`: `shrink`, the smallest scenario on which two sides disagree
- `layerlaw.solver.shell.testing`: an engine's states held against the answers
- `layerlaw.solver.shell.report.page`, `layerlaw.solver.shell.report.drawing`: pages and
  pictures of an answer
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.model.lazy import lazy

if TYPE_CHECKING:
    from layerlaw.solver.answer.absences import Absence, never_applied
    from layerlaw.solver.answer.expectations import ExpectationResult, Judged, judge, judge_all
    from layerlaw.solver.answer.explain import Explained, Reason, ValueStep, explained, why
    from layerlaw.solver.answer.why_not import why_not
    from layerlaw.solver.certainty.orders import Orders, OrderVerdict, order_matters, orders
    from layerlaw.solver.certainty.readings import Readings, readings
    from layerlaw.solver.certainty.what_if import Question, WhatIf, what_if
    from layerlaw.solver.certificate import (
        Certificate,
        Verdict,
        Verification,
        WrittenCertificate,
        certificate_of,
        load_certificate,
        verify,
    )
    from layerlaw.solver.derivation.answer import Answer
    from layerlaw.solver.derivation.derive import derive
    from layerlaw.solver.derivation.permissions import Decision, Statement, may
    from layerlaw.solver.derivation.remarks import Remark, remarks
    from layerlaw.solver.play.history import History
    from layerlaw.solver.play.solve import solve
    from layerlaw.solver.shell.report.asked_of_one import Reply
    from layerlaw.solver.shell.report.asking import Replies, ask
    from layerlaw.solver.shell.report.certificate_files import (
        save_certificate,
        written_certificate,
    )

__all__ = [
    "Absence",
    "Answer",
    "Certificate",
    "Decision",
    "ExpectationResult",
    "Explained",
    "History",
    "Judged",
    "OrderVerdict",
    "Orders",
    "Question",
    "Readings",
    "Reason",
    "Remark",
    "Replies",
    "Reply",
    "Statement",
    "ValueStep",
    "Verdict",
    "Verification",
    "WhatIf",
    "WrittenCertificate",
    "ask",
    "certificate_of",
    "derive",
    "explained",
    "judge",
    "judge_all",
    "load_certificate",
    "may",
    "never_applied",
    "order_matters",
    "orders",
    "readings",
    "remarks",
    "save_certificate",
    "solve",
    "verify",
    "what_if",
    "why",
    "why_not",
    "written_certificate",
]

__getattr__, __dir__ = lazy(
    __name__,
    {
        "Absence": "layerlaw.solver.answer.absences",
        "Decision": "layerlaw.solver.derivation.permissions",
        "Certificate": "layerlaw.solver.certificate",
        "Answer": "layerlaw.solver.derivation.answer",
        "Explained": "layerlaw.solver.answer.explain",
        "History": "layerlaw.solver.play.history",
        "Judged": "layerlaw.solver.answer.expectations",
        "ValueStep": "layerlaw.solver.answer.explain",
        "OrderVerdict": "layerlaw.solver.certainty.orders",
        "Orders": "layerlaw.solver.certainty.orders",
        "ExpectationResult": "layerlaw.solver.answer.expectations",
        "Question": "layerlaw.solver.certainty.what_if",
        "Readings": "layerlaw.solver.certainty.readings",
        "Reason": "layerlaw.solver.answer.explain",
        "Remark": "layerlaw.solver.derivation.remarks",
        "Replies": "layerlaw.solver.shell.report.asking",
        "Reply": "layerlaw.solver.shell.report.asked_of_one",
        "Statement": "layerlaw.solver.derivation.permissions",
        "Verdict": "layerlaw.solver.certificate",
        "Verification": "layerlaw.solver.certificate",
        "WrittenCertificate": "layerlaw.solver.certificate",
        "WhatIf": "layerlaw.solver.certainty.what_if",
        "ask": "layerlaw.solver.shell.report.asking",
        "certificate_of": "layerlaw.solver.certificate",
        "derive": "layerlaw.solver.derivation.derive",
        "explained": "layerlaw.solver.answer.explain",
        "judge": "layerlaw.solver.answer.expectations",
        "judge_all": "layerlaw.solver.answer.expectations",
        "load_certificate": "layerlaw.solver.certificate",
        "may": "layerlaw.solver.derivation.permissions",
        "never_applied": "layerlaw.solver.answer.absences",
        "order_matters": "layerlaw.solver.certainty.orders",
        "orders": "layerlaw.solver.certainty.orders",
        "readings": "layerlaw.solver.certainty.readings",
        "remarks": "layerlaw.solver.derivation.remarks",
        "save_certificate": "layerlaw.solver.shell.report.certificate_files",
        "solve": "layerlaw.solver.play.solve",
        "verify": "layerlaw.solver.certificate",
        "what_if": "layerlaw.solver.certainty.what_if",
        "why": "layerlaw.solver.answer.explain",
        "why_not": "layerlaw.solver.answer.why_not",
        "written_certificate": "layerlaw.solver.shell.report.certificate_files",
    },
)
