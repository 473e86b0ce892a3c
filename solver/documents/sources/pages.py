"""Reads texts line by line, each line with its place, and says what is found at such a place."""

from __future__ import annotations

import html
import re
from typing import TYPE_CHECKING, Literal

from layerlaw.model.dataclass import dataclass
from layerlaw.model.sources.pointers import MOST_WORDS
from layerlaw.model.sources.sentences import headings_of, normalised, sentences_of

if TYPE_CHECKING:
    from collections.abc import Mapping

TextKind = Literal[
    "reference to nothing",
    "reference that moved",
    "wrong count",
    "defined twice",
    "two senses",
    "never defined",
    "never used",
    "two words",
]
"""reference to nothing: what is referred to is not there. reference that moved: it is there, and
says something else. wrong count: a list has another number of items than the text says. defined
twice: a term has two definitions. two senses: one word marks two defined things. never defined: a
word is used as defined terms are, and is not. never used: a term is defined and does not come up
again. two words: two expressions, of which one is defined, may mean one thing."""

_HASHES = re.compile(r"^\s*#{1,6}\s+|\s#+\s*$")
_LINK = re.compile(r"!?\[\[?([^\]]*)\]\]?(?:\([^)]*\))?")
_NUMBERED = re.compile(r"^\W*(\d+(?:\.\d+)+[a-z]?)\b")
_MARKS = re.compile(r"[*_`|]+|<[^<>]*>|\{%.*?%\}")


@dataclass(frozen=True, slots=True)
class TextPlace:
    """Where something stands.

    line: from 1. heading: the last above. label: the number of its rule or item, or empty. words:
    at most five.
    """

    file: str
    line: int
    heading: str
    label: str
    words: str


@dataclass(frozen=True, slots=True)
class TextFinding:
    """One thing that a text shows by itself.

    kind: see `TextKind`. title: the finding in one sentence. places: where, in order. reason: the
    rule by which it counts. clauses: of a rulebook, where its own words refer to nothing.
    """

    kind: TextKind
    title: str
    places: tuple[TextPlace, ...]
    reason: str
    clauses: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PageLine:
    """A line as it is written, with its place. label: the number of its rule or item, or empty."""

    file: str
    number: int
    text: str
    heading: str
    label: str
    is_heading: bool

    def place(self, words: str = "") -> TextPlace:
        """This place. words: those it is about, cut to five; the first of the line if none."""
        plain = _MARKS.sub("", _LINK.sub(r"\1", words or self.text)).split()
        return TextPlace(
            self.file, self.number, self.heading, self.label, " ".join(plain[:MOST_WORDS])
        )


@dataclass(frozen=True, slots=True)
class Page:
    """A text: its file, its lines without the empty ones, its headings."""

    file: str
    lines: tuple[PageLine, ...]
    headings: tuple[str, ...]

    @property
    def labels(self) -> frozenset[str]:
        """The numbers of its rules and items."""
        return frozenset(line.label for line in self.lines if line.label)


def page_of(file: str, text: str) -> Page:
    """A text as lines with their places.

    file: its name. text: Markdown or plain text.

    >>> from layerlaw.solver.documents.sources.pages import page_of
    >>> [(line.number, line.heading, line.label) for line in page_of("a", "# A\\n1. One.").lines]
    [(1, 'A', ''), (2, 'A', '1')]
    """
    headings = headings_of(text)
    ahead = [normalised(heading) for heading in headings]
    labels: dict[int, str] = {}
    for sentence in sentences_of(text):
        labels.setdefault(sentence.line, sentence.label)
    lines = []
    heading, count = "", 0
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip():
            continue
        bare = _HASHES.sub("", line).strip()
        is_heading = (
            count < len(ahead) and number not in labels and normalised(bare) == ahead[count]
        )
        if is_heading and not ahead[count]:
            is_heading, count = False, count + 1
        elif is_heading:
            heading, count = headings[count], count + 1
        written = html.unescape(line).rstrip()
        numbered = _NUMBERED.match(written)
        label = labels.get(number, "") if numbered is None else numbered[1]
        lines.append(PageLine(file, number, written, heading, label, is_heading))
    return Page(file, tuple(lines), headings)


def pages_of(texts: Mapping[str, str]) -> tuple[Page, ...]:
    """All texts as pages.

    texts: file name -> text.
    """
    return tuple(page_of(file, text) for file, text in texts.items())
