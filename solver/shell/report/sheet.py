"""A report as a few kinds of blocks, shown on a terminal or written as Markdown."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rich.console import Group
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from rich.console import RenderableType

_SPECIAL = re.compile(r"([\\`*_<>|\[\]#~])")


@dataclass(frozen=True, slots=True)
class Head:
    """A heading; level 1 is the report's title. style: for the terminal."""

    text: str
    level: int = 2
    style: str = "bold"


@dataclass(frozen=True, slots=True)
class Para:
    """A paragraph."""

    text: str
    style: str = ""


@dataclass(frozen=True, slots=True)
class Items:
    """Lines below a few words that say what they are."""

    head: str
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Columns:
    """Several sides next to each other: a name for each row, then one text for each side.

    A text may have several lines. head: a few words above it.
    """

    head: str
    labels: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


Block = Head | Para | Items | Columns


def terminal(blocks: Iterable[Block]) -> RenderableType:
    """The blocks for people at a terminal."""
    return Group(*(part for block in blocks for part in _shown(block)))


def markdown(blocks: Iterable[Block]) -> str:
    """The blocks as Markdown, for an issue tracker."""
    pieces = ["\n".join(_written(block)) for block in blocks]
    return "\n\n".join(pieces) + "\n"


def _shown(block: Block) -> Iterator[RenderableType]:
    match block:
        case Head(text, level, style):
            if level > 1:
                yield Text()
            yield Text(text, style=style)
        case Para(text, style):
            yield Padding(Text(text, style=style), (0, 0, 0, 2), expand=False)
        case Items(head, lines):
            yield Padding(Text(head, style="bold"), (0, 0, 0, 2), expand=False)
            for line in lines:
                yield Padding(Text(line), (0, 0, 0, 4), expand=False)
        case Columns(head, labels, rows):
            yield Padding(Text(head, style="bold"), (0, 0, 0, 2), expand=False)
            table = Table(box=None, pad_edge=False, show_edge=False, padding=(0, 2, 0, 0))
            table.add_column("")
            for label in labels:
                table.add_column(Text(label, style="cyan"), overflow="fold", ratio=1)
            for row in rows:
                table.add_row(*(Text(cell) for cell in row))
            yield Padding(table, (0, 0, 0, 4))


def _written(block: Block) -> Iterator[str]:
    match block:
        case Head(text, level, _):
            yield f"{'#' * level} {_escaped(text)}"
        case Para(text, _):
            yield _escaped(text)
        case Items(head, lines):
            yield f"**{_escaped(head)}**"
            yield ""
            yield from (f"- {_escaped(line)}" for line in lines)
        case Columns(head, labels, rows):
            yield f"**{_escaped(head)}**"
            yield ""
            yield _row(("", *labels))
            yield "|---" * (len(labels) + 1) + "|"
            yield from (_row(row) for row in rows)


def _row(cells: tuple[str, ...]) -> str:
    return "| " + " | ".join(_escaped(cell).replace("\n", "<br>") for cell in cells) + " |"


def _escaped(text: str) -> str:
    return _SPECIAL.sub(r"\\\1", text)
