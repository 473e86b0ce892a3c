"""Every kind of block is rendered for a terminal, as Markdown and as HTML."""

from __future__ import annotations

from typing import get_args

from layerlaw.solver.shell.report.blocks import (
    BLANK,
    Block,
    Bullets,
    Code,
    Grid,
    Heading,
    Inset,
    Paragraph,
    SideBySide,
    line,
)
from layerlaw.solver.shell.report.to_html import blocks_html
from layerlaw.solver.shell.report.to_markdown import markdown
from layerlaw.solver.shell.report.to_terminal import plain_lines

REPORT: tuple[Block, ...] = (
    Heading("Kings & Sisters", 1),
    Paragraph("Two cards.", "dim"),
    Bullets("Cards", ("King", "Sister")),
    Heading("Outcome"),
    line("1. ", ("K1", "bold"), " leads", indent=2),
    BLANK,
    Grid("", ("me", "you"), (("power", "1", ("2", "green")),), "what", fill=False),
    Code("cards:\n  - K", indent=2),
    Inset((line("deeper"),), 4),
    SideBySide(("really", "then"), ((line("dies"),), (line("lives"),))),
)


def test_the_report_shows_every_kind_of_block() -> None:
    """No kind of block is left out here, and so none is left out by a renderer."""
    assert {type(block) for block in REPORT} == set(get_args(Block))


def test_a_terminal_shows_indented_lines_and_columns() -> None:
    """Headings stand apart, lines as deep as they are, columns below their labels."""
    assert plain_lines(REPORT, 60) == (
        "Kings & Sisters",
        "  Two cards.",
        "  Cards",
        "    King",
        "    Sister",
        "",
        "Outcome",
        "  1. K1 leads",
        "",
        "what   me  you",
        "power  1   2",
        "  cards:",
        "    - K",
        "    deeper",
        "  really  then",
        "  dies    lives",
    )


def test_a_long_line_goes_on_as_deep_as_it_began() -> None:
    """What does not fit stands below its beginning."""
    assert plain_lines([line("one two three", indent=4)], 12) == ("    one two", "    three")


def test_markdown_has_headings_lists_and_tables() -> None:
    """Lines become items, what means something in Markdown is escaped."""
    assert markdown(REPORT[:5]) == (
        "# Kings & Sisters\n\nTwo cards.\n\n**Cards**\n\n- King\n- Sister\n\n## Outcome\n\n"
        "  - 1. **K1** leads\n"
    )
    assert "| what | me | you |\n|---|---|---|\n| power | 1 | 2 |" in markdown(REPORT)
    assert markdown([line("a_b | *c*")]) == "- a\\_b \\| \\*c\\*\n"


def test_html_is_harmless_and_keeps_what_is_bold() -> None:
    """Texts are escaped; headings begin where the page has room for them."""
    html = blocks_html(REPORT, top=3)
    assert html.startswith("<h3>Kings &amp; Sisters</h3>")
    assert "<strong>K1</strong>" in html and "<h4>Outcome</h4>" in html
    assert "<script>" not in blocks_html([line("<script>")])
