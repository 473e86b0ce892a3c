"""Kinds of integers: the type checker finds a mixture, and nothing wrong with what is right."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]

HEAD = """\
# mypy: warn-unreachable
from layerlaw.solver.board.columns import bits
from layerlaw.solver.board.kinds import Index, LayerNumber, Objects, PartNumber, Parts
def of(index: Index) -> int: return index
"""

FUNCTION = """\
def f{}(some: Objects, parts: Parts, index: Index, number: PartNumber, layer: LayerNumber) -> int:
    {}
    return of(index)
"""

RIGHT = (
    "some |= 1 << index",
    "parts &= ~(1 << number)",
    "indexes = [of(index) for index in bits(some & ~Objects(3))]",
)

WRONG = (
    "mixed = some & parts",
    "mixed = parts | some",
    "if parts & 1 << index: layer = LayerNumber(0)",
    "some = parts",
    "of(number)",
    "of(layer)",
    "indexes = [of(index) for index in bits(parts)]",
)


@pytest.mark.slow
def test_the_type_checker_finds_a_mixture(tmp_path: Path) -> None:
    """Each of the wrong lines is an error, and none of the right ones is; `make lint` runs it."""
    pytest.importorskip("mypy")
    lines = (*RIGHT, *WRONG)
    source = tmp_path / "mixed.py"
    functions = (FUNCTION.format(number, line) for number, line in enumerate(lines))
    source.write_text(HEAD + "".join(functions), encoding="utf-8")
    checked = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", str(source)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    errors = (line for line in checked.stdout.splitlines() if f"{source.name}:" in line)
    places = (int(error.split(":")[1]) - 1 - HEAD.count("\n") for error in errors)
    found = {lines[place // FUNCTION.count("\n")] for place in places}
    assert found == set(WRONG), checked.stdout
