"""Blocks of a report in a terminal, with rich."""

from __future__ import annotations

import io
from textwrap import wrap
from typing import TYPE_CHECKING

from rich.console import Console, Group
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from layerlaw.solver.shell.report import blocks as b

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rich.console import ConsoleOptions, RenderableType


WHOLE = 24
"""Names of rows up to this length are not broken."""


def console(*, color: bool, stderr: bool = False) -> Console:
    """A console that wraps at the terminal's width, and never turns ids into anything else."""
    return Console(
        no_color=not color,
        highlight=False,
        emoji=False,
        markup=False,
        stderr=stderr,
        soft_wrap=False,
    )


def terminal(blocks: b.Blocks) -> RenderableType:
    """The blocks for people at a terminal."""
    return Group(*(part for block in blocks for part in _shown(block)))


def plain_lines(blocks: b.Blocks, width: int) -> tuple[str, ...]:
    """What a terminal of that width would show, line for line, without colour."""
    out = Console(
        file=io.StringIO(),
        width=width,
        color_system=None,
        force_terminal=False,
        highlight=False,
        emoji=False,
        markup=False,
        legacy_windows=False,
    )
    with out.capture() as captured:
        out.print(terminal(blocks))
    text = captured.get().rstrip()
    return tuple(line.rstrip() for line in text.split("\n")) if text else ()


def _shown(block: b.Block) -> Iterator[RenderableType]:
    match block:
        case b.Heading(text, level, style):
            if level > 1:
                yield Text()
            yield Text(text, style=style)
        case b.Paragraph(text, style):
            yield _indented(Text(text, style=style), 2)
        case b.TextLine(pieces, indent):
            yield _indented(_text(pieces), indent)
        case b.Blank():
            yield Text()
        case b.Bullets(head, lines):
            yield _indented(Text(head, style="bold"), 2)
            for words in lines:
                yield _indented(Text(words), 4)
        case b.Grid(head):
            if head:
                yield _indented(Text(head, style="bold"), 2)
            yield _indented(_table(block), 4 if head else 0)
        case b.Code(text, indent):
            yield _indented(_Code(text), indent)
        case b.Inset(blocks, indent):
            yield _indented(terminal(blocks), indent)
        case b.SideBySide(labels, sides):
            table = _grid()
            for label in labels:
                table.add_column(Text(label, style="bold cyan"), ratio=1, overflow="fold")
            table.add_row(*(terminal(side) for side in sides))
            yield Padding(table, (0, 0, 0, 2))


def _text(pieces: tuple[tuple[str, str], ...]) -> Text:
    if len(pieces) == 1:
        [(words, style)] = pieces
        return Text(words, style=style)
    return Text.assemble(*pieces)


def _indented(what: RenderableType, by: int) -> RenderableType:
    """Moved to the right, no wider than it is."""
    return Padding(what, (0, 0, 0, by), expand=False) if by else what


def _table(block: b.Grid) -> Table:
    table = _grid()
    # Ids stay whole.
    longest = max((len(b.styled(row[0])[0]) for row in block.rows), default=0)
    whole = not block.fill and longest <= WHOLE
    table.add_column(
        Text(block.corner, style="bold"),
        overflow="fold",
        no_wrap=whole,
        min_width=longest if whole else None,
    )
    for label in block.labels:
        head = Text(label, style="bold cyan")
        if block.fill:
            table.add_column(head, overflow="fold", ratio=1)
        else:
            table.add_column(head, overflow="fold", min_width=len(label))
    for row in block.rows:
        table.add_row(*(_text((b.styled(cell),)) for cell in row))
    return table


def _grid() -> Table:
    return Table(box=None, pad_edge=False, show_edge=False, padding=(0, 2, 0, 0))


class _Code:
    """Lines of a notation; one that is too long goes on further in, where it means the same."""

    def __init__(self, text: str) -> None:
        self.text = text

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[Text]:
        for words in self.text.splitlines():
            indent = len(words) - len(words.lstrip(" -"))
            yield Text(
                "\n".join(
                    wrap(
                        words,
                        max(options.max_width, indent + 30),
                        subsequent_indent=" " * (indent + 2),
                        break_long_words=False,
                        break_on_hyphens=False,
                    )
                )
            )
