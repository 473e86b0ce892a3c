"""Who stands in a relation to whom is worked out once, for a ground: as if it were each time."""

from __future__ import annotations

from random import Random

import pytest

from layerlaw.model import shipped_rulebook
from layerlaw.solver import derive, solve
from layerlaw.solver.board.kinds import Index
from layerlaw.solver.effects.selections import union
from oracle.generate_boards import drawn_board, shipped_deck
from oracle.generate_placed import PlacedDrawing


@pytest.mark.parametrize("book", ["sorcery-2026-01", "sorcery-2026-07"])
@pytest.mark.parametrize("seed", [1, 3, 4, 5, 7, 9, 10])  # What is drawn there can happen.
def test_what_is_kept_is_what_is_worked_out(book: str, seed: int) -> None:
    """Before effects and after, asked in turn of any anchors: the ground may have changed."""
    pick = Random(seed)
    space = shipped_rulebook(book).space
    assert space is not None
    answer = solve(drawn_board(seed, shipped_deck(book), 6, 3, PlacedDrawing))
    world, fresh = answer.world, derive(answer.situation).world
    boards = [answer.start, answer.end, *(run.end for run in answer.runs)]
    for _ in range(60):
        board, relation = pick.choice(boards), pick.choice([name for name, _ in space.relations])
        anchors = [index for index in range(len(world.things)) if pick.random() < 0.4]
        apart = union(fresh.placed(relation, anchor, board) for anchor in anchors)
        together = union(1 << Index(anchor) for anchor in anchors)
        assert world.related(relation, together, board) == apart
