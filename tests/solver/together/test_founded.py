"""Of what could be gathered nothing is forgotten where an operand may be any number."""

from __future__ import annotations

import pytest

from layerlaw.solver import derive
from layerlaw.solver.certificate import Certificate
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
