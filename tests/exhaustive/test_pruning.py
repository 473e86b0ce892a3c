"""The short cuts and the plain way give the same derivation on small scenarios, in every record."""

from __future__ import annotations

from dataclasses import replace

import pytest

from exhaustive.both import Table
from exhaustive.families import EVERY_RUN, EVERYTHING
from exhaustive.space import Family
from layerlaw.solver.facts.records import Facts

STEP = 1 if EVERYTHING else 17


@pytest.mark.sample(1)
@pytest.mark.parametrize("family", EVERY_RUN, ids=lambda family: family.name)
def test_short_cuts_change_no_record(family: Family) -> None:
    """Turns, graphs, witnesses, changes, final cells, fates, facts for certificates: all alike."""
    scenarios = (
        (board, policies) for board in family.boards() for policies in family.policies(board)
    )
    compared = edges = 0
    for number, (board, policies) in enumerate(scenarios):
        if number % STEP:
            continue
        table = Table(board)
        quick, plain = table.solved(policies), table.solved(policies, prune=False)
        if quick is None or plain is None:
            assert quick is plain
            continue
        assert shared(quick.facts) == shared(plain.facts)
        assert (quick.layers, quick.final, quick.fates) == (plain.layers, plain.final, plain.fates)
        assert quick.late == plain.late
        compared += 1
        edges += any(graph.found for layer in plain.layers for graph in layer.graphs)
    assert compared > 20
    assert edges > 0 or family.fixed != ((),)


def shared(facts: Facts) -> Facts:
    """The facts but for the least knot of a paradox, which is found knot by knot alone."""
    answers = facts.answers is None or facts.answers
    return facts if answers else replace(facts, conflict=(), effects=())
