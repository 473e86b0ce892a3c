"""Where relations of place lead on the map of a rulebook, for the replay."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from layerlaw.model.rulebooks.space import Space

SAME_PLACE = ("here", "occupying", "atop", "above", "below")
"""The relations of objects at one place; all others lead where the rulebook says."""
AHEAD = "ahead"
BEHIND = "behind"
TOP = "top"
BOTTOM = "bottom"
_TURNING = (AHEAD, BEHIND, TOP, BOTTOM)


def turns(space: Space | None, relation: str) -> bool:
    """Whether it matters for the relation who controls the anchor."""
    return space is not None and any(way in _TURNING for way in space.ways(relation))


@lru_cache(maxsize=4096)
def led(space: Space, relation: str, place: int, up: bool | None) -> frozenset[int]:
    """The places to which a relation leads from one.

    up: whether the anchor's controller faces the first row; None if nobody controls it.
    """
    places: set[int] = set()
    for way in space.ways(relation):
        if way not in _TURNING:
            places |= _way(space, way, place)
        elif up is not None and way in (TOP, BOTTOM):
            row = 0 if up is (way == TOP) else space.rows - 1
            places |= {other for other in _all(space) if _at(space, other)[0] == row}
        elif up is not None:
            places |= _next_row(space, place, -1 if up is (way == AHEAD) else 1)
    return frozenset(places)


def beside(space: Space, place: int) -> frozenset[int]:
    """The places that hang together with one where both hold what it takes."""
    return frozenset(other for way in space.connected for other in _way(space, way, place))


def grown(space: Space | None, places: set[int], open: set[int]) -> set[int]:
    """The places, and all that hang together with them by way of open ones."""
    while space is not None:
        more = {other for place in places for other in beside(space, place)} & open
        if more <= places:
            break
        places = places | more
    return places


def _way(space: Space, way: str, place: int) -> set[int]:
    here = _at(space, place)
    match way:
        case "same":
            return {place}
        case "row":
            return {other for other in _all(space) if _at(space, other)[0] == here[0]}
        case "column":
            return {other for other in _all(space) if _at(space, other)[1] == here[1]}
        case "sides":
            return _beside(space, place)
        case "edges":
            beyond = _next_row(space, place, -1) | _next_row(space, place, 1)
            return _beside(space, place) | beyond
        case "corners":
            return {
                other
                for other in _all(space)
                if all(abs(a - b) == 1 for a, b in zip(here, _at(space, other), strict=True))
            }
    pairs = space.pairs(way)
    return {b for a, b in pairs if a == place} | {a for a, b in pairs if b == place}


def _all(space: Space) -> range:
    return range(1, space.columns * space.rows + 1)


def _at(space: Space, place: int) -> tuple[int, int]:
    """The row and the column of a place, from 0."""
    return (place - 1) // space.columns, (place - 1) % space.columns


def _beside(space: Space, place: int) -> set[int]:
    row = _at(space, place)[0]
    return {other for other in (place - 1, place + 1) if other > 0 and _at(space, other)[0] == row}


def _next_row(space: Space, place: int, down: int) -> set[int]:
    """What touches the place along an edge in the row above or below it.

    By how far to the right the middles lie, in halves: two squares stand one above the other, two
    hexes half a hex apart.
    """
    row = _at(space, place)[0]
    apart = 1 if space.shape == "hexes" else 0
    return {
        other
        for other in _all(space)
        if _at(space, other)[0] == row + down
        and abs(_halves(space, other) - _halves(space, place)) == apart
    }


def _halves(space: Space, place: int) -> int:
    row, column = _at(space, place)
    return 2 * column + (row % 2 if space.shape == "hexes" else 0)
