"""How a term is written: where a selector stands in a phrase, and forms."""

from __future__ import annotations

import re
from enum import IntEnum
from types import MappingProxyType
from typing import ClassVar, Protocol

HOLE = re.compile(r"\{(?P<field>\w+):(?P<kind>\w+)\}")
"""A hole of a form, which a field fills."""

_PLAIN = re.compile(r"[^\W\d_]\w*(['\u2019-][^\W\d_]\w*)*")


def is_plain(word: str) -> bool:
    """Whether the word is one NAME of the grammar, so that it needs no quotes."""
    return _PLAIN.fullmatch(word) is not None


def stands_behind(noun: str) -> bool:
    """Whether a noun of a rulebook stands behind others, because it begins as `at rest` does."""
    return noun.lower().startswith(("at ", "in ", "on "))


class Filler(Protocol):
    """Writes what stands in the holes of forms."""

    def filled(self, form: str, fields: object) -> str:
        """A form with these fields in its holes."""


class Formed:
    """A word of the algebra that is written as its `form` says.

    The form is words of the notation and holes `{field:kind}`; kind: `number` or `set` (the name
    of such a characteristic), `value`, `player`, `selector`, `anchor` (what something refers to),
    `comparator`, `squares`, `keyword`, `word` (of a set), `zone`.

    unwritten: fields that stand in no hole, each with what the vocabulary has for it.
    """

    __slots__ = ()
    form: ClassVar[str]
    unwritten: ClassVar = MappingProxyType[str, str]({})

    def written(self, to: Filler) -> str:
        """The word in the notation."""
        return to.filled(self.form, self)


class Stands(IntEnum):
    """Where a selector stands in a phrase, in the order of writing.

    The first four stand before the noun, ADJECTIVE to HEAD make it, the others stand behind it;
    KEYWORD and NUMBER behind "with" and "has".
    """

    OTHER = 0
    WHOSE = 1
    NEAR = 2
    UNLIKE = 3
    ADJECTIVE = 4
    NOUN = 5
    HEAD = 6
    REGION = 7
    ZONE = 8
    NAME = 9
    KEYWORD = 10
    NUMBER = 11
    SQUARES = 12
    PLAYER = 13
    RELATION = 14
    ANCHOR = 15
    LAST = 16

    @property
    def behind_with(self) -> bool:
        """Whether it stands behind "with" and "has"."""
        return self in (Stands.KEYWORD, Stands.NUMBER)


class Head:
    """A selector that stands alone: a pronoun, an id, or what is put in parentheses."""

    __slots__ = ()
    stands: ClassVar[Stands] = Stands.HEAD
