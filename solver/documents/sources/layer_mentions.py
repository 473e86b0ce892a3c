"""Finds mentions of layers that the text does not have, or whose words fit another layer."""

# Texts have such quotes, dashes and colons.
# ruff: noqa: RUF001
from __future__ import annotations

import re
from typing import TYPE_CHECKING

from layerlaw.solver.documents.sources.pages import TextFinding

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from layerlaw.solver.documents.sources.pages import Page, PageLine

_DEFINED = re.compile(r"^\W*(?:[\d.]+[a-z]?\.?\s+)?\W*(?:Layer|层级|レイヤー)\s?(\w{1,2})\s*[:：(]")
_LEAD = re.compile(r"\blayers?\b|层级|レイヤー", re.IGNORECASE)
_ITEM = re.compile(r"^(\s*)(\d+)[.)]\s+")
_MENTION = re.compile(
    r"(?:\b[Ll]ayers?\s|层级\s?|レイヤー\s?)([A-Z]|\d{1,2}[a-z]?)\b"
    r"(?:(?:\s(?:to|through|and|or)\s|\s?[–-]\s?)([A-Z]|\d{1,2}[a-z]?)\b)?"
    r"(?:\s\(([^()]+)\))?"
)
_COUNT = re.compile(r"\b(three|four|five|six|seven|eight|nine|ten) layers\b", re.IGNORECASE)
_NUMBERS = ("three", "four", "five", "six", "seven", "eight", "nine", "ten")
_NAME = re.compile(r"\[\[[^\]]*\]\](?:'s?|s)?")
_EXAMPLES = re.compile(r",?\s*\be\.g\..*$")
_SENTENCE = re.compile(r"(?<=[.!?])[\"”)_]*\s+(?=[A-Z_])")
_WORD = re.compile(r"[a-z]{3,}")
_SUFFIX = re.compile(r"(?:ifications?|ications?|ations?|itions?|ings?|ences?|ed|ies|y|es|s|ion|e)$")
_COMMON = frozenset(
    (
        *("effect", "effects", "apply", "applies", "applied", "applying", "layer", "layers"),
        *("including", "that", "which", "their", "after", "before", "first", "then", "normally"),
        *("other", "with", "from", "into", "this", "have", "has", "the", "and", "are", "for"),
        *("its"),
    )
)
_ENOUGH = 2


def layer_findings(pages: tuple[Page, ...]) -> tuple[TextFinding, ...]:
    """Mentions of layers that are not there, or that fit another one.

    pages: the texts. The layers of a page are those it lists; else those that the other pages list.
    """
    listed = {page.file: _layers(page) for page in pages}
    everywhere = {label: text for layers in listed.values() for label, text in layers.items()}
    return tuple(
        finding
        for page in pages
        if (layers := listed[page.file] or everywhere)
        for line in page.lines
        if not line.is_heading
        for finding in _mentions(line, layers)
    )


def _layers(page: Page) -> dict[str, str]:
    """The layers that a page lists, by number or letter, with their words."""
    named = {
        defined[1]: line.text[defined.end() :]
        for line in page.lines
        if (defined := _DEFINED.match(line.text))
    }
    if len(named) > 1:
        return named
    for at, line in enumerate(page.lines):
        if _LEAD.search(line.text) and line.text.rstrip().endswith((":", "：")):
            numbered: dict[str, str] = {}
            for item in page.lines[at + 1 :]:
                found = _ITEM.match(item.text)
                if found is None:
                    break
                if found[1]:
                    # What belongs to an item of the list says more of that item.
                    last = str(len(numbered))
                    numbered[last] = f"{numbered.get(last, '')} {_own(item.text[found.end() :])}"
                else:
                    numbered[found[2]] = item.text[found.end() :]
            if len(numbered) > 1:
                return numbered
    return {}


def _mentions(line: PageLine, layers: Mapping[str, str]) -> Iterator[TextFinding]:
    kinds = {label[0].isdigit() for label in layers}
    if _DEFINED.match(line.text):
        return
    for mention in _MENTION.finditer(line.text):
        for label in filter(None, (mention[1], mention[2])):
            if label not in layers and label[0].isdigit() in kinds:
                title = f"It refers to layer {label}, which is not there."
                reason = f"The layers that the text lists are {', '.join(layers)}."
                places = (line.place(mention[0]),)
                yield TextFinding("reference to nothing", title, places, reason)
    for counted in _COUNT.finditer(line.text):
        number = _NUMBERS.index(counted[1].casefold()) + 3
        whole = {re.sub(r"(?<=\d)[a-z]$", "", label) for label in layers}
        if number != len(whole):
            title = f"It says {counted[1]} layers, and {len(whole)} are listed."
            places = (line.place(counted[0]),)
            yield TextFinding("wrong count", title, places, "The layers are those of the list.")
    for sentence in _SENTENCE.split(line.text):
        yield from _elsewhere(line, sentence, layers)


def _elsewhere(line: PageLine, sentence: str, layers: Mapping[str, str]) -> Iterator[TextFinding]:
    """A mention whose sentence has no word of that layer, and several of another one."""
    mentions = [each for each in _MENTION.finditer(sentence) if each[1] in layers]
    if not mentions:
        return
    names = {_bare(name) for name in _NAME.findall(sentence)}
    for mention in mentions:
        if mention[2] or (mention[3] is None and len(mentions) > 1):
            continue
        words = mention[3] or _NAME.sub(" ", _MENTION.sub(" ", sentence))
        stems = _stems(words)
        fits = {label: len(stems & _stems(_own(text))) for label, text in layers.items()}
        for label, text in layers.items():
            if mention[3] is None and names & {_bare(name) for name in _NAME.findall(text)}:
                fits[label] += 1
        best = max(fits, key=lambda label: fits[label])
        if not fits[mention[1]] and fits[best] >= (1 if mention[3] else _ENOUGH):
            title = (
                f"It speaks of layer {mention[1]}, whose words it has none of; "
                f"it has those of layer {best}."
            )
            shared = ", ".join(sorted(_shared(words, layers[best])))
            reason = f"In common with layer {best}: {shared}."
            places = (line.place(_around(sentence, mention.start())),)
            yield TextFinding("reference that moved", title, places, reason)


def _around(sentence: str, at: int) -> str:
    """Words before the mention, and the mention."""
    before = sentence[:at].split()[-3:]
    return " ".join((*before, *sentence[at:].split()[:2])).rstrip(",.;")


def _own(text: str) -> str:
    return _NAME.sub(" ", _EXAMPLES.sub("", text))


def _bare(name: str) -> str:
    return re.sub(r"\W", "", name).casefold().rstrip("s")


def _shared(words: str, text: str) -> set[str]:
    stems = _stems(_own(text))
    return {word for word in _WORD.findall(words.casefold()) if _stem(word) in stems}


def _stems(text: str) -> set[str]:
    return {_stem(word) for word in _WORD.findall(text.casefold()) if word not in _COMMON}


def _stem(word: str) -> str:
    return _SUFFIX.sub("", word) if len(word) > 4 else word
