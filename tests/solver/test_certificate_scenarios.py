"""Every derivation is certified: shipped scenarios under every reading, and random ones."""

from __future__ import annotations

import subprocess
import sys
from functools import cache
from random import Random
from typing import TYPE_CHECKING

import pytest

from layerlaw.model import BadInput, load_scenario, shipped_scenarios, with_variant
from layerlaw.solver.certificate import Certificate
from layerlaw.solver.solve import solve
from oracle.generate import seeded_scenario
from oracle.small_rulebook import small_rulebook

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from layerlaw.model import Rulebook, Scenario

PATHS = shipped_scenarios()


@cache
def scenario_at(path: Path) -> Scenario:
    """The scenario of a file."""
    return load_scenario(path)


def certify(scenario: Scenario, readings: Mapping[str, str] | None = None) -> None:
    """Check the certificate of a scenario's derivation."""
    verdict = solve(scenario, readings=readings).certificate.check()
    assert verdict.ok, (readings, verdict.failures)


def single_readings(rulebook: Rulebook) -> list[dict[str, str]]:
    """Every reading that is not the default, alone."""
    return [
        {point.id: reading.id}
        for point in rulebook.points.values()
        for reading in point.readings
        if reading.id != point.default
    ]


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.name.removesuffix(".scenario.yaml"))
def test_shipped_scenarios_are_certified(path: Path) -> None:
    """In every order of arrival that the file names, and under every reading of every point."""
    scenario = scenario_at(path)
    for variant in scenario.variants:
        certify(with_variant(scenario, variant))
    certify(scenario)
    for readings in single_readings(scenario.rulebook):
        certify(scenario, readings)


def random_case(seed: int) -> tuple[Scenario, dict[str, str]]:
    """A random scenario, and readings of up to three of its rulebook's open points."""
    rulebook = small_rulebook()
    chance = Random(seed)
    points = chance.sample(sorted(rulebook.points), chance.choice((0, 0, 1, 2, 3)))
    readings = {id: chance.choice(rulebook.points[id].readings).id for id in points}
    return seeded_scenario(seed, rulebook), readings


@pytest.mark.parametrize("first", range(0, 400, 50))
def test_random_scenarios_are_certified(first: int) -> None:
    """Random scenarios of all kinds, under random readings."""
    for seed in range(first, first + 50):
        scenario, readings = random_case(seed)
        try:
            derivation = solve(scenario, readings=readings)
        except BadInput:
            continue
        verdict = derivation.certificate.check()
        assert verdict.ok, (seed, readings, verdict.failures)


def test_checking_twice_says_the_same() -> None:
    """A verdict depends on the facts alone."""
    facts = solve(scenario_at(PATHS[0])).facts
    assert Certificate(facts).check() == Certificate(facts).check()


def test_the_certificate_needs_nothing_of_the_solver_but_its_records() -> None:
    """Checking loads neither the ordering loop nor the trials, and Z3 only when it is asked."""
    program = """
import sys
from layerlaw.solver.certificate import Certificate
assert "z3" not in sys.modules
import layerlaw.solver.certificate.confirm, layerlaw.solver.certificate.replay
allowed = {"records", "situation", "certificate"}
loaded = {n.split(".")[2] for n in sys.modules if n.startswith("layerlaw.solver.")}
assert loaded <= allowed, loaded - allowed
assert "z3" not in sys.modules and "networkx" not in sys.modules
"""
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
