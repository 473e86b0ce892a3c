"""How names are spelt in the notation: when they need quotes, and their plurals."""

from __future__ import annotations

import re
from types import MappingProxyType
from typing import TYPE_CHECKING

from layerlaw.model.algebra.phrasing import is_plain
from layerlaw.model.algebra.terms import CHOSEN, OTHER_CHOSEN
from layerlaw.model.notation.forms import new_words

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

NO_PLURALS: Mapping[str, str] = MappingProxyType({})
"""No irregular plurals (plural -> singular)."""

# The words of notation.lark: as names they need quotes, like those of new forms.
_RESERVED = re.compile(
    r"a|abilities|ability|above|adjacent|all|allied|an|and|animated|another|any|are|"
    r"as|at|atop|be|bearer|bearers|bearing|become|becomes|below|borne|but|can|"
    r"cannot|carried|carrying|control|controlled|controls|copy|different|do|does|double|each|"
    r"enemy|every|for|gain|gains|has|have|here|highest|in|is|it|its|itself|lacks|"
    r"like|locked|lose|loses|lowest|named|nearby|no|not|number|object|objects|occupying|"
    r"of|on|open|opponent|opponents|or|other|own|owned|owns|self|swap|target|"
    r"targets|that|the|there|total|unless|until|which|who|with|without|you|your|"
    r"base|by|from|ignore|ignores|instead|player|players|share|shares|sharing",
    re.IGNORECASE,
)


def quoted(name: str) -> str:
    """The name in double quotes."""
    return '"' + re.sub(r'(["\\])', r"\\\1", name) + '"'


def word_or_quoted(name: str) -> str:
    """The name as a bare word where the grammar takes it for one, else in double quotes."""
    if name.startswith((CHOSEN, OTHER_CHOSEN)):
        return name
    return name if is_plain(name) and not _reserved(name) else quoted(name)


def zone_words(zone: str) -> str:
    """A zone as it is written behind `in`: its words, in quotes where one means something."""
    plain = all(is_plain(word) and not _reserved(word) for word in zone.split(" "))
    return zone if plain else quoted(zone)


def _reserved(word: str) -> bool:
    return bool(_RESERVED.fullmatch(word)) or word.lower() in new_words()


def plural(word: str, plurals: Mapping[str, str] = NO_PLURALS) -> str:
    """The plural of a noun; `plurals` has the irregular ones: plural -> singular."""
    for many, one in plurals.items():
        if one == word:
            return many
    if re.search(r"[^aeiou]y$", word):
        return f"{word[:-1]}ies"
    return f"{word}es" if re.search(r"(s|x|z|ch|sh)$", word) else f"{word}s"


def with_article(word: str) -> str:
    """The word with its indefinite article."""
    return f"{'an' if word[:1].lower() in 'aeiou' else 'a'} {word}"


def listed(words: Sequence[str], joint: str = "and") -> str:
    """`a, b and c`, or with another word before the last."""
    return f" {joint} ".join(filter(None, [", ".join(words[:-1]), *words[-1:]]))


def natural(names: Iterable[str]) -> list[str]:
    """The names sorted so that numbers in them count as numbers.

    >>> natural(["C14.1", "C2.1", "C20"])
    ['C2.1', 'C14.1', 'C20']
    """
    return sorted(names, key=lambda name: [_counts(piece) for piece in re.split(r"(\d+)", name)])


def _counts(piece: str) -> tuple[int, str]:
    return (int(piece), "") if piece.isdecimal() else (-1, piece)
