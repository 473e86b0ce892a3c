"""`layerlaw audit`: whether a rules document is sound, and what would settle it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from layerlaw.model.errors import LayerlawError
from layerlaw.model.scenarios.load import named_rulebook
from layerlaw.solver.documents.audit.abstract import abstract_findings
from layerlaw.solver.documents.audit.open_points import settled_findings
from layerlaw.solver.shell.cli.options import output_options, show_report
from layerlaw.solver.shell.cli.picturing import Pictures, picture_options
from layerlaw.solver.shell.cli.progress import progress
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
    audit_json,
    ordered,
)
from layerlaw.solver.shell.report.played_boards import play_finding, with_board
from layerlaw.solver.shell.report.played_scenarios import finding_scenario

if TYPE_CHECKING:
    from collections.abc import Callable

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
@click.option("--strict", is_flag=True, help="Exit code 1 if there is a contradiction or a gap.")
@picture_options("html")
@limit_options
@output_options
def audit(
    rulebook: str,
    size: int | None,
    folder: Path | None,
    as_markdown: bool,
    strict: bool,
    pictures: Pictures,
    as_json: bool,
    no_color: bool,
) -> int:
    """Say where RULEBOOK (an id or a file) contradicts itself or leaves something open.

    Each finding comes with the smallest case that shows it, played on a board.
    """
    if as_json and as_markdown:
        raise LayerlawError("--json and --markdown are two forms: name one of them")
    pictures.check(as_json=as_json, as_markdown=as_markdown)
    book = named_rulebook(rulebook)
    found, complete = _found(book, size, no_color=no_color)
    shown = [AuditedFinding(finding, None) for finding in found]
    try:
        if complete:
            shown = [_played(finding, book) for finding in found]
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
        ABSTRACT if size is None else size,
        CONCRETE if size is None else size,
        complete,
    )
    texts = {}
    if pictures:
        from layerlaw.solver.shell.report.notebook_pages import audit as page

        texts["html"] = page(report)
    if not pictures.printed:
        show_report(
            audit_blocks(report),
            audit_json(report),
            as_json=as_json,
            as_markdown=as_markdown,
            no_color=no_color,
        )
    pictures.write(texts, quiet=as_json or as_markdown)
    if refused is not None:
        raise refused
    if not complete:
        return INTERRUPTED
    return UNSOUND if strict and report.of("fault", "gap") else 0


def _found(book: Rulebook, size: int | None, *, no_color: bool) -> tuple[tuple[Finding, ...], bool]:
    """What is found, the gravest first, and whether it was not interrupted."""
    found: list[Finding] = []
    try:
        with progress("orders that the clauses admit", no_color=no_color) as report:
            steps = None if report is None else _Steps(report)
            found += abstract_findings(book, n=ABSTRACT if size is None else size, progress=steps)
        with progress("boards on which readings part", no_color=no_color) as report:
            found += settled_findings(book, n=CONCRETE if size is None else size, progress=report)
    except KeyboardInterrupt:
        return ordered(found), False
    return ordered(found), True


class _Steps:
    """Shows that something goes on where nobody knows how much is left."""

    def __init__(self, report: Callable[[int, int], None]) -> None:
        self.report = report
        self.done = 0

    def __call__(self, what: str) -> None:
        self.done += 1
        self.report(self.done, self.done + 1)


def _played(finding: Finding, book: Rulebook) -> AuditedFinding:
    """The finding with its board, played; what does not play as it was found is an error."""
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
    there = [one for one in shown if one.played is not None and one.finding.severity != "fine"]
    names = named_once([_name(one.finding) for one in there])
    scenarios = {}
    for name, one in zip(names, there, strict=True):
        if one.played is not None:
            scenarios[name] = (finding_scenario(one.finding, one.played), rulebook)
    texts = texts_to_save(scenarios, folder)
    save(texts)
    files = dict(zip((id(one) for one in there), texts, strict=True))
    return [
        AuditedFinding(one.finding, one.played, str(files[id(one)]) if id(one) in files else "")
        for one in shown
    ]


def _name(finding: Finding) -> str:
    what = (finding.point,) if finding.kind == "open" and finding.point else finding.clauses
    return file_name(finding.kind, *what)
