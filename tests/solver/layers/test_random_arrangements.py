"""Boards under layers that no document has: solver, short cuts, oracle and certificate agree."""

from __future__ import annotations

from contextlib import suppress
from random import Random

import pytest

from comparing import assert_same
from layerlaw.solver import certificate_of, derive
from layerlaw.solver.layers.pending import SameId
from oracle.arrangements import arranged
from oracle.candidates import TooBig
from oracle.generate import seeded_scenario

FOCUSES = (
    None,
    ("silence", "rest", "abilities"),
    ("silence", "rest"),
    ("types", "power", "rest"),
    ("permissions", "control"),
)
"""What the effects are about; None: anything."""


def agree(seed: int) -> bool:
    """Fail unless all agree on a random board; whether there was anything to agree on.

    Where copies come after other work, two effects can come to have one id, which is refused.
    """
    random = Random(seed)
    scenario = seeded_scenario(
        seed,
        arranged(random),
        objects=random.choice((3, 4, 5)),
        others=random.choice((0, 2, 4)),
        focus=random.choice(FOCUSES),
    )
    with suppress(TooBig, SameId):
        answer = assert_same(scenario)
        if answer is None:
            return False
        verdict = certificate_of(answer).check()
        assert verdict.ok, verdict.failures
        slowly = derive(answer.situation, prune=False)
        assert (slowly.layers, slowly.final, slowly.fates) == (
            answer.layers,
            answer.final,
            answer.fates,
        )
        return True
    return False


@pytest.mark.sample(2)
@pytest.mark.parametrize("part", range(24))
def test_all_agree(part: int) -> None:
    """Ten boards for each part."""
    assert sum(agree(seed) for seed in range(10 * part, 10 * part + 10)) > 2
