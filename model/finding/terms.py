"""The terms of a search: words that begin words of a text, `field:word`, quotes, and a minus."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Protocol, TypeVar

from layerlaw.model.candidates import advice, words_of
from layerlaw.model.dataclass import dataclass
from layerlaw.model.errors import LayerlawError, plain

_TERM = re.compile(r'(?:([^\s:"]+):)?(?:"([^"]*)"|(\S+))')


class Searched(Protocol):
    """What is searched: its texts by field, and the words it has by field, in small letters."""

    @property
    def texts(self) -> Mapping[str, str]:
        """What a word may stand anywhere in; the first field is its name."""

    @property
    def words(self) -> Mapping[str, frozenset[str]]:
        """What a word has to be one of."""


S = TypeVar("S", bound=Searched)


@dataclass(frozen=True, slots=True)
class Term:
    """One word of a search; field: "" for every text. out: it leaves out what it finds."""

    field: str
    value: str
    out: bool

    def finds(self, one: Searched, *, inside: bool = False) -> bool:
        """inside: whether a word may also stand inside another one."""
        return self._fits(one, inside) is not self.out

    def _fits(self, one: Searched, inside: bool) -> bool:
        if self.field in one.words:
            return self.value in one.words[self.field]
        whole = inside or len(words_of(self.value)) != 1
        texts = [one.texts[self.field]] if self.field else one.texts.values()
        return any(self.value in text if whole else self._begins(text) for text in texts)

    def _begins(self, text: str) -> bool:
        """Whether a word of the text begins with it."""
        return re.search(rf"(?<!\w){re.escape(self.value)}", text) is not None


def found_by(
    text: str,
    every: Sequence[S],
    fields: Sequence[str],
    known_value: Callable[[str, str], str] = lambda field, value: value,
) -> list[S]:
    """What all terms of the text find: those with the words in their names first.

    fields: what can stand before a colon. known_value: the word that was meant by one behind a
    field. Raises `LayerlawError`, with a suggestion, for a field that there is not.
    """
    terms = [_term(match, fields, known_value) for match in _TERM.finditer(text)]
    found = [one for one in every if all(term.finds(one) for term in terms)]
    if not found:
        found = [one for one in every if all(term.finds(one, inside=True) for term in terms)]
    plain_terms = [term for term in terms if not term.field and not term.out]

    def named(one: S) -> bool:
        name = next(iter(one.texts))
        return all(replace(term, field=name).finds(one, inside=True) for term in plain_terms)

    found.sort(key=lambda one: not named(one))
    return found


def _term(
    match: re.Match[str], fields: Sequence[str], known_value: Callable[[str, str], str]
) -> Term:
    field, value = match[1] or "", (match[2] if match[2] is not None else match[3]).lower()
    out = field.startswith("-") or (not field and match[2] is None and value.startswith("-"))
    field = field.removeprefix("-").lower()
    value = value[1:] if out and not field else value
    if field and field not in fields:
        known = ", ".join(f"{each}:" for each in fields)
        hint = advice(field, fields)
        raise LayerlawError(
            f"a search has no '{plain(field)}:'"
            + (f": {hint}" if hint else f" (there are {known})")
        )
    return Term(field, known_value(field, value) if field else value, out)
