"""Differences between two states as a table of plain text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from layerlaw.solver.answer.difference.cells import Difference
    from layerlaw.solver.shell.testing.state import JsonValue

HEAD = ("object", "characteristic", "ours", "theirs")
NOTHING = "(nothing said)"
MOST_ROWS = 40


def table(
    found: Sequence[Difference[JsonValue]], raw: Mapping[tuple[str, str], JsonValue] | None = None
) -> list[str]:
    """One line for each difference below a head, in columns.

    raw: what the engine had at (object, characteristic), shown where it wrote it otherwise.
    """
    rows = [HEAD, *(_row(one, raw or {}) for one in found[:MOST_ROWS])]
    widths = [max(len(row[column]) for row in rows) for column in range(len(HEAD))]
    lines = [
        "  ".join(text.ljust(width) for text, width in zip(row, widths, strict=True)).rstrip()
        for row in rows
    ]
    lines.insert(1, "  ".join("-" * width for width in widths))
    if len(found) > MOST_ROWS:
        lines.append(f"(and {len(found) - MOST_ROWS} more)")
    return lines


def _row(
    one: Difference[JsonValue], raw: Mapping[tuple[str, str], JsonValue]
) -> tuple[str, str, str, str]:
    gaps = one.gaps or ("", "")
    ours, theirs = (
        NOTHING if gap == "missing" else value_words(value)
        for value, gap in zip(one.values, gaps, strict=True)
    )
    written = value_words(raw.get(one.cell, one.theirs))
    if not any(gaps) and written.strip("{}") != theirs.strip("{}"):
        theirs += f"  [{written}]"
    return one.object, one.characteristic, ours, theirs


def value_words(value: JsonValue) -> str:
    """A value as people write it: `yes`, `none`, `{beast, undead}`; a text as it is."""
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, str):
        return value or '""'
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{key}: {value_words(one)}" for key, one in value.items()) + "}"
    if isinstance(value, Sequence):
        return "{" + ", ".join(value_words(one) for one in value) + "}"
    return str(value)
