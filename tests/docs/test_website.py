"""The site of the documentation: every page is on it, found by words, and reached by links."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from urllib.parse import unquote

import pytest

from docs.pages import ROOT

PAGES = sorted(
    path.relative_to(ROOT).with_suffix("")
    for pattern in ("*.md", "docs/*.md", "fixtures/*.md", "*/README.md", "*/*/README.md")
    for path in ROOT.glob(pattern)
    if not path.relative_to(ROOT).parts[0].startswith((".", "build"))
)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site, written as `make docs` does; a warning of Sphinx would be an error."""
    folder = tmp_path_factory.mktemp("site")
    command = [sys.executable, str(ROOT / "docs" / "website.py"), str(folder)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return folder


@pytest.mark.slow
def test_every_page_is_on_the_site_and_named_in_its_contents(site: Path) -> None:
    """Each Markdown page of the project is a page, and the first page leads to it."""
    first = (site / "index.html").read_text(encoding="utf-8")
    for page in PAGES:
        assert (site / f"{page}.html").is_file(), page
        if str(page) != "README":
            assert f'href="{page.as_posix()}.html"' in first, page


@pytest.mark.slow
def test_links_of_the_site_lead_to_files_of_the_site(site: Path) -> None:
    """Neither a page nor a picture nor a file to load is looked for where nothing is."""
    for path in site.rglob("*.html"):
        if path.relative_to(site).parts[0] == "reference" and path.name == "index.html":
            continue
        text = re.sub("(?s)<script.*?</script>", "", path.read_text(encoding="utf-8"))
        for link in re.findall(r'(?:href|src)="([^":]+)"', text):
            file = unquote(link.partition("#")[0].partition("?")[0])
            target = Path(os.path.normpath(path.parent / file)) if file else path
            assert target.exists(), f"{path.relative_to(site)}: {link}"


PAIRS = [
    (ink, ground)
    for ink in ("text", "muted", "link", "link-hover", "name", "def", "annotation")
    for ground in ("pdoc-background", "code", "accent")
]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_reference_can_be_read_in_light_and_in_dark(scheme: str) -> None:
    """Whatever is written there has a contrast of 4.5 or more to what it stands on."""
    style = (ROOT / "docs" / "reference_style" / "theme.css").read_text(encoding="utf-8")
    light, dark = style.split("@media (prefers-color-scheme: dark)")
    colours = dict(re.findall(r"--([a-z0-9-]+): (#[0-9a-f]{3,6});", light))
    if scheme == "dark":
        colours |= dict(re.findall(r"--([a-z0-9-]+): (#[0-9a-f]{3,6});", dark))

    def light_of(colour: str) -> float:
        parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
        bent = [one / 12.92 if one <= 0.04045 else ((one + 0.055) / 1.055) ** 2.4 for one in parts]
        return sum(share * one for share, one in zip((0.2126, 0.7152, 0.0722), bent, strict=True))

    for ink, ground in PAIRS:
        less, more = sorted(light_of(colours[one]) for one in (ink, ground))
        assert (more + 0.05) / (less + 0.05) >= 4.5, (ink, ground)


@pytest.mark.slow
def test_the_reference_goes_with_the_colours_of_the_reader(site: Path) -> None:
    """Every page of it has the styles for both, like all other pages of the site."""
    pages = [path for path in (site / "reference").rglob("*.html") if path.name != "index.html"]
    assert len(pages) > 10
    for path in pages:
        text = path.read_text(encoding="utf-8")
        assert "prefers-color-scheme:dark" in text.replace(" ", ""), path
    assert (site / "_static" / "site.css").is_file()
    assert "_static/site.css" in (site / "index.html").read_text(encoding="utf-8")


@pytest.mark.slow
def test_pages_are_found_by_their_words(site: Path) -> None:
    """The index of the search knows which page speaks of a clause, and of an error."""
    text = (site / "searchindex.js").read_text(encoding="utf-8")
    index = json.loads(text[text.index("{") : text.rindex("}") + 1])
    names = index["docnames"]

    def pages(word: str) -> set[str]:
        # In headings, and in the text below them.
        found = [index[kind].get(word, []) for kind in ("titleterms", "terms")]
        numbers = [at if isinstance(at, list) else [at] for at in found]
        return {names[at] for kind in numbers for at in kind}

    assert "docs/definition" in pages("timestamp")
    assert "docs/python" in pages("wrongargu")
    assert "docs/engines" in pages("adapt")
