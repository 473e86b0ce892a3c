"""The certificate: Z3 confirms the order, an independent replay the facts."""

from __future__ import annotations

from layerlaw.solver.certificate.check import Certificate, certificate_of
from layerlaw.solver.certificate.verdict import BEGINS, STRUCTURE, ClauseResult, Failure, Verdict

__all__ = [
    "BEGINS",
    "STRUCTURE",
    "Certificate",
    "ClauseResult",
    "Failure",
    "Verdict",
    "certificate_of",
]
