"""The blocks of a report, and rich's renderings of others, as HTML for notebooks and pages."""

from __future__ import annotations

import io
from html import escape
from typing import TYPE_CHECKING

from rich.console import Console

from layerlaw.solver.shell.report.drawing.lettering import plain
from layerlaw.solver.shell.report.sheet import Columns, Head, Items, Para

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from rich.console import RenderableType

    from layerlaw.solver.shell.report.sheet import Block

WIDE = 100
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


def figure(drawing: str, caption: str) -> str:
    """An SVG document inside a page, with a line below it."""
    inside = drawing[drawing.index("<svg") :]
    return f"<figure>{inside}<figcaption>{text(caption)}</figcaption></figure>"


def blocks_html(blocks: Iterable[Block], *, top: int = 1) -> str:
    """The blocks; a heading of level 1 becomes `<h(top)>`."""
    return "\n".join(piece for block in blocks for piece in _block(block, top))


def _block(block: Block, top: int) -> Iterator[str]:
    match block:
        case Head(words, level, _):
            size = min(6, level + top - 1)
            yield f"<h{size}>{text(words)}</h{size}>"
        case Para(words, style):
            strong = ("<strong>", "</strong>") if "bold" in style else ("", "")
            kind = ' class="dim"' if style == "dim" else ""
            yield f"<p{kind}>{strong[0]}{text(words)}{strong[1]}</p>"
        case Items(head, lines):
            yield f"<p><strong>{text(head)}</strong></p>"
            if lines:
                yield f"<ul>{''.join(f'<li>{text(line)}</li>' for line in lines)}</ul>"
        case Columns(head, labels, rows):
            yield table(head, ("", *labels), rows)


def table(head: str, labels: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
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


def terminal_html(*shown: RenderableType) -> str:
    """What a terminal would show, without its colours."""
    return f'<pre style="white-space:pre-wrap">{text(terminal_text(*shown))}</pre>'


def terminal_text(*shown: RenderableType) -> str:
    """What a terminal of a usual width would show, as plain text."""
    out = io.StringIO()
    console = Console(
        file=out,
        width=WIDE,
        no_color=True,
        color_system=None,
        highlight=False,
        emoji=False,
        markup=False,
    )
    for one in shown:
        console.print(one)
    return "\n".join(line.rstrip() for line in out.getvalue().splitlines())


def text(words: str) -> str:
    """Text as HTML, harmless wherever it stands."""
    return escape(plain(words), quote=True)
