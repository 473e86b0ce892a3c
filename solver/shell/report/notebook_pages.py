"""Findings that hold derivations, as whole pages, and each of them in a line."""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.solver.shell.report.audit import (
    NAMES,
    Audit,
    audit_findings,
    audit_looked_at,
    audit_verdict,
    certainty,
)
from layerlaw.solver.shell.report.audit import summary as audit_summary
from layerlaw.solver.shell.report.blocks import Bullets, Heading, Paragraph
from layerlaw.solver.shell.report.board_words import outcome_sentence
from layerlaw.solver.shell.report.compare import (
    ComparisonReport,
    compare_looked_at,
    compare_verdict,
    compared_boards,
    comparison_report,
)
from layerlaw.solver.shell.report.drawing import svg
from layerlaw.solver.shell.report.page import Panel, html_page, readings_page
from layerlaw.solver.shell.report.page.panel import Group
from layerlaw.solver.shell.report.page.writing import parting_marks, report_page
from layerlaw.solver.shell.report.played_boards import play_finding
from layerlaw.solver.shell.report.settled import verdict_short
from layerlaw.solver.shell.report.to_html import blocks_html, document, folded_html
from layerlaw.solver.shell.report.what_if import LABELS, question_text
from layerlaw.solver.shell.report.words import counted

if TYPE_CHECKING:
    from collections.abc import Iterator

    from layerlaw.solver.answer.expectations import Judged
    from layerlaw.solver.certainty.readings import Readings
    from layerlaw.solver.certainty.what_if import WhatIf
    from layerlaw.solver.derivation.answer import Answer
    from layerlaw.solver.documents.audit.findings import Finding
    from layerlaw.solver.documents.compare import Comparison
    from layerlaw.solver.shell.report.blocks import Block
    from layerlaw.solver.shell.report.played_boards import Played

BOARDS = 12
"""So many boards stand on the page of an audit or a comparison at most."""


def title_of(derivation: Answer) -> str:
    """What an answer is called."""
    scenario = derivation.scenario
    return scenario.title if scenario is not None else "What all effects add up to"


def drawing(derivation: Answer) -> str:
    """The picture of an answer as an element, without what comes before it in a file."""
    drawn = svg(derivation)
    return drawn[drawn.index("<svg") :]


def answer(derivation: Answer) -> str:
    """The page of one answer."""
    return html_page(title_of(derivation), [Panel("", derivation)])


def judged_line(judged: Judged) -> str:
    """How many expectations hold."""
    held = sum(outcome.right for outcome in judged.outcomes)
    return f"{title_of(judged.derivation)}: {held} of {len(judged.outcomes)} expectations hold"


def judged(judgement: Judged) -> str:
    """The page of the answer, above it what was expected of it."""
    lead = [judged_line(judgement)]
    lead += [
        f"Expected: {outcome.expected.text}, but {outcome.found}"
        for outcome in judgement.outcomes
        if not outcome.right
    ]
    return html_page(title_of(judgement.derivation), [Panel("", judgement.derivation)], lead=lead)


def readings_line(explored: Readings) -> str:
    """Whether all readings agree."""
    return f"{explored.scenario.title}: {verdict_short(explored)}"


def all_readings(explored: Readings) -> str:
    """The page of all readings."""
    return readings_page(explored.scenario.title, explored)


def what_if_line(answered: WhatIf) -> str:
    """The question, and how much would be otherwise."""
    asked = question_text(answered.question)
    if answered.difference is None:
        return f"{asked} {answered.refused or answered.really_refused}".strip()
    count = len(answered.difference.cells)
    if not count and answered.divergence is None:
        return f"{asked} Nothing would be otherwise."
    return f"{asked} {counted(count, 'cell')} would be otherwise."


def what_if(answered: WhatIf) -> str:
    """The page with how it is and how it would be, side by side."""
    lead = [what_if_line(answered)]
    panels = []
    for label, derivation in zip(LABELS, (answered.really, answered.then), strict=True):
        if derivation is None:
            lead.append(f"{label}: no answer.")
        else:
            panels.append(Panel(label, derivation))
    return html_page(answered.scenario.title, panels, lead=lead)


def comparison(compared: Comparison) -> str:
    """The page of a comparison: the verdict, and the boards that part the documents."""
    return compared_page(comparison_report(compared, labels(compared)))


def labels(compared: Comparison) -> tuple[str, str]:
    """What the two documents are called, so that they can be told apart."""
    same = compared.one.id == compared.other.id
    return ("one", "other") if same else (compared.one.id, compared.other.id)


def compared_page(compared: ComparisonReport) -> str:
    """The same, once the boards were played: each can be stepped side by side."""
    groups = [
        group
        for number, board in enumerate(compared.boards, 1)
        for group in _side_by_side(number, board.played)
    ]
    title = f"{compared.labels[0]} against {compared.labels[1]}"
    kind = "ruling" if compared.found.equivalent else "ruling open"
    opening = (kind, compare_verdict(compared), compare_looked_at(compared))
    report = folded_html(compared_boards(compared))
    return report_page(title, opening, report, groups[:BOARDS])


def finding_line(problem: Finding) -> str:
    """What an audit found, in a sentence."""
    return f"{NAMES[problem.kind]}: {problem.title}"


def finding(problem: Finding) -> str:
    """The page of one finding: its sides on its board if it has one, else its facts."""
    played = play_finding(problem)
    lead = [
        finding_line(problem),
        certainty(problem),
        *(f"To settle it: {w}" for w in problem.words),
    ]
    lead = [sentence for sentence in lead if sentence]
    if played is not None:
        panels = [
            Panel(side.label, side.derivation)
            for side in played.sides
            if side.derivation is not None
        ]
        if panels:
            several = [outcome_sentence(played)] if len(played.sides) > 1 else []
            return html_page(problem.title, panels, lead=[*lead, *several])
    facts: list[Block] = [Heading(problem.title, 1), *(Paragraph(sentence) for sentence in lead)]
    return document(
        problem.title,
        [
            blocks_html(facts),
            blocks_html([Bullets("Clauses", problem.clauses)] if problem.clauses else []),
            blocks_html([Bullets("The answers", problem.shown)] if problem.shown else []),
        ],
    )


def audit_line(audited: Audit) -> str:
    """What an audit came to."""
    return f"Audit of {audited.rulebook.id}: {audit_summary(audited)}"


def audit(audited: Audit) -> str:
    """The page of an audit: the report, and its first boards, to be stepped side by side."""
    groups = [
        group
        for number, shown in enumerate(audited.of("fault", "gap", "note"), 1)
        if shown.played is not None
        for group in _side_by_side(number, shown.played)
    ]
    kind = "ruling bad" if audited.of("fault") else "ruling open" if audited.of("gap") else "ruling"
    opening = (kind, audit_verdict(audited), (audit_looked_at(audited),))
    report = folded_html(audit_findings(audited))
    return report_page(f"Audit of {audited.rulebook.id}", opening, report, groups[:BOARDS])


def _side_by_side(number: int, played: Played) -> Iterator[Group]:
    """What a board comes to on each side, if it comes to anything on some.

    number: that of the section of the report which the board belongs to.
    """
    panels = tuple(
        Panel(side.label, side.derivation) for side in played.sides if side.derivation is not None
    )
    if panels:
        title = next(side for side in played.sides if side.derivation is not None).scenario.title
        said = (outcome_sentence(played),) if len(panels) > 1 else ()
        yield Group(f"{number}. {title}", panels, tuple(parting_marks(panels)), said)
