"""Looks after files: scenarios, cards and rulebooks, each by itself and all together."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from layerlaw.model.arguments import checked
from layerlaw.model.errors import plain
from layerlaw.solver.shell.authoring.lint_files import NOTHING_TYPED, SCHEMA_LINE, library
from layerlaw.solver.shell.authoring.lint_never import never_findings
from layerlaw.solver.shell.authoring.lint_rules import RULES, LintFinding
from layerlaw.solver.shell.authoring.lint_scenarios import scenario_findings, title_findings
from layerlaw.solver.shell.authoring.lint_stubs import stub_findings
from layerlaw.solver.shell.authoring.lint_together import together_findings
from layerlaw.solver.shell.authoring.lint_unasked import unasked_findings
from layerlaw.solver.shell.report.json_form import written_as
from layerlaw.solver.shell.report.words import counted

if TYPE_CHECKING:
    from collections.abc import Iterator

    from layerlaw.model.errors import Problem
    from layerlaw.model.files.yaml_text import Document
    from layerlaw.solver.shell.authoring.lint_files import Looked

# In a comment of its own or behind something.
_ALLOW = re.compile(r"(?:^|\s)#\s*layerlaw:\s*allow\b\s*(?P<rule>[\w-]*)\s*(?P<rest>.*)$")
_REASON = re.compile(r"because\s+\S.*")
_HEAD = 20
# What is wrong with a file, or with a comment, cannot be allowed in it.
_NEVER = ("mistake", "allow", "allow-unused")


class LintReport(NamedTuple):
    """What was found, in the order of files and places, and how many files were looked at."""

    findings: tuple[LintFinding, ...]
    files: int


@checked()
def lint(
    paths: Iterable[Path | str],
    *,
    shipped: bool = False,
    typed: Mapping[Path, str] | None = None,
) -> LintReport:
    """Look for mistakes and doubtful places in files and folders, taken together.

    paths: of files and folders. shipped: whether what is shipped is linted too. typed: the texts of
    those of the paths at which no file is read.

    Raises `LayerlawError` for a folder that holds nothing of ours.

    >>> from layerlaw import load_scenario, shipped_scenarios
    >>> (path,) = (p for p in shipped_scenarios() if p.name == "two-kings.scenario.yaml")
    >>> from layerlaw.solver.shell.authoring import lint
    >>> lint([path]).findings
    ()
    """
    looked = library(map(Path, paths), shipped=shipped, typed=typed or NOTHING_TYPED)
    found = [
        LintFinding(
            *(problem.file, problem.line, problem.column, "mistake", problem.message),
            _advice(problem),
        )
        for problem in looked.problems
    ]
    for file in looked.files:
        found += _by_itself(file)
    found += together_findings(looked)
    kept: list[LintFinding] = []
    for document in looked.documents:
        here = [each for each in found if each.file == document.file]
        kept += _allowed(document, here)
    read = {document.file for document in looked.documents}
    kept += [each for each in found if each.file not in read]
    suggested = (
        replace(each, suggestion=each.suggestion or RULES[each.rule].advice) for each in kept
    )
    return LintReport(tuple(sorted(dict.fromkeys(suggested))), looked.named)


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


def count(report: LintReport, severity: str) -> int:
    """How many findings have that severity."""
    return sum(finding.severity == severity for finding in report.findings)


def _summary(report: LintReport, *, notes: bool) -> str:
    number = count(report, "note")
    more = " (--notes shows them)" if number and not notes else ""
    counts = ", ".join(counted(count(report, word), word) for word in ("error", "warning", "note"))
    return f"{counts}{more} in {counted(report.files, 'file')}"


def _advice(problem: Problem) -> str:
    """What the loader expected and suggests, on one line."""
    expected = f"expected: {problem.expected}" if problem.expected else ""
    return "; ".join(filter(None, (expected, problem.suggestion)))


def _by_itself(file: Looked) -> Iterator[LintFinding]:
    yield from _schema_line(file)
    yield from never_findings(file)
    if file.kind == "scenario":
        yield from scenario_findings(file)
    if file.kind == "rulebook":
        yield from title_findings(file)
        yield from stub_findings(file)
        yield from unasked_findings(file)


def _schema_line(file: Looked) -> Iterator[LintFinding]:
    for number, line in enumerate(file.document.lines[:_HEAD], 1):
        named = SCHEMA_LINE.match(line)
        if named is None:
            continue
        # What was typed stands in no folder, so that a way from there leads nowhere.
        way = file.path.parent / named[1]
        if "://" not in named[1] and file.path.exists() and not way.is_file():
            message = f"there is no schema {named[1]}"
            yield LintFinding(file.document.file, number, 1, "schema-gone", message)
        return
    message = "no first line says by which schema editors can complete and check this"
    suggestion = RULES["no-schema"].advice.replace("KIND", file.kind)
    yield LintFinding(file.document.file, 1, 1, "no-schema", message, suggestion)


def _allowed(document: Document, found: list[LintFinding]) -> Iterator[LintFinding]:
    """What is left of the findings of a file, and what is wrong with what it allows."""
    allowed: dict[str, tuple[int, int]] = {}
    for number, line in enumerate(document.lines, 1):
        said = _ALLOW.search(line)
        if said is None:
            continue
        place = (document.file, number, said.start() + 1)
        if said["rule"] not in RULES or said["rule"] in _NEVER:
            yield LintFinding(
                *place, "allow", f"there is no rule '{said['rule']}' to be switched off"
            )
        elif not _REASON.match(said["rest"]):
            yield LintFinding(*place, "allow", f"it is not said why {said['rule']} is allowed")
        else:
            allowed[said["rule"]] = place[1:]
    yield from (each for each in found if each.rule not in allowed)
    for rule, (line_number, column) in allowed.items():
        if not any(each.rule == rule for each in found):
            message = f"nothing here needs '{rule}' to be allowed"
            yield LintFinding(document.file, line_number, column, "allow-unused", message)


written_as(
    LintReport,
    "files",
    ("errors", lambda report: count(report, "error")),
    ("warnings", lambda report: count(report, "warning")),
    ("notes", lambda report: count(report, "note")),
    "findings",
    document="lint",
)
written_as(LintFinding, "rule", "severity", "file", "line", "column", "message", "suggestion")
