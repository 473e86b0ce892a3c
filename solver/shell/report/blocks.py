"""What every report is made of: a few kinds of blocks, shown in a terminal, as Markdown or HTML."""

from __future__ import annotations

from collections.abc import Iterable

from layerlaw.model.dataclass import dataclass

Piece = str | tuple[str, str]
"""A text, or a text with its style as rich names it (`bold`, `dim`, `bold red`)."""


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading; level 1 is the report's title. style: in a terminal."""

    text: str
    level: int = 2
    style: str = "bold"


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph."""

    text: str
    style: str = ""


@dataclass(frozen=True, slots=True)
class TextLine:
    """A line of its own, further in the deeper it belongs, its pieces each in a style."""

    pieces: tuple[tuple[str, str], ...]
    indent: int = 0

    @property
    def plain(self) -> str:
        """Its text."""
        return "".join(text for text, _ in self.pieces)


@dataclass(frozen=True, slots=True)
class Blank:
    """An empty line between two groups of lines."""


@dataclass(frozen=True, slots=True)
class Bullets:
    """Lines below a few words that say what they are."""

    head: str
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Grid:
    """A table: a name for each row, then one text for each column. A text may have several lines.

    head: a few words above it, or none. corner: what the first column holds. fill: the columns
    share the width that there is, otherwise each is as wide as its texts.
    """

    head: str
    labels: tuple[str, ...]
    rows: tuple[tuple[Piece, ...], ...]
    corner: str = ""
    fill: bool = True


@dataclass(frozen=True, slots=True)
class Code:
    """Text in a notation, line for line."""

    text: str
    indent: int = 0


@dataclass(frozen=True, slots=True)
class Inset:
    """Blocks further in than what is around them."""

    blocks: tuple[Block, ...]
    indent: int


@dataclass(frozen=True, slots=True)
class SideBySide:
    """Several groups of blocks next to each other, each below its label."""

    labels: tuple[str, ...]
    sides: tuple[tuple[Block, ...], ...]


Block = Heading | Paragraph | TextLine | Blank | Bullets | Grid | Code | Inset | SideBySide
Blocks = Iterable[Block]

BLANK = Blank()


def line(*pieces: Piece, indent: int = 0) -> TextLine:
    """A line of texts, each plain or with a style.

    >>> line("1. ", ("K1.1", "bold")).plain
    '1. K1.1'
    """
    return TextLine(tuple(styled(piece) for piece in pieces), indent)


def styled(piece: Piece) -> tuple[str, str]:
    """A text with its style, "" for none."""
    return (piece, "") if isinstance(piece, str) else piece
