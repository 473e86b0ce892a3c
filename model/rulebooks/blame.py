"""Finds where a rulebook breaks the one that it is based on: a place in its own file."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from layerlaw.model.errors import Problem
from layerlaw.model.files.format import names_of
from layerlaw.model.files.nodes import behind, entries_of, text_behind
from layerlaw.model.files.yaml_text import Scalar, Sequence
from layerlaw.model.rulebooks.game_format import ID
from layerlaw.model.rulebooks.rulebook_format import POINTERS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from layerlaw.model.files.yaml_text import Document, Node

_QUOTED = re.compile(r"'([^']+)'")
_SINGLE = ("nouns", "keywords", "rules", "checks", "points", "clauses", "statuses", "plurals")
"""Keys whose single entries are left out one by one without harm to the others."""


def blamed(problem: Problem, own: Document, base: Document) -> Problem:
    """The problem of a sound base, told at the place in the rulebook's file that makes it one.

    That is where it leaves out, or replaces, what the message names; else where it names its base.
    """
    said = _QUOTED.findall(problem.message) or re.findall(r"[\w-]+", problem.message)
    words = [word for one in said for word in _singulars(one)]
    node = _cause(own.root, base.root, words)
    broken = _entry(base.root, problem.line)
    where, advice = f"line {problem.line}", "keep what it needs"
    if broken is not None:
        key, name = broken
        single = key in _SINGLE
        where = f"'{name}' under '{key}'" if single else f"'{key}'"
        also = f"leave it out as well: `without: {{{key}: [{name}]}}`"
        advice += f", or {also}" if single else f", or write '{key}' without it"
    source = own.lines[node.line - 1] if 0 < node.line <= len(own.lines) else ""
    return Problem(
        own.file,
        node.line,
        node.column,
        f"{problem.message}: needed by {where} ({base.file}:{problem.line})",
        "",
        advice,
        source,
    )


def _singulars(word: str) -> tuple[str, ...]:
    return (word, word.removesuffix("s"), word.removesuffix("es"), re.sub("ies$", "y", word))


def _cause(own: Node, base: Node, words: list[str]) -> Node:
    """What the file leaves out or replaces of that name; else what replaces the entry it was in."""
    written = dict(_entries(own))
    for _, left_out in _entries(written.get("without")):
        for leaf in _leaves(left_out):
            if leaf.text in words:
                return leaf
    for key, node in written.items():
        if key in names_of(POINTERS):
            continue
        there = dict(_entries(behind(base, key)))
        for name, entry in _entries(node):
            old = there.get(name)
            if name in words or (old is not None and any(x.text in words for x in _leaves(old))):
                return entry
        if any(leaf.text in words for leaf in _leaves(behind(base, key) or node)) and not there:
            return node
    return written.get("based on", own)


def _entry(root: Node, line: int) -> tuple[str, str] | None:
    """The key and the name of the last entry that begins at the line or before it."""
    last = None
    nearest = 0
    for key, node in _entries(root):
        for name, entry in _entries(node):
            if nearest <= entry.line <= line:
                last, nearest = (key, name), entry.line
    return last


def _entries(node: Node | None) -> Iterator[tuple[str, Node]]:
    """The entries of a mapping by name, of a list of mappings by their ids."""
    yield from ((key.text, value) for key, value in entries_of(node))
    for item in node.items if isinstance(node, Sequence) else ():
        if id := text_behind(item, ID.name):
            yield id, item


def _leaves(node: Node) -> Iterator[Scalar]:
    if isinstance(node, Scalar):
        yield node
    elif isinstance(node, Sequence):
        for item in node.items:
            yield from _leaves(item)
    else:
        for key, value in node.entries:
            yield key
            yield from _leaves(value)
