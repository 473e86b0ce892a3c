"""Layers that only mark what can be done wait until somebody looks, and come to the same."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from layerlaw import load_scenario, shipped_scenarios, solve
from layerlaw.model import algebra as a
from layerlaw.model.rulebooks.rulebook import StateCheck
from layerlaw.solver import Answer, derive
from layerlaw.solver.derivation import derive as module
from layerlaw.solver.layers.machine import LayerMachine
from layerlaw.solver.layers.runs import LayerRun
from situations import CREATURES, answer, line, plus, rulebook, thing

CANT = a.Permission(False, "attack")
SPARED = a.Permission(False, "destroyed", passive=True)


@pytest.fixture
def begun(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The ids of the layers that were begun so far."""
    ids: list[str] = []

    class Watched(LayerMachine):
        def run(self, *args: Any, **kwargs: Any) -> LayerRun | None:
            ids.append(self.observer.world.rulebook.layers[self.layer].id)
            return super().run(*args, **kwargs)

    monkeypatch.setattr(module, "LayerMachine", Watched)
    return ids


def all_of(one: Answer) -> tuple[object, ...]:
    """What an answer says."""
    return one.layers, one.final, one.fates, one.late, one.facts.effects


@pytest.mark.sample(22)
@pytest.mark.parametrize("path", shipped_scenarios()[::7], ids=lambda path: path.stem)
def test_it_is_as_if_no_layer_waited(path: Path) -> None:
    """Whoever wants to be told of every turn gets all layers at once."""
    situation = solve(load_scenario(path)).situation
    assert all_of(derive(situation)) == all_of(derive(situation, stop=lambda: None))


def test_a_layer_of_marks_waits_until_it_is_looked_at(begun: list[str]) -> None:
    """Powers are known without it."""
    found = answer(rulebook(), thing("A", line(CREATURES, plus(1)), line(CREATURES, CANT), power=1))
    assert begun == ["power"]
    assert found.final["A", "power"] == 2
    assert begun == ["power", "last"]
    assert [record.layer for record in found.layers] == ["power", "last"]
    assert begun == ["power", "last"]


def test_a_layer_of_other_work_does_not_wait(begun: list[str]) -> None:
    """What can't be modified is marked in the same layer, and effects look at it."""
    unmodifiable = a.CantBeModified()
    answer(rulebook(), thing("A", line(CREATURES, CANT), line(CREATURES, unmodifiable), power=1))
    assert begun == ["last"]


def test_a_check_that_obeys_marks_looks_at_them(begun: list[str]) -> None:
    """Only where it finds somebody."""
    check = StateCheck(
        "weak",
        a.Compared(a.Read("power", a.It()), "<=", a.Number(0)),
        "leaves",
        "grave",
        "C1",
        "destroyed",
    )
    book = replace(
        rulebook(checks=(check,)), actions={"attack": "attacked", "destroy": "destroyed"}
    )
    spared = line(CREATURES, SPARED)
    assert not answer(book, thing("A", spared, power=1)).fates
    assert not begun
    assert not answer(book, thing("A", spared, power=0)).fates
    assert begun == ["last"]
    assert answer(book, thing("A", power=0)).fates


def test_several_who_look_at_once_see_the_same_runs() -> None:
    """The layers that waited are run once."""
    found = answer(rulebook(), *(thing(f"C{n}", line(CREATURES, CANT), power=1) for n in range(40)))
    with ThreadPoolExecutor(8) as pool:
        seen = list(pool.map(lambda _: found.runs, range(16)))
    assert all(one is seen[0] for one in seen)
