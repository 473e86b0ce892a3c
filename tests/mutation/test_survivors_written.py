"""Boards by hand for what operations write: a changed solver got through all other tests here."""

from __future__ import annotations

import pytest

from layerlaw.model.algebra import (
    CopyOf,
    Identified,
    Self,
    SetStatus,
)
from layerlaw.solver.certificate import certificate_of
from layerlaw.solver.derivation.answer import Answer
from situations import CREATURES, answer, line, plus, rulebook, thing


def holds(found: Answer) -> Answer:
    """The answer itself; its certificate has to agree."""
    assert certificate_of(found).check().ok
    return found


@pytest.mark.parametrize(
    ("floor", "power"), [("each step", 2), ("at the end", 0), ("when read", 0), ("none", 0)]
)
def test_a_floor_of_each_step_cuts_before_the_next(floor: str, power: int) -> None:
    """Power 1, then 3 less, then 2 more: 0 + 2 where 0 is kept at once, 1 - 3 + 2 elsewhere."""
    found = answer(
        rulebook({"floor": floor}),
        thing("X", power=1),
        thing("D", line(Identified("X"), plus(-3))),
        thing("A", line(Identified("X"), plus(2))),
    )
    assert holds(found).value("X", "power") == power


@pytest.mark.parametrize(("floor", "power"), [("each step", 0), ("at the end", 0), ("none", -2)])
def test_a_number_below_its_floor_is_shown_by_policy(floor: str, power: int) -> None:
    """Power 1, and 3 less."""
    found = answer(
        rulebook({"floor": floor}), thing("X", power=1), thing("D", line(Identified("X"), plus(-3)))
    )
    assert holds(found).value("X", "power") == power


def test_what_is_drained_has_nothing_and_gets_nothing() -> None:
    """Its power is 0 whatever is added; what has no power gets none by it."""
    found = answer(
        rulebook({"floor": "none"}),
        thing("X", power=3),
        thing("Z", cost=1),
        thing("D", line(CREATURES, SetStatus("drained"))),
        thing("A", line(Identified("X"), plus(2))),
    )
    assert holds(found).value("X", "power") == 0
    assert found.value("Z", "power") is None and found.value("Z", "drained") is True
    assert found.value("D", "tapped") is False


def test_a_copy_has_all_that_is_printed_and_nothing_else() -> None:
    """Numbers, base values, words and abilities; its own counters and its own text are not kept."""
    found = answer(
        rulebook(),
        thing("Y", line(Self(), plus(1)), elements=("fire",), power=4, cost=2),
        thing("X", line(Identified("X"), CopyOf(Identified("Y"))), elements=("water",), power=1),
        thing("Z", elements=("norm",), power=7),
    )
    for name in ("name", "power", "base power", "cost", "elements"):
        assert holds(found).value("X", name) == found.value("Y", name)
    assert (found.value("X", "power"), found.value("X", "base power")) == (5, 4)
    assert found.value("X", "cost") == 2
    assert found.value("X", "elements") == ("fire",)
    assert (found.value("Z", "power"), found.value("Z", "elements")) == (7, ("norm",))
