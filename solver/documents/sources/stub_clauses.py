"""A clause to be stated for each sentence of a text: its id, its place, and a pointer at it."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import field
from itertools import chain, count
from string import ascii_uppercase
from typing import TYPE_CHECKING

from layerlaw.model.dataclass import dataclass
from layerlaw.model.rulebooks.game_format import ID
from layerlaw.model.rulebooks.procedure_format import CLAUSE_TABLE, PLACE, SAYS
from layerlaw.model.rulebooks.sources_format import SENTENCES
from layerlaw.model.sources.pointers import MOST_LETTERS, MOST_WORDS, Pointer
from layerlaw.model.sources.sentences import UNSPACED, Sentence, normalised, says_words

if TYPE_CHECKING:
    from collections.abc import Iterable

    from layerlaw.model.files.write_yaml import Tree

TO_BE_STATED = "to be stated"
"""What a clause says, and an edition is called, as long as nobody has stated it."""

_RULE_NUMBER = re.compile(r"\d{3,}(\.\d+)*[a-z]?|\d+\.\d+[a-z]")
"""A number that stands once in a document; others count the items below a heading."""
_SLUG_WORDS = 4
_SLUG_LETTERS = 12


@dataclass(frozen=True, slots=True)
class Stub:
    """A clause to be stated. id: its own. source: the id of the text."""

    id: str
    place: str
    source: str
    sentence: Sentence

    @property
    def tree(self) -> dict[str, Tree]:
        """As it is written."""
        pointed = Pointer(self.sentence.fingerprint, self.source, first_words(self.sentence.text))
        return CLAUSE_TABLE.written(
            (ID, self.id), (PLACE, self.place), (SENTENCES, [str(pointed)]), (SAYS, TO_BE_STATED)
        )


def stubs(sentences: Iterable[tuple[str, Sentence]]) -> tuple[Stub, ...]:
    """A clause to be stated for each sentence; of sentences with the same words for the first.

    sentences: each with the id of its source.
    """
    distinct: dict[str, tuple[str, Sentence]] = {}
    for source, sentence in sentences:
        distinct.setdefault(sentence.fingerprint, (source, sentence))
    numbered = {
        (source, *sentence.headings) for source, sentence in distinct.values() if sentence.label
    }
    naming = _Naming(frozenset(numbered))
    return tuple(
        Stub(*naming.named(source, sentence), source, sentence)
        for source, sentence in distinct.values()
    )


def slug(text: str) -> str:
    """A short name made of the words of a heading or of a file's name, without blanks.

    text: in any language.

    >>> from layerlaw.solver.documents.sources.stub_clauses import slug
    >>> slug("Layers, and what they do"), slug("层级")
    ('LAYERS-AND-WHAT-THEY', '层级')
    """
    words = normalised(text).replace("_", " ").split()[:_SLUG_WORDS]
    if not UNSPACED.search(text):
        return "-".join(words).upper()
    return "-".join(words)[:_SLUG_LETTERS].strip("-").upper()


def first_words(text: str) -> str:
    """The words that a pointer quotes: as many of the first ones as may be quoted.

    text: of the sentence. Nothing where no words of it can be quoted.
    """
    plain = text.replace('"', " ")
    for most in range(MOST_WORDS, 0, -1):
        words = " ".join(plain.split()[:most])
        letters = list(UNSPACED.finditer(words))
        if len(letters) > MOST_LETTERS:
            words = words[: letters[MOST_LETTERS].start()]
        words = words.strip().rstrip(",;:.，；：。、")  # noqa: RUF001
        if normalised(words) and says_words(text, words):
            return words
    return ""


@dataclass(slots=True)
class _Naming:
    """Gives each sentence an id and a place: by the number of its rule, or by heading and item.

    Where a heading has numbered items (`numbered`, by source and headings), the ids of its other
    sentences end in letters, so that those of the items end in their own numbers.
    """

    numbered: frozenset[tuple[str, ...]]
    slugs: dict[tuple[str, ...], str] = field(default_factory=dict)
    taken: set[str] = field(default_factory=lambda: {""})
    counts: Counter[tuple[str, ...]] = field(default_factory=Counter)

    def named(self, source: str, sentence: Sentence) -> tuple[str, str]:
        """The id and the place of the next sentence."""
        key, label = (source, *sentence.headings), sentence.label
        self.counts[*key, label] += 1
        number = self.counts[*key, label]
        if not label:
            own = _lettered(number) if key in self.numbered else str(number)
            return self.free(f"{self.slug_of(key)}-{own}"), _place(key, f"sentence {number}")
        is_rule = _RULE_NUMBER.fullmatch(label)
        at = f"rule {label}" if is_rule else f"item {label}"
        id = label if is_rule else f"{self.slug_of(key)}-{label}"
        if number == 1:
            return self.free(id), _place(key, at)
        return self.free(f"{id}-{number}"), _place(key, f"{at}, sentence {number}")

    def free(self, id: str) -> str:
        """The id, with something behind it where it is given already."""
        candidates = chain((id,), (f"{id}/{number}" for number in count(2)))
        chosen = next(candidate for candidate in candidates if candidate not in self.taken)
        self.taken.add(chosen)
        return chosen

    def slug_of(self, key: tuple[str, ...]) -> str:
        """A short name of a heading, with those above it where another one has that name."""
        if key not in self.slugs:
            names = [*map(slug, key)]
            ways = ["-".join(filter(None, names[start:])) for start in range(len(names))]
            own = next((way for way in reversed(ways) if way not in self.taken), "")
            self.slugs[key] = own or self.free(ways[0] or "TEXT")
            self.taken.add(self.slugs[key])
        return self.slugs[key]


def _place(key: tuple[str, ...], at: str) -> str:
    """Where a sentence stands: the innermost heading and what it has there."""
    heading = key[-1].replace('"', "'") if len(key) > 1 else ""
    return f'"{heading}", {at}' if normalised(heading) else at


def _lettered(count: int) -> str:
    """A, B, ..., Z, AA, AB, ..."""
    first, last = divmod(count - 1, len(ascii_uppercase))
    return (_lettered(first) if first else "") + ascii_uppercase[last]
