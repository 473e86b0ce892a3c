"""`layerlaw verify`: a written certificate, checked by itself."""

from __future__ import annotations

from pathlib import Path

import click

from layerlaw.model.errors import LayerlawError
from layerlaw.model.scenarios.load import named_rulebook
from layerlaw.solver.certificate.written.text import MOST_BYTES, decoded
from layerlaw.solver.certificate.written.verify import verify as verified
from layerlaw.solver.certificate.written.writing import load_certificate, loads_certificate
from layerlaw.solver.shell.cli.output import Output, output_options
from layerlaw.solver.shell.cli.scenario_files import NAMED, STANDARD_INPUT, typed_bytes
from layerlaw.solver.shell.report.verification import verification_blocks, verification_json

CODES = {"verified": 0, "refuted": 1, "unknown": 3}
"""The exit codes; bad input is 2, as everywhere."""


@click.command()
@click.argument("certificate", metavar="CERT.json", type=click.Path(path_type=Path))
@click.option(
    "--rulebook",
    metavar="ID",
    help="The rulebook that it is under, if it is not a shipped one: its file.",
)
@output_options
def verify(certificate: Path, rulebook: str | None, out: Output) -> int:
    """Check a certificate that `layerlaw solve FILE --certificate CERT.json` wrote, by itself.

    With - for CERT.json it is read from standard input.

    Every claim in it is worked out again by other code than the solver's, or asked of Z3: what the
    events do, what stands at the end, every turn and its reason, every final value.

    Exit codes: 0 verified; 1 refuted, with the first claim that fails; 2 bad input; 3 not all of
    it could be checked, with what was not.
    """
    typed = certificate == STANDARD_INPUT
    name = NAMED if typed else str(certificate)
    if typed:
        raw = typed_bytes(MOST_BYTES + 1)
        written = loads_certificate(decoded(raw, name), name)
    else:
        written = load_certificate(certificate)
    book = named_rulebook(rulebook) if rulebook is not None else None
    try:
        verification = verified(written, book)
    except LayerlawError as error:
        raise LayerlawError(f"{name}: {error}") from None
    out.report(verification_blocks, verification_json, written, verification)
    return CODES[verification.outcome]
