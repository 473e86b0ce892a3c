"""What can be mended with one click: the wrong word at a place, and the one that was meant."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from layerlaw.model.dataclass import dataclass

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from layerlaw.model.errors import Problem

_MEANT = re.compile(r"did you mean '(.+)'\?$")
_BETWEEN = re.compile(r"', '|' or '")
_WORD = re.compile(r"[\w'\u2019./-]+")


@dataclass(frozen=True, slots=True)
class Fix:
    """A piece of one line, by its columns (from 1, the second behind it), and what replaces it.

    instead: one or several, of which the writer chooses; the likeliest first.
    """

    column: int
    until: int
    instead: tuple[str, ...]


def spot(problem: Problem, lines: Sequence[str]) -> tuple[int, int]:
    """Where in its line the problem's word stands: its columns from 1, the second behind it.

    lines: of the text that the problem is in. A message quotes the word that is wrong; without it
    what counts is the word at the place. Both columns are the same where there is none.
    """
    if not 1 <= problem.line <= len(lines):
        return problem.column, problem.column
    line, at = lines[problem.line - 1], problem.column - 1
    quoted = sorted(set(_quoted(problem.message)), key=len, reverse=True)
    for word in quoted:
        if line.startswith(word, at):
            return at + 1, at + 1 + len(word)
    if _MEANT.search(problem.suggestion or problem.message):
        for word in quoted:
            # Quotes and what else YAML lets a text begin with may push it on.
            found = line.find(word, max(at, 0))
            if found >= 0:
                return found + 1, found + 1 + len(word)
    here = _WORD.match(line, max(at, 0))
    return (at + 1, here.end() + 1) if here else (problem.column, problem.column)


def fix(problem: Problem, lines: Sequence[str]) -> Fix | None:
    """How to mend what is wrong, where the problem says what was meant."""
    meant = _MEANT.search(problem.suggestion) or _MEANT.search(problem.message)
    if meant is None:
        return None
    column, until = spot(problem, lines)
    return Fix(column, until, tuple(_BETWEEN.split(meant[1]))) if until > column else None


def _quoted(message: str) -> Iterator[str]:
    """What a message quotes, also where a quoted name has an apostrophe of its own."""
    message = _MEANT.sub("", message)
    marks = [place for place, letter in enumerate(message) if letter == "'"]
    for number, first in enumerate(marks):
        for last in marks[number + 1 : number + 4]:
            if message[first + 1 : last].strip():
                yield message[first + 1 : last]
