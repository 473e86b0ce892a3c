"""Proofs that a property holds on all boards, whatever their size."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from layerlaw.model.properties.property import Property
    from layerlaw.model.rulebooks.rulebook import Rulebook
    from layerlaw.solver.documents.properties.results import PropertyProof


def proof_of(what: Property, rulebook: Rulebook) -> PropertyProof | None:
    """None."""
    return None
