"""Finds the lines of a scenario's events, and puts them in another order."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from layerlaw.model.errors import LayerlawError
from layerlaw.model.files.yaml_text import Document, Mapping, Scalar, Sequence, parse

if TYPE_CHECKING:
    from layerlaw.model.files.yaml_text import Node

SCENARIO = "scenario"
"""What a scenario's text is called where something is wrong with it."""
LONGEST_LABEL = 200


@dataclass(frozen=True, slots=True)
class PlayItem:
    """One item of `play`: its text, its place, and whether it is an event at all.

    line, last: of its text with the comments above it, counted from 1. event: False for what is
    only expected at that moment.
    """

    label: str
    line: int
    last: int
    event: bool


def entries(text: str) -> tuple[PlayItem, ...]:
    """The items of the scenario's `play`; none where there is no such list.

    Raises `BadInput` for what is no YAML that is read here.
    """
    document = parse(text, SCENARIO)
    play = _play(document.root)
    if play is None:
        return ()
    spans = _spans(document, play)
    if spans is None:
        places = [(item.line, item.line) for item in play.items]
    else:
        places = [(first + 1, end) for first, end in spans]
    return tuple(
        PlayItem(_label(item), first, last, not (_is(item, "expect") or _is(item, "stated")))
        for item, (first, last) in zip(play.items, places, strict=True)
    )


def in_order(text: str, order: tuple[int, ...]) -> str:
    """The text with the items of `play` in that order, given by their numbers from 0.

    What stands above an item as a comment, and behind it on its lines, goes with it. Raises
    `BadInput` for what is no YAML, `LayerlawError` where the order is none of these items, or the
    lines can't be moved without changing what they say.
    """
    document = parse(text, SCENARIO)
    play = _play(document.root)
    count = len(play.items) if play else 0
    if play is None or sorted(order) != list(range(count)):
        raise LayerlawError("the events have changed meanwhile: this order is not one of theirs")
    spans = _spans(document, play)
    new = _in_brackets(document, play, order) if spans is None else None
    if spans is not None:
        lines = list(document.lines)
        blocks = [lines[first:end] for first, end in spans]
        begin, end = spans[0][0], spans[-1][1]
        there = [line for number in order for line in blocks[number]]
        new = "\n".join([*lines[:begin], *there, *lines[end:]])
    if new is None or not _same_but_for(document, new, order):
        raise LayerlawError(
            "these events can't be moved line by line as they are written: "
            "put each on a line of its own that begins with '- '"
        )
    return new


def _play(root: Node) -> Sequence | None:
    found = _behind(root, "play")
    return found if isinstance(found, Sequence) and found.items else None


def _behind(root: Node, key: str) -> Node | None:
    if not isinstance(root, Mapping):
        return None
    return next((node for word, node in root.entries if word.text == key), None)


def _is(item: Node, key: str) -> bool:
    return isinstance(item, Mapping) and any(word.text == key for word, _ in item.entries)


def _label(node: Node) -> str:
    """An event in one line, as it would be written in brackets."""
    text = _words(node)
    return text if len(text) <= LONGEST_LABEL else text[: LONGEST_LABEL - 1] + "\u2026"


def _words(node: Node, left: int = 4) -> str:
    """left: so many levels are shown; below them only that there is something."""
    if isinstance(node, Scalar):
        return " ".join(node.text[: 2 * LONGEST_LABEL].split())
    if left == 0:
        return "..."
    if isinstance(node, Sequence):
        return "[" + ", ".join(_words(item, left - 1) for item in node.items[:50]) + "]"
    return ", ".join(f"{key.text}: {_words(value, left - 1)}" for key, value in node.entries[:50])


# --- one event a line ---------------------------------------------------------------------


def _spans(document: Document, play: Sequence) -> list[tuple[int, int]] | None:
    """For each item its lines, as a half-open range from 0; None if in brackets."""
    lines = document.lines
    column = play.column - 1
    dash = re.compile(rf"\s{{{column}}}-(\s|$)")
    starts: list[int] = []
    for item in play.items:
        least = starts[-1] + 1 if starts else play.line - 1
        line = next((n for n in range(item.line - 1, least - 1, -1) if dash.match(lines[n])), None)
        if line is None:
            return None
        starts.append(line)
    for number in range(1, len(starts)):
        while starts[number] - 1 > starts[number - 1] and _heads(lines[starts[number] - 1], column):
            starts[number] -= 1
    key = next(word for word, node in _entries(document.root) if node is play)
    while starts[0] > key.line and _heads(lines[starts[0] - 1], column):
        starts[0] -= 1
    following = [word.line - 1 for word, _ in _entries(document.root) if word.line > key.line]
    end = min(following, default=len(lines))
    while end > starts[-1] + 1 and _is_behind(lines[end - 1], column):
        end -= 1
    return list(zip(starts, [*starts[1:], end], strict=True))


def _entries(root: Node) -> tuple[tuple[Scalar, Node], ...]:
    return root.entries if isinstance(root, Mapping) else ()


def _heads(line: str, column: int) -> bool:
    """Whether the line is a comment on the item below, whose dash is in that column."""
    bare = line.lstrip()
    return bare.startswith("#") and len(line) - len(bare) <= column


def _is_behind(line: str, column: int) -> bool:
    """Whether a line at the end no longer belongs to the last item."""
    bare = line.strip()
    if bare.startswith("#"):
        return column == 0 or len(line) - len(line.lstrip()) < column
    return bare in ("", "...", "---")


# --- in brackets --------------------------------------------------------------------------


def _in_brackets(document: Document, play: Sequence, order: tuple[int, ...]) -> str | None:
    """The text with a list `[EVENT, EVENT]` in that order; None if it stands otherwise."""
    text = "\n".join(document.lines)
    begins = [0]
    for line in document.lines:
        begins.append(begins[-1] + len(line) + 1)
    starts = [begins[item.line - 1] + item.column - 1 for item in play.items]
    if "#" in text[starts[0] : starts[-1]]:
        return None
    for closing in re.finditer(r"\]", text[starts[-1] :]):
        ends = [*starts[1:], starts[-1] + closing.start()]
        pieces = [text[a:b] for a, b in zip(starts, ends, strict=True)]
        bare = [piece.rstrip().removesuffix(",").rstrip() for piece in pieces]
        between = [piece[len(line) :] for piece, line in zip(pieces, bare, strict=True)]
        there = "".join(bare[n] + gap for n, gap in zip(order, between, strict=True))
        new = text[: starts[0]] + there + text[ends[-1] :]
        if _same_but_for(document, new, order):
            return new
        if closing.start() > 10_000:
            break
    return None


def _same_but_for(document: Document, new: str, order: tuple[int, ...]) -> bool:
    """Whether the new text is the same scenario with the events in that order."""
    try:
        tree = parse(new).root
    except LayerlawError:
        return False
    root = document.root
    before, after = _play(root), _play(tree)
    if before is None or after is None or not isinstance(root, Mapping):
        return False
    wanted = [said(before.items[number]) for number in order]
    rest = [(key.text, said(node)) for key, node in root.entries if node is not before]
    found = [(key.text, said(node)) for key, node in _entries(tree) if node is not after]
    return rest == found and wanted == [said(item) for item in after.items]


def said(node: Node) -> object:
    """The plain value of a piece of YAML, without places."""
    if isinstance(node, Scalar):
        return node.text
    if isinstance(node, Sequence):
        return [said(item) for item in node.items]
    return [(key.text, said(value)) for key, value in node.entries]
