"""Where a text defines a term: by an entry, by a sentence, or by giving it a name in quotes."""

# Texts have such quotes, dashes and colons.
# ruff: noqa: RUF001
from __future__ import annotations

import re
from typing import TYPE_CHECKING

from layerlaw.model.dataclass import dataclass
from layerlaw.model.sources.sentences import normalised

if TYPE_CHECKING:
    from collections.abc import Iterator

    from layerlaw.solver.documents.sources.pages import Page, PageLine

_CALLED = re.compile(
    r"\b(?:known as|called|termed|referred to as)\s+(?:an? |the )?[\"“]([^\"”]+?)[,.]?[\"”]"
    r"|(?:称为|称作)[“「]([^”」]{1,12})[”」]|「([^「」]{1,12})」と呼"
)
_ENTRY_ITEM = re.compile(r"^\s*[-*•]\s+\*{0,2}([A-Z][\w /()'’-]{1,40}?)\*{0,2}\s*$")
_MEANS = re.compile(
    r"^[\s>*_•-]*(?:\d[\d.]*[a-z]?[.)]?\s+)?[*_]*(?:(?:An?|The|To|Each)\s+)?[*_]*[\"“]?"
    r"([\w'’-]+(?:\s[\w'’-]+){0,2}?),?[\"”]?[*_]*\s+"
    r"(?:(?:is|are) defined as|means|refers? to|(?:is|are) (?:an?|the)(?! \w+ of the following))\s"
)
_NO_TERM = frozenset(
    (
        *("that", "this", "these", "those", "it", "if", "when", "whenever", "there", "which"),
        *("who", "each", "any", "all", "some", "other", "another", "only", "also", "following"),
        *("example", "examples", "one", "two", "and", "or", "of", "for", "in", "to", "their"),
        *("its", "they", "you"),
    )
)
_DATED = re.compile(r"\b(?:19|20)\d\d\b")
_LINK = re.compile(r"\[([^\[\]]*)\]\([^()]*\)")


@dataclass(frozen=True, slots=True)
class Definition:
    """A place that defines a term. how: "entry", "sentence" or "name"."""

    term: str
    how: str
    line: PageLine


def definitions_of(page: Page) -> Iterator[Definition]:
    """The definitions of a text, in order.

    page: the text. A heading counts as an entry; so does an item that is a name alone.
    """
    for line in page.lines:
        item = _ENTRY_ITEM.match(line.text)
        if line.is_heading or item is not None:
            name = line.text if item is None else item[1]
            for term in terms_of(name):
                yield Definition(term, "entry", line)
            continue
        plain = _LINK.sub(r"\1", line.text)
        if _DATED.search(line.heading):
            # What changed from one edition to the next defines nothing.
            continue
        for called in _CALLED.finditer(plain):
            name = next(filter(None, called.groups()))
            if "(" not in name:
                yield Definition(singular(name), "name", line)
        means = _MEANS.match(plain)
        if means is not None and not _NO_TERM & set(normalised(means[1]).split()):
            yield Definition(singular(means[1]), "sentence", line)


def terms_of(heading: str) -> tuple[str, ...]:
    """The terms that a heading names: those around a slash or a dash, without what is in brackets.

    heading: as it stands.
    """
    plain = re.sub(r"<[^<>]*>|\([^()]*\)|^\W*[\d.]+\s", "", heading)
    parts = [plain, *re.split(r"\s[-–]\s|[/,&]| and | or ", plain)]
    return tuple(dict.fromkeys(filter(None, map(singular, parts))))


def singular(term: str) -> str:
    """A term in small letters, its words in the singular, without the letter for a number.

    term: as it stands.
    """
    words = [_singular(word) for word in normalised(term).split()]
    while len(words) > 1 and words[-1] in ("n", "x"):
        words.pop()
    return " ".join(words)


def _singular(word: str) -> str:
    if len(word) > 4 and word.endswith("ies"):
        return word[:-3] + "y"
    if len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us", "is")):
        return word[:-1]
    return word
