"""Certificates of boards on which the numbers of keywords are read."""

from __future__ import annotations

import pytest

from exhaustive.families import AT_ONCE, FACTS
from exhaustive.rules import tiny_rulebook
from exhaustive.space import Family
from exhaustive.words import NUMBERED
from layerlaw.solver import solve
from layerlaw.solver.certificate import certificate_of

LAYERED = Family("in layers", "one", NUMBERED, (2,))
TOGETHER = Family("at the same time", "one", FACTS, (2,), (), (), AT_ONCE[:1])
CASES = [(family, board) for family in (LAYERED, TOGETHER) for board in family.boards()]


@pytest.mark.parametrize("part", range(4))
def test_what_reads_the_number_of_a_keyword_is_certified(part: int) -> None:
    """By the replay in layers; by formulas, which find no other state, at the same time."""
    for family, board in CASES[part::8]:
        for policies in family.policies(board):
            answer = solve(board.scenario(tiny_rulebook(board.layers, policies)))
            assert certificate_of(answer).check().ok, board.objects
