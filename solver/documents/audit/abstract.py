"""The findings about a document's sentences on the order, over abstract instances."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from layerlaw.model.arguments import checked
from layerlaw.model.notation.spelling import listed
from layerlaw.model.rulebooks.rulebook import Rulebook
from layerlaw.solver.documents.audit.contradictions import clashes
from layerlaw.solver.documents.audit.findings import Finding
from layerlaw.solver.documents.audit.gaps import gaps
from layerlaw.solver.documents.audit.model_search import (
    Study,
    agree,
    unknown,
)
from layerlaw.solver.documents.audit.procedure import departures
from layerlaw.solver.documents.axioms import explicit, proofs, smt

if TYPE_CHECKING:
    from collections.abc import Iterator

    from layerlaw.solver.documents.audit.findings import Kind
    from layerlaw.solver.documents.axioms.instances import Instance

EXPLICIT = 4
"""Up to so many effects both routes are gone, and have to agree."""


@checked()
def abstract_findings(
    rulebook: Rulebook, *, n: int = 5, progress: Callable[[str], None] | None = None
) -> tuple[Finding, ...]:
    """Where the rulebook's axioms contradict each other, leave an order open, or are not needed.

    rulebook: whose axioms are looked at. n: the most effects of an instance, at least 2; all
    instances are tried. progress: called with a few words on what comes next. Raises
    `RoutesDisagree` if the explicit route and Z3 differ on instances of up to `EXPLICIT` effects,
    `WrongArgument` for what is no rulebook.

    Contradictions come first, then what is left open, then clauses that are not needed; what is
    as it should be is said too. Only what was shown for every number of effects is `proved`.

    >>> from layerlaw import shipped_rulebook
    >>> found = abstract_findings(shipped_rulebook("sorcery-2026-01"), n=3)
    >>> (found[0].kind, found[0].clauses)
    ('conflict', ('SORC-DEP-3', 'SORC-DEP-4'))
    """
    if not rulebook.axioms:
        title = f"{rulebook.title} has no axioms: nothing asks that effects be applied in an order."
        return (Finding("clean", title, reason="it has none"),)
    n = max(n, 2)
    tell = progress or _silent
    tell(f"every case of up to {min(n, EXPLICIT)} effects")
    study = Study(rulebook.axioms, n, explicit.InstanceTable(min(n, EXPLICIT)), tell)
    found = (*clashes(study), *gaps(study, rulebook), *needless(study))
    return (*found, *departures(study, rulebook))


def _silent(_: str) -> None:
    """Tells nobody."""


def needless(study: Study) -> Iterator[Finding]:
    """Clauses that never speak, are always overridden, or make no difference."""
    fine = True
    for clause in study.clauses:
        study.progress(f"whether {clause} is needed")
        try:
            finding = _needless(study, clause)
        except smt.Undecided as why:
            finding = unknown(f"Whether {clause} is needed", why, study.n)
        if finding is not None:
            fine = False
            yield finding
    if fine:
        title = "Every clause on the order is needed: without it some case has other orders."
        reason = "for each there is such a case"
        yield Finding(
            "clean", title, clauses=study.clauses, bound=study.n, proved=True, reason=reason
        )


def _needless(study: Study, clause: str) -> Finding | None:
    def needless(kind: Kind, title: str, *, proved: bool, instead: str = "") -> Finding:
        words = (f"strike {clause}{instead}",)
        return Finding(kind, title, clauses=(clause,), words=words, bound=study.n, proved=proved)

    axioms = study.axioms
    if _smallest(study, "condition_met", clause) is None:
        title = f"{clause} never demands anything: its condition is never met."
        return needless("vacuous", title, proved=proofs.never_met(axioms, clause))
    if _smallest(study, "demand_left", clause) is None:
        over = tuple(dict.fromkeys(axiom.clause for axiom in axioms if clause in axiom.overrides))
        title = f"{clause} never bites: {listed(over)} always overrides it."
        shadowed = needless("shadowed", title, proved=proofs.never_left(axioms, clause))
        return replace(shadowed, clauses=study.in_order({clause, *over}))
    if _smallest(study, "makes_difference", clause) is None:
        title = f"{clause} could be struck: the same orders would be allowed in every case."
        instead = ", or keep it as an explanation"
        proved = proofs.dispensable(axioms, clause)
        return needless("redundant", title, proved=proved, instead=instead)
    return None


def _smallest(study: Study, question: str, clause: str) -> Instance | None:
    """The smallest instance for which the answer is yes, the same by both routes."""
    asking = {
        "condition_met": (smt.condition_met, explicit.condition_met),
        "demand_left": (smt.demand_left, explicit.demand_left),
        "makes_difference": (smt.makes_difference, explicit.makes_difference),
    }
    by_z3, by_hand = asking[question]
    sizes = range(2, study.n + 1)
    answers = (by_z3(study.axioms, clause, size) for size in sizes)
    instance = next((answer for answer in answers if answer is not None), None)
    small = instance if instance is not None and instance.n <= study.table.n else None
    agree(f"{question} of {clause}", small, by_hand(study.axioms, clause, study.table))
    return instance
