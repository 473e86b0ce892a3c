"""A table of plain values: its columns, what each of them holds, and its rows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from layerlaw.model.dataclass import dataclass
from layerlaw.solver.shell.report.json_form import json_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

Kind = Literal["text", "number", "truth", "list", "any"]
DTYPES: dict[Kind, str] = {
    "text": "string",
    "number": "Int64",
    "truth": "boolean",
    "list": "object",
    "any": "object",
}
"""What pandas keeps a column in; all of them have a value for what is missing."""


@dataclass(frozen=True, slots=True)
class Table:
    """columns: their names, and what they hold. values: the cells, row by row, as the solver has
    them. index: the columns by which a frame finds its rows; none numbers them.
    """

    columns: Mapping[str, Kind]
    values: Sequence[Sequence[object]]
    index: tuple[str, ...] = ()

    def rows(self) -> Iterator[dict[str, object]]:
        """Each row by the names of the columns, its values as in the JSON form."""
        for values in self.values:
            yield {name: json_of(value) for name, value in zip(self.columns, values, strict=True)}


def pairs_text(chosen: Mapping[str, str]) -> str:
    """A mapping as one text: "POINT=reading, POINT=reading"."""
    return ", ".join(f"{key}={value}" for key, value in chosen.items())
