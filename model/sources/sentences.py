"""Splits a rules text into what a reader takes for sentences, each with place and fingerprint."""

from __future__ import annotations

import hashlib
import html
import re
import unicodedata
from dataclasses import field
from functools import lru_cache
from typing import TYPE_CHECKING

from layerlaw.model.arguments import checked
from layerlaw.model.dataclass import dataclass

if TYPE_CHECKING:
    from collections.abc import Iterator

FINGERPRINT_LENGTH = 10

_HEADING = re.compile(r"(#{1,6})\s+(.*?)\s*#*$")
_ITEM = re.compile(r"(?:(\d+)[.)]|([-*•]))\s+")
_BULLET = re.compile(r"^[-*•]\s+")
_RULE = re.compile(r"(\d+(?:\.\d+)+[a-z]?|\d+\.\d+[a-z])\.?\s+")
_RULER = re.compile(r"\|?[\s:|-]*-{2,}[\s:|-]*$")
# Bounds, so that a text full of brackets that nothing closes is read in a moment, too.
_TAG = re.compile(r"\{%.{0,500}?%\}|!\[[^\]]{0,500}\]\([^)]{0,500}\)|<[^<>]*>")
_LINK = re.compile(r"\[\[([^\]]{0,500})\]\]|\[([^\]]{0,500})\]\([^)]{0,500}\)")
_MARKS = re.compile(r"[*`]+|(?<!\w)_+|_+(?!\w)|\\(?=\W)")
_WORD = re.compile(r"(?<!\w)[+-]\d+|\w+")
UNSPACED = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]")
"""A letter of a language that is written without blanks."""
_FULL_STOP = (
    r"[。！？]+[”’」』）)\"']*"  # noqa: RUF001
    r"|[.!?]+[)\]\"'”’]*(?=\s+[\"'“‘(\[]*[A-Z\d])"  # noqa: RUF001
    # Between letters of such a language no blank follows.
    rf"|(?<=[{UNSPACED.pattern[1:-1]}」』）)])[.．](?![.．])(?=\s*[{UNSPACED.pattern[1:-1]}「『（])"  # noqa: RUF001
)
_SHORT = re.compile(r"(?:\b(?:e\.g|i\.e|vs|etc|cf|no|mr|mrs|st)|\b[A-Z]|例)\.$", re.IGNORECASE)
_ONLY_LINK = re.compile(r"!?\[[^\]]*\]\([^)]*\)")
_ENDED = tuple(".!?。！？:：;；,，)）”\"'")  # noqa: RUF001
_LONGEST_HEADING = 60
_PLAIN_LEVEL = 7


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence of a text.

    text: its words, without marks of layout. line: where it begins, from 1. headings: those above
    it, the outermost first. label: the number of its rule or item (`3.2`), or empty.
    """

    text: str
    line: int
    headings: tuple[str, ...] = ()
    label: str = ""

    @property
    def fingerprint(self) -> str:
        """The fingerprint of its words."""
        return fingerprint(self.text)


def normalised(text: str) -> str:
    """The words of a text, in small letters, without punctuation, links and layout.

    text: a sentence or a heading.

    >>> from layerlaw.model.sources.sentences import normalised
    >>> normalised("**Every** ally gets [power](a.md).")
    'every ally gets power'
    """
    plain = unicodedata.normalize("NFKC", _plain(text)).casefold()
    return " ".join(_WORD.findall(plain))


# The same sentences are looked at for each pointer.
_remembered = lru_cache(maxsize=1 << 15)(normalised)


@checked()
def fingerprint(text: str) -> str:
    """A short hash of the words of a sentence; case, punctuation and layout do not count.

    text: the sentence. Raises `WrongArgument` for what is no text.

    >>> from layerlaw.model.sources.sentences import fingerprint
    >>> fingerprint("All of it, at once.") == fingerprint("all of it at once")
    True
    """
    return hashlib.sha256(_remembered(text).encode()).hexdigest()[:FINGERPRINT_LENGTH]


@checked()
def sentences_of(text: str) -> tuple[Sentence, ...]:
    """The sentences of a text, in order: also list items and table rows; headings are none.

    text: Markdown or plain text. A short line of its own without a full stop is a heading, too.
    Raises `WrongArgument` for what is no text.

    >>> from layerlaw.model.sources.sentences import sentences_of
    >>> [(each.text, each.label) for each in sentences_of("# A\\n1. One. Two.\\n2. Three")]
    [('One.', '1'), ('Two.', '1'), ('Three', '2')]
    """
    return tuple(_Reader().read(text))


def says_words(sentence: str, words: str) -> bool:
    """Whether the words stand in the sentence, in a row; case, punctuation, layout do not count.

    sentence, words: as they are written. Where no blanks separate words, blanks do not count.

    >>> from layerlaw.model.sources.sentences import says_words
    >>> says_words("The oldest goes first.", "Oldest goes"), says_words("An older one", "old")
    (True, False)
    """
    inside, sought = _remembered(sentence), _remembered(words)
    if UNSPACED.search(sought):
        return sought.replace(" ", "") in inside.replace(" ", "")
    return f" {sought} " in f" {inside} "


def headings_of(text: str) -> tuple[str, ...]:
    """The headings of a text, in order, also those with no sentence below.

    text: Markdown or plain text.
    """
    reader = _Reader()
    for _ in reader.read(text):
        pass
    return tuple(reader.seen)


def _plain(text: str) -> str:
    text = _LINK.sub(lambda found: found.group(1) or found.group(2) or "", _TAG.sub(" ", text))
    return " ".join(_MARKS.sub("", html.unescape(text)).split())


@dataclass(slots=True)
class _Reader:
    """Goes through the lines. block: the lines of the paragraph or item that is being read."""

    headings: list[tuple[int, str]] = field(default_factory=list)
    items: list[tuple[int, str]] = field(default_factory=list)
    seen: list[str] = field(default_factory=list)
    block: list[str] = field(default_factory=list)
    start: int = 0
    label: str = ""

    def read(self, text: str) -> Iterator[Sentence]:
        lines = text.splitlines()
        for number, line in enumerate(lines, start=1):
            bare = _TAG.sub(" ", html.unescape(line)).strip()
            if not bare or _RULER.fullmatch(bare) or _ONLY_LINK.fullmatch(bare):
                yield from self.end()
            elif found := _HEADING.match(bare):
                yield from self.end()
                self.head(len(found.group(1)), _plain(found.group(2)))
            elif bare.startswith("|"):
                yield from self.end()
                self.begin(number, "; ".join(filter(None, map(str.strip, bare.split("|")))))
                yield from self.end()
            elif self.is_item(line, bare) or not self.goes_on(line):
                yield from self.end()
                if self.is_heading(line, bare):
                    self.head(_PLAIN_LEVEL, _plain(bare))
                else:
                    self.begin(number, self.numbered(line, bare))
            else:
                self.block.append(bare)
        yield from self.end()

    def begin(self, number: int, text: str) -> None:
        self.start, self.block = number, [text]

    def end(self) -> Iterator[Sentence]:
        """The sentences of the block that ends here."""
        headings = tuple(name for _, name in self.headings)
        for sentence in _split(_plain(" ".join(self.block))):
            if normalised(sentence):
                yield Sentence(sentence, self.start, headings, self.label)
        self.block, self.label = [], ""

    def head(self, level: int, name: str) -> None:
        self.headings = [each for each in self.headings if each[0] < level] + [(level, name)]
        self.items = []
        self.seen.append(name)

    def is_item(self, line: str, bare: str) -> bool:
        return bool(_RULE.match(bare) or _ITEM.match(bare))

    def goes_on(self, line: str) -> bool:
        """Whether the line continues the block: text wrapped at a width, or indented."""
        if not self.block:
            return False
        last = self.block[-1]
        return line[:1].isspace() or (len(last) > _LONGEST_HEADING and not last.endswith(_ENDED))

    def is_heading(self, line: str, bare: str) -> bool:
        if self.is_item(line, bare) or line[:1].isspace() or len(bare) > _LONGEST_HEADING:
            return False
        return not _plain(bare).endswith(_ENDED)

    def numbered(self, line: str, bare: str) -> str:
        """The text without its number, which is noted with those of the items around it."""
        rule = _RULE.match(_BULLET.sub("", bare))
        if rule is not None:
            self.label = rule.group(1)
            return _BULLET.sub("", bare)[rule.end() :]
        item = _ITEM.match(bare)
        if item is None:
            if not line[:1].isspace():
                self.items = []
            return bare
        indent = len(line) - len(line.lstrip())
        self.items = [each for each in self.items if each[0] < indent]
        self.items.append((indent, item.group(1) or ""))
        self.label = ".".join(number for _, number in self.items if number)
        bare = bare[item.end() :]
        # A bullet before the number of a rule.
        inner = None if item.group(1) else _ITEM.match(bare)
        if inner is not None and inner.group(1):
            self.label = inner.group(1)
            return bare[inner.end() :]
        return bare


def _split(text: str) -> Iterator[str]:
    start = 0
    for found in re.finditer(_FULL_STOP, text):
        if _SHORT.search(text[start : found.end()]):
            continue
        yield text[start : found.end()].strip()
        start = found.end()
    if text[start:].strip():
        yield text[start:].strip()
