"""Writes the API reference from docstrings: `python docs/reference.py build/docs`."""

import re
import sys
import warnings
from importlib import import_module
from pathlib import Path

import pdoc
import pdoc.render

PUBLIC = (
    "layerlaw",
    "layerlaw.model",
    "layerlaw.solver",
    "layerlaw.solver.certainty.orders",
    "layerlaw.solver.certainty.readings",
    "layerlaw.solver.certificate",
    "layerlaw.solver.documents.audit",
    "layerlaw.solver.documents.compare",
    "layerlaw.solver.documents.properties",
    "layerlaw.solver.documents.sources",
    "layerlaw.solver.games.census",
    "layerlaw.solver.games.sweeps",
    "layerlaw.solver.shell.authoring",
    "layerlaw.solver.shell.engines",
    "layerlaw.solver.shell.report.drawing",
    "layerlaw.solver.shell.report.page",
    "layerlaw.solver.shell.shrink",
    "layerlaw.solver.shell.testing",
)
"""The packages whose `__all__` are the names to build on; what is below them is not listed."""

_FIELD = re.compile(r"^([a-z_]+): ", re.MULTILINE)


def listed(docstring: str) -> str:
    """The docstring with every `name: what it is` that begins a line as an item of a list."""
    paragraphs = docstring.split("\n\n")
    for at, paragraph in enumerate(paragraphs):
        first = _FIELD.search(paragraph)
        if first is not None:
            before, fields = paragraph[: first.start()], paragraph[first.start() :]
            items = _FIELD.sub(r"- `\1`: ", fields)
            paragraphs[at] = f"{before}\n{items}" if before else items
    return "\n\n".join(paragraphs)


def write(folder: Path) -> None:
    """One page for each public package, and an index, as HTML."""
    for package in map(import_module, PUBLIC):
        for name in package.__all__:
            getattr(package, name)  # public names are imported when they are asked for
    pdoc.render.configure(
        docformat="markdown",
        show_source=False,
        footer_text="Layerlaw",
        template_directory=Path(__file__).parent / "reference_style",
    )
    convert = pdoc.docstrings.convert
    pdoc.docstrings.convert = lambda text, format, file: convert(listed(text), format, file)
    # Functions such as load_scenario stand in files of the same name, which are no packages.
    rest = "|".join(name.replace(".", r"\.") for name in PUBLIC)
    with warnings.catch_warnings():
        # The fields of a NamedTuple are forward references, which pdoc looks up somewhere else.
        warnings.filterwarnings("ignore", "Error parsing type annotation ForwardRef")
        pdoc.pdoc(*PUBLIC, f"!(?!({rest})$)layerlaw", output_directory=folder)


if __name__ == "__main__":
    write(Path(sys.argv[1]))
