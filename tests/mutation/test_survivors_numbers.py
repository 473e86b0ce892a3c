"""Numbers in two parts, and numbers as great as they may be, as they are written on a board."""

from __future__ import annotations

from dataclasses import replace

import pytest

from layerlaw.model import LayerlawError
from layerlaw.model.algebra.split import Split
from layerlaw.solver import derive
from layerlaw.solver.certificate import Certificate
from layerlaw.solver.effects.writing import GREATEST
from layerlaw.solver.facts.records import Value
from together import game, table


def power_of(lines: str, printed: int, floor: str = "none") -> Value:
    """The power of one creature with these lines, which is confirmed."""
    book = game({"floor": floor})
    if floor != "none":
        known = {**book.characteristics, "power": replace(book.characteristics["power"], floor=0)}
        book = replace(book, characteristics=known)
    situation = table({"P": f"1 | {lines}"}, rulebook=book)
    [thing] = situation.things
    card = replace(thing.card, numbers={"power": printed})
    found = derive(replace(situation, things=(replace(thing, card=card),)))
    assert Certificate(found.facts).check().ok
    return found.value("P", "power")


@pytest.mark.parametrize(
    ("lines", "floor", "wanted"),
    [
        ("self: power += 1", "none", Split(2, 5)),
        ("self: power *= 3", "none", Split(3, 12)),
        ("self: power -= 2 | self: power += 1", "none", Split(0, 3)),
        ("self: power -= 2 | self: power += 1", "each step", Split(1, 3)),
        ("self: power -= 1 | self: power += 1", "each step", Split(1, 4)),
    ],
)
def test_each_part_of_a_number_is_changed_and_kept_at_its_floor(
    lines: str, floor: str, wanted: Split
) -> None:
    """One attacks with the first and defends with the second."""
    found = power_of(lines, Split(1, 4), floor)
    assert isinstance(found, Split) and found.parts == wanted.parts


@pytest.mark.parametrize("sign", [1, -1])
def test_a_number_may_be_as_great_as_that_and_no_greater(sign: int) -> None:
    """On either side of nothing."""
    step = "+=" if sign > 0 else "-="
    assert power_of(f"self: power {step} 1", sign * (GREATEST - 1)) == sign * GREATEST
    with pytest.raises(LayerlawError, match="has grown beyond"):
        power_of(f"self: power {step} 1", sign * GREATEST)
