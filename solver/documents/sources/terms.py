"""Finds terms of a text that are defined twice or never, never used, or have two expressions."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from itertools import combinations
from typing import TYPE_CHECKING

from layerlaw.model.sources.sentences import normalised
from layerlaw.solver.documents.sources.definitions import definitions_of, singular
from layerlaw.solver.documents.sources.pages import TextFinding, pages_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from layerlaw.solver.documents.sources.definitions import Definition
    from layerlaw.solver.documents.sources.pages import Page, PageLine

_MARKED = re.compile(
    r"\b(?:use|uses|using)\s+(?:the\s+)?(?:words?|language|wordings?|terms?)\b(.*)"
    r"|(?:使用)(.*(?:等词|等语言|等措辞))"
)
_QUOTED = re.compile(r"[\"“「]([^\"“”「」]{1,30}?)[,.]?[\"”」]")
_SENTENCE = re.compile(r"(?<=[.!?。])[\"”)_]*\s*(?=[A-Z_]|(?<=。))")
_KIND = re.compile(r"(?<![.:“\"] )(?<!^)\b([A-Z][a-z]{2,}) (phases?|steps?|zones?|counters?)\b")
_CAPITALS = re.compile(
    r"(?<![.:“\"] )(?<!^)\b([A-Z][a-z]{2,}) "
    r"(Abilit(?:y|ies)|Effects?|Phases?|Steps?|Zones?|Counters?)\b"
)
_KEYWORD = re.compile(r"\bkeywords? [“\"]?([A-Z][a-z]{2,})\b|\b([A-Z][a-z]{2,})[”\"]? keyword\b")
_CONDITION = re.compile(r"\bif\b")
_GENERAL = re.compile(r"general rules|general|note", re.IGNORECASE)
_ARTICLES = frozenset(("a", "an", "the", "is", "are"))
_NOT_NAMES = frozenset(
    (
        *("the", "this", "each", "any", "all", "some", "no", "one", "these", "those", "that"),
        *("your", "its"),
    )
)
_EXAMPLE = re.compile(r"\b(?:E\.g\.|e\.g\.|[Ff]or (?:example|instance)|Example)")
_NAME = re.compile(r"\[\[[^\]]*\]\]|!\[[^\]]*\]\([^()]*\)|\([^()]*\.md[^()]*\)|<[^<>]*>|https?:\S+")
_HEADS = (
    ("ability", "effect"),
    ("phase", "step"),
    ("zone", "area", "space"),
)
_CJK = re.compile(r"([\u4e00-\u9fff]{2,3}?)(效果|能力)")
# The steps of a phase are no other word for it.
_PLURALS = {"step": ""}
# What is done has other forms than its name.
_VERBAL = re.compile(r"ing$|^\w+ing (?:an?|the|that|this) ")
_USED_LIKE_ONE = 2
_AGAIN = 2
_STEM = 7


def term_findings(
    texts: Mapping[str, str], known: frozenset[str] = frozenset()
) -> tuple[TextFinding, ...]:
    """What is wrong with the defined terms of texts.

    texts: file name -> text. known: words that need no definition there, such as those of a
    rulebook, in small letters and the singular.

    >>> from layerlaw.solver.documents.sources.terms import term_findings
    >>> text = '# A\\nThese are called "Lasting effects." A lasting ability is old.'
    >>> [each.kind for each in term_findings({"a.md": text})]
    ['never used', 'two words']
    """
    pages = pages_of(texts)
    defined: dict[str, list[Definition]] = defaultdict(list)
    for page in pages:
        for definition in definitions_of(page):
            defined[definition.term].append(definition)
    return (
        *_twice(defined),
        *_senses(pages),
        *_undefined(pages, defined, known),
        *_unused(pages, defined),
        *_two_words(pages, defined),
    )


def _twice(defined: Mapping[str, list[Definition]]) -> Iterator[TextFinding]:
    """Two sentences, under different headings, that say what a term with an entry means."""
    for term, places in defined.items():
        if all(each.how != "entry" for each in places):
            continue
        said = {
            (each.line.file, each.line.heading): each.line
            for each in reversed(places)
            if each.how == "sentence"
            and not _CONDITION.search(each.line.text)
            # A heading with brackets, `Line (term)`, says itself that there are two.
            and "(" not in each.line.heading
        }
        for second, first in combinations(said.values(), 2):
            if _opening(first) != _opening(second) and not _refer(first, second):
                title = f"`{term}` is defined in two places, in other words."
                reason = "Two sentences under different headings say what it is or means."
                where = (first.place(), second.place())
                yield TextFinding("defined twice", title, where, reason)


def _opening(line: PageLine) -> list[str]:
    """The first words of a definition."""
    words = normalised(line.text).split()
    return [word for word in words if word not in _ARTICLES and not word[0].isdigit()][:4]


def _refer(first: PageLine, second: PageLine) -> bool:
    """Whether one of the two refers to the other by its number."""
    return any(
        re.search(rf"\brules? {re.escape(re.sub('[a-z]$', '', label))}\b", line.text)
        for label, line in ((first.label, second), (second.label, first))
        if label
    )


def _senses(pages: tuple[Page, ...]) -> Iterator[TextFinding]:
    """A quoted word among those that mark one thing, and among those that mark another."""
    for page in pages:
        marks: dict[str, dict[str, tuple[PageLine, str]]] = defaultdict(dict)
        for line in page.lines:
            for sentence in _SENTENCE.split(line.text):
                listed = _MARKED.search(sentence)
                words = _QUOTED.findall(listed[0]) if listed is not None else []
                if len(words) > 1 and not _GENERAL.match(line.heading):
                    for word in map(singular, words):
                        marks[word].setdefault(line.heading, (line, sentence))
        for word, lines in marks.items():
            for first, second in combinations(lines.values(), 2):
                if _speaks_of(first, second[0].heading) or _speaks_of(second, first[0].heading):
                    continue
                title = (
                    f'`{word}` marks both what "{first[0].heading}" and what '
                    f'"{second[0].heading}" speaks of.'
                )
                reason = "It is quoted among the words that are used for each."
                places = (first[0].place(word), second[0].place(word))
                yield TextFinding("two senses", title, places, reason)


def _speaks_of(marked: tuple[PageLine, str], heading: str) -> bool:
    """Whether the sentence has words of another heading that its own heading has not."""
    line, sentence = marked
    own = {word[:_STEM] for word in normalised(line.heading).split()}
    others = {word[:_STEM] for word in normalised(heading).split()} - own
    return bool(others & {word[:_STEM] for word in normalised(sentence).split()})


def _undefined(
    pages: tuple[Page, ...], defined: Mapping[str, list[Definition]], known: frozenset[str]
) -> Iterator[TextFinding]:
    """Names that the text calls keywords, phases, zones, counters, and that it defines nowhere."""
    parts = {part for term in defined for part in (term, *term.split())} | known
    named: dict[tuple[str, str], list[PageLine]] = defaultdict(list)
    written: dict[tuple[str, str], set[bool]] = defaultdict(set)
    small: Counter[str] = Counter()
    for page in pages:
        for line in page.lines:
            plain = _NAME.sub(" ", line.text)
            small.update(re.findall(r"(?<![\w-])[a-z]{3,}", plain))
            if line.is_heading or _EXAMPLE.search(plain):
                continue
            for pattern in (_KIND, _CAPITALS):
                for name, what in pattern.findall(plain):
                    named[name, singular(what)].append(line)
                    written[name, singular(what)].add(what[0].isupper())
            for keyword in _KEYWORD.finditer(plain):
                named[keyword[1] or keyword[2], "keyword"].append(line)
    for (name, what), lines in named.items():
        term = singular(name)
        if term in parts or f"{term} {what}" in parts or term in _NOT_NAMES:
            continue
        in_small = small[name.casefold()] or small[term]
        if len(lines) < _USED_LIKE_ONE or (in_small and True not in written[name, what]):
            continue
        shown = name if what == "keyword" else f"{name} {what}"
        title = f"`{shown}` is used like a defined term, and is not defined."
        reason = (
            f"It is called `{what}` in {len(lines)} lines; no heading, entry or sentence "
            "says what it is."
        )
        places = tuple(line.place(shown) for line in lines[:3])
        yield TextFinding("never defined", title, places, reason)


def _unused(
    pages: tuple[Page, ...], defined: Mapping[str, list[Definition]]
) -> Iterator[TextFinding]:
    for term, places in defined.items():
        if any(each.how != "name" for each in places) or _VERBAL.search(term):
            continue
        again = re.compile(_plural(term) if term.isascii() else re.escape(term), re.IGNORECASE)
        lines = (line.text for page in pages for line in page.lines)
        if sum(len(again.findall(text)) for text in lines) < _AGAIN:
            title = f"`{term}` gets a name and does not come up again."
            reason = "It stands nowhere else in the text."
            yield TextFinding("never used", title, (places[0].line.place(term),), reason)


def _two_words(
    pages: tuple[Page, ...], defined: Mapping[str, list[Definition]]
) -> Iterator[TextFinding]:
    for term, places in defined.items():
        if all(each.how == "sentence" for each in places):
            continue
        for other in _otherwise(term):
            if other in defined:
                continue
            wanted = re.compile(rf"(?<!of )(?<!of the )\b{_plural(other)}\b(?!-)", re.IGNORECASE)
            lines = [
                line
                for page in pages
                for line in page.lines
                if not line.is_heading and wanted.search(_NAME.sub(" ", line.text))
            ]
            if lines:
                yield _question(places[0], other, lines)
        yield from _two_words_cjk(pages, places[0])


def _otherwise(term: str) -> Iterator[str]:
    words = term.split()
    if len(words) == 2:
        for heads in _HEADS:
            if words[1] in heads:
                yield from (f"{words[0]} {head}" for head in heads if head != words[1])


def _plural(term: str) -> str:
    """A pattern for both numbers of each word."""
    return r"[\s-]".join(
        rf"{word[:-1]}(?:y|ies)"
        if word.endswith("y")
        else re.escape(word) + _PLURALS.get(word, "s?")
        for word in term.split()
    )


def _two_words_cjk(pages: tuple[Page, ...], defined: Definition) -> Iterator[TextFinding]:
    """静态效果 and 静止式能力: the same first sign, the other noun."""
    term = _CJK.fullmatch(defined.term)
    if term is None or term[1][0] == "一":
        return
    pattern = re.compile(rf"{term[1][0]}[\u4e00-\u9fff]{{1,2}}(?:效果|能力)")
    lines: dict[str, list[PageLine]] = defaultdict(list)
    for page in pages:
        for line in page.lines:
            for found in pattern.findall(line.text):
                if not found.endswith(term[2]):
                    lines[found].append(line)
    for other, places in lines.items():
        yield _question(defined, other, places)


def _question(defined: Definition, other: str, lines: list[PageLine]) -> TextFinding:
    title = f"`{defined.term}` is defined, `{other}` is used: are they one thing?"
    reason = "They have the first word in common, and no definition tells the second."
    places = (defined.line.place(defined.term), *(line.place(other) for line in lines[:3]))
    return TextFinding("two words", title, places, reason)
