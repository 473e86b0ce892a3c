"""A notebook as its reader sees it: executed by a kernel, its output opened in a browser."""

from __future__ import annotations

from collections.abc import Callable

import nbformat
import pytest
from nbclient import NotebookClient
from playwright.sync_api import Page, expect

CELL = """
from layerlaw.model.scenarios.load import load_scenario
from layerlaw.model.shipped import shipped_scenarios
from layerlaw.solver import solve
found = {path.name.split(".")[0]: path for path in shipped_scenarios()}
answer = solve(load_scenario(found["silencers-ring-broken"]))
answer
"""


@pytest.mark.slow
def test_an_answer_at_the_end_of_a_cell_is_a_page(open_html: Callable[..., Page]) -> None:
    """The frame in the output shows the order of application, and grows when asked to."""
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(CELL)])
    NotebookClient(notebook, timeout=120, kernel_name="python3").execute()
    [output] = notebook.cells[0].outputs
    assert output.data["text/plain"].startswith("<Answer 'A ring of three silencers")
    html = f"<!doctype html><title>notebook</title><body>{output.data['text/html']}</body>"
    page = open_html(html)
    inside = page.frame_locator("iframe")
    expect(inside.get_by_role("heading", level=1)).to_contain_text("A ring of three silencers")
    text = inside.locator("body").inner_text()
    places = [text.index(line) for line in ('minions named "Gag"', 'minions named "Hush"')]
    order = [name for name in ("C.1", "A.1", "B.1", "D.1") if name in text]
    assert order == ["C.1", "A.1", "B.1", "D.1"] and places == sorted(places)
    before = page.locator("iframe").evaluate("one => one.offsetHeight")
    page.get_by_label("large").check()
    assert page.locator("iframe").evaluate("one => one.offsetHeight") > before
    with page.context.expect_page() as opened:
        page.get_by_role("link", name="open in a tab").click()
    expect(opened.value.get_by_role("heading", level=1)).to_contain_text("A ring of three")
