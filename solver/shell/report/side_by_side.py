"""One scenario under several rulebooks: what they agree on, and where their answers part."""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.solver.answer.difference.answers import differing_cells
from layerlaw.solver.shell.report.blocks import BLANK, Grid, Heading, TextLine, line
from layerlaw.solver.shell.report.json_form import document
from layerlaw.solver.shell.report.rulings import in_full
from layerlaw.solver.shell.report.words import CERTIFIED, value_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from layerlaw.solver.certificate import Verdict
    from layerlaw.solver.derivation.answer import Answer
    from layerlaw.solver.facts.records import Cell
    from layerlaw.solver.shell.report.blocks import Block, Piece
    from layerlaw.solver.shell.report.json_form import Json

Solved = tuple["Answer", "Verdict | None"]
"""The answer under one rulebook, and what its certificate says."""


def side_by_side(title: str, columns: Sequence[Solved]) -> list[Block]:
    """A table of what differs, one column a rulebook, and what each certificate says."""
    derivations = [derivation for derivation, _ in columns]
    verdicts = [_verdict(derivation) for derivation in derivations]
    rows: list[tuple[Piece, ...]] = []
    if any(verdicts):
        rows.append(("", *((verdict or "one answer", "yellow") for verdict in verdicts)))
    for cell in differing_cells(derivations):
        characteristic = cell.characteristic
        kind = derivations[0].shown.kinds.get(characteristic, "")
        shown = (
            _shown(
                derivation, cell.cell, value_text(in_full(derivation, characteristic, value), kind)
            )
            for derivation, value in zip(derivations, cell.values, strict=True)
        )
        rows.append((f"{characteristic} of {cell.object}", *shown))
    parts: list[Block] = [Heading(title, 1), BLANK]
    if rows:
        labels = tuple(derivation.rulebook.id for derivation in derivations)
        parts.append(Grid("", labels, tuple(rows), fill=False))
    elif all(derivation.verdict == "settled" for derivation in derivations):
        parts.append(line("The answers agree in every characteristic of every object."))
    parts.append(BLANK)
    for derivation, verdict in columns:
        parts.append(_summary(derivation, verdict))
    return parts


def side_by_side_json(title: str, columns: Sequence[Solved]) -> dict[str, Json]:
    """The same as JSON."""
    rulebooks = [
        {
            "id": answer.rulebook.id,
            "verdict": answer.verdict,
            "certificate": verdict and verdict.ok,
            "certified": verdict and verdict.outcome,
        }
        for answer, verdict in columns
    ]
    differences = differing_cells([answer for answer, _ in columns])
    return document("side by side", title=title, rulebooks=rulebooks, differences=differences)


def _shown(derivation: Answer, cell: Cell, value: str) -> str:
    if cell in derivation.agreed or derivation.verdict == "settled":
        return value
    return "open" if derivation.verdict == "several" else ""


def _verdict(derivation: Answer) -> str:
    """What is wrong with the answer, if there is none or more than one."""
    if derivation.verdict == "paradox":
        return "no answer: a paradox"
    if derivation.verdict == "several":
        return f"{len(derivation.answers or ())} answers, shown is what they agree on"
    return ""


def _summary(derivation: Answer, verdict: Verdict | None) -> TextLine:
    wrong = _verdict(derivation)
    fates = [f"{fate.object} {fate.verdict}" for fate in derivation.fates]
    return line(
        (derivation.rulebook.id, "cyan"),
        ": ",
        (f"{wrong}; " if wrong else "", "yellow"),
        ", ".join(fates) or "nothing dies and nothing leaves",
        *(("; certificate ", CERTIFIED[verdict.outcome]) if verdict is not None else ()),
    )
