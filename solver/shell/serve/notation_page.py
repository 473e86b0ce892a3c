"""The notation on one page, as a piece of HTML: what `layerlaw notation --short` prints."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from markdown_it import MarkdownIt


@cache
def notation_page() -> str:
    """The page; its links lead to files that are not here, so only their words are kept."""
    text = files("layerlaw.fixtures").joinpath("notation.md").read_text(encoding="utf-8")
    # What would be HTML in it is shown as text.
    reader = MarkdownIt("commonmark", {"html": False}).enable("table")
    for rule in ("link_open", "link_close"):
        reader.add_render_rule(rule, _nothing)
    return str(reader.render(text))


def _nothing(*_: object) -> str:
    return ""
