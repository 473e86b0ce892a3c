"""What a resolved effect gives counts as older than it, where both are of one moment."""

from __future__ import annotations

import pytest

from comparing import assert_same
from layerlaw.model import loads_scenario
from layerlaw.model.errors import LayerlawError
from layerlaw.solver import solve
from layerlaw.solver.certificate import certificate_of
from layerlaw.solver.effects.context import Instances
from layerlaw.solver.effects.effects import Effects
from layerlaw.solver.effects.world import World
from oracle.candidates import TooBig
from oracle.generate import seeded_scenario
from oracle.small_rulebook import small_rulebook

POLICY = {"granted timestamp": "later, before what resolved"}
BOARD = """
title: Given and set
rulebook: magic-2026-04
players: [you, me]
cards:
  Both: {is: [instant], resolves: ['target: power := 4, gain [self: power := 1]']}
  Lasting: {is: [enchantment], has: ['creatures: power := 4, gain [self: power := 1]']}
  Bear: {is: [creature], power: 2, toughness: 2}
play:
"""


@pytest.mark.parametrize(
    ("play", "power"),
    [
        ("  - you: Bear as B\n  - you: Both as S on B", 4),
        # A static effect that gives is as old as its source, and what it gives comes behind it.
        ("  - you: Bear as B\n  - you: Lasting as S", 1),
        # What is given by a later spell is younger than what an earlier one does.
        ("  - you: Bear as B\n  - you: Both as S on B\n  - you: Both as T on B", 4),
    ],
)
def test_what_is_given_at_the_moment_goes_first(play: str, power: int) -> None:
    """By hand, of rule 613.7n."""
    answer = solve(loads_scenario(BOARD + play + "\n"))
    assert answer.value("B", "power") == power
    assert certificate_of(answer).check().ok


@pytest.mark.slow
def test_the_oracle_says_the_same() -> None:
    """Random boards under the policy, certificates included."""
    book, compared = small_rulebook(POLICY), 0
    for seed in range(60):
        scenario = seeded_scenario(seed, book, 4, 3)
        try:
            assert_same(scenario)
            answer = solve(scenario)
        except (LayerlawError, TooBig):
            continue
        assert certificate_of(answer).check().ok is not False
        compared += 1
    assert compared > 25


def test_the_certificate_refuses_the_other_order(monkeypatch: pytest.MonkeyPatch) -> None:
    """A solver that takes the spell for the older one is found out."""
    scenario = loads_scenario(BOARD + "  - you: Bear as B\n  - you: Both as S on B\n")
    real = Effects.__init__

    def forgetting(self: Effects, world: World, instances: Instances) -> None:
        real(self, world, instances)
        self._ids_resolved = frozenset()

    monkeypatch.setattr(Effects, "__init__", forgetting)
    answer = solve(scenario)
    assert answer.value("B", "power") == 1
    assert certificate_of(answer).check().ok is False
