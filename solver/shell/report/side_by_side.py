"""One scenario under several rulebooks: what they agree on, and where their answers part."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.console import Group
from rich.table import Table
from rich.text import Text

from layerlaw.solver.answer.difference.answers import differing_cells
from layerlaw.solver.shell.report.json_form import SCHEMA, json_of
from layerlaw.solver.shell.report.rulings import in_full
from layerlaw.solver.shell.report.words import CERTIFIED, value_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.console import RenderableType

    from layerlaw.solver.certificate import Verdict
    from layerlaw.solver.derivation.answer import Answer
    from layerlaw.solver.facts.records import Cell
    from layerlaw.solver.shell.report.json_form import Json

Column = tuple["Answer", "Verdict | None"]
"""The answer under one rulebook, and what its certificate says."""


def side_by_side(title: str, columns: Sequence[Column]) -> RenderableType:
    """A table of what differs, one column a rulebook, and what each certificate says."""
    derivations = [derivation for derivation, _ in columns]
    verdicts = [_verdict(derivation) for derivation in derivations]
    table = Table(box=None, pad_edge=False, show_edge=False)
    table.add_column("")
    for derivation in derivations:
        id = derivation.rulebook.id
        table.add_column(id, style="cyan", overflow="fold", min_width=len(id))
    if any(verdicts):
        table.add_row("", *(Text(verdict or "one answer", style="yellow") for verdict in verdicts))
    for cell in differing_cells(derivations):
        characteristic = cell.characteristic
        kind = derivations[0].shown.kinds.get(characteristic, "")
        row = [
            Text(
                _shown(
                    derivation,
                    cell.cell,
                    value_text(in_full(derivation, characteristic, value), kind),
                ),
                style="default",
            )
            for derivation, value in zip(derivations, cell.values, strict=True)
        ]
        table.add_row(f"{characteristic} of {cell.object}", *row)
    parts: list[RenderableType] = [Text(title, style="bold"), Text()]
    if table.row_count:
        parts.append(table)
    elif all(derivation.verdict == "settled" for derivation in derivations):
        parts.append(Text("The answers agree in every characteristic of every object."))
    parts.append(Text())
    for derivation, verdict in columns:
        parts.append(_summary(derivation, verdict))
    return Group(*parts)


def side_by_side_json(title: str, columns: Sequence[Column]) -> Json:
    """The same as JSON."""
    derivations = [derivation for derivation, _ in columns]
    return {
        "schema": SCHEMA,
        "kind": "side by side",
        "title": title,
        "rulebooks": [
            {
                "id": derivation.rulebook.id,
                "verdict": derivation.verdict,
                "certificate": None if verdict is None else verdict.ok,
                "certified": None if verdict is None else verdict.outcome,
            }
            for derivation, verdict in columns
        ],
        "differences": json_of(differing_cells(derivations)),
    }


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


def _summary(derivation: Answer, verdict: Verdict | None) -> Text:
    text = Text.assemble((derivation.rulebook.id, "cyan"), ": ")
    if verdict_text := _verdict(derivation):
        text.append(f"{verdict_text}; ", style="yellow")
    fates = [f"{fate.object} {fate.verdict}" for fate in derivation.fates]
    text.append(", ".join(fates) or "nothing dies and nothing leaves")
    if verdict is not None:
        text.append("; certificate ")
        text.append(*CERTIFIED[verdict.outcome])
    return text
