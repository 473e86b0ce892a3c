"""`make test` runs tests of every room, of every folder of tests, and a sample of many cases."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from conftest import evenly_spread

TESTS = Path(__file__).parent
ROOT = TESTS.parent
ROOMS = sorted(
    f"layerlaw.{folder.relative_to(ROOT).as_posix().replace('/', '.')}"
    for part in ("model", "solver")
    for folder in (ROOT / part).iterdir()
    if (folder / "__init__.py").exists() and folder.name != "entry"
)
FOLDERS = sorted({path.parent for path in TESTS.rglob("test_*.py")})


def is_quick(test: ast.FunctionDef) -> bool:
    """Whether `make test` runs the test, or some of its cases."""
    return not any("mark.slow" in ast.unparse(mark) for mark in test.decorator_list)


def has_quick_tests(path: Path) -> bool:
    """Whether `make test` runs a test of the file."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    tests = [node for node in tree.body if isinstance(node, ast.FunctionDef)]
    return any(test.name.startswith("test_") and is_quick(test) for test in tests)


QUICK = {
    path: path.read_text(encoding="utf-8")
    for path in sorted(TESTS.rglob("test_*.py"))
    if has_quick_tests(path)
}
"""The files with tests that `make test` runs, and their text."""


@pytest.mark.parametrize("room", ROOMS)
def test_every_room_is_tested_quickly(room: str) -> None:
    """Some file with quick tests imports what stands in the room."""
    assert any(f"from {room}" in text or f"import {room}" in text for text in QUICK.values())


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_every_folder_has_quick_tests(folder: Path) -> None:
    """No kind of test is left to `make test-all` alone."""
    assert any(path.parent == folder for path in QUICK)


def test_a_sample_is_spread_over_all_cases() -> None:
    """It has the first case, as many as asked for, and no more than there are."""
    assert evenly_spread(range(10), 3) == [0, 3, 6]
    assert [*evenly_spread(range(10), 12)] == [*range(10)]


@pytest.mark.parametrize("package", ["model", "solver"])
def test_tests_of_a_room_stand_in_a_folder_of_its_name(package: str) -> None:
    """No folder of `tests/model` and `tests/solver` is called otherwise than a room."""
    rooms = {room.rpartition(".")[2] for room in ROOMS if room.startswith(f"layerlaw.{package}")}
    assert {folder.name for folder in FOLDERS if folder.parent == TESTS / package} <= rooms
