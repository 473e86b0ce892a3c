"""What a resolved effect says of one set of objects, each part by its own kind (rule 611.2c)."""

from __future__ import annotations

import pytest

from comparing import confirmed
from layerlaw.model import loads_scenario
from layerlaw.model.algebra.by_kind import by_kind
from layerlaw.solver import Answer
from layerlaw.solver.derivation.permissions import may

CHARGE = "creatures you control: power += 1, can't be blocked, gain Flying until end of turn"


def after(ability: str, *events: str) -> Answer:
    """The answer, when the oracle and the replay have given it too."""
    play = "\n".join(f"  - {event}" for event in events)
    scenario = loads_scenario(
        "title: Parts\nrulebook: magic-2026-04\nplayers: [you, me]\ncards:\n"
        f'  Charge: {{is: [sorcery], resolves: ["{ability}"]}}\nplay:\n{play}\n'
    )
    return confirmed(scenario)


@pytest.mark.parametrize(
    ("ability", "later"),
    [
        (CHARGE, False),
        ("creatures: can't be blocked, power += 1 until end of turn", False),
        ("locked creatures: power += 1, can't be blocked until end of turn", True),
    ],
)
def test_what_may_be_done_is_said_of_what_comes_later(ability: str, later: bool) -> None:
    """Power stays with the first; `locked` by the ability's own word holds for all of it."""
    events = ("you: Grizzly Bears as B", "you: Charge as C", "you: Hill Giant as H")
    answer = after(ability, *events, "me: Savannah Lions as L")
    assert (answer.value("B", "power"), answer.value("H", "power")) == (3, 3)
    assert not may(answer, "B", "blocked", passive=True).allowed
    assert may(answer, "H", "blocked", passive=True).allowed is later


def test_it_is_two_instructions_of_one_ability() -> None:
    """In the order of the two kinds; what is about a target stays one."""
    answer = after(CHARGE, "you: Grizzly Bears as B", "you: Charge as C")
    [effect] = answer.situation.effects
    assert [len(one.operations) for one in effect.ability.instructions] == [2, 1]
    assert by_kind(effect.ability) == effect.ability
    pump = "target: power += 1, can't be blocked until end of turn"
    answer = after(pump, "you: Grizzly Bears as B", "you: Charge as C on B")
    [effect] = answer.situation.effects
    assert [len(one.operations) for one in effect.ability.instructions] == [2]
