"""Every shipped scenario, in every order of arrival and reading it names, is as expected."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from layerlaw.model import (
    Scenario,
    effect_events,
    legal_orders,
    load_scenario,
    shipped_scenarios,
    with_variant,
)
from layerlaw.solver import judge, solve

FILES = shipped_scenarios()


def cases() -> list[tuple[str, Scenario]]:
    """Every scenario and variant, with a readable name."""
    found = []
    for file in FILES:
        scenario = load_scenario(file)
        name = file.name.removesuffix(".scenario.yaml")
        found.append((name, scenario))
        for number, variant in enumerate(scenario.variants, 1):
            found.append((f"{name}-also{number}", with_variant(scenario, variant)))
    return found


CASES = cases()


@pytest.mark.parametrize("scenario", [pytest.param(s, id=name) for name, s in CASES])
def test_a_shipped_scenario_is_as_its_file_expects(scenario: Scenario) -> None:
    """The tool's answer is the one worked out by hand, and its certificate holds."""
    derivation = solve(scenario)
    outcomes = [judge(derivation, expected) for expected in scenario.expect]
    wrong = [f"{o.expected.text}: {o.found}" for o in outcomes if not o.fulfilled]
    assert not wrong
    assert outcomes, "a scenario without an expectation states nothing"
    verdict = derivation.certificate.check()
    assert verdict.ok, verdict.failures


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name.split(".")[0])
def test_every_expectation_rests_on_clauses(file: Path) -> None:
    """Each scenario and each variant names the clauses its answer was worked out from."""
    scenario = load_scenario(file)
    assert scenario.source
    assert scenario.because
    for variant in scenario.variants:
        assert variant.because, variant.where


# Were Power of Flight cast first, the Troll would already be in the void without Voidwalk, where
# it is banished (SORC-VOID-1): that order cannot come about.
CANNOT_COME_ABOUT = {"lucid-dreamers-power-of-flight": {("P", "V")}}


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name.split(".")[0])
def test_every_legal_order_of_arrival_has_its_own_answer(file: Path) -> None:
    """Every legal order of the (at most four) events that make effects is written out."""
    scenario = load_scenario(file)
    events = effect_events(scenario)
    assert len(events) <= 4
    written = {tuple(events)}
    for variant in scenario.variants:
        if variant.order:
            moved = with_variant(replace(scenario, variants=()), variant)
            written.add(tuple(effect_events(moved)))
    missing = set(legal_orders(scenario, events)) - written
    assert missing == CANNOT_COME_ABOUT.get(file.name.split(".")[0], set())
