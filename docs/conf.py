"""How the Markdown pages become a site: read by Sphinx, which `website.py` calls."""

from importlib.metadata import version as version_of
from pathlib import Path

from sphinx.application import Sphinx

project = "Layerlaw"
version = release = version_of("layerlaw")
html_title = f"Layerlaw {version}"
html_theme = "furo"
# Nothing is smaller than 12 px.
html_theme_options = {
    "light_css_variables": {
        "sidebar-caption-font-size": "0.75rem",
        "toc-title-font-size": "0.75rem",
    }
}
html_static_path = ["static"]
html_css_files = ["site.css"]
html_show_sphinx = False
html_show_copyright = False
html_copy_source = False
# Below the contents stands a link to the API reference, which pdoc writes.
templates_path = ["templates"]
html_sidebars = {
    "**": [
        "sidebar/brand.html",
        "sidebar/search.html",
        "sidebar/scroll-start.html",
        "sidebar/navigation.html",
        "reference_link.html",
        "sidebar/scroll-end.html",
    ]
}

extensions = ["myst_parser"]
myst_heading_anchors = 5
root_doc = "README"

CONTENTS = {
    "Judges and rules managers": [
        "docs/how-the-answer-is-found",
        "docs/commands",
        "docs/authoring",
        "fixtures/notation",
        "fixtures/README",
        "docs/rulings",
        "docs/magic-examples",
        "docs/saying-magic",
        "docs/sorcery-unasked",
    ],
    "Researchers": [
        "docs/python",
        "notebooks/README",
        "docs/definition",
        "docs/trust",
        "docs/certificate",
        "docs/speed",
        "benchmarks/README",
    ],
    "Engine developers": [
        "docs/engines",
        "docs/magic-engines",
        "examples/engine/README",
        "examples/event_log/README",
        "examples/json_lines/README",
        "docs/json",
    ],
    "Before relying on it": ["docs/limits", "CHANGELOG"],
    "Developers of Layerlaw": [
        "docs/house",
        "docs/shortcuts",
        "tests/README",
        "tests/mutation/README",
        "docs/mutation",
    ],
}
"""The pages of the site beside the README, by who reads them."""
include_patterns = [f"{page}.md" for pages in CONTENTS.values() for page in ["README", *pages]]


def setup(app: Sphinx) -> None:
    """Gives the first page the contents that a reader of the bare Markdown has as links."""
    app.connect("source-read", _with_contents)
    app.connect("build-finished", _first_page)


def _with_contents(app: Sphinx, page: str, source: list[str]) -> None:
    if page == app.config.root_doc:
        source[0] += "".join(_part_of_contents(*part) for part in CONTENTS.items())


def _part_of_contents(caption: str, pages: list[str]) -> str:
    return "\n".join(
        ["", "```{toctree}", ":hidden:", f":caption: {caption}", "", *pages, "```", ""]
    )


def _first_page(app: Sphinx, failed: Exception | None) -> None:
    """A browser that opens the folder gets the README."""
    if failed is None:
        folder = Path(app.outdir)
        text = (folder / f"{app.config.root_doc}.html").read_text(encoding="utf-8")
        (folder / "index.html").write_text(text, encoding="utf-8")
