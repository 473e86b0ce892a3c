"""What is done on any board that some deeds of another one make, by formulas and by the replay."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest
from half_known import WorkedOut, far_boards, said, together_of

from layerlaw.solver.certificate.fixpoints.board import Coding
from layerlaw.solver.certificate.fixpoints.grounds import Grounds, ObjectDeed
from layerlaw.solver.certificate.replay.together import same
from together import random_table


def grounds_of(seed: int) -> list[Grounds]:
    """The deeds of some boards, fixed points or not."""
    together = together_of(random_table(seed))
    coding = Coding(together.effects)
    boards = [far_boards(together, Random(f"{seed} {number}"))[-1] for number in range(2)]
    return [Grounds(together, coding, board) for board in boards]


def literally(grounds: Grounds) -> bool:
    """Whether all deeds are gathered, by a look at every board between."""
    gathered: list[ObjectDeed] = []
    while True:
        rest = [one for one in grounds.deeds if one not in gathered]
        between = [
            grounds.board(
                [*gathered, *(one for one, taken in zip(rest, ways, strict=True) if taken)]
            )
            for ways in product((False, True), repeat=len(rest))
        ]
        joining = [one for one in rest if all(grounds.is_done(one, board) for board in between)]
        if not joining:
            return not rest
        gathered += joining


@pytest.mark.parametrize("first", range(0, 80, 4))
def test_what_is_done(first: int) -> None:
    """Of each deed, with its operand, whichever of the others are done."""
    for seed in range(first, first + 4):
        for grounds in grounds_of(seed):
            asked = [(deed, grounds._is_done(deed)) for deed in grounds.deeds]
            worked_out, random = WorkedOut(grounds.terms), Random(seed)
            for share in (0.2, 0.5, 0.8, 1):
                chosen = [one for one in grounds.deeds if random.random() <= share]
                board = grounds.board(chosen)
                known = worked_out.where(
                    {str(grounds.done[one]): one in chosen for one in grounds.deeds}
                )
                for deed, formula in asked:
                    assert bool(said(formula, known)) is grounds.is_done(deed, board)


@pytest.mark.parametrize("first", range(0, 80, 8))
def test_all_deeds_together_make_what_f_makes(first: int) -> None:
    """And they are gathered from none where each is certain once others are."""
    for seed in range(first, first + 8):
        for grounds in grounds_of(seed):
            point = grounds.together.image(grounds.point)
            assert same(grounds.board(grounds.deeds), point)
            if same(point, grounds.point) and len(grounds.deeds) < 7:
                assert grounds.gathered() is literally(grounds)
