"""The API reference: every public name says what it is, and all of it can be rendered."""

from __future__ import annotations

import importlib
import importlib.util
import inspect
import re
import runpy
import warnings
from pathlib import Path
from typing import Any

import pytest

from docs.pages import ROOT

SCRIPT = runpy.run_path(str(ROOT / "docs" / "reference.py"))
PACKAGES: tuple[str, ...] = SCRIPT["PUBLIC"]


def _members(kind: type) -> dict[str, Any]:
    """The public methods and properties that a class itself defines."""
    found = {}
    for name, member in vars(kind).items():
        plain = getattr(member, "__func__", None) or getattr(member, "fget", None) or member
        if not name.startswith("_") and inspect.isfunction(plain):
            found[name] = plain
    return found


def _said(package: str) -> dict[str, tuple[Any, str]]:
    """Every public name of a package, its methods with their class, and the docstring of each."""
    module = importlib.import_module(package)
    found: dict[str, tuple[Any, str]] = {}
    for name in module.__all__:
        one = getattr(module, name)
        if callable(one) and not hasattr(one, "__origin__"):
            text = one.__doc__ or ""
            # What dataclasses write themselves says nothing.
            found[name] = (one, "" if text.startswith(f"{name}(") else inspect.cleandoc(text))
        if inspect.isclass(one):
            for member, plain in _members(one).items():
                found[f"{name}.{member}"] = (plain, inspect.cleandoc(plain.__doc__ or ""))
    return found


@pytest.mark.parametrize("package", PACKAGES)
def test_every_public_name_says_what_it_is(package: str) -> None:
    """Package, functions, classes, methods and properties have a docstring."""
    module = importlib.import_module(package)
    assert module.__doc__
    silent = [name for name, (_, text) in _said(package).items() if len(text.split()) < 3]
    assert not silent


@pytest.mark.parametrize("package", PACKAGES)
def test_what_has_a_default_is_explained(package: str) -> None:
    """A parameter that can be left out stands in the docstring by its name."""
    missing = []
    for name, (one, text) in _said(package).items():
        if inspect.isclass(one) or not inspect.isfunction(inspect.unwrap(one)):
            continue
        for parameter in inspect.signature(one).parameters.values():
            optional = parameter.default is not inspect.Parameter.empty
            if optional and not re.search(rf"\b{parameter.name}\b", text):
                missing.append(f"{name}({parameter.name})")
    assert not missing


@pytest.mark.parametrize("package", PACKAGES)
def test_what_docstrings_name_in_backquotes_exists(package: str) -> None:
    """`name(...)`, `Class.name` and `layerlaw.x` in backquotes lead to something."""
    module = importlib.import_module(package)
    for name, (_, text) in _said(package).items():
        for said in re.findall(r"`(layerlaw(?:\.\w+)+)`", text):
            parent, _, last = said.rpartition(".")
            found = importlib.import_module(parent)
            assert hasattr(found, last) or importlib.util.find_spec(said), f"{name}: {said}"
        for kind, member in re.findall(r"`([A-Z]\w+)\.(\w+)(?:\(.*?\))?`", text):
            owner = getattr(module, kind, None)
            if inspect.isclass(owner):
                fields = getattr(owner, "__dataclass_fields__", {})
                assert hasattr(owner, member) or member in fields, f"{name}: {kind}.{member}"


@pytest.mark.slow
def test_the_reference_is_written_without_a_warning(tmp_path: Path) -> None:
    """pdoc renders every public package, and every link on its pages leads somewhere."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        SCRIPT["write"](tmp_path)
    pages = {
        path: re.sub("(?s)<script>.*?</script>", "", path.read_text(encoding="utf-8"))
        for path in tmp_path.rglob("*.html")
    }
    for package in PACKAGES:
        assert tmp_path / f"{package.replace('.', '/')}.html" in pages
    anchors = {path: set(re.findall(r'\bid="([^"]+)"', text)) for path, text in pages.items()}
    for path, text in pages.items():
        for link in re.findall(r'href="([^":]*)"', text):
            file, _, anchor = link.partition("#")
            target = (path.parent / file).resolve() if file else path
            assert target in pages, f"{path.name}: {link}"
            assert not anchor or anchor in anchors[target], f"{path.name}: {link}"
