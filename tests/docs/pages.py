"""Reads the Markdown pages of the project: fenced blocks, words in backquotes, links, anchors."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from markdown_it import MarkdownIt
from markdown_it.token import Token

ROOT = Path(__file__).parent.parent.parent

_FILE = re.compile(r"\bfile\s`([^`\s]+)`")


@dataclass(frozen=True, slots=True)
class Block:
    """One fenced block: its page, line, language and text; `file` is the name the page gives it."""

    page: str
    line: int
    language: str
    text: str
    file: str | None

    def __str__(self) -> str:
        return f"{self.page}:{self.line}"


@dataclass(frozen=True, slots=True)
class Link:
    """A link or picture of a page, as written."""

    page: str
    line: int
    to: str


def pages() -> tuple[str, ...]:
    """Every page with samples, as a path from the root with `/`."""
    found = [
        *ROOT.glob("*.md"),
        *ROOT.glob("docs/**/*.md"),
        *ROOT.glob("*/*.md"),
        *ROOT.glob("examples/**/*.md"),
    ]
    names = {path.relative_to(ROOT).as_posix() for path in found if path.is_file()}
    hidden = {name for name in names if name.startswith((".", "build/", "dist/"))}
    return tuple(sorted(names - hidden))


@cache
def tokens(page: str) -> tuple[Token, ...]:
    """The page as Markdown tokens."""
    text = (ROOT / page).read_text(encoding="utf-8")
    return tuple(MarkdownIt("commonmark").enable("table").parse(text))


@cache
def blocks(page: str) -> tuple[Block, ...]:
    """The fenced blocks of a page in their order.

    A block whose paragraph before it ends in a colon and says `file` and a name in backquotes is
    what stands in the file of that name.
    """
    found = []
    before = ""
    for token in tokens(page):
        if token.type == "inline":
            before = token.content
        elif token.type == "fence":
            named = _FILE.findall(before) if before.rstrip().endswith(":") else []
            words = token.info.split()
            line = token.map[0] + 1 if token.map else 0
            found.append(
                Block(
                    page,
                    line,
                    words[0] if words else "",
                    token.content,
                    named[-1] if named else None,
                )
            )
            before = ""
    return tuple(found)


def every_block(*languages: str) -> list[Block]:
    """The fenced blocks of all pages in one of the languages."""
    return [block for page in pages() for block in blocks(page) if block.language in languages]


def _inline(page: str) -> Iterator[tuple[int, Token]]:
    for token in tokens(page):
        if token.type == "inline":
            for child in token.children or ():
                yield (token.map[0] + 1 if token.map else 0), child


@cache
def in_backquotes(page: str) -> tuple[tuple[int, str], ...]:
    """What stands in backquotes in the text of a page, with its line."""
    return tuple((line, one.content) for line, one in _inline(page) if one.type == "code_inline")


@cache
def links(page: str) -> tuple[Link, ...]:
    """The links and pictures of a page."""
    found = []
    for line, one in _inline(page):
        to = one.attrs.get("href") or one.attrs.get("src")
        if to is not None:
            found.append(Link(page, line, str(to)))
    return tuple(found)


@cache
def anchors(page: str) -> frozenset[str]:
    """The anchors of a page's headings, as GitHub names them."""
    found: list[str] = []
    heading = False
    for token in tokens(page):
        if token.type == "inline" and heading:
            text = "".join(one.content for one in token.children or ())
            plain = re.sub(r"[^\w\- ]", "", text.strip().lower()).replace(" ", "-")
            again = sum(1 for one in found if re.fullmatch(rf"{re.escape(plain)}(-\d+)?", one))
            found.append(plain if not again else f"{plain}-{again}")
        heading = token.type == "heading_open"
    return frozenset(found)
