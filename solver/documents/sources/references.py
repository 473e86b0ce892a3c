"""Finds references to what is not there: links, numbers, names, and lists that are counted."""

# Texts have such quotes, dashes and colons.
# ruff: noqa: RUF001
from __future__ import annotations

import posixpath
import re
import unicodedata
from typing import TYPE_CHECKING

from layerlaw.model.sources.sentences import normalised
from layerlaw.solver.documents.sources.layer_mentions import layer_findings
from layerlaw.solver.documents.sources.pages import Page, TextFinding, pages_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from layerlaw.solver.documents.sources.pages import PageLine

_LINK = re.compile(r"(?<!!)\[([^\[\]]+)\]\(<?([^()<>\s]*)>?(?:\s[^()]*)?\)")
_ANCHOR = re.compile(r"<[^<>]*\bid=\"([^\"]+)\"")
_BROKEN = re.compile(r"broken-reference|/broken/")
_ELSEWHERE = re.compile(r"[a-z][a-z0-9+.-]*:|//", re.IGNORECASE)
_RULE = re.compile(
    r"\b(?:rules?|section)\s+(\d+(?:\.\d+)*[a-z]?)\b(?!\s*(?:%|/))"
    r"(?:,\s+[“\"]([^”\"]+)[”\"])?"
)
_STEP = re.compile(r"\b(?:[Ss]teps?|[Rr]ules?|[Pp]oints?|see)\s+(\d+)(?![\d.]*\d|\w|%)")
_OF_ANOTHER = re.compile(r"\b[A-Z]\w+ $")
_ITS_PAGE = re.compile(r"\s+(?:in|of|under|from)\s+(?:the\s+)?(?:\*\*)?\[[^\]]*\]\(([^)\s#]*)")
_NAMED = tuple(
    re.compile(pattern)
    for pattern in (
        r"[“\"]\(\(([^()]+)\)\)[,.]?[”\"]",
        r"\b[Ss]ee (?:the )?[“\"]([^”\"()]+)[”\"]",
        r"\bthe [“\"]([^”\"()]+)[”\"] (?:codex )?(?:entry|section|article)\b",
        r"\b[Ss]ee the ((?:[A-Z][\w'’-]+ ?)+) (?:section|entry|chapter)\b",
        r"\([Ss]ee ((?:[A-Z][\w'’-]+ ?)+)\)",
        r"\b[Ss]ee the section on ([\w' -]+?)(?: for\b|[.)])",
        r"\bfollowing (?:article|entry|section): ([A-Z][^.]+)\.",
        r"(?:参见|参阅|参照)\s*[“「\"《]([^”」\"》]+)[”」\"》]",
        r"「([^「」]+)」(?:の項|の節)?(?:を|も)?(?:参照|見よ|ご覧)",
    )
)
_HERE = re.compile(
    r"\b[Ss]ee here\b(?!\s*\()|参(?:见|阅)(?:此处|这里)|(?:こちら|ここ)(?:を|も)(?:参照|ご覧)"
)
_WORDS = {
    word: number
    for number, words in enumerate(
        (
            *("two 二 两 2", "three 三 3", "four 四 4", "five 五 5", "six 六 6", "seven 七 7"),
            *("eight 八 8", "nine 九 9", "ten 十 10"),
        ),
        start=2,
    )
    for word in words.split()
}
_NUMBER_WORD = "|".join(word for word in _WORDS if word.isascii())
_COUNTED = re.compile(
    rf"(?<![-+\w.,])(?<!least )(?<!than )(?<!up to )(?<!to )({_NUMBER_WORD})(?![-\w.,/])(?! or\b)"
    r"(?: [\w'’*_-]+){0,6}\W*[:：]\W*$"
    r"|(?:以下|下列|如下|次の)的?([二两三四五六七八九十]|\d+)(?:种|个|项|条|つ|種類|個).*[:：。]$",
    re.IGNORECASE,
)
_ITEM = re.compile(r"^(\s*)(?:[-*•]|\d+[.)])\s+")


def reference_findings(
    texts: Mapping[str, str], whole: tuple[str, ...] = ()
) -> tuple[TextFinding, ...]:
    """References in texts to what is not there.

    texts: file name -> text. whole: the folders of which every page is among the texts; a link to
    a page elsewhere is not judged.

    >>> from layerlaw.solver.documents.sources.references import reference_findings
    >>> [each.title for each in reference_findings({"a.md": "1.1 One.\\n1.2 As rule 1.4 says."})]
    ['It refers to rule 1.4, which is not there.']
    """
    pages = pages_of(texts)
    return (
        *_links(pages, whole),
        *_rules(pages),
        *_steps(pages),
        *_names(pages),
        *_lost(pages),
        *_counts(pages),
        *layer_findings(pages),
    )


def _nothing(line: PageLine, words: str, title: str, reason: str) -> TextFinding:
    return TextFinding("reference to nothing", title, (line.place(words),), reason)


# --- links --------------------------------------------------------------------------------


def _links(pages: tuple[Page, ...], whole: tuple[str, ...]) -> Iterator[TextFinding]:
    by_path = {_path(page.file): page for page in pages}
    for page in pages:
        for line in page.lines:
            for link in _LINK.finditer(line.text):
                name, target = link[1].strip(), link[2]
                if _BROKEN.search(target):
                    title = f"The link of `{_five(name)}` is marked as broken."
                    yield _nothing(line, name, title, "The link says so itself.")
                elif not _ELSEWHERE.match(target):
                    yield from _link(by_path, whole, line, name, target)


def _link(
    by_path: dict[str, Page], whole: tuple[str, ...], line: PageLine, name: str, target: str
) -> Iterator[TextFinding]:
    path, _, anchor = target.partition("#")
    here = _path(line.file)
    there = posixpath.normpath(posixpath.join(posixpath.dirname(here), path)) if path else here
    page = by_path.get(there) or by_path.get(f"{there}/README.md") or by_path.get(f"{there}.md")
    if page is None:
        inside = any(_is_in(there, _path(folder)) for folder in whole)
        if path.endswith(".md") and inside:
            title = f"The link of `{_five(name)}` leads to `{path}`, which is not there."
            yield _nothing(line, name, title, "No file of the folder has that name.")
    elif anchor and _squeezed(anchor) not in _anchors(page):
        title = f"The link of `{_five(name)}` leads to `#{anchor}`, which is not there."
        yield _nothing(line, name, title, f"No heading of {page.file} has that anchor.")


def _anchors(page: Page) -> set[str]:
    names = {_squeezed(heading) for heading in page.headings}
    return names | {_squeezed(id) for line in page.lines for id in _ANCHOR.findall(line.text)}


def _squeezed(name: str) -> str:
    """The letters and digits of a heading or an anchor, without the number of a second one."""
    plain = unicodedata.normalize("NFKC", re.sub(r"<[^<>]*>", "", name)).casefold()
    return re.sub(r"[\W_]+", "", re.sub(r"-\d$", "", plain))


def _path(file: str) -> str:
    return posixpath.normpath(file.replace("\\", "/"))


def _is_in(path: str, folder: str) -> bool:
    return folder == "." or path.startswith(folder.rstrip("/") + "/")


# --- numbers ------------------------------------------------------------------------------


def _rules(pages: tuple[Page, ...]) -> Iterator[TextFinding]:
    """Numbers with a dot, and numbers of rules that have a quoted name."""
    texts: dict[str, list[str]] = {}
    for page in pages:
        for line in page.lines:
            if line.label:
                texts.setdefault(line.label, []).append(normalised(line.text))
    if not any("." in label for label in texts):
        return
    for page in pages:
        for line in page.lines:
            for rule in _RULE.finditer(line.text):
                number, name = rule[1], rule[2]
                if "." not in number and number not in texts:
                    continue
                if number not in texts:
                    title = f"It refers to rule {number}, which is not there."
                    yield _nothing(line, rule[0], title, "No rule has that number.")
                elif name and not any(_has(text, name) for text in texts[number]):
                    title = f"It calls rule {number} `{_five(name)}`, which that is not."
                    reason = "The rule of that number has other words."
                    places = (line.place(rule[0]),)
                    yield TextFinding("reference that moved", title, places, reason)


def _steps(pages: tuple[Page, ...]) -> Iterator[TextFinding]:
    """`step 4`, `rule 4`: a number without a dot is looked for in the numbered lists of a page."""
    by_path = {_path(page.file): page for page in pages}
    for page in pages:
        for line in page.lines:
            for step in _STEP.finditer(line.text):
                target: Page | None = page
                its_page = _ITS_PAGE.match(line.text, step.end())
                if its_page is not None and its_page[1]:
                    there = posixpath.join(posixpath.dirname(_path(page.file)), its_page[1])
                    path = posixpath.normpath(there)
                    target = by_path.get(path) or by_path.get(f"{path}/README.md")
                if target is None or _OF_ANOTHER.search(line.text[: step.start()]):
                    continue
                numbers = {part for label in target.labels for part in label.split(".")}
                if numbers and not any(number.isdigit() and int(number) > 0 for number in numbers):
                    continue
                if numbers and step[1] not in numbers:
                    title = f"It refers to `{step[0]}`, which is not there."
                    reason = f"No numbered list of {target.file} has an item {step[1]}."
                    yield _nothing(line, step[0], title, reason)


# --- names --------------------------------------------------------------------------------


def _names(pages: tuple[Page, ...]) -> Iterator[TextFinding]:
    headings = [normalised(heading) for page in pages for heading in page.headings]
    for page in pages:
        for line in page.lines:
            seen: set[str] = set()
            for pattern in _NAMED:
                for named in pattern.finditer(line.text):
                    name = named[1].strip(" .,")
                    if name in seen or any(_has(heading, name) for heading in headings):
                        continue
                    seen.add(name)
                    title = f"It refers to `{_five(name)}`, which no heading bears."
                    yield _nothing(line, named[0], title, "No heading of the texts has that name.")


def _has(text: str, name: str) -> bool:
    """Whether a heading or rule has that name; singular and plural are one."""
    words, wanted = _singular(text), _singular(normalised(name))
    return f" {wanted} " in f" {words} "


def _singular(text: str) -> str:
    return " ".join(re.sub(r"(?<=\w\w)s$", "", word) for word in text.split())


def _lost(pages: tuple[Page, ...]) -> Iterator[TextFinding]:
    """References by a word that had a link once."""
    for page in pages:
        for line in page.lines:
            for here in _HERE.finditer(line.text):
                title = f"`{here[0]}` leads nowhere."
                yield _nothing(line, here[0], title, "It points by a word that has no link.")


# --- counted lists ------------------------------------------------------------------------


def _counts(pages: tuple[Page, ...]) -> Iterator[TextFinding]:
    for page in pages:
        for at, line in enumerate(page.lines):
            counted = _COUNTED.search(line.text.rstrip())
            if counted is None:
                continue
            word = (counted[1] or counted[2]).casefold()
            items = _items(page.lines[at + 1 :], line)
            if items and word in _WORDS and items != _WORDS[word]:
                title = f"It says {word}, and the list has {items} items."
                places = (line.place(counted[0]),)
                yield TextFinding("wrong count", title, places, "A list follows the colon.")


def _items(lines: tuple[PageLine, ...], lead: PageLine) -> int:
    """How many items of the outermost level follow at once; 0 where no list does."""
    outer = _indent(lead.text) if _ITEM.match(lead.text) else -1
    depth, count = -1, 0
    for line in lines:
        item = _ITEM.match(line.text)
        if item is None and (line.is_heading or not line.text[:1].isspace()):
            break
        if item is None:
            continue
        indent = _indent(line.text)
        if indent <= outer:
            break
        if depth < 0:
            depth = indent
        count += indent == depth
        if indent < depth:
            break
    return count


def _indent(text: str) -> int:
    return len(text) - len(text.lstrip())


def _five(words: str) -> str:
    return " ".join(words.split()[:5])
