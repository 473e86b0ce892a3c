"""Links between pages lead somewhere."""

from __future__ import annotations

from pathlib import PurePosixPath

import pytest

from docs.pages import ROOT, anchors, links, pages


@pytest.mark.parametrize("page", pages())
def test_a_link_leads_to_a_file_and_a_heading_that_exist(page: str) -> None:
    """Every relative link is a file of the project, its anchor a heading of that page."""
    for link in links(page):
        if "://" in link.to or link.to.startswith("mailto:"):
            continue
        path, _, anchor = link.to.partition("#")
        target = (ROOT / PurePosixPath(page).parent / path).resolve() if path else ROOT / page
        where = f"{page}:{link.line}: {link.to}"
        assert target.exists(), where
        assert target.is_relative_to(ROOT), where
        if anchor:
            name = target.relative_to(ROOT).as_posix()
            assert anchor in anchors(name), where


def test_every_page_of_docs_is_linked() -> None:
    """A page that no other page links to is not found by anybody."""
    linked = set()
    for page in pages():
        for link in links(page):
            path = link.to.partition("#")[0]
            if path and "://" not in path:
                target = (ROOT / PurePosixPath(page).parent / path).resolve()
                linked.add(target.relative_to(ROOT).as_posix())
    lost = [page for page in pages() if page.startswith("docs/") and page not in linked]
    assert not lost
