"""Under the result test, boards of Sorcery's January come to the same with short cuts and without.

What is drawn brings parts into existence, alone and together, and takes back what was done early.
"""

from __future__ import annotations

import pytest
from bringing import drawn

from layerlaw.solver import derive, solve


@pytest.mark.sample(10)
@pytest.mark.parametrize("seed", range(342))
def test_what_parts_bring_is_the_same_without_short_cuts(seed: int) -> None:
    """Turns, dependencies and all that is told of them."""
    graph = ("once", "each-step")[seed % 2]
    readings = {"SORC-OPEN-TEST": "result", "SORC-OPEN-GRAPH": graph}
    situation = solve(drawn(seed), readings=readings).situation
    assert derive(situation).facts == derive(situation, prune=False).facts
