"""Where effects apply at once, nothing is told before it is looked at, and then it is the same."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from layerlaw.model import loads_scenario
from layerlaw.solver import (
    Answer,
    Question,
    certificate_of,
    derive,
    may,
    orders,
    solve,
    what_if,
)
from layerlaw.solver.derivation.simultaneous import Settling

GAME = """
title: two that could hold each other up
rulebook: duel-masters-1.28-en
players: [you, me]
active: you
cards:
  Giver: {is: [creature], power: 2000, has: ["creatures with blocker: power += 1000"]}
  Blocker: {is: [creature], power: 1000, has: ["creatures with power >= 3000: gain blocker"]}
play:
  - you: Giver as G
  - me: Blocker as B
"""


@pytest.fixture
def looks(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What was looked for, or worked out to be told, in this order."""
    seen: list[str] = []
    for name in ("lifted", "_runs"):
        whole = getattr(Settling, name)

        def noting(
            self: Settling, *given: object, whole: Callable[..., object] = whole, name: str = name
        ) -> object:
            seen.append(name)
            return whole(self, *given)

        monkeypatch.setattr(Settling, name, noting)
    return seen


def test_what_is_done_is_worked_out_for_whoever_looks(looks: list[str]) -> None:
    """The verdict, the cells and what may be done are there without it; the layers need it."""
    found = solve(loads_scenario(GAME))
    assert found.verdict == "settled" and found.value("G", "power") == 2000
    assert repr(found).endswith("one answer>") and may(found, "G", "attack") is not None
    assert looks == []
    assert [turn.effect for layer in found.layers for turn in layer.turns]
    assert looks == ["_runs"]
    assert found.layers is found.answers[0].steps if found.answers else False
    assert looks == ["_runs"]


def test_states_that_lift_themselves_are_looked_for_by_whoever_asks(looks: list[str]) -> None:
    """No other order, and no effect left out, has them looked for; the certificate does."""
    scenario = loads_scenario(GAME)
    orders(scenario)
    what_if(scenario, Question(without=("G",)))
    assert "lifted" not in looks
    found = solve(scenario)
    assert certificate_of(found).check().ok and len(found.lifted) > 0
    assert looks.count("lifted") == 1


def test_what_is_told_late_is_what_is_told_at_once() -> None:
    """The records are those of a derivation that is looked at before anything else."""
    situation = solve(loads_scenario(GAME)).situation
    late, early = derive(situation), derive(situation)

    def told(answer: Answer) -> tuple[object, ...]:
        return answer.answers, answer.layers, dict(answer.final), answer.fates

    first = told(early)
    assert late.value("B", "power") == 1000
    assert certificate_of(late).check().ok and told(late) == first
