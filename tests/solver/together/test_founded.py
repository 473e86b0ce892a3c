"""Of what could be gathered nothing is forgotten where an operand may be any number."""

from __future__ import annotations

import pytest

from layerlaw.solver import derive
from layerlaw.solver.certificate import Certificate
from layerlaw.solver.together import founded
from together import table

PAIR = {
    "M": "1 | N: silenced",
    "N": "1 | M: silenced | P: gain blocker | Q: gain blocker as long as P has blocker",
}
"""Two that silence each other; by N's abilities first P, and then Q, has blocker."""


@pytest.mark.parametrize(
    ("number", "costs"),
    [("its power", [(0, 3), (None, None)]), ("power of P", [(0, 0), (None, None)])],
)
def test_others_join_one_whose_number_may_be_any(
    number: str, costs: list[tuple[int | None, int | None]]
) -> None:
    """Nothing is told of P's power, which may be taken; Q comes to have blocker after P."""
    lines = f"creatures with blocker: cost := {number} | P: drained as long as N is not silenced"
    found = derive(
        table(
            {
                "P": "2",
                "Q": "3",
                **PAIR,
                "Z": f"relic | {lines}",
                "R": "1 | self: gain haste as long as cost of Q >= 0",
            }
        )
    )
    assert found.answers is not None
    assert [(one.final["P", "cost"], one.final["Q", "cost"]) for one in found.answers] == costs
    assert Certificate(found.facts).check().ok


def test_what_one_is_given_may_wait_for_what_another_one_is_given_by_the_same() -> None:
    """By N the power of Q becomes 5, then P costs that, and then it has that power."""
    cards = {
        "P": "1",
        "Q": "2",
        "M": "1 | N: silenced",
        "N": "1 | M: silenced | creatures: power := its cost",
        "R": "relic | Q: cost := 5 | P: cost := power of Q",
        "V": "relic 1 | W: silenced",
        "W": "relic 1 | V: silenced",
    }
    found = derive(table(cards))
    assert found.answers is not None
    told = [(one.final["P", "power"], one.final["Q", "power"]) for one in found.answers]
    assert sorted(told) == [(1, 2), (1, 2), (5, 5), (5, 5)]
    assert Certificate(found.facts).check().ok


def test_a_number_that_was_told_may_be_any_as_more_is_gathered() -> None:
    """Nobody has blocker at first, so the highest power is 0; then P may have it, and Q."""
    cards = {
        "P": "2",
        "Q": "3",
        "M": "1 | N: silenced",
        "N": f"{PAIR['N']} | P: cost := highest power of creatures with blocker",
        "R": "relic | self: gain haste as long as cost of P >= 3",
    }
    found = derive(table(cards))
    assert found.answers is not None
    assert sorted(str(one.final["P", "cost"]) for one in found.answers) == ["3", "None"]
    assert Certificate(found.facts).check().ok


def test_others_join_one_whose_ends_were_let_go(monkeypatch: pytest.MonkeyPatch) -> None:
    """What P costs grows with Z's power, and by that Q gains blocker and costs as much."""
    monkeypatch.setattr(founded, "WIDENED", -99)
    gains = "P: gain blocker | Z: power += 1 as long as P has blocker"
    cards = {
        "P": "2",
        "Q": "3",
        "M": "1 | N: silenced",
        "N": f"1 | M: silenced | {gains} | Q: gain blocker as long as cost of P >= 2",
        "Z": "1 | creatures with blocker: cost := power of Z",
    }
    found = derive(table(cards))
    assert found.answers is not None
    told = {(one.final["P", "cost"], one.final["Q", "cost"]) for one in found.answers}
    assert told == {(2, 2), (None, None)}
    assert Certificate(found.facts).check().ok
