"""What the mutation tests are told to change and to run is there."""

from __future__ import annotations

import ast
import re
import tomllib
from pathlib import Path

import pytest

from mutation.explained import REASONS
from mutation.wider import WIDER

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
PARTS = ("solver", "together", "certificate", "history")


def changed(part: str) -> list[Path]:
    """The files that mutants of a part are made of; a folder stands for those in it."""
    known = tomllib.loads((HERE / f"{part}.toml").read_text(encoding="utf-8"))
    paths = [ROOT / each for each in known["cosmic-ray"]["module-path"]]
    return [file for each in paths for file in (each.glob("*.py") if each.is_dir() else [each])]


@pytest.mark.parametrize("part", PARTS)
def test_each_part_names_files_that_exist(part: str) -> None:
    """Each once, and some of them."""
    files = changed(part)
    assert files and len(files) == len(set(files))
    assert [file for file in files if not file.is_file()] == []


def test_every_file_of_layers_fixed_points_and_certificates_is_changed() -> None:
    """Also one that is new, or has another name now."""
    every = {file for part in PARTS for file in changed(part)}
    for folder in ("layers", "together"):
        assert set((ROOT / "solver" / folder).glob("*.py")) <= every
    assert set((ROOT / "solver" / "certificate").rglob("*.py")) <= every


def test_no_file_is_in_two_parts() -> None:
    """Its mutants would be counted twice."""
    files = [file for part in PARTS for file in changed(part)]
    assert len(files) == len(set(files))


def test_tests_that_are_named_exist() -> None:
    """Those that survivors are tried with, and those that mutants are tried with at first."""
    named = [*WIDER, *(f"tests/mutation/kill_{part}.py" for part in PARTS)]
    assert [path for path in named if not (ROOT / path).exists()] == []


def test_the_makefile_runs_every_part() -> None:
    """And reports on each."""
    said = (ROOT / "Makefile").read_text(encoding="utf-8")
    for part in PARTS:
        assert f"tests/mutation {part} {part}.sqlite\n" in said
        assert f"tests/mutation {part} {part}.sqlite --survivors\n" in said
    assert "report.py " + " ".join(f"{part}.sqlite" for part in PARTS) in said


def places() -> list[str]:
    """Where mutants are made: each file with each of its functions, as `explained` is asked."""
    found = []
    for file in (file for part in PARTS for file in changed(part)):
        tree = ast.parse(file.read_text(encoding="utf-8"))
        names = [node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
        found += [f"{file.relative_to(ROOT)}:1 {name}" for name in names]
    return found


def test_every_reason_is_of_a_function_that_is_there() -> None:
    """A function that has gone takes its reasons with it."""
    every = places()
    gone = [place for place, _, _ in REASONS if not any(re.search(place, one) for one in every)]
    assert gone == []
