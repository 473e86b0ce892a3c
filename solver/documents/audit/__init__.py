"""Whether a rules document is sound: what contradicts itself, and what is left open.

Three more functions stand in the files of their names, from which they are imported:
`layerlaw.solver.documents.axioms.instances.instances` (all abstract instances of n effects),
`layerlaw.solver.documents.boards.realise.concrete` (one of them as a board with cards, the first of
`boards`) and `layerlaw.solver.documents.coverage.mutation.mutation` (which changes of a rulebook no
scenario notices).
"""

from layerlaw.solver.documents.audit.abstract import abstract_findings
from layerlaw.solver.documents.audit.against_words import wording_findings
from layerlaw.solver.documents.audit.findings import Finding
from layerlaw.solver.documents.audit.model_search import RoutesDisagree
from layerlaw.solver.documents.audit.open_points import settled_findings
from layerlaw.solver.documents.audit.states import state_findings
from layerlaw.solver.documents.audit.unasked import unasked_findings
from layerlaw.solver.documents.audit.worked_examples import example_findings
from layerlaw.solver.documents.axioms.instances import Instance, canonical
from layerlaw.solver.documents.boards.realise import boards
from layerlaw.solver.documents.coverage.coverage import ClauseCoverage, Coverage, coverage

__all__ = [
    "ClauseCoverage",
    "Coverage",
    "Finding",
    "Instance",
    "RoutesDisagree",
    "abstract_findings",
    "boards",
    "canonical",
    "coverage",
    "example_findings",
    "settled_findings",
    "state_findings",
    "unasked_findings",
    "wording_findings",
]
