"""Whether a rules document is sound: what contradicts itself, and what is left open.

Three more functions stand in the files of their names, from which they are imported:
`layerlaw.solver.audit.instances.instances` (all abstract instances of n effects),
`layerlaw.solver.audit.concrete.concrete` (one of them as a board with cards, the first of `boards`)
and `layerlaw.solver.audit.mutation.mutation` (which changes of a rulebook no scenario notices).
"""

from layerlaw.solver.audit.abstract import abstract_findings
from layerlaw.solver.audit.concrete import boards
from layerlaw.solver.audit.coverage import ClauseCoverage, Coverage, coverage
from layerlaw.solver.audit.findings import Finding
from layerlaw.solver.audit.instances import Instance, canonical
from layerlaw.solver.audit.settled import settled_findings
from layerlaw.solver.audit.study import Disagreement

__all__ = [
    "ClauseCoverage",
    "Coverage",
    "Disagreement",
    "Finding",
    "Instance",
    "abstract_findings",
    "boards",
    "canonical",
    "coverage",
    "settled_findings",
]
