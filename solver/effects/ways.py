"""Where the ways of a space lead from each of its places, for the solver."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from layerlaw.model.rulebooks.space import Space

HERE = ("same",)
"""The way that leads nowhere else."""
_FORWARD = {"ahead": "up", "behind": "down", "top": "first", "bottom": "last"}
_BACKWARD = {"ahead": "down", "behind": "up", "top": "last", "bottom": "first"}

_SQUARES = {
    "same": ((0, 0),),
    "up": ((-1, 0),),
    "down": ((1, 0),),
    "sides": ((0, -1), (0, 1)),
    "edges": ((-1, 0), (1, 0), (0, -1), (0, 1)),
    "corners": ((-1, -1), (-1, 1), (1, -1), (1, 1)),
}
"""Rows down and columns to the right, by way."""


def turns(ways: tuple[str, ...]) -> bool:
    """Whether the ways go by which way the anchor's controller faces."""
    return not _FORWARD.keys().isdisjoint(ways)


def faces(space: Space, relation: str) -> bool:
    """Whether the relation goes by which way the anchor's controller faces."""
    return turns(space.ways(relation))


def facing(space: Space, relation: str, forward: bool | None) -> tuple[str, ...]:
    """The ways of the relation, seen by the first player (`forward`) or by another one.

    forward: None if nobody controls the anchor; there is no way ahead of it then.
    """
    turned = {} if forward is None else _FORWARD if forward else _BACKWARD
    ways = space.ways(relation)
    return tuple(turned.get(way, way) for way in ways if way in turned or way not in _FORWARD)


def either_way(space: Space, relation: str) -> tuple[str, ...]:
    """The ways of the relation for whoever controls the anchor."""
    return tuple(dict.fromkeys((*facing(space, relation, True), *facing(space, relation, False))))


def neighbours(space: Space, ways: tuple[str, ...], square: int) -> tuple[int, ...]:
    """The places where these ways lead from a place, each once."""
    return tuple(dict.fromkeys(other for way in ways for other in _led(space, way, square)))


def _led(space: Space, way: str, square: int) -> Iterator[int]:
    for one, other in space.pairs(way):
        if square in (one, other):
            yield other if square == one else one
    row, column = divmod(square - 1, space.columns)
    whole = {"row": row, "first": 0, "last": space.rows - 1}.get(way)
    if whole is not None:
        yield from range(whole * space.columns + 1, (whole + 1) * space.columns + 1)
    if way == "column":
        yield from range(column + 1, space.size + 1, space.columns)
    steps = _hexes(row) if space.shape == "hexes" else _SQUARES
    for down, right in steps.get(way, ()):
        if 0 <= row + down < space.rows and 0 <= column + right < space.columns:
            yield (row + down) * space.columns + column + right + 1


def _hexes(row: int) -> dict[str, tuple[tuple[int, int], ...]]:
    """The same in a row of hexes; in every second row both hexes above lie one further right."""
    left = row % 2 - 1
    up, down = ((-1, left), (-1, left + 1)), ((1, left), (1, left + 1))
    sides = _SQUARES["sides"]
    return {
        "same": _SQUARES["same"],
        "up": up,
        "down": down,
        "sides": sides,
        "edges": (*sides, *up, *down),
    }
