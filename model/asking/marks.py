"""A question's text with what is known by name marked, letter for letter, so that places stay."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Literal

from layerlaw.model.dataclass import dataclass

Kind = Literal["card", "object", "named", "verb"]
"""What a marked piece of the text is: a card's name, an object or player of the board, a
characteristic, a verb."""
_LETTERS: Mapping[Kind, str] = {
    "card": "\ue000",
    "object": "\ue001",
    "named": "\ue002",
    "verb": "\ue003",
}
OBJECT_MARK = _LETTERS["object"]
_QUOTED = re.compile(r'"[^"]*"')
_APOSTROPHES = str.maketrans({"\u2019": "'", "\u2018": "'"})


@dataclass(frozen=True, slots=True)
class Text:
    """The words of a question and their place in the whole text.

    whole: all that was typed. start, end: which part of it this is.
    """

    whole: str
    start: int
    end: int

    @property
    def text(self) -> str:
        """The part as it was typed, its apostrophes straight."""
        return self.whole[self.start : self.end].translate(_APOSTROPHES)

    def part(self, start: int, end: int) -> Text:
        """A part of it; start and end count from its beginning. Blanks around it are left out."""
        piece = self.text[start:end]
        begin = start + len(piece) - len(piece.lstrip())
        return Text(self.whole, self.start + begin, self.start + begin + len(piece.strip()))


def marked(text: str, phrases: Mapping[str, Kind], *, quoted: Kind = "card") -> str:
    """The text in small letters, with every phrase as a run of the letter of its kind.

    phrases: in small letters, with their kinds; the longest that begins at a place counts. What
    stands in double quotes is of the kind `quoted`.
    """
    small = lowered(text)
    if phrases:
        longest = sorted(phrases, key=lambda phrase: (-len(phrase), phrase))
        pattern = re.compile(rf"(?<![\w'])(?:{'|'.join(map(re.escape, longest))})(?!\w)")
    pieces: list[str] = []
    at = 0
    for found in (*_QUOTED.finditer(small), None):
        end = len(small) if found is None else found.start()
        plain = small[at:end]
        if phrases:
            plain = pattern.sub(lambda hit: _LETTERS[phrases[hit[0]]] * len(hit[0]), plain)
        pieces.append(plain)
        if found is not None:
            pieces.append(_LETTERS[quoted] * len(found[0]))
            at = found.end()
    return "".join(pieces)


def widened(text: str, kind: Kind, before: re.Pattern[str]) -> str:
    """The marked text in which each run of a kind takes in what the pattern finds before it."""
    letter = _LETTERS[kind]
    pattern = re.compile(rf"(?<![\w'])(?:{before.pattern})(?={letter})")
    return pattern.sub(lambda hit: letter * len(hit[0]), text)


def lowered(text: str) -> str:
    """In small letters, as long as it was."""
    return "".join(
        small if len(small := letter.lower()) == 1 else letter
        for letter in text.translate(_APOSTROPHES)
    )


def without_marks(text: str) -> str:
    """The text without the letters that mark, which nobody types."""
    return re.sub("[\ue000-\ue003]", "\ufffd", text)


def parts_of(names: Iterable[str], reserved: Iterable[str] = ()) -> set[str]:
    """In small letters every run of words of the names that could stand for one of them.

    It begins and ends with a word of its own: of three letters, and none of those reserved.
    """
    kept = {*_SMALL_WORDS, *reserved}
    found: set[str] = set()
    for name in names:
        words = list(re.finditer(r"[\w'-]+", lowered(name)))
        for first, begin in enumerate(words):
            for last in words[first:]:
                ends = (begin[0], last[0])
                if all(len(word) >= _SHORTEST and word not in kept for word in ends):
                    found.add(lowered(name)[begin.start() : last.end()])
    return found


_SHORTEST = 3
_SMALL_WORDS = ("and", "the", "for", "from", "with")
