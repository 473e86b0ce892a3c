"""What is wrong with a question, with a caret below its place."""

from __future__ import annotations

from typing import TYPE_CHECKING, NoReturn

from layerlaw.model.errors import BadInput, Problem

if TYPE_CHECKING:
    from layerlaw.model.asking.marks import Text

FILE = "question"
"""What messages call the text."""


def refuse(where: Text, message: str, *, expected: str = "", suggestion: str = "") -> NoReturn:
    """Raise `BadInput` with a caret where the piece of text begins."""
    raise BadInput([problem_at(where, message, expected=expected, suggestion=suggestion)])


def problem_at(where: Text, message: str, *, expected: str = "", suggestion: str = "") -> Problem:
    """The same as a problem."""
    source = where.whole
    return Problem(FILE, 1, where.start + 1, message, expected, suggestion, source)
