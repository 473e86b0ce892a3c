"""Boards that no other test has: found because a changed solver got through all of those.

Many effects on few objects, immunity, a status that disables, more than eight objects; short cuts
and the plain way must give the same derivation, graphs and boards on the way included.
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from layerlaw.model.algebra import (
    CantBeModified,
    Gain,
    Identified,
    LoseAll,
    Member,
    Self,
)
from layerlaw.solver.certificate import certificate_of
from layerlaw.solver.derivation.answer import Answer
from mutation.boards import FOCI, alike, crowded_board, focused_board, rich_board
from situations import CREATURES, answer, line, plus, resolved, rulebook, thing


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


def applied(found: Answer, layer: str) -> list[str]:
    """Whose turns came in a layer and were not lost, in their order; the certificate agrees."""
    assert certificate_of(found).check().ok
    return [turn.effect for turn in found.layer(layer).turns if turn.verdict == "applied"]


def test_what_loses_its_ability_is_told_from_what_has_none_to_lose() -> None:
    """S has resolved between P and Q, and stays whatever R takes from these (SORC-DEP-1).

    P and Q depend on R and go last; neither S nor R depends on anything, so the older S goes first.
    """
    given = line(CREATURES, Gain(line(Self(), plus(1))))
    takes = line(Member("elements", "fire"), LoseAll())
    found = answer(
        rulebook(),
        thing("P", given, elements=("fire",), power=1),
        thing("Q", given, elements=("fire",), power=1),
        thing("R", takes, power=1),
        effects=(replace(resolved("S.1", "P", given), timestamp=(1, 5)),),
    )
    assert applied(found, "abilities") == ["S.1", "R.1"]
    assert [found.value(id, "power") for id in "PQR"] == [1, 1, 2]


def test_who_does_the_same_is_still_asked_for_each_where_something_cannot_be_modified() -> None:
    """P and Q do the same, but once R has marked P, only P itself may change P (SORC-NOMOD-1).

    So Q waits for R, though it is older, and P does not. Numbers and marks are of one layer here.
    """
    book = rulebook()
    marks = {"power": ("change power", "can't be modified"), "last": ("permissions",)}
    layers = tuple(replace(one, does=marks.get(one.id, one.does)) for one in book.layers)
    found = answer(
        replace(book, layers=layers),
        thing("P", line(CREATURES, plus(1)), power=1),
        thing("Q", line(CREATURES, plus(1)), power=1),
        thing("R", line(Identified("P"), CantBeModified()), power=1),
    )
    assert applied(found, "power") == ["P.1", "R.1", "Q.1"]
    assert [found.value(id, "power") for id in "PQR"] == [2, 3, 3]
