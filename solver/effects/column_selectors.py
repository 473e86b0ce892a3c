"""Selectors that look at columns and masks only, made ready to be evaluated on boards.

`reach` is the mask of what a selector chooses among; nothing outside it is ever selected.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.model.algebra.mentions import is_named
from layerlaw.solver.board.columns import ABILITIES, ALL, ANY, KEYWORD, NAME, value_read

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable

    from layerlaw.model.algebra import Named
    from layerlaw.solver.board.columns import Board
    from layerlaw.solver.effects.context import Context, Select, Who
    from layerlaw.solver.effects.world import Reads


def union(masks: Iterable[int]) -> int:
    """All bits of all masks."""
    found = 0
    for mask in masks:
        found |= mask
    return found


def constantly(mask: int) -> tuple[Select, Reads]:
    """These objects on every board."""
    return (lambda board, it: mask), {}


def in_column(characteristic: str, value: Hashable, reach: int) -> tuple[Select, Reads]:
    """Objects that have the value."""

    def select(board: Board, it: int) -> int:
        column = board.columns.get(characteristic)
        return column.get(value, 0) & reach if column else 0

    # Finite, where others read whole columns: of the column it reads this value only.
    return select, {characteristic: reach, value_read(characteristic, value): reach}


def in_name(meant: Named, reach: int) -> tuple[Select, Reads]:
    """Objects whose name is the one meant, or goes on behind it."""

    def select(board: Board, it: int) -> int:
        found = 0
        for whole, held in board.column(NAME).items():
            if is_named(str(whole), meant):
                found |= held
        return found & reach

    return select, {NAME: ALL}


def having(keyword: str | None, context: Context, reach: int) -> tuple[Select, Reads]:
    """Objects with the ability; on what is disabled none works. Clause: SORC-DISABLED-1."""
    instances = context.instances
    disabling = context.world.disabling

    def select(board: Board, it: int) -> int:
        found = 0
        for instance, held in board.column(ABILITIES).items():
            if keyword is None or instances.keyword(instance) == keyword:
                found |= held
        for status in disabling:
            found &= ~board.column(status).get(True, 0)
        return found & reach

    named = ANY if keyword is None else KEYWORD + keyword
    return select, {ABILITIES: ALL, named: ALL, **dict.fromkeys(disabling, ALL)}


def controlled(who: Who, reads: Reads, reach: int) -> tuple[Select, Reads]:
    """Objects that one of the players controls."""

    def select(board: Board, it: int) -> int:
        column = board.column("controller")
        return union(column.get(name, 0) for name in who(board, it)) & reach

    return select, {**reads, "controller": ALL}


def sharing(characteristic: str, with_: Select, reads: Reads, reach: int) -> tuple[Select, Reads]:
    """Objects that have a word in common with something selected."""

    def select(board: Board, it: int) -> int:
        meant = with_(board, it)
        column = board.column(characteristic)
        return union(held for held in column.values() if held & meant) & reach

    return select, {**reads, characteristic: ALL}


def in_zone(zone: str, context: Context, reach: int) -> tuple[Select, Reads]:
    """Objects in the zone, or in any (`*`)."""
    world = context.world
    return constantly((world.everyone if zone == "*" else world.zones.get(zone, 0)) & reach)
