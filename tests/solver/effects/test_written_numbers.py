"""Numbers as effects write them: the greatest that there may be, and two parts with a floor."""

from __future__ import annotations

from typing import Literal

import pytest

from comparing import assert_same
from layerlaw.model.algebra import ChangeNumber, Identified, Number, Swap
from layerlaw.model.algebra.split import Split
from layerlaw.model.errors import LayerlawError
from layerlaw.model.scenarios.events import Event
from layerlaw.solver.certificate import certificate_of
from layerlaw.solver.effects.writing import GREATEST
from layerlaw.solver.play.solve import solve
from oracle.build import card, play, scenario, text
from oracle.small_rulebook import small_rulebook
from situations import answer, line, rulebook, thing


def changed(power: int, sign: Literal["+", "-"], number: int) -> list[Event]:
    """A creature with that power, and an effect that changes it."""
    change = ChangeNumber("power", sign, Number(number))
    effect = card("X", text((Identified("C"), [change])))
    return [play(card("C", power=power), "C"), play(effect, "X")]


@pytest.mark.parametrize("sign", ["+", "-"])
def test_the_greatest_number_is_reached_and_not_passed(sign: Literal["+", "-"]) -> None:
    """Above and below zero; one more is refused, with a message that names the characteristic."""
    book = small_rulebook({"floor": "none"})
    found = solve(scenario(book, changed(0, sign, GREATEST)))
    assert found.value("C", "power") == (GREATEST if sign == "+" else -GREATEST)
    with pytest.raises(LayerlawError, match="power has grown beyond"):
        solve(scenario(book, changed(0, sign, GREATEST + 1)))


@pytest.mark.parametrize(("number", "left"), [(2, (0, 2)), (5, (0, 0)), (1, (0, 3))])
def test_each_part_of_a_number_has_its_floor(number: int, left: tuple[int, int]) -> None:
    """1 and 4, less that number, never below 0; 3 more is added to what is left of each part."""
    more = card("Y", text((Identified("C"), [ChangeNumber("power", "+", Number(3))])))
    events = [*changed(Split(1, 4), "-", number), play(more, "Y")]
    found = assert_same(scenario(small_rulebook({"floor": "each step"}), events))
    assert found is not None
    power = found.value("C", "power")
    assert getattr(power, "parts", (power, power)) == (left[0] + 3, left[1] + 3)


@pytest.mark.parametrize(("statuses", "numbers"), [((), (1, 3)), (("drained",), (0, 1))])
def test_numbers_change_places_only_where_both_may_change(
    statuses: tuple[str, ...], numbers: tuple[int, int]
) -> None:
    """The power of what is drained is 0 and stays it, so that its cost stays 1."""
    switch = line(Identified("C"), Swap("power", "cost"))
    found = answer(rulebook(), thing("C", power=3, cost=1, statuses=statuses), thing("X", switch))
    assert certificate_of(found).check().ok
    assert (found.value("C", "power"), found.value("C", "cost")) == numbers
