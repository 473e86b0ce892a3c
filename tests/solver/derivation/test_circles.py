"""What is worked out goes as soon as nobody uses it: no circle of objects waits to be collected."""

from __future__ import annotations

import gc
from collections.abc import Callable

import pytest
from open_points import FOOL

from layerlaw.model import load_scenario, loads_scenario, shipped_scenarios
from layerlaw.model.scenarios.scenario import Scenario
from layerlaw.solver import Question, derive, order_matters, orders, readings, solve, what_if
from layerlaw.solver.answer.difference.outcome import outcome
from layerlaw.solver.derivation import course

FILES = {path.name.removesuffix(".scenario.yaml"): path for path in shipped_scenarios()}

LAYERED = ("two-kings", "how-often-and-next", "several-of-one-spell", "boneyard-sisters-you")
TOGETHER = ("2021-mutual-silence", "shuff", "cardistry")


def named(name: str) -> Scenario:
    """The shipped scenario of that name."""
    return load_scenario(FILES[name])


def left_in_circles(work: Callable[[], object], monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Our own objects that only a collector could free after the work, by what they are."""
    # Turns of the latest answers are held on to, and so is what these hold.
    monkeypatch.setattr(course, "LATEST", 0)
    work()
    # What is left by then, and by all other tests of this process, is not looked at.
    gc.freeze()
    try:
        gc.disable()
        work()
        gc.set_debug(gc.DEBUG_SAVEALL)
        gc.collect()
        found = [*gc.garbage]
    finally:
        gc.set_debug(0)
        gc.garbage.clear()
        gc.enable()
        gc.unfreeze()
    return sorted(
        {
            getattr(one, "__qualname__", type(one).__qualname__)
            for one in found
            if str(getattr(one, "__module__", "")).startswith("layerlaw")
        }
    )


def told(scenario: Scenario) -> None:
    """Work it out from its history, and tell all of it."""
    answer = solve(scenario)
    _ = answer.layers, answer.final, answer.effects, answer.facts
    derive(answer.situation)
    outcome(answer)


@pytest.mark.sample(4)
@pytest.mark.parametrize("name", [*LAYERED, *TOGETHER])
def test_an_answer_leaves_no_circles(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whether effects apply in layers or at the same time, and whatever is told of them."""
    scenario = named(name)
    assert left_in_circles(lambda: told(scenario), monkeypatch) == []


@pytest.mark.sample(4)
@pytest.mark.parametrize("name", [*LAYERED, *TOGETHER])
def test_questions_about_it_leave_no_circles(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """For those nobody looks for circles meanwhile."""
    scenario = named(name)
    effect = next(iter(solve(scenario).effects))

    def ask() -> None:
        orders(scenario)
        order_matters(solve(scenario))
        readings(scenario, limit=2)
        what_if(scenario, Question(without=(effect,)))

    assert left_in_circles(ask, monkeypatch) == []


def test_what_a_reading_refuses_leaves_no_circles(monkeypatch: pytest.MonkeyPatch) -> None:
    """The error is one reading's alone."""
    scenario = loads_scenario(FOOL)
    assert left_in_circles(lambda: readings(scenario), monkeypatch) == []


def test_a_circle_would_be_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """An answer that holds on to itself."""
    scenario = named("two-kings")

    def circle() -> None:
        answer = solve(scenario)
        answer.__dict__["itself"] = answer

    assert left_in_circles(circle, monkeypatch) != []
