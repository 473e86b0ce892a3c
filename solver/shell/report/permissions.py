"""The answer to "may X do this": the statements on both sides, and which of them decides."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.console import Group
from rich.padding import Padding
from rich.text import Text

from layerlaw.solver.derivation.permissions import Statement
from layerlaw.solver.shell.report.json_form import SCHEMA, json_of, written_as
from layerlaw.solver.shell.report.rulings import CAN as CAN
from layerlaw.solver.shell.report.words import CERTIFIED, clause_line, clause_text

if TYPE_CHECKING:
    from rich.console import RenderableType

    from layerlaw.model.scenarios.scenario import ExpectPermission
    from layerlaw.solver.certificate import Verdict
    from layerlaw.solver.derivation.answer import Answer
    from layerlaw.solver.derivation.permissions import Decision, Statement
    from layerlaw.solver.shell.report.json_form import Json


def question_text(asked: ExpectPermission, allowed: bool) -> str:
    """The question as a sentence with its answer: "F can't be attacked by G"."""
    does = f"be {asked.action}" if asked.passive else asked.action
    joint = "by " if asked.passive else ""
    return f"{asked.object} {CAN[allowed]} {does}" + (f" {joint}{asked.to}" if asked.to else "")


def permission(
    derivation: Answer, asked: ExpectPermission, answer: Decision, verdict: Verdict | None
) -> RenderableType:
    """The answer, every statement with its source and standing, and the clauses.

    verdict: what an evaluation of its own says of the answer; None where it was not asked.
    """
    style = "bold green" if answer.allowed else "bold red"
    parts: list[RenderableType] = [
        Text.assemble(
            (question_text(asked, answer.allowed), style),
            (f"  [{derivation.rulebook.id}]", "dim"),
        )
    ]
    if answer.allowed:
        parts.append(Padding(Text(answer.means), (0, 0, 0, 2), expand=False))
    clauses: dict[str, None] = {answer.clause: None} if answer.clause else {}
    for statement in answer.statements:
        decides = statement.standing == "decides"
        text = Text.assemble(
            (statement.standing, "bold" if decides else "dim"),
            f": {statement.text}",
            (f", by {statement.effect} (a {statement.rank})", "dim"),
        )
        if statement.why:
            text.append(f": {statement.why}", style="dim")
        if statement.clause:
            text.append(f" {clause_text((statement.clause,))}", style="dim")
            clauses[statement.clause] = None
        parts.append(Padding(text, (0, 0, 0, 2), expand=False))
    for clause in clauses:
        line = Text(clause_line(derivation.rulebook, clause), style="dim")
        parts.append(Padding(line, (0, 0, 0, 2), expand=False))
    if verdict is not None:
        parts.append(Text.assemble("  certificate: ", CERTIFIED[verdict.outcome]))
        parts += [Text(f"  {one.clause}: {one.message}", style="red") for one in verdict.failures]
    return Group(*parts)


def permission_json(
    derivation: Answer, asked: ExpectPermission, answer: Decision, verdict: Verdict | None
) -> Json:
    """The same as JSON."""
    return {
        "schema": SCHEMA,
        "kind": "may",
        "rulebook": derivation.rulebook.id,
        "question": {
            "who": asked.object,
            "action": asked.action,
            "passive": asked.passive,
            "to": asked.to,
        },
        "allowed": answer.allowed,
        "means": answer.means,
        "certificate": None if verdict is None else verdict.ok,
        "certified": None if verdict is None else verdict.outcome,
        "decided by": answer.decided_by,
        "clause": answer.clause or None,
        "statements": json_of(answer.statements),
    }


written_as(Statement, "text", "effect", "source", "allowed", "rank", "standing", "why")
