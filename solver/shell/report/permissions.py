"""The answer to "may X do this": the statements on both sides, and which of them decides."""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.model.scenarios.expectations import ExpectPermission
from layerlaw.solver.derivation.permissions import Statement
from layerlaw.solver.shell.report.blocks import line
from layerlaw.solver.shell.report.json_form import document, written_as
from layerlaw.solver.shell.report.rulings import CAN as CAN
from layerlaw.solver.shell.report.words import CERTIFIED, clause_line, clause_text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from layerlaw.solver.certificate import Verdict
    from layerlaw.solver.derivation.answer import Answer
    from layerlaw.solver.derivation.permissions import Decision, Statement
    from layerlaw.solver.shell.report.blocks import Block
    from layerlaw.solver.shell.report.json_form import Json


def question_text(asked: ExpectPermission, allowed: bool) -> str:
    """The question as a sentence with its answer: "F can't be attacked by G"."""
    does = f"be {asked.action}" if asked.passive else asked.action
    joint = "by " if asked.passive else ""
    return f"{asked.object} {CAN[allowed]} {does}" + (f" {joint}{asked.to}" if asked.to else "")


def permission(
    derivation: Answer, asked: ExpectPermission, answer: Decision, verdict: Verdict | None
) -> list[Block]:
    """The answer, every statement with its source and standing, and the clauses.

    verdict: what an evaluation of its own says of the answer; None where it was not asked.
    """
    style = "bold green" if answer.allowed else "bold red"
    said = question_text(asked, answer.allowed)
    if answer.decided_by is None:
        said = f"No effect forbids it: {said}"
    parts: list[Block] = [line((said, style), (f"  [{derivation.rulebook.id}]", "dim"))]
    parts += decision_blocks(answer)
    if answer.allowed:
        parts += [line((note, "yellow"), indent=2) for note in _not_looked_at(derivation, asked)]
    cited = [answer.clause, *(statement.clause for statement in answer.statements)]
    for clause in dict.fromkeys(clause for clause in cited if clause):
        parts.append(line((clause_line(derivation.rulebook, clause), "dim"), indent=2))
    if verdict is not None:
        parts.append(line("certificate: ", CERTIFIED[verdict.outcome], indent=2))
        parts += [
            line((f"{one.clause}: {one.message}", "red"), indent=2) for one in verdict.failures
        ]
    return parts


def _not_looked_at(derivation: Answer, asked: ExpectPermission) -> Iterator[str]:
    """That the other one is a player or on the same side, which the game may not allow."""
    control, to = derivation.rulebook.control, asked.to
    if to is None:
        return
    pair = [(id, derivation.agreed.get((id, control), id)) for id in (asked.object, to)]
    if to in derivation.situation.players:
        yield f"{to} is a player: whether that is a legal target is not looked at"
    elif pair[0][1] == pair[1][1] is not None:
        yield (
            f"{asked.object} and {to} are both controlled by {pair[0][1]}: whether that is a "
            "legal target is not looked at"
        )


def decision_blocks(decision: Decision) -> Iterator[Block]:
    """How it can be done, and every statement with its source and standing."""
    if decision.allowed:
        yield line(decision.means, indent=2)
    for statement in decision.statements:
        yield line(
            (statement.standing, "bold" if statement.standing == "decides" else "dim"),
            f": {statement.text}",
            (f", by {statement.effect} (a {statement.rank})", "dim"),
            (f": {statement.why}" if statement.why else "", "dim"),
            (f" {clause_text((statement.clause,))}" if statement.clause else "", "dim"),
            indent=2,
        )


def permission_json(
    derivation: Answer, asked: ExpectPermission, answer: Decision, verdict: Verdict | None
) -> dict[str, Json]:
    """The same as JSON."""
    return document(
        "may",
        rulebook=derivation.rulebook.id,
        question=asked,
        allowed=answer.allowed,
        means=answer.means,
        certificate=verdict and verdict.ok,
        certified=verdict and verdict.outcome,
        decided_by=answer.decided_by,
        clause=answer.clause or None,
        statements=answer.statements,
    )


written_as(Statement, "text", "effect", "source", "allowed", "rank", "standing", "why")


written_as(ExpectPermission, ("who", "object"), "action", "passive", "to")
