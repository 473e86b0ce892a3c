"""The certificate: Z3 confirms the order, an independent replay the facts.

`certificate_of(answer).check()` does it at once; `verify` checks by itself what
`layerlaw.solver.save_certificate` wrote into a file.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.model.lazy import lazy
from layerlaw.solver.certificate.check import Certificate, certificate_of
from layerlaw.solver.certificate.verdict import BEGINS, STRUCTURE, ClauseResult, Failure, Verdict

if TYPE_CHECKING:
    from layerlaw.solver.certificate.written.certificate import WrittenCertificate
    from layerlaw.solver.certificate.written.verify import FailedClaim, Verification, verify
    from layerlaw.solver.certificate.written.writing import (
        load_certificate,
        loads_certificate,
    )

__all__ = [
    "BEGINS",
    "STRUCTURE",
    "Certificate",
    "ClauseResult",
    "FailedClaim",
    "Failure",
    "Verdict",
    "Verification",
    "WrittenCertificate",
    "certificate_of",
    "load_certificate",
    "loads_certificate",
    "verify",
]

_WRITTEN = "layerlaw.solver.certificate.written"

__getattr__, __dir__ = lazy(
    __name__,
    {
        "FailedClaim": f"{_WRITTEN}.verify",
        "Verification": f"{_WRITTEN}.verify",
        "WrittenCertificate": f"{_WRITTEN}.certificate",
        "load_certificate": f"{_WRITTEN}.writing",
        "loads_certificate": f"{_WRITTEN}.writing",
        "verify": f"{_WRITTEN}.verify",
    },
)
