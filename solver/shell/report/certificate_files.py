"""Certificates of answers, to be written into files: the solver says what its replay asks for."""

from __future__ import annotations

from pathlib import Path

from layerlaw.model.arguments import checked
from layerlaw.solver.certificate.written.certificate import WrittenCertificate
from layerlaw.solver.certificate.written.writing import certificate_to_write, save
from layerlaw.solver.derivation.answer import Answer
from layerlaw.solver.derivation.derive import derived_once


@checked()
def written_certificate(answer: Answer) -> WrittenCertificate:
    """The certificate of an answer, to be written: history, situation, facts and axioms.

    answer: of `solve`; of one of several answers it is that of all of them. Raises `LayerlawError`
    for a history that has no notation, `WrongArgument` for anything but an answer.

    >>> from layerlaw import load_scenario, shipped_scenarios, solve
    >>> (path,) = (p for p in shipped_scenarios() if p.name == "two-kings.scenario.yaml")
    >>> written_certificate(solve(load_scenario(path)))
    <WrittenCertificate under sorcery-2026-01: 4 objects, 12 effects>
    """
    return certificate_to_write(answer, lambda situation: derived_once(situation).facts)


@checked()
def save_certificate(answer: Answer, path: Path | str) -> None:
    """Write the certificate of an answer into a file, which `verify` checks by itself.

    answer: as in `written_certificate`. path: of the file, which is written whole or not at all.
    Raises as `written_certificate` does, and `LayerlawError` for what cannot be written.

    >>> import tempfile
    >>> from layerlaw import load_certificate, load_scenario, shipped_scenarios, solve
    >>> (path,) = (p for p in shipped_scenarios() if p.name == "two-kings.scenario.yaml")
    >>> file = tempfile.mkdtemp() + "/kings.json"
    >>> save_certificate(solve(load_scenario(path)), file)
    >>> load_certificate(file).rulebook.id
    'sorcery-2026-01'
    """
    save(written_certificate(answer), path)
