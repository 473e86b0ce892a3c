"""What a check of a written certificate came to, for people and as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.solver.shell.report.answer_blocks import OUTCOMES
from layerlaw.solver.shell.report.blocks import Heading, line
from layerlaw.solver.shell.report.json_form import document

if TYPE_CHECKING:
    from layerlaw.solver.certificate.written.certificate import WrittenCertificate
    from layerlaw.solver.certificate.written.verify import FailedClaim, Verification
    from layerlaw.solver.shell.report.blocks import Block
    from layerlaw.solver.shell.report.json_form import Json

SAID = {
    "verified": ("verified", "green"),
    "refuted": ("REFUTED", "bold red"),
    "unknown": ("NOT ALL CHECKED", "yellow"),
}


def title_of(certificate: WrittenCertificate) -> str:
    """The title of the history; that of the situation where none is written."""
    title = (certificate.history or {}).get("title")
    return title if isinstance(title, str) else "A situation"


def claim_text(claim: FailedClaim) -> str:
    """Where a claim stands, its clause, and what is wrong."""
    where = "" if claim.event is None else f"after event {claim.event}, "
    layer = f", layer {claim.layer}" if claim.layer else ""
    return f"{where}{claim.clause}{layer}: {claim.message}"


def verification_blocks(certificate: WrittenCertificate, verification: Verification) -> list[Block]:
    """The outcome, what failed first, what was not checked, each clause, and what it rests on."""
    words, style = SAID[verification.outcome]
    named = certificate.rulebook
    blocks: list[Block] = [
        Heading(title_of(certificate), 1),
        line(f"Under {named.id} (digest {named.digest}), written by {certificate.made_by}"),
        line((f"Certificate: {words}", f"bold {style}")),
    ]
    blocks += (line((claim_text(one), "red"), indent=2) for one in verification.failed)
    blocks += (line(("not checked: ", "yellow"), one, indent=2) for one in verification.unchecked)
    if verification.events:
        several = "" if verification.events == 1 else "s"
        blocks.append(line(f"{verification.events} event{several} replayed", indent=2))
    for result in verification.checked:
        outcome = f"{result.outcome} ({result.instances} cases)"
        style = OUTCOMES.get(result.outcome, "yellow")
        blocks.append(line(f"{result.clause}: {result.says}: ", (outcome, style), indent=2))
    blocks += (line(note, indent=2) for note in verification.notes)
    blocks.append(line("It rests on:"))
    return [*blocks, *(line(one, indent=2) for one in verification.rests_on)]


def verification_json(
    certificate: WrittenCertificate, verification: Verification
) -> dict[str, Json]:
    """The same as a document."""
    named = certificate.rulebook
    return document(
        "verification",
        title=title_of(certificate),
        rulebook=named.id,
        digest=named.digest,
        made_by=certificate.made_by,
        outcome=verification.outcome,
        failed=verification.failed,
        unchecked=verification.unchecked,
        events=verification.events,
        checked=verification.checked,
        notes=verification.notes,
        rests_on=verification.rests_on,
    )
