"""The public names: their tables agree, their types resolve, and `__version__` is the project's."""

from __future__ import annotations

import ast
import inspect
import json
import re
import subprocess
import sys
import tomllib
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, get_type_hints

import pytest
import yaml

import layerlaw

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parent.parent
DOORS = {"layerlaw": "solver/entry", "layerlaw.model": "model", "layerlaw.solver": "solver"}
"""The packages whose names are imported when they are first asked for, and their folders."""


def public() -> tuple[str, ...]:
    """The packages with public names, as the reference lists them."""
    tree = ast.parse((ROOT / "docs/reference.py").read_text(encoding="utf-8"))
    (packages,) = (
        node.value
        for node in tree.body
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "PUBLIC"
    )
    names: tuple[str, ...] = ast.literal_eval(packages)
    return names


def exports() -> Iterator[tuple[str, object]]:
    """Every public function and class, under its full name."""
    for package in public():
        module = import_module(package)
        for name in module.__all__:
            value = getattr(module, name)
            if inspect.isfunction(value) or inspect.isclass(value):
                yield f"{package}.{name}", value


EXPORTS = dict(exports())


def imported_for_types(door: str) -> set[str]:
    """The names that a package imports for type checkers."""
    tree = ast.parse((ROOT / DOORS[door] / "__init__.py").read_text(encoding="utf-8"))
    (block,) = (
        node
        for node in tree.body
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"
    )
    return {
        alias.name
        for node in block.body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }


@pytest.mark.parametrize("door", DOORS)
def test_every_name_is_exported_typed_and_found(door: str) -> None:
    """`__all__`, the imports for type checkers and what can be asked for are the same names."""
    package = import_module(door)
    names = set(package.__all__) - {"__version__"}
    assert imported_for_types(door) == names
    assert set(package.__dir__()) == names
    assert all(getattr(package, name) is not None for name in names)


@pytest.mark.parametrize("name", layerlaw.__all__)
def test_what_everybody_needs_is_what_the_packages_export(name: str) -> None:
    """A name of `layerlaw` is the same object in `layerlaw.model` or `layerlaw.solver`."""
    if name != "__version__":
        homes = [import_module(door) for door in ("layerlaw.model", "layerlaw.solver")]
        assert getattr(layerlaw, name) in [getattr(home, name, None) for home in homes]


PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def test_the_version_is_the_project_s() -> None:
    """`layerlaw.__version__`, that of the installed package, and what to cite are the same."""
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    assert layerlaw.__version__ == version("layerlaw") == citation["version"]
    assert citation["license"] == PROJECT["license"]
    assert citation["authors"] == PROJECT["authors"]
    assert citation["abstract"] == PROJECT["description"]


def test_the_declared_versions_of_python_are_those_that_the_workflow_runs() -> None:
    """What the classifiers name runs tests on every system, from the oldest that is required."""
    workflow = yaml.safe_load((ROOT / ".github/workflows/ci.yml").read_text(encoding="utf-8"))
    run = workflow["jobs"]["systems"]["strategy"]["matrix"]["python"]
    python = "Programming Language :: Python :: "
    named = [each.removeprefix(python) for each in PROJECT["classifiers"] if python in each]
    assert [version for version in named if "." in version] == run
    assert PROJECT["requires-python"] == f">={run[0]}"


def test_importing_layerlaw_imports_nothing_large() -> None:
    """Neither a solver's module nor a dependency is there before a name is asked for."""
    code = "import sys, layerlaw; print(*sorted(sys.modules))"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    modules = set(ran.stdout.split())
    assert not modules & {"click", "clingo", "lark", "networkx", "rich", "ruamel", "yaml", "z3"}
    assert "layerlaw.solver.play" not in modules and "layerlaw.model.algebra" not in modules


@pytest.mark.parametrize("name", EXPORTS)
def test_types_of_public_names_resolve(name: str) -> None:
    """`typing.get_type_hints` finds every type that a public function or a class's fields name."""
    get_type_hints(EXPORTS[name])


METHODS = {
    f"{name}.{member}": plain
    for name, value in EXPORTS.items()
    if inspect.isclass(value)
    for member, found in vars(value).items()
    if not member.startswith("_")
    for plain in [getattr(found, "fget", None) or getattr(found, "__func__", found)]
    if inspect.isfunction(plain)
}


def test_types_of_public_methods_resolve() -> None:
    """All of them: the types of networkx, pandas and matplotlib are imported for that."""
    unresolved = set()
    for name, method in METHODS.items():
        try:
            get_type_hints(method)
        except NameError:
            unresolved.add(name.rpartition("layerlaw.")[2].removeprefix("solver."))
    assert not unresolved


def test_an_answer_is_a_dict_of_plain_values() -> None:
    """`to_dict` is what `--json` prints, and can be written as JSON."""
    (path,) = (p for p in layerlaw.shipped_scenarios() if p.name == "two-kings.scenario.yaml")
    written = layerlaw.solve(layerlaw.load_scenario(path)).to_dict()
    assert json.loads(json.dumps(written)) == written
    assert (written["schema"], written["kind"]) == ("layerlaw/1", "derivation")


def test_solving_does_without_networkx() -> None:
    """It is imported when a graph is asked for: it alone takes as long as a small board."""
    code = (
        "import sys, layerlaw as l; l.solve(l.load_scenario(l.shipped_scenarios()[0]));"
        "print('networkx' in sys.modules)"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout == "False\n"


FUNCTIONS = {name: value for name, value in EXPORTS.items() if inspect.isfunction(value)}


def test_public_functions_show_an_example() -> None:
    """Each of them; `tests/docs/test_examples_in_docstrings.py` runs them."""
    assert not [name for name, f in FUNCTIONS.items() if ">>> " not in (f.__doc__ or "")]


def test_public_functions_name_their_parameters() -> None:
    """Each by its name, after the summary and before the example."""
    silent = set()
    for name, function in FUNCTIONS.items():
        told = (function.__doc__ or "").partition("\n")[2].partition(">>> ")[0]
        parameters = inspect.signature(function).parameters
        if not all(re.search(rf"\b{parameter}\b", told) for parameter in parameters):
            silent.add(name)
    assert not silent
