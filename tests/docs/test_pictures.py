"""The pictures on the pages are those that Layerlaw draws today."""

from __future__ import annotations

from pathlib import Path

import pytest

from docs.pages import ROOT, links, pages
from layerlaw.model import load_scenario
from layerlaw.solver import solve
from layerlaw.solver.shell.report.drawing import svg

PICTURES = sorted((ROOT / "docs" / "pictures").glob("*.svg"))


@pytest.mark.parametrize("picture", PICTURES, ids=lambda path: path.name)
def test_a_picture_is_fresh(picture: Path) -> None:
    """It is the drawing of the scenario of the same name beside it, to the letter."""
    drawn = svg(solve(load_scenario(picture.with_suffix(".scenario.yaml"))))
    assert drawn == picture.read_text(encoding="utf-8"), "draw it again: see the scenario's comment"


def test_every_picture_is_shown() -> None:
    """No picture lies there that no page shows."""
    shown = {
        (ROOT / page).parent.joinpath(link.to).resolve() for page in pages() for link in links(page)
    }
    assert PICTURES
    assert set(PICTURES) <= shown
