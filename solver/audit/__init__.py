"""Whether a rules document is sound: what contradicts itself, and what is left open."""

from layerlaw.solver.audit.abstract import abstract_findings
from layerlaw.solver.audit.coverage import ClauseCoverage, Coverage, coverage
from layerlaw.solver.audit.findings import Finding
from layerlaw.solver.audit.settled import settled_findings

__all__ = [
    "ClauseCoverage",
    "Coverage",
    "Finding",
    "abstract_findings",
    "coverage",
    "settled_findings",
]
