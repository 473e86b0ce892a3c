"""What a rules manager states of a rulebook: fails on a smallest board, holds so far, is proved."""

from layerlaw.model.properties.load import load_properties
from layerlaw.model.properties.property import Property, parse_property
from layerlaw.solver.documents.properties.results import (
    Counterexample,
    PropertyProof,
    PropertyResult,
)
from layerlaw.solver.documents.properties.search import check_property

__all__ = [
    "Counterexample",
    "Property",
    "PropertyProof",
    "PropertyResult",
    "check_property",
    "load_properties",
    "parse_property",
]
