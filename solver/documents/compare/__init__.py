"""Where two rules documents part, and what makes them part."""

from layerlaw.solver.documents.compare.comparison import (
    Aligned,
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
    "Cause",
    "Comparison",
    "LayerDifference",
    "OpenDifference",
    "Parted",
    "PolicyDifference",
    "SingleDifference",
    "compare",
]
