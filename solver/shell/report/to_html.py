"""Blocks of a report as HTML, for notebooks and pages."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from layerlaw.solver.shell.report import blocks as b
from layerlaw.solver.shell.report.drawing.lettering import plain

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

_LINE = "white-space:pre-wrap"
_CELL = 'style="text-align:left;vertical-align:top;padding:2px 14px 2px 0;white-space:pre-line"'
_PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="generator" content="Layerlaw">
<title>{title}</title>
<style>
body{{max-width:70rem;margin:1.5rem auto;padding:0 1rem;font:1rem/1.45 system-ui,sans-serif}}
figure{{margin:1rem 0;overflow-x:auto}}
svg{{max-width:100%;height:auto}}
.dim{{opacity:.75}}
</style>
</head>
<body>
<main>
{body}
</main>
</body>
</html>
"""


def document(title: str, parts: Iterable[str]) -> str:
    """One self-contained HTML document of parts that are HTML already."""
    return _PAGE.format(title=text(title), body="\n".join(parts))


def blocks_html(blocks: b.Blocks, *, top: int = 1) -> str:
    """The blocks; a heading of level 1 becomes `<h(top)>`."""
    return "\n".join(piece for block in blocks for piece in _block(block, top))


def folded_html(blocks: Iterable[b.Block]) -> str:
    """The blocks with everything below a heading of level 2 folded away under it, but the first."""
    before: list[b.Block] = []
    sections: list[tuple[b.Heading, list[b.Block]]] = []
    for block in blocks:
        if isinstance(block, b.Heading) and block.level == 2:
            sections.append((block, []))
        else:
            (sections[-1][1] if sections else before).append(block)
    pieces = [blocks_html(before)]
    for number, (head, inside) in enumerate(sections):
        summary = f"<summary>{blocks_html([head])}</summary>"
        is_open = "" if number else " open"
        pieces.append(f"<details{is_open}>{summary}{blocks_html(inside)}</details>")
    return "\n".join(pieces)


def _block(block: b.Block, top: int) -> Iterator[str]:
    match block:
        case b.Heading(words, level, _):
            size = min(6, level + top - 1)
            yield f"<h{size}>{text(words)}</h{size}>"
        case b.Paragraph(words, style):
            kind = ' class="dim"' if style == "dim" else ""
            words = text(words)
            yield f"<p{kind}>{f'<strong>{words}</strong>' if 'bold' in style else words}</p>"
        case b.TextLine(pieces, indent):
            shown = "".join(_piece(words, style) for words, style in pieces)
            yield f'<div style="{_LINE};margin-left:{indent}ch">{shown}</div>'
        case b.Blank():
            yield "<br>"
        case b.Bullets(head, lines):
            yield f"<p><strong>{text(head)}</strong></p>"
            if lines:
                yield f"<ul>{''.join(f'<li>{text(line)}</li>' for line in lines)}</ul>"
        case b.Grid(head, labels, rows, corner):
            cells = ([b.styled(cell)[0] for cell in row] for row in rows)
            yield _table(head, (corner, *labels), cells)
        case b.Code(words):
            yield f"<pre>{text(words)}</pre>"
        case b.Inset(inner, indent):
            yield f'<div style="margin-left:{indent}ch">{blocks_html(inner, top=top)}</div>'
        case b.SideBySide(labels, sides):
            heads = "".join(f'<th scope="col" {_CELL}>{text(label)}</th>' for label in labels)
            shown = "".join(f"<td {_CELL}>{blocks_html(side, top=top)}</td>" for side in sides)
            yield f"<table><thead><tr>{heads}</tr></thead><tbody><tr>{shown}</tr></tbody></table>"


def _piece(words: str, style: str) -> str:
    if "strike" in style:
        return f"<s>{text(words)}</s>"
    if "bold" in style:
        return f"<strong>{text(words)}</strong>"
    return f'<span style="opacity:.75">{text(words)}</span>' if style == "dim" else text(words)


def _table(head: str, labels: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table under a heading, its first column the names of the rows."""
    caption = f'<caption style="text-align:left;font-weight:600">{text(head)}</caption>'
    names = "".join(f'<th scope="col" {_CELL}>{text(label)}</th>' for label in labels)
    body = "".join(
        f'<tr><th scope="row" {_CELL}>{text(row[0])}</th>'
        + "".join(f"<td {_CELL}>{text(cell)}</td>" for cell in row[1:])
        + "</tr>"
        for row in rows
    )
    return (
        f'<table style="border-collapse:collapse">{caption if head else ""}'
        f"<thead><tr>{names}</tr></thead><tbody>{body}</tbody></table>"
    )


def text(words: str) -> str:
    """Text as HTML, harmless wherever it stands."""
    return escape(plain(words), quote=True)
