"""The certificate of a derivation: the order confirmed by Z3, the facts by replaying them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from layerlaw.solver.certificate.verdict import ClauseResult, Failure, Verdict, says

if TYPE_CHECKING:
    from collections.abc import Iterable

    from layerlaw.solver.records import Facts


@dataclass(frozen=True)
class Certificate:
    """What a derivation's record rests on, to be checked without anything that made it."""

    facts: Facts

    def check(self, *, without: str | Iterable[str] = ()) -> Verdict:
        """Check the order by the axioms of every clause, and the facts by replaying them.

        without: ids of clauses (or `STRUCTURE`) whose axioms and replayed facts are left out.
        """
        from layerlaw.solver.certificate.axioms import axioms_of
        from layerlaw.solver.certificate.confirm import confirm
        from layerlaw.solver.certificate.replay import replay

        left_out = frozenset((without,) if isinstance(without, str) else without)
        axioms = axioms_of(self.facts)
        kept = tuple(claim for claim in axioms.claims if claim.clause not in left_out)
        confirmed = confirm(replace(axioms, claims=kept))
        findings = replay(self.facts, left_out)

        failures = [
            Failure(result.clause, result.breach.layer, result.breach.breach())
            for result in confirmed
            if result.breach is not None
        ]
        failures += findings.failures
        instances = {result.clause: result.instances for result in confirmed}
        for clause, count in findings.counts.items():
            instances[clause] = instances.get(clause, 0) + count
        outcomes = {result.clause: result.outcome for result in confirmed}
        outcomes.update((failure.clause, "fails") for failure in findings.failures)
        rulebook = self.facts.situation.rulebook
        checked = tuple(
            ClauseResult(clause, says(rulebook, clause), count, outcomes.get(clause, "holds"))
            for clause, count in instances.items()
        )
        ok = all(result.outcome == "holds" for result in checked)
        return Verdict(ok, tuple(failures), checked)
