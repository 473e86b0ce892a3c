"""Links that hand over no control, and numbers that counters stand for: the oracle agrees."""

from __future__ import annotations

from pathlib import Path

import pytest

from comparing import assert_same
from layerlaw.model import BadInput, load_rulebook, load_scenario
from layerlaw.solver import solve
from layerlaw.solver.certificate import certificate_of

SCENARIOS = Path(__file__).parents[3] / "fixtures" / "scenarios" / "grand-archive"
NAMES = (
    "link-and-control",
    "link-broken",
    "link-lost-with-the-ability",
    "link-to-nothing",
    "lakereaving-chill",
    "durability-anew",
    "durability-needs-the-stat",
    "durability-stays-when-transformed",
    "siegeable-domains",
    "siegeable-durability-added",
    "2021-levelling-wakes",
)


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_solver_and_oracle_agree_and_the_certificate_holds(name: str) -> None:
    """Who controls what is linked, when it falls, and how many counters there are."""
    scenario = load_scenario(SCENARIOS / f"{name}.scenario.yaml")
    assert_same(scenario)
    assert certificate_of(solve(scenario)).check().ok


@pytest.mark.parametrize(
    ("key", "text", "message"),
    [
        ("hands over: []", "hands over: [power]", "carrying can't hand over 'power'"),
        ("counted: true", "counted: often", "counted"),
        ("clause: GA-TS-3b, undone", "clause: GA-TS-3b, loses: [resting], undone", "status"),
    ],
)
def test_a_wrong_word_in_a_rulebook_is_named(
    tmp_path: Path, key: str, text: str, message: str
) -> None:
    """What is carried, what is counted, and what levelling takes away."""
    shipped = SCENARIOS.parents[1] / "rulebooks" / "grand-archive-2025-09.yaml"
    file = tmp_path / "mine.yaml"
    file.write_text(shipped.read_text(encoding="utf-8").replace(key, text, 1), encoding="utf-8")
    with pytest.raises(BadInput, match=message):
        load_rulebook(file)
