"""What the tests of the pages rest on: taking blocks apart, and comparing what is shown."""

from __future__ import annotations

import pytest

from docs.pages import Block
from docs.running import as_shown, typed

PRINTED = "one\ntwo  \n\nthree 3 four\n"


@pytest.mark.parametrize(
    "shown",
    ["one|two||three 3 four", "one|...", "...|three ... four", "...", "one|...|three 3 four|"],
)
def test_what_is_printed_is_as_shown(shown: str) -> None:
    """Lines may be left out with `...`, and blanks at the ends do not count."""
    assert as_shown(shown.split("|"), PRINTED) is None


@pytest.mark.parametrize(
    ("shown", "missing"),
    [
        ("one|two", "(more is printed: '')"),
        ("one|three 3 four", "three 3 four"),
        ("...|two", "two"),
        ("one|...|five|...", "five"),
        ("two|...", "two"),
        ("...|two|one|...", "one"),
    ],
)
def test_what_is_not_printed_is_named(shown: str, missing: str) -> None:
    """The first line that is missing, in another place or not the last one is told."""
    assert as_shown(shown.split("|"), PRINTED) == missing


def test_a_console_block_is_taken_apart() -> None:
    """Commands with what they show and the exit code said; a backslash goes on."""
    text = "$ layerlaw a \\\n  b  # exit code 2\nno\n$ layerlaw c\n"
    found = typed(Block("page.md", 10, "console", text, None))
    assert [(one.line, one.command, one.code, one.shown) for one in found] == [
        (11, "layerlaw a b", 2, ("no",)),
        (14, "layerlaw c", 0, ()),
    ]


def test_a_block_of_commands_shows_nothing() -> None:
    """Outside of console blocks every line is a command, but for comments."""
    found = typed(Block("page.md", 1, "sh", "# first\nmake demo    # exit code 0\n\nmake\n", None))
    assert [(one.command, one.shown) for one in found] == [("make demo", None), ("make", None)]
