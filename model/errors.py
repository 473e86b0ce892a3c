"""Errors: one problem with its place, and all problems of an input at once."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from layerlaw.model.dataclass import dataclass


class LayerlawError(Exception):
    """The base of every error that Layerlaw raises on purpose."""


class WrongArgument(LayerlawError, TypeError):
    """A call got the wrong kind of argument; the message says how to get the right one."""


def wrong_argument(call: str, wanted: str, given: object, how: str) -> WrongArgument:
    """What is wrong with an argument, in one sentence; how: what to write instead."""
    article = "an" if wanted[:1] in "AEIOU" else "a"
    return WrongArgument(f"{call} wants {article} {wanted}, not {told(given)}: {how}")


def told(given: object) -> str:
    """An argument by its type; texts and numbers with their value."""
    kind = type(given).__name__
    if isinstance(given, str | int | float):
        said = repr(given)
        return f"the {kind} {said}" if len(said) <= WIDEST else f"a {kind} of {len(said)} letters"
    if given is None:
        return "None"
    return f"{'an' if kind[:1] in 'AEIOUaeiou' else 'a'} {kind}"


@dataclass(frozen=True, slots=True)
class Where:
    """Where a piece of a file stands, for messages; lines and columns count from 1."""

    file: str
    line: int
    column: int


@dataclass(frozen=True, slots=True)
class Problem:
    """One mistake: where it stands (line and column count from 1) and what to do about it.

    path: where it stands instead, in values that were in no file: `play[0].you`. The column then
    counts characters of the text there.
    """

    file: str
    line: int
    column: int
    message: str
    expected: str = ""
    suggestion: str = ""
    source: str = ""
    path: str = ""

    def __str__(self) -> str:
        """`file:line:column: message`, then the line with a caret, what was expected, advice."""
        place = f"{self.line}:{self.column}" if not self.path else plain(self.path)
        lines = [f"{plain(self.file)}:{place}: {plain(self.message)}"]
        if self.source:
            shown, caret = _window(self.source, self.column - 1)
            lines += [f"    {shown}", "    " + " " * caret + "^"]
        if self.expected:
            lines.append(f"    expected: {plain(self.expected)}")
        if self.suggestion:
            lines.append(f"    {plain(self.suggestion)}")
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
MOST_SHOWN = 2000
"""The most characters of a message that are shown; one that quotes a book would bury the rest."""


def plain(text: str) -> str:
    """The text without control characters, and shortened if it is very long."""
    if len(text) > MOST_SHOWN:
        half = MOST_SHOWN // 2
        text = f"{text[:half]} ... {text[-half:]}"
    return "".join(map(_shown, text))


def _shown(letter: str) -> str:
    if letter.isprintable() or letter == "\n":
        return letter
    return " " if letter.isspace() else f"\\u{ord(letter):04x}"


def _window(source: str, offset: int) -> tuple[str, int]:
    """The part of a long line around an offset, and the offset in it.

    A tab would push the caret away from its place, a control character might do worse.
    """
    begin = 0
    if len(source) > WIDEST:
        begin = max(0, min(offset - WIDEST // 2, len(source) - WIDEST))
    piece = "".join(c if c.isprintable() else " " for c in source[begin : begin + WIDEST])
    return ("..." if begin else "") + piece, offset - begin + (3 if begin else 0)


MOST_DIGITS = 15
"""The most digits of a number."""


def too_big(text: str) -> str:
    """What is wrong with a whole number of too many digits, or an empty string."""
    digits = text.removeprefix("+").removeprefix("-")
    if not digits.isdecimal() or len(digits) <= MOST_DIGITS:
        return ""
    return f"a number of {len(digits)} digits is too big: {MOST_DIGITS} at most"


def unknown(what: str, word: str, known: Iterable[str], offset: int = 0) -> NotationError:
    """The message for an unknown word, with the closest known one or all of them."""
    names = list(known)
    suggestion = did_you_mean(word, names)
    expected = "" if suggestion or len(names) > MOST_LISTED else ", ".join(names)
    return NotationError(f"unknown {what} '{word}'", offset, expected, suggestion)


def with_hint(message: str, word: str, known: Iterable[str]) -> str:
    """The message, and behind it the closest known word, if one is close."""
    hint = did_you_mean(word, known)
    return f"{message}: {hint}" if hint else message


MOST_LISTED = 20
"""So many words are listed where none is close to what is written."""
LONGEST_WORD = 100
SHORT_WORD, LONG_WORD = 3, 8
MOST_WORDS = 2000


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """`did you mean 'X'?` for what is `nearest`, or an empty string."""
    near = nearest(word, known)
    return f"did you mean '{near}'?" if near else ""


def nearest(word: str, known: Iterable[str]) -> str:
    """The closest known word, or an empty string if none is close.

    Close means a typing error: few letters missing, added, replaced or swapped, a quarter of them
    at most, one if the first letter differs, which in short words it may not; or the beginning or
    end of a word. Of very many words only those with the same first letter are compared, and very
    long words never.
    """
    return next(iter(_close(word, known, _is_slip)), "")


def slips(word: str, known: Iterable[str]) -> list[str]:
    """The known words that `word` may be a typing error for, the closest first.

    >>> slips("Kign", ["King", "Kingdom", "Realm"])
    ['King']
    """
    return _close(word, known, _is_typing_error)


def _close(word: str, known: Iterable[str], is_near: Callable[[str, str], bool]) -> list[str]:
    if len(word) > LONGEST_WORD:
        return []
    words = (name for name in known if len(name) <= LONGEST_WORD and name != word)
    by_lower = {name.lower(): name for name in words}
    if len(by_lower) > MOST_WORDS:
        begin = word[:1].lower()
        alike = [name for name in by_lower if name[:1] == begin]
        by_lower = {name: by_lower[name] for name in alike[:MOST_WORDS]}
    # Imported only now: most commands make no mistakes.
    from difflib import get_close_matches

    close = get_close_matches(word.lower(), list(by_lower), n=5, cutoff=0.6)
    return [by_lower[name] for name in close if is_near(word.lower(), name)]


def _is_slip(written: str, meant: str) -> bool:
    """Whether `written` may be a typing error for `meant`, or its beginning or end."""
    if len(written) >= SHORT_WORD and meant.startswith(written):
        return True
    if len(written) > SHORT_WORD and meant.endswith(written):
        return True
    return _is_typing_error(written, meant)


def _is_typing_error(written: str, meant: str) -> bool:
    if min(len(written), len(meant)) <= SHORT_WORD and written[0] != meant[0]:
        return False
    shorter, longer = sorted((len(written), len(meant)))
    brief = shorter <= SHORT_WORD + 1 and written[:SHORT_WORD] != meant[:SHORT_WORD]
    most = 1 if brief or written[0] != meant[0] else 2 if shorter <= LONG_WORD else longer // 4
    return _edits(written, meant) <= most


def _edits(one: str, other: str) -> int:
    """The optimal string alignment distance: letters in, out, changed, or two exchanged."""
    before: list[int] = []
    last = list(range(len(other) + 1))
    for i, letter in enumerate(one, 1):
        row = [i]
        for j, against in enumerate(other, 1):
            cost = min(last[j] + 1, row[j - 1] + 1, last[j - 1] + (letter != against))
            if i > 1 and j > 1 and letter == other[j - 2] and one[i - 2] == against:
                cost = min(cost, before[j - 2] + 1)
            row.append(cost)
        before, last = last, row
    return last[-1]
