"""`layerlaw audit`: whether a rules document is sound, and what would settle it."""

from __future__ import annotations

from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

import click

from layerlaw.model.errors import LayerlawError
from layerlaw.model.scenarios.load import named_rulebook
from layerlaw.solver.documents.audit.abstract import abstract_findings
from layerlaw.solver.documents.audit.against_words import wording_findings
from layerlaw.solver.documents.audit.open_points import settled_findings
from layerlaw.solver.documents.audit.states import state_findings
from layerlaw.solver.documents.audit.text import textual_findings
from layerlaw.solver.documents.audit.unasked import unasked_findings
from layerlaw.solver.documents.audit.worked_examples import example_findings
from layerlaw.solver.documents.sources.filing import folders_of, texts_of
from layerlaw.solver.shell.cli.output import Output, output_options
from layerlaw.solver.shell.cli.pictures import picture_options
from layerlaw.solver.shell.cli.saving import (
    file_name,
    named_once,
    save,
    saving_options,
    size_option,
    texts_to_save,
)
from layerlaw.solver.shell.cli.stopping import INTERRUPTED, limit_options
from layerlaw.solver.shell.report.audit import (
    Audit,
    AuditedFinding,
    audit_blocks,
    ordered,
)
from layerlaw.solver.shell.report.json_form import document
from layerlaw.solver.shell.report.played_boards import play_finding, with_board
from layerlaw.solver.shell.report.played_scenarios import finding_scenario

if TYPE_CHECKING:
    from layerlaw.model.rulebooks.rulebook import Rulebook
    from layerlaw.solver.documents.audit.findings import Finding

UNSOUND = 1
ABSTRACT = 5
CONCRETE = 4
"""Up to so many effects are looked at if nothing is said."""


@click.command()
@click.argument("rulebook")
@size_option
@saving_options
@click.option(
    "--text",
    "paths",
    multiple=True,
    metavar="PATH",
    help="Also look for references to nothing and for terms that are defined twice or never, in "
    "this text: a file, or a folder that has the rulebook's sources (repeatable).",
)
@click.option("--strict", is_flag=True, help="Exit code 1 if there is a contradiction or a gap.")
@picture_options("html")
@limit_options
@output_options
def audit(
    rulebook: str,
    size: int | None,
    folder: Path | None,
    paths: tuple[str, ...],
    strict: bool,
    out: Output,
) -> int:
    """Say where RULEBOOK (an id or a file) contradicts itself or leaves something open.

    Each finding comes with the smallest case that shows it, played on a board.
    """
    book = named_rulebook(rulebook)
    texts = texts_of(book, paths) if paths else None
    findings, complete = _findings(book, size, out)
    findings = ordered((*findings, *textual_findings(book, texts, folders_of(book, paths))))
    shown = [AuditedFinding(finding, None) for finding in findings]
    try:
        if complete:
            shown = [_played(finding, book) for finding in findings]
    except KeyboardInterrupt:
        complete = False
    refused: LayerlawError | None = None
    try:
        shown = _saved(shown, folder, rulebook) if folder is not None and complete else shown
    except LayerlawError as error:
        # What took so long to find is shown all the same.
        refused = error
    report = Audit(
        book,
        tuple(shown),
        size or ABSTRACT,
        size or CONCRETE,
        complete,
    )
    out.report(audit_blocks, document, report)
    if out.pictures:
        from layerlaw.solver.shell.report.notebook_pages import audit as page

        out.draw({"html": page(report)})
    if refused is not None:
        raise refused
    if not complete:
        return INTERRUPTED
    return UNSOUND if strict and report.of("fault", "gap") else 0


def _findings(book: Rulebook, size: int | None, out: Output) -> tuple[tuple[Finding, ...], bool]:
    """The findings, the gravest first, and whether the search was complete."""
    findings: list[Finding] = []
    try:
        with out.progress("orders that the clauses admit") as report:
            # Nobody knows how much is left, but something goes on.
            steps = count(1)
            findings += abstract_findings(
                book, n=size or ABSTRACT, progress=lambda _: report(step := next(steps), step + 1)
            )
        findings += wording_findings(book)
        findings += example_findings(book)
        with out.progress("boards on which readings part") as report:
            findings += settled_findings(book, n=size or CONCRETE, progress=report)
        with out.progress("boards with no state or several") as report:
            findings += state_findings(book, progress=report)
        with out.progress("questions that nobody asked") as report:
            findings += unasked_findings(book, n=size or CONCRETE, progress=report)
    except KeyboardInterrupt:
        return ordered(findings), False
    return ordered(findings), True


def _played(finding: Finding, book: Rulebook) -> AuditedFinding:
    """The finding with its board played again; another outcome than the one found is an error."""
    boarded = with_board(finding, book)
    played = play_finding(boarded)
    if played is not None and finding.board is not None and finding.outcome_parts is not None:
        several = len(played.sides) > 1
        if several and played.outcome_parts != finding.outcome_parts:
            raise LayerlawError(
                f"internal error: the board of this finding does not play as it was found to: "
                f"{finding.title}"
            )
    return AuditedFinding(boarded, played)


def _saved(shown: list[AuditedFinding], folder: Path, rulebook: str) -> list[AuditedFinding]:
    """The findings with the files that their boards were written to."""
    boarded = [
        finding
        for finding in shown
        if finding.played is not None and finding.finding.severity != "fine"
    ]
    names = named_once([_name(finding.finding) for finding in boarded])
    scenarios = {}
    for name, finding in zip(names, boarded, strict=True):
        if finding.played is not None:
            scenarios[name] = (finding_scenario(finding.finding, finding.played), rulebook)
    texts = texts_to_save(scenarios, folder)
    save(texts)
    files = dict(zip((id(finding) for finding in boarded), texts, strict=True))
    return [
        AuditedFinding(
            finding.finding, finding.played, str(files[id(finding)]) if id(finding) in files else ""
        )
        for finding in shown
    ]


def _name(finding: Finding) -> str:
    named = finding.policy or (finding.point if finding.kind == "open" else "")
    what = (named,) if named else finding.clauses
    return file_name(finding.kind, *what)
