"""Solver and literal oracle call the same pairs of answers the same, permissions included."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest

from layerlaw.solver.answer.difference.outcome import Outcome, outcome
from layerlaw.solver.board.columns import PERMISSIONS
from layerlaw.solver.certainty.orders import orders
from layerlaw.solver.certainty.orders.ages import arrival_groups, by_groups
from layerlaw.solver.certainty.orders.confluence import order_matters
from layerlaw.solver.play.solve import solve
from oracle.generate_marks import boards_of_marks, marks_at_one_moment
from oracle.outcome import outcome as oracle_outcome
from oracle.small_rulebook import small_rulebook


def only_permissions(one: Outcome, other: Outcome) -> bool:
    """Whether two outcomes differ in nothing but what may be done, and where things go."""
    differing = set(one.cells.items()) ^ set(other.cells.items())
    return {characteristic for (_, characteristic), _ in differing} == {PERMISSIONS}


@pytest.mark.slow
@pytest.mark.parametrize("process", ["layered", "simultaneous"])
@pytest.mark.parametrize("ranking", ["prohibition wins", "ranks", "both static", "newest"])
def test_outcomes_are_equal_exactly_where_players_see_the_same(process: str, ranking: str) -> None:
    """Of each pair of boards that differ in the order of arrival, or in one effect."""
    rulebook = small_rulebook({"process": process, "prohibition": ranking})
    seen: Counter[str] = Counter()
    for seed in range(16 if process == "layered" else 8):
        told = [(outcome(solve(b)), oracle_outcome(b)) for b in boards_of_marks(seed, rulebook)]
        for one, other in combinations(told, 2):
            same = one[0] == other[0]
            assert same == (one[1] == other[1]), seed
            seen["same" if same else "other"] += 1
            seen["permissions"] += not same and only_permissions(one[0], other[0])
    assert seen["same"] and seen["other"] and (seen["permissions"] or process != "layered"), seen


@pytest.mark.slow
@pytest.mark.parametrize("process", ["layered", "simultaneous"])
@pytest.mark.parametrize("ranking", ["ranks", "both static", "newest"])
def test_the_order_matters_exactly_where_the_arrivals_bring_about_other_outcomes(
    process: str, ranking: str
) -> None:
    """Each effect has one part here, so that courses and choices say the same as histories."""
    rulebook = small_rulebook({"process": process, "prohibition": ranking})
    seen: Counter[bool | None] = Counter()
    for seed in range(16 if process == "layered" else 8):
        boards = marks_at_one_moment(seed, rulebook)
        matters = len({oracle_outcome(board) for board in boards}) > 1
        age = by_groups(arrival_groups(boards[0]))
        verdict = order_matters(solve(boards[0]), "unordered", age=age)
        assert verdict.matters is matters, seed
        assert orders(boards[0]).matters is matters, seed
        seen[matters] += 1
        if matters and process == "layered":
            assert verdict.pair is not None and verdict.pair.differences, seed
    assert seen[False] and (seen[True] or process != "layered" or ranking == "ranks"), seen
