"""What rulebooks say of words: statuses, characteristics, nouns, carrying, being at rest."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass, replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from layerlaw.model.algebra import Selector
from layerlaw.model.errors import LayerlawError
from layerlaw.model.notation.printing import print_selector

if TYPE_CHECKING:
    from layerlaw.model.rulebooks.rulebook import Rulebook

KEYED: Mapping[str, str] = MappingProxyType(
    {
        "statuses": "status",
        "characteristics": "characteristic",
        "nouns": "noun",
        "stacking": "stacking",
        "holding": "holding",
        "melding": "melding",
        "numbered": "number of",
        "mark_on": "mark on",
    }
)
"""What a rulebook has under names, and what to call one of them."""

WHOLE: Mapping[str, str] = MappingProxyType(
    {
        "space": "space",
        "carried": "what is carried",
        "carriers": "carriers",
        "carried_control": "control of what is carried",
        "carried_drops": "dropping what is carried",
        "carried_falls": "what falls from its bearer",
        "carried_cannot": "the actions that decide what falls from its bearer",
        "marks": "marks",
        "activated": "keywords that are activated",
        "immune": "exceptions to what can't be modified",
        "linked": "linked numbers",
        "resets": "whose counters go away",
        "rest": "at rest",
        "animated": "type of what is animated",
        "front_face": "front face",
        "two_faced": "what has two faces",
        "two_faced_unless": "what has two faces and stays as it is",
        "two_faced_never": "what no event does to what has two faces",
        "announced": "where what is cast waits",
    }
)
"""What a rulebook has once, and what to call it."""

# Each names the clause it rests on and nothing else.
_CLAUSE_ONLY = ("carried_drops", "front_face", "two_faced")


def different(one: Rulebook, other: Rulebook) -> Iterator[tuple[str, str, str, tuple[str, ...]]]:
    """The field, the name in it, what to call it, and the clauses, of each that both have and say
    otherwise, and of each that is there once."""
    for field, called in KEYED.items():
        first, second = getattr(one, field), getattr(other, field)
        for name in first:
            if name in second and _bare(first[name], one) != _bare(second[name], other):
                yield field, name, f"{called} {name}", _clauses(first[name], second[name])
    for field, called in WHOLE.items():
        values = [getattr(book, field) for book in (one, other)]
        if field in _CLAUSE_ONLY:
            if bool(values[0]) != bool(values[1]):
                yield field, "", called, tuple(value for value in values if value)
        elif _bare(values[0], one) != _bare(values[1], other):
            yield field, "", called, _clauses(*values)


def taken(book: Rulebook, other: Rulebook, field: str, name: str) -> Rulebook:
    """The first rulebook with what the other one says there."""
    theirs: Any = getattr(other, field)
    if name:
        theirs = MappingProxyType({**getattr(book, field), name: theirs[name]})
    return replace(book, **{field: theirs})


def said(book: Rulebook, field: str, name: str) -> str:
    """What the rulebook says there, in a line."""
    value = getattr(book, field)
    if field in _CLAUSE_ONLY:
        return f"yes ({value})" if value else ""
    return _text(value.get(name) if name else value, book)


def _text(value: Any, book: Rulebook) -> str:
    if isinstance(value, Selector):
        try:
            return print_selector(value, book.plurals)
        except LayerlawError:
            return str(value)
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple):
        return ", ".join(_entry(each, book) for each in value)
    if is_dataclass(value):
        parts = {
            part.name: getattr(value, part.name)
            for part in fields(value)
            if part.name not in ("clause", "name")
        }
        return "; ".join(
            f"{n.replace('_', ' ')}: {_text(each, book)}" for n, each in parts.items() if each
        )
    return "" if value is None else str(value)


def _entry(value: Any, book: Rulebook) -> str:
    """One of several; a name with what it stands for as `wit 2` and `roles (jester, noble)`."""
    match value:
        case (str(name), int(number)):
            return f"{name} {number}"
        case (str(name), tuple(words)):
            return f"{name} ({_text(words, book)})"
    return _text(value, book)


def _bare(value: Any, book: Rulebook) -> object:
    """The value without clauses, order of words, and the list of all zones."""
    if isinstance(value, tuple):
        if value and all(isinstance(each, str) for each in value):
            return "any" if set(value) == set(book.zones) else frozenset(value)
        return tuple(_bare(each, book) for each in value)
    if isinstance(value, str) and value in book.clauses:
        return ""
    if is_dataclass(value) and not isinstance(value, type):
        parts = [part.name for part in fields(value) if part.name != "clause" and part.compare]
        return (type(value).__name__, *(_bare(getattr(value, name), book) for name in parts))
    return value


def _clauses(*values: Any) -> tuple[str, ...]:
    found = (getattr(value, "clause", "") for value in values)
    return tuple(dict.fromkeys(clause for clause in found if clause))
