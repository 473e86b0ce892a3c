"""A mistake is told where it was made, and not again where something follows from it."""

from __future__ import annotations

from pathlib import Path

import pytest

from layerlaw.model.errors import BadInput, Problem
from layerlaw.model.scenarios.load import loads_scenario

SCENARIO = """title: T
rulebook: magic-2026-04
players: [you, me]
cards:
  Gift:
    is: [enchantment, aura]
    has: [Enchant creature]
    activates: ["bearer: power += 3 until end of turn"]
play:
  - you: Hill Giant as H
  - you: Gift as G on H
  - you: activate G as X
  - together:
      - you: Silvercoat Lion as L
      - gets: H tapped
  - resolve: X
  - attach: G to L
expect:
  - power of H is 6
  - L is a creature
"""


def problems(old: str, new: str) -> tuple[Problem, ...]:
    """What is wrong with the scenario once this is changed in it."""
    assert SCENARIO.count(old) == 1
    with pytest.raises(BadInput) as caught:
        loads_scenario(SCENARIO.replace(old, new))
    return caught.value.problems


def test_the_scenario_has_none() -> None:
    """So that whatever is told comes from the change."""
    assert loads_scenario(SCENARIO).title == "T"


@pytest.mark.parametrize(
    ("old", "new", "message", "suggestion"),
    [
        ("you: activate G", "activate: G", "unknown event or player 'activate'", "say who first"),
        ("you: activate G", "yuo: activate G", "unknown event or player 'yuo'", "'you'"),
        ("Lion as L", "Lion as L at the top", "'the' does not fit here", ""),
        ("Hill Giant as H", "Hill Gaint as H", "unknown card 'Hill Gaint'", ""),
        ('"bearer: power', '"bearer: powr', "unknown characteristic 'powr'", "'power'"),
    ],
)
def test_one_slip_is_one_message(old: str, new: str, message: str, suggestion: str) -> None:
    """Neither an id on the slip's line nor an ability of its card is missed elsewhere."""
    (told,) = problems(old, new)
    assert message in told.message
    assert suggestion in told.suggestion


def test_what_stands_on_no_line_is_missed() -> None:
    """A slip of one line hides nothing of another."""
    found = problems("resolve: X\n  - attach: G to L", "resolve: Y\n  - atach: G to L")
    assert [one.message for one in found] == ["unknown id 'Y'", "unknown event or player 'atach'"]


def test_a_slip_in_a_card_file_is_one_message(tmp_path: Path) -> None:
    """The ability that could not be read there is not missed in the scenario."""
    own = SCENARIO[SCENARIO.index("  Gift:") : SCENARIO.index("play:")]
    file = tmp_path / "more.cards.yaml"
    file.write_text(own.replace("\n  ", "\n")[2:].replace("bearer: power", "bearer: powr"))
    scenario = SCENARIO.replace(f"cards:\n{own}", f"card files: [{file.name}]\n")
    with pytest.raises(BadInput) as caught:
        loads_scenario(scenario, folder=tmp_path)
    assert [one.message for one in caught.value.problems] == ["unknown characteristic 'powr'"]
