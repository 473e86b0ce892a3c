"""Whether a rules document is sound: what contradicts itself, and what is left open.

Three more functions stand in the files of their names, from which they are imported:
`layerlaw.solver.documents.audit.instances.instances` (all abstract instances of n effects),
`layerlaw.solver.documents.audit.concrete.concrete` (one of them as a board with cards, the first of
`boards`) and `layerlaw.solver.documents.audit.mutation.mutation` (which changes of a rulebook no
scenario notices).
"""

from layerlaw.solver.documents.audit.abstract import abstract_findings
from layerlaw.solver.documents.audit.concrete import boards
from layerlaw.solver.documents.audit.coverage import ClauseCoverage, Coverage, coverage
from layerlaw.solver.documents.audit.findings import Finding
from layerlaw.solver.documents.audit.instances import Instance, canonical
from layerlaw.solver.documents.audit.settled import settled_findings
from layerlaw.solver.documents.audit.study import Disagreement

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
