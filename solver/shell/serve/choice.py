"""Writes the rulebook and readings chosen in the page into the scenario's text."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from layerlaw.model.errors import LayerlawError
from layerlaw.model.files.yaml_text import Mapping, parse
from layerlaw.solver.shell.serve.lines import SCENARIO, said

if TYPE_CHECKING:
    from collections.abc import Mapping as Map

    from layerlaw.model.files.yaml_text import Document

_COMMENT = re.compile(r"\s+#.*$")


def with_choice(text: str, rulebook: str, readings: Map[str, str]) -> str:
    """The text with that `rulebook` and these `readings`; every other line stays as it is.

    rulebook: nothing, if it stays the same. readings: all that the scenario shall have. Raises
    `BadInput` for what is no YAML, `LayerlawError` where it cannot be written.
    """
    document = parse(text, SCENARIO)
    if not isinstance(document.root, Mapping):
        raise LayerlawError("the text is no scenario: it has no keys")
    there = _spans(document)
    # Each edit: the lines that go (from 0, the second is the one behind), and what comes instead.
    edits: list[tuple[int, int, list[str]]] = []
    book = there.get("rulebook", (0, 0))
    if rulebook:
        first, behind = book
        comment = _COMMENT.search(document.lines[first]) if behind == first + 1 else None
        edits.append((*book, [f"rulebook: {rulebook}{comment[0] if comment else ''}"]))
    line = ", ".join(f"{point}: {reading}" for point, reading in readings.items())
    chosen = [f"readings: {{{line}}}"] if readings else []
    edits.append((*there.get("readings", (book[1], book[1])), chosen))
    lines = list(document.lines)
    # From the end, so that the places of those before stay; the rulebook's line comes first.
    for first, behind, instead in sorted(edits, key=lambda edit: edit[:2], reverse=True):
        lines[first:behind] = instead
    new = "\n".join(lines)
    wanted = _said(document.root)
    wanted.pop("readings", None)
    if rulebook:
        wanted["rulebook"] = rulebook
    if readings:
        wanted["readings"] = list(readings.items())
    if _read(new) != wanted:
        raise LayerlawError("the choice can't be written into this text: write it by hand")
    return new


def _spans(document: Document) -> dict[str, tuple[int, int]]:
    """For each key its lines, as a half-open range from 0."""
    assert isinstance(document.root, Mapping)
    spans: dict[str, tuple[int, int]] = {}
    keys = [key for key, _ in document.root.entries]
    ends = [*(key.line - 1 for key in keys[1:]), len(document.lines)]
    for key, end in zip(keys, ends, strict=True):
        while end > key.line and _is_between(document.lines[end - 1]):
            end -= 1
        spans[key.text] = (key.line - 1, end)
    return spans


def _is_between(line: str) -> bool:
    """Whether a line at an entry's end belongs to no entry, or to the next."""
    return not line.strip() or line.startswith("#") or line.strip() in ("...", "---")


def _read(text: str) -> dict[str, object] | None:
    try:
        root = parse(text).root
    except LayerlawError:
        return None
    return _said(root) if isinstance(root, Mapping) else None


def _said(root: Mapping) -> dict[str, object]:
    return {key.text: said(node) for key, node in root.entries}
