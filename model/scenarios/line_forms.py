"""Forms of events of one line: patterns that the grammar, the messages and the writer follow.

`{object:object} into {card:card}` is words of the notation and holes `{field:kind}`, which the
fields of an event fill. Kinds that are ids: `object` (in play), `anywhere` (in whatever zone),
`carried` (in play, where things are carried), `bearer` (in play, or a player where players carry
things), `doer` (in whatever zone, or a player), `announced`,
`new` (behind `as`, or left out). Others: `verb` (of the rulebook's actions), `player`, `card`,
`place`, `zone`, `exit` (a zone but that of play), `status`, `keyword`, `amount`, `choosing` (a
number, behind that word), `during` (what the rulebook says nothing comes to rest in).
"""

from __future__ import annotations

import re
from dataclasses import field
from functools import cache
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from layerlaw.model.dataclass import dataclass

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

_PIECE = re.compile(r"\{(?P<field>\w+):(?P<kind>\w+)\}|(?P<word>\w+)")
_IN_PLAY = ("object", "carried", "bearer")
_IDS = (*_IN_PLAY, "anywhere", "doer", "announced")
_GRAMMAR = {
    **dict.fromkeys(_IDS, "id"),
    "new": "as?",
    "verb": "id",
    "place": "place",
    "zone": "zone",
    "amount": "INT",
    "choosing": "choosing",
    "effect": "id",
    "chain": 'id ("before" id)+',
    "loop": '"loop" "[" id ("," id)* "]"',
}
"""For each kind of hole what the grammar has there, if it is no name."""
_SHOWN = {
    **dict.fromkeys(_IDS, "ID"),
    "new": "as BELOW",
    "exit": "ZONE",
    "amount": "NUMBER",
    "choosing": "choosing NUMBER",
}
"""For each kind of hole what messages call it, if that is another word."""
_NO_NAMES = ("new", "place", "amount", "choosing")


class Hole(NamedTuple):
    """A hole of a form: the field that fills it, and what may stand there."""

    field: str
    kind: str

    @property
    def is_id(self) -> bool:
        """Whether it names what has to be there when the event happens."""
        return self.kind in _IDS


@dataclass(frozen=True, slots=True)
class LineForm:
    """A way to write an event on one line.

    key: the word that it begins with, or a hole where the rulebook has the words. says: what
    editors say of it. fixed: the fields that this form says without a hole.
    """

    key: str
    pattern: str
    says: str = ""
    fixed: Mapping[str, object] = field(default_factory=dict)

    @property
    def rule(self) -> str:
        """The rule of the grammar: the key, or the kind of its hole."""
        hole = _PIECE.match(self.key)
        return hole["kind"] if hole and hole["kind"] else self.key

    @property
    def key_field(self) -> str | None:
        """The field that is the key itself."""
        hole = _PIECE.match(self.key)
        return hole["field"] if hole else None

    @property
    def holes(self) -> tuple[Hole, ...]:
        """The holes, in their order."""
        return _holes(self.pattern)

    @property
    def words(self) -> tuple[str, ...]:
        """Its words between the holes, which mean something in an event."""
        return tuple(piece["word"] for piece in _PIECE.finditer(self.pattern) if piece["word"])

    @property
    def grammar(self) -> str:
        """What the grammar has for it: `id "into" name`."""
        return self.filled(lambda hole: _GRAMMAR.get(hole.kind, "name"), '"{}"'.format)

    @property
    def shown(self) -> str:
        """The form for messages: `ID into CARD`."""
        return self.filled(lambda hole: _SHOWN.get(hole.kind, hole.kind.upper()))

    def filled(self, hole: Callable[[Hole], str], word: Callable[[str], str] = str) -> str:
        """The form with something in place of each hole, and maybe of each word."""
        return _PIECE.sub(
            lambda piece: (
                word(piece["word"]) if piece["word"] else hole(Hole(piece["field"], piece["kind"]))
            ),
            self.pattern,
        )

    def fits(self, names: int, *, place: bool, choosing: bool = False) -> bool:
        """Whether it has so many names, and a place, or what is chosen, if there is one."""
        kinds = [hole.kind for hole in self.holes]
        named = names == sum(kind not in _NO_NAMES for kind in kinds)
        return named and place == ("place" in kinds) and choosing == ("choosing" in kinds)


@cache
def _holes(pattern: str) -> tuple[Hole, ...]:
    pieces = _PIECE.finditer(pattern)
    return tuple(Hole(piece["field"], piece["kind"]) for piece in pieces if piece["field"])


class OneLine:
    """An event that is written as one of its forms says; `form` is the one for this event."""

    __slots__ = ()
    forms: ClassVar[tuple[LineForm, ...]]

    @property
    def form(self) -> LineForm:
        """The form whose holes this event fills, and that says the rest of it."""
        return next(
            form
            for form in self.forms
            if all(getattr(self, hole.field) is not None for hole in form.holes)
            and all(getattr(self, name) == value for name, value in form.fixed.items())
        )

    @property
    def ids(self) -> tuple[str, ...]:
        """The ids of what has to be there when it happens."""
        return tuple(getattr(self, hole.field) for hole in self.form.holes if hole.is_id)

    def needs_play(self, id: str) -> bool:
        """Whether the object of this id has to be in play."""
        holes = [hole for hole in self.form.holes if hole.kind in _IN_PLAY]
        return any(getattr(self, hole.field) == id for hole in holes)
