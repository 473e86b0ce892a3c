"""What was written to a board, as cells that somebody may look at."""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.solver.board.columns import ABILITIES, ANY, KEYWORD, value_read
from layerlaw.solver.board.kinds import NO_OBJECTS, Objects

if TYPE_CHECKING:
    from collections.abc import Collection, Hashable, Iterable

    from layerlaw.solver.board.columns import Board, Flip
    from layerlaw.solver.effects.context import Instances
    from layerlaw.solver.effects.reads import Reads


def touched_by(flips: Iterable[Flip], instances: Instances, valued: Collection[str]) -> Reads:
    """The cells that were written, with the keywords that were given or taken.

    valued: the characteristics of which the values are told apart, too.
    """
    touched: Reads = {}
    for characteristic, value, objects in flips:
        touched[characteristic] = touched.get(characteristic, NO_OBJECTS) | objects
        if characteristic in valued:
            name = value_read(characteristic, value)
            touched[name] = touched.get(name, NO_OBJECTS) | objects
        if characteristic == ABILITIES:
            keyword = instances.keyword(value)
            if keyword is not None:
                name = KEYWORD + keyword
                touched[name] = touched.get(name, NO_OBJECTS) | objects
    if ABILITIES in touched:
        touched[ANY] = touched[ABILITIES]
    return touched


def net_flips(flips: Iterable[Flip]) -> list[Flip]:
    """What is left of the flips where some of them took others back."""
    net: dict[tuple[str, Hashable], Objects] = {}
    for characteristic, value, objects in flips:
        cell = characteristic, value
        net[cell] = net.get(cell, NO_OBJECTS) ^ objects
    return [(*cell, objects) for cell, objects in net.items() if objects]


def losers(flips: Iterable[Flip], board: Board) -> Objects:
    """Who lost an ability by these writes, which led to the board."""
    without = NO_OBJECTS
    abilities = board.column(ABILITIES)
    for characteristic, value, objects in flips:
        if characteristic == ABILITIES:
            without |= objects & ~abilities.get(value, NO_OBJECTS)
    return without
