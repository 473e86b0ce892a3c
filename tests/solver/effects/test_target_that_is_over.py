"""A target for which an effect is over is still the place that its scope is measured from."""

from __future__ import annotations

from comparing import confirmed
from layerlaw.model import loads_scenario

BOARD = """
title: Near a strong target
rulebook: sorcery-2026-07
players: [you, me]
cards:
  Strong: {is: [minion], power: 5}
  Weak: {is: [minion], power: 1}
  Herald:
    is: [minion]
    power: 1
    on entry: ["minions nearby target: power += 1 until its power >= 5"]
play:
  - you: Strong as S at 8
  - you: Weak as W at 9
  - you: Herald as H at 1 on S
"""


def test_what_is_near_the_target_keeps_the_effect() -> None:
    """The effect is over for the target as it begins (durations are each object's own), and
    `target` means those chosen that are still the same objects (docs/definition.md)."""
    answer = confirmed(loads_scenario(BOARD))
    [effect] = answer.situation.effects
    assert effect.over_for == {"S"}
    assert [answer.value(id, "power") for id in "SWH"] == [5, 2, 1]
