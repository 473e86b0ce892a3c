"""What lint found, for people and as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.model.errors import plain
from layerlaw.solver.shell.authoring.lint_rules import RULES, LintFinding
from layerlaw.solver.shell.report.json_form import SCHEMA, json_of, written_as
from layerlaw.solver.shell.report.words import counted

if TYPE_CHECKING:
    from collections.abc import Iterator

    from layerlaw.solver.shell.authoring.linting import LintReport
    from layerlaw.solver.shell.report.json_form import Json


def lint_lines(report: LintReport, *, notes: bool) -> Iterator[tuple[str, str]]:
    """Every finding with its place and what to do, then how many there are; line and severity.

    notes: also those that are no more than that. A line is never broken: editors read the places.
    """
    for finding in report.findings:
        if finding.severity == "note" and not notes:
            continue
        place = f"{plain(finding.file)}:{finding.line}:{finding.column}"
        said = f"{finding.severity}: {plain(finding.message)} [{finding.rule}]"
        yield f"{place}: {said}", finding.severity
        yield f"    {plain(finding.suggestion)}", ""
    yield _summary(report, notes=notes), ""


def rule_lines() -> Iterator[tuple[str, str]]:
    """Every rule with its severity."""
    widest = max(map(len, RULES))
    for rule in RULES.values():
        yield f"{rule.id:<{widest}}  {rule.severity:<8}{rule.says}", rule.severity


def lint_json(report: LintReport) -> Json:
    """Everything that was found."""
    return {
        "schema": SCHEMA,
        "kind": "lint",
        "files": report.files,
        "errors": count(report, "error"),
        "warnings": count(report, "warning"),
        "notes": count(report, "note"),
        "findings": json_of(report.findings),
    }


def count(report: LintReport, severity: str) -> int:
    """How many findings have that severity."""
    return sum(finding.severity == severity for finding in report.findings)


written_as(LintFinding, "rule", "severity", "file", "line", "column", "message", "suggestion")


def _summary(report: LintReport, *, notes: bool) -> str:
    number = count(report, "note")
    more = " (--notes shows them)" if number and not notes else ""
    counts = ", ".join(counted(count(report, word), word) for word in ("error", "warning", "note"))
    return f"{counts}{more} in {counted(report.files, 'file')}"
