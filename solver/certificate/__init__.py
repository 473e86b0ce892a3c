"""The certificate: Z3 confirms the order, an independent replay the facts."""

from __future__ import annotations

from layerlaw.solver.certificate.check import Certificate
from layerlaw.solver.certificate.verdict import STRUCTURE, ClauseResult, Failure, Verdict

__all__ = ["STRUCTURE", "Certificate", "ClauseResult", "Failure", "Verdict"]
