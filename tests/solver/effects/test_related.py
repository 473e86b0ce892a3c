"""Who stands in a relation to whom is worked out once, for a ground: as if it were each time."""

from __future__ import annotations

from random import Random

import pytest

from layerlaw.model import loads_scenario, shipped_rulebook
from layerlaw.solver import Answer, derive, solve
from layerlaw.solver.board.columns import Board
from layerlaw.solver.board.kinds import Index
from layerlaw.solver.effects.selections import union
from oracle.generate_boards import drawn_board, shipped_deck
from oracle.generate_placed import PlacedDrawing

MOLES = """
title: Moles
rulebook: sorcery-2026-01
players: [you, me]
cards:
  Meadow: {is: [site], air: 1}
  Rock: {is: [site], air: 1}
  Mole: {is: [minion], power: 1, has: [Burrowing, Submerge]}
  Aura: {is: [aura], has: ['%s']}
play:
  - you: Meadow as M at 7
  - you: Rock as R at 8
  - you: Mole as A at 7%s
  - you: Mole as B at 8%s
  - you: Mole as C at 12%s
  - you: Aura as U
"""


def related(answer: Answer, board: Board, relation: str, anchor: str) -> set[str]:
    """The moles that stand in the relation to one of them, kept or worked out now."""
    world = answer.world
    found = world.ids(world.related(relation, union([1 << Index(world.index[anchor])]), board))
    return {"A", "B", "C"}.intersection(found)


@pytest.mark.parametrize(
    ("does", "level", "relation", "anchor", "before", "after"),
    [
        # Ground is on both levels of its square: what is no ground any more lies on one.
        ('objects named "Meadow": types := minion', " underground", "nearby", "M", "ABC", ""),
        # Under water is another region than under dry ground (SORC-NEAR-1).
        ('objects named "Meadow": water at least 1', " underground", "nearby", "A", "ABC", "A"),
        # Whoever controls it sees the other way ahead (SORC-FWD-1).
        ("minions: controller := opponent", "", "in front of", "A", "", "C"),
    ],
)
def test_what_effects_change_is_told_anew(
    does: str, level: str, relation: str, anchor: str, before: str, after: str
) -> None:
    """The ground, where that is wet, and who faces which way; asked of either board first."""
    for first in (0, 1):
        answer = solve(loads_scenario(MOLES % (does, level, level, level)))
        boards = [(answer.start, before), (answer.end, after)]
        for board, there in (boards[first], boards[1 - first], boards[first]):
            assert related(answer, board, relation, anchor) == set(there)


@pytest.mark.parametrize("book", ["sorcery-2026-01", "sorcery-2026-07"])
@pytest.mark.parametrize("seed", [1, 3, 4, 5, 7, 9, 10])  # What is drawn there can happen.
def test_what_is_kept_is_what_is_worked_out(book: str, seed: int) -> None:
    """Before effects and after, asked in turn of any anchors."""
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
