"""A run of checks: failures with what was expected, what was found and the steps, and a summary."""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.model.dataclass import dataclass
from layerlaw.solver.answer.expectations import ExpectationResult
from layerlaw.solver.shell.report.answer_blocks import certificate, layer
from layerlaw.solver.shell.report.blocks import Inset, TextLine, line
from layerlaw.solver.shell.report.json_form import document, written_as
from layerlaw.solver.shell.report.words import counted

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from layerlaw.solver.certificate import Verdict
    from layerlaw.solver.derivation.answer import Answer
    from layerlaw.solver.shell.report.blocks import Block
    from layerlaw.solver.shell.report.json_form import Json
    from layerlaw.solver.shell.report.said_once import SaidOnce


@dataclass(frozen=True, slots=True)
class CheckedCase:
    """One scenario in one order of arrival, and what became of it.

    trouble: why it could not be solved at all, else empty.
    """

    file: str
    title: str
    derivation: Answer | None
    outcomes: tuple[ExpectationResult, ...]
    verdict: Verdict | None
    trouble: str = ""

    @property
    def passed(self) -> bool:
        """Whether every expectation is as it was marked and the certificate holds."""
        return (
            not self.trouble
            and all(outcome.right for outcome in self.outcomes)
            and (self.verdict is None or self.verdict.ok)
        )

    @property
    def unknown(self) -> bool:
        """Whether all that keeps it from passing is a certificate nobody could confirm."""
        return (
            not self.trouble
            and all(outcome.right for outcome in self.outcomes)
            and self.verdict is not None
            and self.verdict.outcome == "unknown"
        )


def case_blocks(case: CheckedCase, said: SaidOnce) -> list[Block]:
    """One line for what passed; for a failure what differs, and the layers that led there.

    What is known to fail (`xfail`) and does is shown with its reason. said: of the cases before.
    """
    xfail = (outcome for outcome in case.outcomes if outcome.expected.xfail)
    known = [said for outcome in xfail for said in _known(outcome)]
    if case.passed:
        return [line(("ok    ", "green"), f"{case.title}  ", (case.file, "dim")), *known]
    parts: list[Block] = [
        line(
            ("OPEN  ", "yellow") if case.unknown else ("FAIL  ", "bold red"),
            f"{case.title}  ",
            (case.file, "dim"),
        )
    ]
    if case.trouble:
        parts.append(line(said.left_to_say(case.trouble), indent=6))
    parts += known
    for outcome in case.outcomes:
        if not outcome.right and not outcome.expected.xfail:
            place = (f"line {outcome.expected.where.line}: ", "dim")
            parts += [
                line(place, "expected  ", (outcome.expected.text, "green"), indent=6),
                line("found     ", (outcome.found, "red"), indent=14),
            ]
    if case.verdict is not None and not case.verdict.ok:
        parts.append(Inset(tuple(certificate(case.verdict)), 6))
    if case.derivation is not None:
        for run in case.derivation.runs:
            parts.append(Inset(tuple(layer(case.derivation, run)), 6))
    return parts


def _known(outcome: ExpectationResult) -> Iterator[TextLine]:
    """An expectation that is marked as known to fail, and whether it did."""
    expected = outcome.expected
    style, mark = ("yellow", "known to fail") if outcome.right else ("bold red", "marked xfail")
    place = (f"line {expected.where.line}: ", "dim")
    yield line(place, (f"{mark}  ", style), expected.text, indent=6)
    if outcome.right:
        yield line(f"found     {outcome.found}", indent=14)
        yield line(f"because   {expected.xfail}", indent=14)
    else:
        yield line(f"holds although marked xfail: {expected.xfail}", indent=14)


def summary_line(cases: Sequence[CheckedCase], left: int = 0) -> TextLine:
    """How many scenarios passed and failed; left: of how many files not all was checked."""
    unknown = sum(case.unknown for case in cases)
    failed = sum(not case.passed for case in cases) - unknown
    held = sum(len(case.outcomes) for case in cases)
    known = sum(bool(one.expected.xfail) and one.right for case in cases for one in case.outcomes)
    told = f"{held} expectations, {known} known to fail" if known else f"{held} expectations"
    open = f", {unknown} with a certificate neither confirmed nor refused" if unknown else ""
    text = f"{len(cases) - failed - unknown} passed, {failed} failed{open} ({told})"
    if left:
        text += f"; interrupted, {counted(left, 'file')} not checked"
    return line((text, "red" if failed or left else "yellow" if unknown else "green"))


def cases_json(cases: Sequence[CheckedCase], left: int = 0) -> Json:
    """The whole run; left: of how many files not all was checked, after an interrupt."""
    return document(
        "check",
        complete=not left,
        files_not_checked=left,
        passed=sum(case.passed for case in cases),
        failed=sum(not case.passed and not case.unknown for case in cases),
        unknown=sum(case.unknown for case in cases),
        cases=cases,
    )


written_as(
    CheckedCase,
    *("file", "title", "passed", "trouble", ("expectations", "outcomes")),
    ("certificate", "verdict"),
    null=("trouble",),
)
written_as(
    ExpectationResult,
    ("expected", "expected.text"),
    "fulfilled",
    ("xfail", "expected.xfail"),
    "found",
    ("file", "expected.where.file"),
    ("line", "expected.where.line"),
    null=("xfail",),
)
