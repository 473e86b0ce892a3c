"""The text of a certificate: JSON with whole numbers alone, and the place of every value in it."""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

from layerlaw.model.errors import BadInput, Problem

if TYPE_CHECKING:
    from layerlaw.solver.certificate.written.fitting import Json, Misfit, Spot

MOST_BYTES = 50_000_000
"""A larger file is not read, and none is written."""

_STRING = re.compile(r'"(?:[^"\\]|\\.)*"')
_BLANK = re.compile(r"[ \t\n\r]*")
_PIECE = re.compile(r"[\[\]{},:]|\"|[^\s\[\]{},:\"]+")
_SURROGATE = re.compile("[\ud800-\udfff]")
EXPECTED = "a certificate, as `layerlaw solve FILE --certificate CERT.json` writes it"


class NotWhole:
    """Stands for a number in the text that is no whole one."""

    def __init__(self, text: str) -> None:
        self.text = text

    def __str__(self) -> str:
        """As it is written."""
        return self.text


class _Twice(ValueError):
    """A key that stands in one object twice."""


def text_in(path: Path) -> str:
    """The text of the file. Raises `BadInput` for what is no file, too large, or no UTF-8."""
    file = str(path)
    try:
        if path.exists() and not path.is_file() and not path.is_dir():
            # Nobody may ever write into a pipe.
            raise BadInput([Problem(file, 1, 1, "this is no ordinary file", EXPECTED)])
        size = path.stat().st_size
        if size > MOST_BYTES:
            raise too_large(file)
        with path.open("rb") as opened:
            raw = opened.read(MOST_BYTES + 1)
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or str(error)
        raise BadInput([Problem(file, 1, 1, f"cannot be read: {why}", EXPECTED)]) from None
    return decoded(raw, file)


def decoded(raw: bytes, file: str) -> str:
    """The text in the bytes. Raises `BadInput` for too many, and for what is no UTF-8."""
    if len(raw) > MOST_BYTES:
        raise too_large(file)
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = raw[: error.start].decode("utf-8-sig", "replace")
        line, column = before.count("\n") + 1, len(before) - before.rfind("\n")
        raise BadInput([Problem(file, line, column, "this is no UTF-8", EXPECTED)]) from None


def too_large(file: str) -> BadInput:
    """The error for a file of too many bytes."""
    message = f"the file is larger than {MOST_BYTES // 1_000_000} MB"
    return BadInput([Problem(file, 1, 1, message, "a smaller certificate")])


def parsed(text: str, file: str) -> Json:
    """The JSON in the text. Raises `BadInput` with the place where it is none."""
    try:
        document: Json = json.loads(
            text, object_pairs_hook=_object, parse_float=NotWhole, parse_constant=NotWhole
        )
    except json.JSONDecodeError as error:
        cut = error.pos >= len(text.rstrip())
        said = "the file ends here, and the JSON does not" if cut else f"no JSON: {error.msg}"
        advice = "it may have been cut off: write it again" if cut else ""
        raise problem(text, file, error.pos, said, EXPECTED, advice) from None
    except _Twice as twice:
        at = second(text)
        raise problem(text, file, at, f"the key {twice} stands here twice", "one of them") from None
    except RecursionError:
        raise problem(text, file, 0, "lists and objects are nested too deeply", EXPECTED) from None
    except ValueError:
        # Python reads no number of thousands of digits.
        raise problem(text, file, 0, "a number with too many digits", "100 at most") from None
    lone = _SURROGATE.search(json.dumps(document, ensure_ascii=False, default=str))
    if lone is not None:
        raise problem(text, file, 0, "half a character is written as \\ud...", "whole ones")
    return document


def _object(pairs: list[tuple[str, Json]]) -> Json:
    made = dict(pairs)
    if len(made) < len(pairs):
        times = Counter(key for key, _ in pairs)
        raise _Twice(repr(next(key for key, number in times.items() if number > 1)))
    return made


def problem(
    text: str, file: str, at: int, message: str, expected: str = "", suggestion: str = ""
) -> BadInput:
    """The error for what stands at a place in the text, counted in characters."""
    begin = text.rfind("\n", 0, at) + 1
    end = text.find("\n", at)
    source = text[begin:] if end < 0 else text[begin:end]
    line = text.count("\n", 0, begin) + 1
    found = Problem(file, line, at - begin + 1, message, expected, suggestion, source.rstrip("\r"))
    return BadInput([found])


def misplaced(misfit: Misfit, text: str, file: str) -> BadInput:
    """The error for a value that does not fit, with its place in the text."""
    at = place_of(text, misfit.at)
    return problem(text, file, at, misfit.message, misfit.expected, misfit.suggestion)


def place_of(text: str, at: Spot) -> int:
    """Where a value begins in a text that is JSON, or its key does, where an object has it."""
    way: list[str | int] = []
    while at is not None:
        at, last = at
        way.append(last)
    place = _skip(text, 0)
    decoder = json.JSONDecoder(parse_float=NotWhole, parse_constant=NotWhole)
    while way:
        wanted = way.pop()
        place = _skip(text, place + 1)
        for number in range(len(text)):
            begin, key = place, None
            if text[place] == '"' and isinstance(wanted, str):
                key, place = _word(text, place)
                place = _skip(text, _skip(text, place) + 1)
            if wanted in (key, number if key is None else None):
                place = place if way or key is None else begin
                break
            _, place = decoder.raw_decode(text, place)
            place = _skip(text, _skip(text, place) + 1)
    return place


def _word(text: str, place: int) -> tuple[str, int]:
    """The text in quotes that begins at a place, and where it ends."""
    word = _STRING.match(text, place)
    if word is None:
        return "", len(text)
    return str(json.loads(word[0])), word.end()


def _skip(text: str, place: int) -> int:
    blank = _BLANK.match(text, place)
    return place if blank is None else blank.end()


def second(text: str) -> int:
    """Where the first key begins that its object has already."""
    objects: list[set[str] | None] = []
    place, key = 0, False
    while (piece := _PIECE.search(text, place)) is not None:
        place = piece.end()
        match piece[0]:
            case "{" | "[" as begin:
                objects.append(set() if begin == "{" else None)
                key = begin == "{"
            case "}" | "]":
                objects.pop()
            case ",":
                key = objects[-1] is not None
            case '"':
                word, place = _word(text, piece.start())
                known = objects[-1] if key and objects else None
                if known is not None and word in known:
                    return piece.start()
                if known is not None:
                    known.add(word)
                key = False
    return 0
