"""What notebooks import from the project exists: a renamed module is found without running them."""

from __future__ import annotations

import ast
import json
from importlib import import_module
from pathlib import Path

import pytest

NOTEBOOKS = sorted((Path(__file__).parent.parent / "notebooks").glob("*.ipynb"))


def tree_of(notebook: Path) -> ast.Module:
    """The code of all cells as one module."""
    cells = json.loads(notebook.read_text(encoding="utf-8"))["cells"]
    return ast.parse("\n".join("".join(c["source"]) for c in cells if c["cell_type"] == "code"))


def missing(tree: ast.Module) -> list[str]:
    """The names of ours that are imported, or asked of an imported module, and do not exist."""
    modules: dict[str, object] = {}
    absent = []
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("layerlaw"):
            for alias in node.names:
                try:
                    value = getattr(import_module(str(node.module)), alias.name)
                except (AttributeError, ImportError):
                    try:
                        value = import_module(f"{node.module}.{alias.name}")
                    except ImportError:
                        absent.append(f"{node.module}.{alias.name}")
                        continue
                if hasattr(value, "__file__"):
                    modules[alias.asname or alias.name] = value
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            module = modules.get(node.value.id)
            if module is not None and not hasattr(module, node.attr):
                absent.append(f"{node.value.id}.{node.attr}")
    return absent


@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_names_only_what_exists(notebook: Path) -> None:
    """Its imports, and what it asks of the modules it imports, are in the project."""
    assert missing(tree_of(notebook)) == []


def test_a_name_that_is_gone_is_found() -> None:
    """The check itself can fail: on a module, on a name, and on an attribute of a module."""
    gone = ast.parse(
        "from layerlaw.solver.documents.axioms import smt, nowhere\n"
        "from layerlaw.solver import nothing_of_this\n"
        "smt.Table(3)\n"
    )
    assert missing(gone) == [
        "layerlaw.solver.documents.axioms.nowhere",
        "layerlaw.solver.nothing_of_this",
        "smt.Table",
    ]
