"""Blocks of a report as Markdown, for an issue tracker."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from layerlaw.solver.shell.report import blocks as b

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_SPECIAL = re.compile(r"([\\`*_<>|\[\]#~])")


def markdown(blocks: b.Blocks) -> str:
    """The blocks as Markdown; lines that follow each other become one list."""
    pieces = []
    listed: list[str] = []
    for block in blocks:
        if isinstance(block, b.TextLine):
            listed.append(f"{' ' * block.indent}- {_line(block)}")
            continue
        pieces += ["\n".join(listed)] if listed else []
        listed = []
        pieces += ["\n".join(_written(block))]
    pieces += ["\n".join(listed)] if listed else []
    return "\n\n".join(piece for piece in pieces if piece) + "\n"


def _written(block: b.Block) -> Iterator[str]:
    match block:
        case b.Heading(text, level, _):
            yield f"{'#' * level} {_escaped(text)}"
        case b.Paragraph(text, _):
            yield _escaped(text)
        case b.TextLine():
            yield _line(block)
        case b.Blank():
            pass
        case b.Bullets(head, lines):
            yield f"**{_escaped(head)}**"
            yield ""
            yield from (f"- {_escaped(words)}" for words in lines)
        case b.Grid(head, labels, rows, corner):
            if head:
                yield f"**{_escaped(head)}**"
                yield ""
            yield _row((corner, *labels))
            yield "|---" * (len(labels) + 1) + "|"
            yield from (_row([b.styled(cell)[0] for cell in row]) for row in rows)
        case b.Code(text):
            yield f"```yaml\n{text.rstrip()}\n```"
        case b.Inset(blocks):
            yield markdown(blocks).rstrip("\n")
        case b.SideBySide(labels, sides):
            for label, side in zip(labels, sides, strict=True):
                yield f"**{_escaped(label)}**\n\n{markdown(side)}"


def _line(line: b.TextLine) -> str:
    return "".join(
        f"**{_escaped(words)}**" if "bold" in style and words.strip() == words else _escaped(words)
        for words, style in line.pieces
    )


def _row(cells: Iterable[str]) -> str:
    return "| " + " | ".join(_escaped(cell).replace("\n", "<br>") for cell in cells) + " |"


def _escaped(text: str) -> str:
    return _SPECIAL.sub(r"\\\1", text)
