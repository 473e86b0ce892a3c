"""Answers and certificates leave no circles of objects, which only the garbage collector frees."""

from __future__ import annotations

import gc

import pytest

from layerlaw.model import load_scenario, shipped_scenarios
from layerlaw.model.collecting import uncollected
from layerlaw.solver import certificate_of, solve, verify, written_certificate


@pytest.mark.parametrize(
    "name",
    [
        "two-kings",
        "stage-depths",
        pytest.param("artificial-evolution-on-what-enters", marks=pytest.mark.slow),
    ],
)
def test_answers_and_certificates_leave_no_circles(name: str) -> None:
    """What was made for them goes with them, though a caller never looks for garbage."""
    (path,) = (path for path in shipped_scenarios() if path.name == f"{name}.scenario.yaml")
    scenario = load_scenario(path)

    def all_of_it() -> None:
        answer = solve(scenario)
        assert certificate_of(answer).check().ok
        assert verify(written_certificate(answer)).outcome == "verified"

    with uncollected():
        # Libraries make some when they are first asked.
        all_of_it()
        gc.freeze()
        try:
            all_of_it()
            unreachable = gc.collect()
        finally:
            gc.unfreeze()
    assert unreachable == 0
