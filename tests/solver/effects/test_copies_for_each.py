"""What resolves and makes each object a copy of what is chosen for it looks for that anew."""

from __future__ import annotations

import pytest

from comparing import assert_same
from layerlaw.model import Scenario, loads_scenario
from layerlaw.solver import solve
from layerlaw.solver.certificate import Certificate

SCENARIO = """title: a copy for each
rulebook: {book}
players: [you, me]
cards:
  Aim: {{is: [creature], power: 1000{more}}}
  Model: {{is: [creature], power: 4000{more}, has: ['self: power += 5000']}}
  Mirror:
    is: [{spell}]
    resolves: ['creatures with power <= 9000: copy of creatures in graveyard {whose}{until}']
play:
  - you: Aim as A
  - you: Model as M
  - leave: M
  - you: Mirror as S
"""
WITH_ITS_CONTROLLER = "controlled by controller of it"
WITHOUT = "that are not controlled by controller of it"


def scenario(whose: str, *, layered: bool) -> Scenario:
    """One in play, another one with an ability in the graveyard of the same player, and a spell."""
    if layered:
        words = {"book": "magic-2026-04", "spell": "sorcery", "more": ", toughness: 1"}
        until = " until end of turn"
    else:
        words = {"book": "duel-masters-1.28-en", "spell": "spell", "more": ""}
        until = ""
    return loads_scenario(SCENARIO.format(**words, whose=whose, until=until), "each")


@pytest.mark.parametrize("layered", [False, True])
@pytest.mark.parametrize(("whose", "power"), [(WITH_ITS_CONTROLLER, 9000), (WITHOUT, 1000)])
def test_it_copies_what_is_meant_for_it_with_all_its_abilities(
    whose: str, power: int, layered: bool
) -> None:
    """Nothing is fixed as the spell resolves, where nobody is `it` yet."""
    found = solve(scenario(whose, layered=layered))
    assert (found.verdict, found.value("A", "power")) == ("settled", power)
    assert Certificate(found.facts).check().ok
    if layered:
        assert_same(scenario(whose, layered=layered))
