"""Finds the lines of a scenario's events, puts them in another order, and adds one."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from layerlaw.model.dataclass import dataclass
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
    only expected at that moment. inner: what happens together in it.
    """

    label: str
    line: int
    last: int
    event: bool
    inner: tuple[PlayItem, ...] = ()


@dataclass(frozen=True, slots=True)
class _Items:
    """A list of events, and the lines (from 0) it stands between: behind its key, up to an end."""

    items: Sequence
    begin: int
    end: int


def entries(text: str) -> tuple[PlayItem, ...]:
    """The items of the scenario's `play`; none where there is no such list.

    Raises `BadInput` for what is no YAML that is read here.
    """
    document = parse(text, SCENARIO)
    play = _play(document)
    return () if play is None else _told(document, play)


def _told(document: Document, items: _Items) -> tuple[PlayItem, ...]:
    """The items of a list, and of those that happen together those inside."""
    spans = _spans(document, items)
    nodes = items.items.items
    if spans is None:
        places = [(node.line, node.line) for node in nodes]
    else:
        places = [(first + 1, end) for first, end in spans]
    inside = [_together(document, items, number) for number in range(len(nodes))]
    return tuple(
        PlayItem(
            _label(node),
            first,
            last,
            not (_is(node, "expect") or _is(node, "stated")),
            () if inner is None else _told(document, inner),
        )
        for node, (first, last), inner in zip(nodes, places, inside, strict=True)
    )


def in_order(text: str, order: tuple[int, ...], within: int | None = None) -> str:
    """The text with the items of `play` in that order, given by their numbers from 0.

    within: the number of the item whose events, which happen together, are meant instead.

    What stands above an item as a comment, and behind it on its lines, goes with it. Raises
    `BadInput` for what is no YAML, `LayerlawError` where the order is none of these items, or the
    lines can't be moved without changing what they say.
    """
    document = parse(text, SCENARIO)
    play = _play(document)
    if play is not None and within is not None:
        play = _together(document, play, within)
    count = len(play.items.items) if play else 0
    if play is None or sorted(order) != list(range(count)):
        raise LayerlawError("the events have changed meanwhile: this order is not one of theirs")
    spans = _spans(document, play)
    new = _in_brackets(document, play.items, order) if spans is None else None
    if spans is not None:
        lines = list(document.lines)
        blocks = [lines[first:end] for first, end in spans]
        begin, end = spans[0][0], spans[-1][1]
        there = [line for number in order for line in blocks[number]]
        new = "\n".join([*lines[:begin], *there, *lines[end:]])
    if new is None or not _same_but_for(document, play.items, new, order):
        raise LayerlawError(
            "these events can't be moved line by line as they are written: "
            "put each on a line of its own that begins with '- '"
        )
    return new


def with_item(text: str, item: str) -> tuple[str, int]:
    """The text with one more item behind those of `play`, and the line (from 1) that it stands on.

    item: one line of YAML. Raises `BadInput` for what is no YAML, `LayerlawError` where no line
    can be put behind the others.
    """
    document = parse(text, SCENARIO)
    play = _play(document)
    lines = list(document.lines)
    spans = None if play is None else _spans(document, play)
    if play is not None and spans is not None:
        at = spans[-1][1]
        lines[at:at] = [f"{' ' * (play.items.column - 1)}- {item}"]
    elif play is None and isinstance(document.root, Mapping):
        if any(key.text == "play" for key, _ in document.root.entries):
            raise LayerlawError("'play' is no list of events here: begin one with '- '")
        at = len(lines)
        while at > 0 and not lines[at - 1].strip():
            at -= 1
        lines[at:at] = ["play:", f"  - {item}"]
        at += 1
    else:
        raise LayerlawError(
            "no line can be put behind these events: "
            "put each on a line of its own that begins with '- '"
        )
    new = "\n".join(lines)
    before = [] if play is None else [said(node) for node in play.items.items]
    after = _play(parse(new, SCENARIO))
    if after is None or [said(node) for node in after.items.items[:-1]] != before:
        raise LayerlawError("the event can't be written into this text: write it by hand")
    return new, at + 1


def _play(document: Document) -> _Items | None:
    found = _entry(document.root, "play")
    if found is None or not isinstance(found[1], Sequence) or not found[1].items:
        return None
    key, items = found[0], found[1]
    following = [word.line - 1 for word, _ in _entries(document.root) if word.line > key.line]
    return _Items(items, key.line, min(following, default=len(document.lines)))


def _together(document: Document, outer: _Items, number: int) -> _Items | None:
    """The events that happen together in the item of that number."""
    nodes = outer.items.items
    found = _entry(nodes[number], "together") if 0 <= number < len(nodes) else None
    if found is None or not isinstance(found[1], Sequence) or not found[1].items:
        return None
    spans = _spans(document, outer)
    end = outer.end if spans is None else spans[number][1]
    return _Items(found[1], found[0].line, end)


def _entry(node: Node, key: str) -> tuple[Scalar, Node] | None:
    return next((each for each in _entries(node) if each[0].text == key), None)


def _is(item: Node, key: str) -> bool:
    return _entry(item, key) is not None


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


def _spans(document: Document, of: _Items) -> list[tuple[int, int]] | None:
    """For each item its lines, as a half-open range from 0; None if in brackets."""
    lines = document.lines
    column = of.items.column - 1
    dash = re.compile(rf"\s{{{column}}}-(\s|$)")
    starts: list[int] = []
    for item in of.items.items:
        least = starts[-1] + 1 if starts else of.items.line - 1
        line = next((n for n in range(item.line - 1, least - 1, -1) if dash.match(lines[n])), None)
        if line is None:
            return None
        starts.append(line)
    for number in range(1, len(starts)):
        while starts[number] - 1 > starts[number - 1] and _heads(lines[starts[number] - 1], column):
            starts[number] -= 1
    while starts[0] > of.begin and _heads(lines[starts[0] - 1], column):
        starts[0] -= 1
    end = of.end
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
        if _same_but_for(document, play, new, order):
            return new
        if closing.start() > 10_000:
            break
    return None


def _same_but_for(document: Document, moved: Sequence, new: str, order: tuple[int, ...]) -> bool:
    """Whether the new text is the same scenario with the events of that list in that order."""
    try:
        tree = parse(new).root
    except LayerlawError:
        return False
    return said(tree) == said(document.root, moved, order)


def said(node: Node, moved: Sequence | None = None, order: tuple[int, ...] = ()) -> object:
    """The plain value of a piece of YAML, without places; of the list `moved` in another order."""
    if isinstance(node, Scalar):
        return node.text
    if isinstance(node, Sequence):
        items = [node.items[number] for number in order] if node is moved else node.items
        return [said(item, moved, order) for item in items]
    return [(key.text, said(value, moved, order)) for key, value in node.entries]
