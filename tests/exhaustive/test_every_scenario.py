"""Solver and oracle agree on every small scenario, in everything that an answer holds.

Compared: every turn with its verdict, every trial on every board that dependencies were looked
for on, with the evidence; every final cell, mark and fate; where effects apply at the same time
all answers and all states that only lift themselves. More than this runs where
`LAYERLAW_EXHAUSTIVE=1` is set; see `families`.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

from exhaustive.both import Table, difference
from exhaustive.families import EVERY_RUN, EVERYTHING, FAMILIES
from exhaustive.recorded import Recorder
from exhaustive.space import Distinct, Family, distinct

CHUNKS = 16 if EVERYTHING else 4
SLICES = [
    pytest.param(family, chunk, id=f"{family.name}, {chunk + 1} of {CHUNKS}")
    for family in FAMILIES
    for chunk in range(CHUNKS)
]


@pytest.mark.slow
@pytest.mark.parametrize(("family", "chunk"), SLICES)
def test_solver_and_oracle_agree(
    family: Family, chunk: int, record_property: Callable[[str, object], None]
) -> None:
    """On every board of the family under every combination of the policies that it asks."""
    count = 0
    recorder = Recorder()
    with recorder.watching():
        for number, board in enumerate(family.boards()):
            if number % CHUNKS != chunk:
                continue
            table = Table(board)
            # What a spell leaves depends on the policies too, so nothing is shared then.
            recorder.forget()
            recorder.shared = board.spell is None
            for policies in family.policies(board):
                found = difference(table, policies, recorder)
                if found:
                    pytest.fail(found, pytrace=False)
                count += 1
    record_property("scenarios", count)
    assert count > 0


def test_there_are_over_thirty_thousand_scenarios_in_every_run() -> None:
    """No two have one board and the same policies, and no two differ by names alone."""
    seen: set[Distinct] = set()
    for family in EVERY_RUN:
        for board in family.boards():
            seen.update(distinct(board, policies) for policies in family.policies(board))
    assert len(seen) > 30_000


@pytest.mark.slow
def test_what_procedures_share_is_what_each_would_find_alone() -> None:
    """A trial worked out once for all procedures is the one that the oracle makes for each."""
    alone, shared = Recorder(shared=False), Recorder()
    family = EVERY_RUN[1]
    compared = 0
    for board in list(family.boards())[5::16]:
        table = Table(board)
        shared.forget()
        for policies in family.policies(board):
            looks = []
            for recorder in (alone, shared):
                with recorder.watching():
                    found = table.by_definition(policies)
                assert found is not None
                looks.append((recorder.looks, found.turns, found.edges))
            assert looks[0] == looks[1]
            compared += any(look.found for some in looks[0][0].values() for look in some)
    assert compared > 100
