"""The histories that tests play by hand: what these hold against the oracle, without the oracle.

Such a test takes most of its time for the oracle, which no mutant of the replay changes.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from inspect import signature
from pathlib import Path
from types import ModuleType

import pytest

import comparing
from layerlaw.model import LayerlawError, Scenario
from layerlaw.solver import Answer, solve

TESTS = Path(__file__).resolve().parents[1] / "solver"
FILES = [
    path
    for path in sorted((TESTS / "play").glob("test_*.py"))
    if "comparing" in path.read_text(encoding="utf-8")
]
Played = Callable[[], object]


def read(path: Path) -> ModuleType:
    """The module of a file of tests."""
    found = importlib.util.spec_from_file_location(f"by_hand_{path.stem}", path)
    assert found is not None and found.loader is not None
    module = importlib.util.module_from_spec(found)
    found.loader.exec_module(module)
    return module


def tests_of(path: Path) -> Iterator[tuple[str, Played]]:
    """The quick tests of a file that need nothing of pytest but cases, and what they are called."""
    for name, test in vars(read(path)).items():
        if not name.startswith("test_") or not callable(test):
            continue
        marks = [mark for mark in getattr(test, "pytestmark", ()) if mark.name != "usefixtures"]
        if not marks and not signature(test).parameters:
            yield f"{path.stem}.{name}", test
        if len(marks) == 1 and marks[0].name == "parametrize":
            names = marks[0].args[0]
            words = names.replace(" ", "").split(",") if isinstance(names, str) else [*names]
            if {*words} != {*signature(test).parameters}:
                continue
            for number, case in enumerate(marks[0].args[1]):
                if isinstance(case, type(pytest.param())):
                    values = case.values
                else:
                    values = (case,) if len(words) == 1 else case
                given = dict(zip(words, values, strict=True))
                yield f"{path.stem}.{name}[{number}]", partial(test, **given)


def scenarios_of(test: Played) -> list[Scenario]:
    """What it holds against the oracle."""
    found: list[Scenario] = []

    def same(scenario: Scenario, readings: Mapping[str, str] | None) -> Answer | None:
        if readings:
            scenario = replace(scenario, readings={**scenario.readings, **readings})
        found.append(scenario)
        try:
            return solve(scenario)
        except LayerlawError:
            return None

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(comparing, "_same", same)
        patch.setattr(comparing, "assert_replayed", lambda *_: None)
        test()
    return found


TESTS_BY_HAND = dict(one for path in FILES for one in tests_of(path))
"""By name; each says what it plays once it is run (`scenarios_of`)."""
