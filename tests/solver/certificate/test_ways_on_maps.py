"""Where the ways of relations lead, as the replay sees it: on squares, on hexes, and by paths."""

from __future__ import annotations

from dataclasses import replace

import pytest

from layerlaw.model.rulebooks.space import Space
from layerlaw.solver.certificate.replay.ways import beside, grown, led, turns

WAYS = ("same", "edges", "corners", "sides", "ahead", "behind", "row", "column", "top", "bottom")
SQUARES = Space(3, 4, relations=tuple((way, (way,)) for way in WAYS))
"""1 2 3 / 4 5 6 / 7 8 9 / 10 11 12."""
HEXES = replace(SQUARES, shape="hexes")
"""The same, the second and the fourth row half a hex to the right."""
PATHS = Space(
    5,
    1,
    shape="places",
    relations=(("by road", ("road",)), ("by sea", ("sea", "same"))),
    paths=(("road", ((1, 2), (2, 3))), ("sea", ((5, 1),))),
    connected=("road", "sea"),
)


lead = led.__wrapped__
"""What is worked out, whatever is remembered of it."""


@pytest.mark.parametrize(
    ("space", "way", "place", "up", "down"),
    [
        (SQUARES, "same", 5, {5}, {5}),
        (SQUARES, "edges", 5, {2, 4, 6, 8}, {2, 4, 6, 8}),
        (SQUARES, "edges", 1, {2, 4}, {2, 4}),
        (SQUARES, "edges", 12, {9, 11}, {9, 11}),
        (SQUARES, "corners", 5, {1, 3, 7, 9}, {1, 3, 7, 9}),
        (SQUARES, "corners", 4, {2, 8}, {2, 8}),
        (SQUARES, "sides", 5, {4, 6}, {4, 6}),
        (SQUARES, "sides", 4, {5}, {5}),
        (SQUARES, "sides", 3, {2}, {2}),
        (SQUARES, "sides", 1, {2}, {2}),
        (SQUARES, "row", 5, {4, 5, 6}, {4, 5, 6}),
        (SQUARES, "column", 5, {2, 5, 8, 11}, {2, 5, 8, 11}),
        (SQUARES, "column", 4, {1, 4, 7, 10}, {1, 4, 7, 10}),
        (SQUARES, "column", 3, {3, 6, 9, 12}, {3, 6, 9, 12}),
        (SQUARES, "sides", 2, {1, 3}, {1, 3}),
        (SQUARES, "ahead", 5, {2}, {8}),
        (SQUARES, "behind", 5, {8}, {2}),
        (SQUARES, "ahead", 1, set(), {4}),
        (SQUARES, "behind", 11, set(), {8}),
        (SQUARES, "top", 5, {1, 2, 3}, {10, 11, 12}),
        (SQUARES, "bottom", 5, {10, 11, 12}, {1, 2, 3}),
        (HEXES, "edges", 5, {2, 3, 4, 6, 8, 9}, {2, 3, 4, 6, 8, 9}),
        (HEXES, "edges", 8, {4, 5, 7, 9, 10, 11}, {4, 5, 7, 9, 10, 11}),
        (HEXES, "edges", 1, {2, 4}, {2, 4}),
        (HEXES, "edges", 6, {3, 5, 9}, {3, 5, 9}),
        (HEXES, "sides", 5, {4, 6}, {4, 6}),
        (HEXES, "ahead", 5, {2, 3}, {8, 9}),
        (HEXES, "behind", 8, {10, 11}, {4, 5}),
        (HEXES, "row", 8, {7, 8, 9}, {7, 8, 9}),
        (HEXES, "top", 8, {1, 2, 3}, {10, 11, 12}),
        (PATHS, "by road", 2, {1, 3}, {1, 3}),
        (PATHS, "by road", 3, {2}, {2}),
        (PATHS, "by road", 4, set(), set()),
        (PATHS, "by sea", 1, {1, 5}, {1, 5}),
        (PATHS, "by sea", 5, {1, 5}, {1, 5}),
        (PATHS, "by air", 5, set(), set()),
    ],
)
def test_ways_lead(space: Space, way: str, place: int, up: set[int], down: set[int]) -> None:
    """For who faces the first row, for all others, and for nobody, whom no way leads that turns."""
    turning = way in ("ahead", "behind", "top", "bottom")
    assert turns(space, way) == turning
    assert lead(space, way, place, True) == up
    assert lead(space, way, place, False) == down
    assert lead(space, way, place, None) == (set() if turning else up)


def test_without_a_map_no_relation_turns() -> None:
    """There is none."""
    assert not turns(None, "ahead")


def test_several_ways_lead_together() -> None:
    """A relation leads where any of them does."""
    both = replace(SQUARES, relations=(("beyond", ("ahead", "sides", "top")),))
    assert lead(both, "beyond", 5, True) == {1, 2, 3, 4, 6}
    assert lead(both, "beyond", 5, None) == {4, 6}
    assert led(both, "beyond", 5, True) == led(both, "beyond", 5, True) == {1, 2, 3, 4, 6}
    assert turns(both, "beyond")


@pytest.mark.parametrize(
    ("space", "begin", "open", "reached"),
    [
        (SQUARES, {1}, {1, 2, 6, 9, 7}, {1, 2}),
        (SQUARES, {1}, {1, 2, 5, 6, 9, 7}, {1, 2, 5, 6, 9}),
        (SQUARES, {1, 12}, {1, 2, 12, 8}, {1, 2, 12}),
        (SQUARES, set(), {1, 2}, set()),
        (PATHS, {5}, {1, 5, 3}, {1, 5}),
        (PATHS, {5}, {1, 2, 3, 4, 5}, {1, 2, 3, 5}),
        (None, {1}, {1, 2}, {1}),
    ],
)
def test_places_grow_by_open_ones(
    space: Space | None, begin: set[int], open: set[int], reached: set[int]
) -> None:
    """Again and again; by edges, unless the rulebook says otherwise."""
    assert grown(space, begin, open) == reached


def test_beside_is_where_a_way_of_connected_leads() -> None:
    """By any of them."""
    assert beside(SQUARES, 5) == {2, 4, 6, 8}
    assert beside(PATHS, 1) == {2, 5}
    assert beside(replace(SQUARES, connected=("sides", "corners")), 4) == {5, 2, 8}
