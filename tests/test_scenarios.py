"""Every shipped scenario, in every order of arrival and reading it names, is as expected."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from comparing import assert_same
from layerlaw.model import (
    Scenario,
    effect_events,
    legal_orders,
    load_scenario,
    shipped_scenarios,
    with_variant,
)
from layerlaw.model.errors import BadInput, Where
from layerlaw.model.scenarios.scenario import Variant
from layerlaw.solver import (
    judge,
    load_certificate,
    save_certificate,
    solve,
    verify,
)
from layerlaw.solver.answer.expectations import judge_all
from layerlaw.solver.certificate import certificate_of

FILES = shipped_scenarios()


@pytest.mark.sample(80)
@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name.split(".")[0])
def test_a_shipped_scenario_is_as_its_file_expects(file: Path) -> None:
    """Answers are those worked out by hand, in every variant, and their certificates hold."""
    scenario = load_scenario(file)
    variants = [with_variant(scenario, variant) for variant in scenario.variants]
    for number, one in enumerate((scenario, *variants)):
        judged = judge_all(one)
        wrong = [outcome.trouble for outcome in judged.outcomes if not outcome.right]
        assert not wrong, f"variant {number}"
        assert judged.outcomes, f"variant {number} has no expectation, and states nothing"
        verdict = certificate_of(judged.derivation).check()
        assert verdict.ok, (number, verdict.failures)


EVENTS_AFTER_A_PARADOX = {"paradox-and-a-death", "paradox-and-the-rest"}
"""Where the events that follow ask for the one state, and there is none: the replay says so."""


@pytest.mark.sample(20)
@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name.split(".")[0])
def test_its_certificate_in_a_file_is_verified(file: Path, tmp_path: Path) -> None:
    """Written and read again, with the history, under the rulebook that is shipped."""
    kept = tmp_path / "certificate.json"
    scenario = load_scenario(file)
    save_certificate(solve(scenario), kept)
    certificate = load_certificate(kept)
    assert set(scenario.counters) <= set(certificate.rulebook.counters)
    verification = verify(certificate)
    assert not verification.failed
    torn = file.name.split(".")[0] in EVENTS_AFTER_A_PARADOX
    assert verification.outcome == ("unknown" if torn else "verified"), verification.unchecked


@pytest.mark.sample(60)
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
CANNOT_COME_ABOUT: dict[str, set[tuple[str, ...]]] = {
    "lucid-dreamers-power-of-flight": {("P", "V")},
}
NOWHERE = Where("", 0, 0)


def unwritten_orders(scenario: Scenario) -> list[tuple[str, ...]]:
    """The legal orders of the events that make effects which the file does not write out."""
    events = effect_events(scenario)
    if len(events) > 4:
        return []
    written = {tuple(events)}
    for variant in scenario.variants:
        if variant.order:
            moved = with_variant(replace(scenario, variants=()), variant)
            written.add(tuple(effect_events(moved)))
    return [order for order in legal_orders(scenario, events) if order not in written]


@pytest.mark.sample(30)
@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name.split(".")[0])
def test_every_legal_order_of_arrival_is_answered(file: Path) -> None:
    """An order of up to four effects that a file does not write out has the file's own answer.

    A ruling on a Magic card speaks of one order: in another the answer is the literal oracle's.
    """
    scenario = load_scenario(file)
    cannot = CANNOT_COME_ABOUT.get(file.name.split(".")[0], set())
    different: dict[tuple[str, ...], list[str]] = {}
    for order in unwritten_orders(scenario):
        if order in cannot:
            continue
        variant = Variant("", order, {}, (), scenario.expect, NOWHERE)
        try:
            derivation = solve(with_variant(scenario, variant))
        except BadInput:
            # The events refuse this order, so that it cannot come about.
            continue
        outcomes = [judge(derivation, expected) for expected in scenario.expect]
        found = [outcome.trouble for outcome in outcomes if not outcome.right]
        if found and file.parent.name == "rulings" and scenario.rulebook.id.startswith("magic-"):
            assert_same(with_variant(scenario, variant))
        elif found:
            different[order] = found
    assert not different
