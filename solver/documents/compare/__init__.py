"""Where two rules documents part, and what makes them part."""

from layerlaw.solver.documents.compare.comparison import (
    Aligned,
    AxiomDifference,
    Cause,
    Comparison,
    LayerDifference,
    OpenDifference,
    Parted,
    PolicyDifference,
    SingleDifference,
)
from layerlaw.solver.documents.compare.search import compare

__all__ = [
    "Aligned",
    "AxiomDifference",
    "Cause",
    "Comparison",
    "LayerDifference",
    "OpenDifference",
    "Parted",
    "PolicyDifference",
    "SingleDifference",
    "compare",
]
