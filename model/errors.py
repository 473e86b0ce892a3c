"""What can be wrong with what people write: one problem with its place, and all of them at once."""

from __future__ import annotations

from dataclasses import dataclass
from difflib import get_close_matches
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable


class LayerlawError(Exception):
    """The base of every error that Layerlaw raises on purpose."""


@dataclass(frozen=True, slots=True)
class Problem:
    """One mistake: where it stands (line and column count from 1) and what to do about it."""

    file: str
    line: int
    column: int
    message: str
    expected: str = ""
    suggestion: str = ""
    source: str = ""

    def __str__(self) -> str:
        """`file:line:column: message`, then the line with a caret, what was expected, advice."""
        lines = [f"{self.file}:{self.line}:{self.column}: {self.message}"]
        if self.source:
            shown, caret = _window(self.source, self.column - 1)
            lines += [f"    {shown}", "    " + " " * caret + "^"]
        if self.expected:
            lines.append(f"    expected: {self.expected}")
        if self.suggestion:
            lines.append(f"    {self.suggestion}")
        return "\n".join(lines)


class BadInput(LayerlawError):
    """Input that cannot be used, with every problem that was found in it."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__("\n".join(str(problem) for problem in self.problems))


class NotationError(LayerlawError):
    """A piece of notation that does not parse; `offset` counts characters from its beginning."""

    def __init__(
        self, message: str, offset: int = 0, expected: str = "", suggestion: str = ""
    ) -> None:
        self.message = message
        self.offset = offset
        self.expected = expected
        self.suggestion = suggestion
        super().__init__(message)


WIDEST = 100
"""How much of a source line is shown around the place of a problem."""


def _window(source: str, offset: int) -> tuple[str, int]:
    """The part of a long line around an offset, and the offset in it."""
    if len(source) <= WIDEST:
        return source, offset
    begin = max(0, min(offset - WIDEST // 2, len(source) - WIDEST))
    piece = source[begin : begin + WIDEST]
    return ("..." if begin else "") + piece, offset - begin + (3 if begin else 0)


MOST_DIGITS = 15
"""The most digits of a number."""


def too_big(text: str) -> str:
    """What is wrong with a whole number of too many digits, or an empty string."""
    digits = text.removeprefix("+").removeprefix("-")
    if not digits.isdecimal() or len(digits) <= MOST_DIGITS:
        return ""
    return f"a number of {len(digits)} digits is too big: {MOST_DIGITS} at most"


def with_hint(message: str, word: str, known: Iterable[str]) -> str:
    """The message, and behind it the closest known word, if one is close."""
    hint = did_you_mean(word, known)
    return f"{message}: {hint}" if hint else message


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """`did you mean 'X'?` for the closest known word, or an empty string."""
    by_lower = {name.lower(): name for name in known}
    close = get_close_matches(word.lower(), list(by_lower), n=1, cutoff=0.6)
    return f"did you mean '{by_lower[close[0]]}'?" if close else ""
