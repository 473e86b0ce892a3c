"""One scenario under several rulebooks: what they agree on, and where their answers part."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.console import Group
from rich.table import Table
from rich.text import Text

from layerlaw.solver.report.json_form import SCHEMA, value_json
from layerlaw.solver.report.words import value_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.console import RenderableType

    from layerlaw.solver.certificate import Verdict
    from layerlaw.solver.derivation import Derivation
    from layerlaw.solver.records import Cell, Value
    from layerlaw.solver.report.json_form import Json

Column = tuple["Derivation", "Verdict | None"]
"""The answer under one rulebook, and what its certificate says."""


def parting(derivations: Sequence[Derivation]) -> tuple[tuple[Cell, tuple[Value, ...]], ...]:
    """The cells in which the answers differ, with each one's value (None where it has none).

    A cell that one of the rulebooks does not know is compared all the same.
    """
    cells: dict[Cell, None] = {}
    for derivation in derivations:
        cells.update(dict.fromkeys(derivation.final))
    found = []
    for cell in cells:
        values = tuple(derivation.final.get(cell) for derivation in derivations)
        if any(not _same(value, values[0]) for value in values[1:]):
            found.append((cell, values))
    return tuple(found)


def side_by_side(title: str, columns: Sequence[Column]) -> RenderableType:
    """A table of what differs, one column a rulebook, and what each certificate says."""
    derivations = [derivation for derivation, _ in columns]
    table = Table(box=None, pad_edge=False, show_edge=False)
    table.add_column("")
    for derivation in derivations:
        id = derivation.rulebook.id
        table.add_column(id, style="cyan", overflow="fold", min_width=len(id))
    for (object, characteristic), values in parting(derivations):
        kind = derivations[0].shown.kinds.get(characteristic, "")
        row = [Text(value_text(value, kind), style="default") for value in values]
        table.add_row(f"{characteristic} of {object}", *row)
    parts: list[RenderableType] = [Text(title, style="bold"), Text()]
    if table.row_count:
        parts.append(table)
    else:
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
            }
            for derivation, verdict in columns
        ],
        "differences": [
            {
                "object": object,
                "characteristic": characteristic,
                "values": [value_json(value) for value in values],
            }
            for (object, characteristic), values in parting(derivations)
        ],
    }


def _same(one: Value, other: Value) -> bool:
    """Whether two values say the same; what is not there at all counts as empty."""
    return one == other or (not one and not other and 0 not in (one, other))


def _summary(derivation: Derivation, verdict: Verdict | None) -> Text:
    text = Text.assemble((derivation.rulebook.id, "cyan"), ": ")
    if derivation.verdict != "settled":
        text.append(f"{derivation.verdict}; ", style="yellow")
    fates = [f"{fate.object} {fate.verdict}" for fate in derivation.fates]
    text.append(", ".join(fates) or "nothing dies and nothing leaves")
    if verdict is not None:
        text.append("; certificate ")
        confirmed = ("confirmed", "green") if verdict.ok else ("REFUSED", "red")
        text.append(*confirmed)
    return text
