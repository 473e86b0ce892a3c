"""A count of which one deed makes some parts true and others false holds on every board between."""

from __future__ import annotations

import pytest

from layerlaw.solver.certificate import Certificate
from layerlaw.solver.derivation.simultaneous import Settling
from layerlaw.solver.together import search
from together import table

GREAT, SMALL, TWO = (
    "creatures with power >= 3",
    "creatures with power <= 2",
    "creatures with power = 2",
)


@pytest.mark.parametrize("few", [-1, search.GUESSES])
@pytest.mark.parametrize(
    "line",
    [
        f"({GREAT}) or ({SMALL}): power += 1",
        f"({SMALL}) or ({GREAT}): power += 1",
        f"({GREAT}) or ({TWO}): power += 1",
        f"({TWO}) or ({GREAT}): power += 1",
        "self: power += 1 as long as self is a creature with power >= 3 or power of self <= 2",
    ],
)
def test_what_is_done_whether_it_was_done_or_not_is_gathered(
    line: str, few: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """P has power 2; before it is done one part holds, and afterwards the other does."""
    monkeypatch.setattr(search, "FEW", few)
    found = Settling(table({"P": f"2 | {line}"})).derivation()
    assert found.verdict == "settled"
    assert found.value("P", "power") == 3
    assert Certificate(found.facts).check().ok
