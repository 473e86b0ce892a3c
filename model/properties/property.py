"""A property: what must hold on every board under a rulebook, as one line of text."""

from __future__ import annotations

import re
from typing import Literal

from layerlaw.model.algebra.claims import Claim
from layerlaw.model.arguments import checked
from layerlaw.model.dataclass import dataclass
from layerlaw.model.errors import NotationError, unknown
from layerlaw.model.notation.parsing import parse_always, parse_never
from layerlaw.model.rulebooks.rulebook import Rulebook
from layerlaw.model.rulebooks.words import vocabulary

Mode = Literal["always", "never"]

_MODES: dict[str, Mode] = {"always": "always", "never": "never"}
_MODE = re.compile(r"\s*([^\W\d_]*)\s*(:?)\s*")


@dataclass(frozen=True, slots=True)
class Property:
    """What must always hold.

    text: as it is written, with `always:` or `never:`. claims: what it states; all of it has to
    hold. title: what it is called, the text itself if nothing else. because: the clauses that it
    rests on, in the eyes of who wrote it.
    """

    text: str
    claims: tuple[Claim, ...]
    title: str = ""
    because: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """What it is called."""
        return self.title or self.text


@checked()
def parse_property(text: str, rulebook: Rulebook) -> Property:
    """The property that a line of text states, in the words of a rulebook.

    text: `always: ...` or `never: ...`. rulebook: whose words they are. Raises `NotationError` with
    the place of the first mistake, and `WrongArgument` for what is no text and no rulebook.

    >>> from layerlaw import shipped_rulebook
    >>> parse_property("never: minions with power < 0", shipped_rulebook("sorcery-2026-01")).text
    'never: minions with power < 0'
    """
    begin = _MODE.match(text)
    assert begin is not None
    word, colon = begin[1].lower(), begin[2]
    if word in _MODES:
        if not colon:
            raise NotationError(f"behind '{word}' stands ':'", begin.end(1), f"'{word}: ...'")
        try:
            return stated(_MODES[word], text[begin.end() :], rulebook)
        except NotationError as error:
            raise NotationError(
                error.message, error.offset + begin.end(), error.expected, error.suggestion
            ) from None
    if colon:
        raise unknown("word before ':'", begin[1], _MODES, begin.start(1))
    raise NotationError(
        "a property begins with 'always:' or 'never:'",
        begin.start(1),
        "'always: silenced minions have no abilities', or 'never: minions with power < 0'",
    )


def stated(
    mode: Mode, text: str, rulebook: Rulebook, title: str = "", because: tuple[str, ...] = ()
) -> Property:
    """The property that always, or never, is as the text says; raises `NotationError`."""
    words = vocabulary(rulebook)
    claims = parse_always(text, words) if mode == "always" else parse_never(text, words)
    return Property(f"{mode}: {text.strip()}", claims, title, because)
