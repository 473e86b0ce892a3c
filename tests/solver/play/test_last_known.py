"""What asks of a thing that has left: the solver and the literal oracle agree on the answer."""

from __future__ import annotations

from pathlib import Path

import pytest

from comparing import assert_same
from layerlaw.model import load_scenario, loads_scenario
from layerlaw.solver import solve
from oracle.generate import seeded_scenario
from oracle.small_rulebook import small_rulebook

SCENARIOS = Path(__file__).parents[3] / "fixtures" / "scenarios"

ASKED = (
    "discordia-has-left",
    "last-known-power",
    "last-known-controller",
    "last-known-no-further-back",
    "last-known-always",
    "2021-source-has-left",
)


@pytest.mark.sample(2)
@pytest.mark.parametrize("name", ASKED)
def test_oracle_and_solver_know_the_same_of_what_has_left(name: str) -> None:
    """Numbers, words and controllers, once and twice removed, at once and later."""
    assert_same(load_scenario(SCENARIOS / "grand-archive" / f"{name}.scenario.yaml"))


@pytest.mark.slow
@pytest.mark.parametrize("variable", ["once", "always"])
def test_random_histories_agree_on_what_is_last_known(variable: str) -> None:
    """Whatever asks, and whatever leaves."""
    rulebook = small_rulebook({"what has left": "last known", "resolved variable": variable})
    for seed in range(900, 912):
        assert_same(seeded_scenario(seed, rulebook))


def test_what_is_asked_without_an_answer_in_common_selects_nothing() -> None:
    """Nothing shares a word with what had none of that kind."""
    path = SCENARIOS / "grand-archive" / "last-known-controller.scenario.yaml"
    text = path.read_text(encoding="utf-8").replace("elements := water", "elements := {}")
    answer = solve(loads_scenario(text, "bare.scenario.yaml"))
    assert [answer.value(id, "power") for id in ("F", "E", "M")] == [1, 0, 1]
