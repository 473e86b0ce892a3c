"""The examples in docstrings run, and print what they say."""

from __future__ import annotations

import doctest
import importlib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
MODULES = sorted(
    ".".join(("layerlaw", *path.relative_to(ROOT).with_suffix("").parts))
    for top in ("model", "solver")
    for path in (ROOT / top).rglob("*.py")
    if "    >>> " in path.read_text(encoding="utf-8")
)
CASES = [
    # Examples of audits and comparisons look through boards.
    pytest.param(name, marks=pytest.mark.slow) if ".solver.documents." in name else name
    for name in MODULES
]


@pytest.mark.parametrize("module", CASES)
def test_examples_print_what_they_say(module: str) -> None:
    """Every example of the module, run in a fresh namespace."""
    result = doctest.testmod(importlib.import_module(module))
    assert result.attempted and not result.failed
