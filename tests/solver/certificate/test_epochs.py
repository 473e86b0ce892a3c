"""Where one graph was valid: a record's epochs, by hand, where each graph stands alone."""

from __future__ import annotations

from itertools import pairwise

import pytest

from layerlaw.solver.certificate.entries import course_of
from layerlaw.solver.facts.records import Dependency, GraphRecord, LayerRecord, TurnRecord, Witness

ON = (Dependency("A", "B", Witness("existence")),)


def layer(turns: str, *, why: str = "independent") -> LayerRecord:
    """C, A and B are pending, A depends on B, and a graph before each turn tells these."""
    pending = [tuple(one for one in "CAB" if one not in turns[:gone]) for gone in range(len(turns))]
    graphs = [GraphRecord(turn, left, left, ON) for turn, left in enumerate(pending)]
    taken = [TurnRecord(one, "applied", why, ()) for one in turns]
    return LayerRecord("L", tuple(graphs), tuple(taken))


def epochs(record: LayerRecord) -> list[tuple[int, int]]:
    """The turns of each epoch; each begins where the one before ends."""
    found = [(one.start, one.end) for one in course_of(record, anew=True).epochs]
    assert all(before[1] == after[0] for before, after in pairwise(found))
    return found


def test_what_is_in_no_dependency_goes_within_an_epoch() -> None:
    """The graph after it is as the one before."""
    assert epochs(layer("CA")) == [(0, 2)]


@pytest.mark.parametrize("first", "AB")
def test_what_is_in_a_dependency_begins_an_epoch_as_it_goes(first: str) -> None:
    """Though the record goes on telling of what it depended on, or what depended on it."""
    assert epochs(layer(f"{first}C")) == [(0, 1), (1, 2)]


def test_what_leaves_by_itself_begins_an_epoch() -> None:
    """It had no turn of its own."""
    assert epochs(layer("CA", why="gone")) == [(0, 1), (1, 2)]
