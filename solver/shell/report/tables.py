"""The tables of answers and findings, as rows of plain values and as pandas frames."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from layerlaw.model.errors import LayerlawError, with_hint
from layerlaw.solver.shell.report.table import DTYPES, Kind, Table
from layerlaw.solver.shell.report.tables_of_answers import OF_ANSWERS
from layerlaw.solver.shell.report.tables_of_findings import OF_FINDINGS

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    import pandas

TABLES: Mapping[type, Mapping[str, Callable[[Any], Table]]] = {**OF_ANSWERS, **OF_FINDINGS}
"""For each class its tables by name, the one that is meant without a name first."""


def tables(shown: object) -> tuple[str, ...]:
    """The names of the tables that there are of it."""
    return tuple(TABLES[type(shown)])


def rows(shown: object, what: str | None = None) -> list[dict[str, object]]:
    """A table, row by row; raises `LayerlawError`, with a suggestion, if there is none of it."""
    return list(_table(shown, what).rows())


def frame(shown: object, what: str | None = None) -> pandas.DataFrame:
    """A table as a `DataFrame`; raises as `rows` does, and where pandas is not installed."""
    table = _table(shown, what)
    try:
        pandas: Any = import_module("pandas")
    except ImportError:
        message = "a frame needs pandas: pip install 'layerlaw[frame]' (rows() does without it)"
        raise LayerlawError(message) from None
    listed = list(table.rows())
    columns = {}
    for name, kind in table.columns.items():
        values = [row[name] for row in listed]
        columns[name] = pandas.Series(values, dtype=_dtype(kind, values))
    made: pandas.DataFrame = pandas.DataFrame(columns)
    return made.set_index(list(table.index)) if table.index else made


def _dtype(kind: Kind, values: list[object]) -> str:
    """What pandas keeps a column in; infinite and split numbers are texts among the numbers."""
    if kind == "number" and not all(value is None or isinstance(value, int) for value in values):
        return "object"
    return DTYPES[kind]


def _table(shown: object, what: str | None) -> Table:
    known = TABLES[type(shown)]
    if what is None:
        what = next(iter(known))
    if what not in known:
        name = type(shown).__name__
        article = "an" if name[0] in "AEIOU" else "a"
        there = f"there is no table '{what}' of {article} {name} (there are {', '.join(known)})"
        raise LayerlawError(with_hint(there, what, known))
    return known[what](shown)
