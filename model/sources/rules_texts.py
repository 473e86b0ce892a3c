"""Reads the text of a rules document from a file, and refuses what is none."""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.model.errors import BadInput, Problem
from layerlaw.model.files.yaml_text import text_of_file

if TYPE_CHECKING:
    from pathlib import Path

LONGEST_LINE = 20_000
"""The most characters of a line; the longest of the documents that we know has some 3,000."""


def rules_text(path: Path | str) -> str:
    """The text of a document.

    Raises `BadInput` for a file that cannot be read, is empty or holds no lines of text.
    """
    text = text_of_file(path)
    place = text.find("\0")
    if place >= 0:
        line = text.count("\n", 0, place) + 1
        column = place - text.rfind("\n", 0, place)
        raise BadInput([Problem(str(path), line, column, "this is no text: it has a zero byte")])
    if not text.strip():
        raise BadInput([Problem(str(path), 1, 1, "the file is empty")])
    for number, each in enumerate(text.splitlines(), 1):
        if len(each) > LONGEST_LINE:
            message = f"a line of {len(each)} characters: {LONGEST_LINE} at most"
            raise BadInput([Problem(str(path), number, 1, message)])
    return text
