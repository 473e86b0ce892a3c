"""Forms: operations that are written as a pattern says, which is grammar, parser and printer.

`swap {first:number} and {second:number}` is a rule of the grammar, binds two names of numbers, and
prints them. A word that `notation.lark` does not know becomes a word of the notation by that.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, get_args

from layerlaw.model.algebra import Operation
from layerlaw.model.algebra.entries import HOLE, Formed

if TYPE_CHECKING:
    from collections.abc import Iterator

_PIECE = re.compile(rf"{HOLE.pattern}|(?P<word>[^\s{{}}]+)")
_RULES = {
    "number": "NAME",
    "set": "NAME",
    "word": "_member",
    "value": "value",
    "player": "player",
    "selector": "selector",
    "keyword": "keyword",
    "zone": "zone",
}
"""For each kind of hole what the grammar has there."""


@dataclass(frozen=True, slots=True)
class Form:
    """A pattern taken apart: for each place a terminal of the grammar, or a field and its kind."""

    operation: type[Formed]
    rule: str
    places: tuple[str | tuple[str, str], ...]

    @property
    def grammar(self) -> str:
        """The rule of the grammar."""
        places = (one if isinstance(one, str) else _RULES[one[1]] for one in self.places)
        return f"{self.rule}: {' '.join(places)}"


@cache
def forms() -> dict[str, Form]:
    """Every form by the name of its rule."""
    kinds = (kind for kind in get_args(Operation) if issubclass(kind, Formed))
    return {(form := _form(kind)).rule: form for kind in kinds}


@cache
def new_words() -> tuple[str, ...]:
    """The words of forms that `notation.lark` does not know."""
    new = {
        word: None
        for form in forms().values()
        for word in re.findall(r"(?<!\S)[^\s{]+", form.operation.form)
        if _terminal(word) in form.places and _terminal(word) not in _terminals()
    }
    return tuple(new)


def leading_words() -> tuple[str, ...]:
    """The words with which forms begin, where they begin with a word."""
    starts = (re.match(r"[^\s{]+", form.operation.form) for form in forms().values())
    return tuple(dict.fromkeys(start[0] for start in starts if start))


def before_numbers() -> frozenset[str]:
    """The words of forms behind which the name of a number stands."""
    pattern = re.compile(r"([^\s{}]+) \{\w+:number\}")
    return frozenset(
        word for form in forms().values() for word in pattern.findall(form.operation.form)
    )


@cache
def grammar() -> str:
    """The grammar of the notation, with a rule for each form."""
    rules = "\n".join(form.grammar for form in forms().values())
    words = "\n".join(rf"{_terminal(word)}.2: /{re.escape(word)}\b/i" for word in new_words())
    return f"{_lark()}\nform: {' | '.join(forms())}\n{rules}\n{words}\n"


def _form(operation: type[Formed]) -> Form:
    places: list[str | tuple[str, str]] = []
    for piece in _PIECE.finditer(operation.form):
        if piece["word"] is None:
            places.append((piece["field"], piece["kind"]))
        else:
            places.append(_terminal(piece["word"]))
    rule = re.sub(r"(?<=[a-z])(?=[A-Z])", "_", operation.__name__).lower()
    return Form(operation, rule, tuple(_joined(places)))


def _joined(places: list[str | tuple[str, str]]) -> Iterator[str | tuple[str, str]]:
    """The places, with words that are one terminal of the grammar (`COPY_OF`) as that one."""
    while places:
        for count in range(len(places), 0, -1):
            run = [place for place in places[:count] if isinstance(place, str)]
            if len(run) == count and "_".join(run) in _terminals():
                yield "_".join(run)
                break
        else:
            count = 1
            yield places[0]
        places = places[count:]


def _terminal(word: str) -> str:
    return re.sub(r"\W", "", word).upper()


@cache
def _terminals() -> frozenset[str]:
    return frozenset(re.findall(r"^([A-Z_]+)(?:\.\d+)?:", _lark(), re.MULTILINE))


@cache
def _lark() -> str:
    return files("layerlaw.model.notation").joinpath("notation.lark").read_text(encoding="utf-8")
