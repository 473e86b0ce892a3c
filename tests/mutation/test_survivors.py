"""Boards that no other test has: found because a changed solver got through all of those.

Many effects on few objects, immunity, a status that disables, more than eight objects; short cuts
and the plain way must give the same derivation, graphs and boards on the way included.
"""

from __future__ import annotations

import pytest

from mutation.boards import FOCI, alike, crowded_board, focused_board, rich_board


@pytest.mark.sample(6)
@pytest.mark.parametrize("slice", range(12))
@pytest.mark.parametrize("test", ["action", "result"])
def test_many_effects_on_few_objects(slice: int, test: str) -> None:
    """Both ways agree under any policies, with some objects immune or not."""
    edges = 0
    for seed in range(slice * 12, slice * 12 + 12):
        plain = alike(rich_board(seed, test, immune=seed % 3 == 0))
        edges += sum(len(graph.found) for run in plain.runs for graph in run.graphs)
    assert edges > 0


@pytest.mark.sample(6)
@pytest.mark.parametrize("seed", range(24))
def test_graphs_found_anew_among_many_objects(seed: int) -> None:
    """More objects than `upkeep` calls few, so that both ways to find who is hit are taken."""
    alike(crowded_board(seed))


@pytest.mark.sample(6)
@pytest.mark.parametrize("slice", range(4))
@pytest.mark.parametrize("test", ["action", "result"])
@pytest.mark.parametrize("focus", FOCI)
def test_abilities_of_one_kind(focus: str, test: str, slice: int) -> None:
    """Both ways agree where abilities are given, numbers are changed, or conditions are read."""
    for seed in range(slice * 12, slice * 12 + 12):
        alike(focused_board(seed, focus, test))
