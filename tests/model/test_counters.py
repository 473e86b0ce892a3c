"""Kinds of counters: of a rulebook, and of a scenario."""

from __future__ import annotations

import pytest

from layerlaw.model.errors import BadInput
from layerlaw.model.rulebooks.load import loads_rulebook
from layerlaw.model.scenarios.load import loads_scenario
from layerlaw.model.scenarios.write import written_scenario
from layerlaw.solver.play.solve import solve

TEXT = """title: Frenzied beasts
rulebook: grand-archive-2025-09
players: [you, me]
counters: [rage]
cards:
  Beast: {is: [ally], power: 1, life: 1, has: ["self: power += its rage"]}
play:
  - you: Beast as B
  - you: Beast as C in hand
  - rage: B 2
  - rage: C 1
expect: [power of B is 3, rage of C is 1, rage of B is 2]
"""


def test_a_scenario_has_kinds_of_counters_of_its_own() -> None:
    """They count like those of the rulebook, and are written again."""
    scenario = loads_scenario(TEXT)
    assert scenario.counters == ("rage",)
    kind = scenario.rulebook.characteristics["rage"]
    assert kind.generic and kind.counter and kind.lasting and kind.floor == 0
    assert solve(scenario).final["B", "power"] == 3
    assert loads_scenario(written_scenario(scenario)).rulebook == scenario.rulebook


@pytest.mark.parametrize("name", ["move", "omen", "life", "two words", "unit"])
def test_a_kind_of_counter_has_a_name_that_is_free(name: str) -> None:
    """A word of events, a noun or a characteristic means something else already."""
    with pytest.raises(BadInput, match=name):
        loads_scenario(TEXT.replace("[rage]", f"[rage, {name}]"))


def test_a_rulebook_adds_a_kind_in_one_line() -> None:
    """`kind: counter` is all that is said of it."""
    head = "rulebook: mine\nbased on: grand-archive-2025-09\n"
    rulebook = loads_rulebook(head + "characteristics: {rage: {kind: counter}}\n")
    assert rulebook.characteristics["rage"].generic
    assert "rage" in rulebook.lasting_counters and "damage" not in rulebook.lasting_counters
    with pytest.raises(BadInput, match="floor"):
        loads_rulebook(head + "characteristics: {rage: {kind: counter, floor: 1}}\n")
