"""Numbers as effects write them: the greatest that there may be, and two parts with a floor."""

from __future__ import annotations

from typing import Literal

import pytest

from comparing import assert_same
from layerlaw.model.algebra import ChangeNumber, Identified, Number
from layerlaw.model.algebra.split import Split
from layerlaw.model.errors import LayerlawError
from layerlaw.model.scenarios.events import Event
from layerlaw.solver.effects.writing import GREATEST
from layerlaw.solver.play.solve import solve
from oracle.build import card, play, scenario, text
from oracle.small_rulebook import small_rulebook


def changed(power: int, sign: Literal["+", "-"], number: int) -> list[Event]:
    """A creature with that power, and an effect that changes it."""
    change = ChangeNumber("power", sign, Number(number))
    effect = card("X", text((Identified("C"), [change])))
    return [play(card("C", power=power), "C"), play(effect, "X")]


@pytest.mark.parametrize("sign", ["+", "-"])
def test_the_greatest_number_is_reached_and_not_passed(sign: Literal["+", "-"]) -> None:
    """Above and below zero; one more is refused, with a message that names the characteristic."""
    rulebook = small_rulebook({"floor": "none"})
    answer = solve(scenario(rulebook, changed(0, sign, GREATEST)))
    assert answer.value("C", "power") == (GREATEST if sign == "+" else -GREATEST)
    with pytest.raises(LayerlawError, match="power has grown beyond"):
        solve(scenario(rulebook, changed(0, sign, GREATEST + 1)))


@pytest.mark.parametrize(("number", "left"), [(2, (0, 2)), (5, (0, 0)), (1, (0, 3))])
def test_each_part_of_a_number_has_its_floor(number: int, left: tuple[int, int]) -> None:
    """1 and 4, less that number, never below 0; 3 more is added to what is left of each part."""
    more = card("Y", text((Identified("C"), [ChangeNumber("power", "+", Number(3))])))
    events = [*changed(Split(1, 4), "-", number), play(more, "Y")]
    answer = assert_same(scenario(small_rulebook({"floor": "each step"}), events))
    assert answer is not None
    power = answer.value("C", "power")
    assert getattr(power, "parts", (power, power)) == (left[0] + 3, left[1] + 3)
