"""Deeds of a fixed point one by one, and which are gathered by a look at every board between."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product

from layerlaw.solver.certificate.fixpoints.grounds import Grounds
from layerlaw.solver.certificate.fixpoints.point import DeedRow, PointDeeds
from layerlaw.solver.certificate.replay.board import ReplayBoard

OneDeed = tuple[int, int]
"""The place of an operation that is done, and that of the object that it is done to."""


def every_deed(deeds: PointDeeds) -> list[OneDeed]:
    """All deeds of the fixed point, in the order of writing."""
    return list(deeds.each(deeds.row))


def row_of(deeds: PointDeeds, chosen: Iterable[OneDeed]) -> DeedRow:
    """Some deeds as a row."""
    row = [0] * len(deeds.row)
    for number, place in chosen:
        row[number] |= 1 << place
    return tuple(row)


def chosen_by(deeds: PointDeeds, way: Iterable[bool]) -> list[OneDeed]:
    """The deeds for which the way says so."""
    return [one for one, taken in zip(every_deed(deeds), way, strict=True) if taken]


def is_done(deeds: PointDeeds, one: OneDeed, board: ReplayBoard) -> bool:
    """Whether the effects do it on the board."""
    number, place = one
    return bool(deeds.done(board)[number] >> place & 1)


def literally(deeds: PointDeeds) -> list[OneDeed]:
    """The deeds that are gathered, by a look at every board between."""
    gathered: list[OneDeed] = []
    while True:
        rest = [one for one in every_deed(deeds) if one not in gathered]
        done = [
            deeds.done(
                deeds.board(
                    row_of(deeds, [*gathered, *(r for r, t in zip(rest, w, strict=True) if t)])
                )
            )
            for w in product((False, True), repeat=len(rest))
        ]
        joining = [
            (number, place)
            for number, place in rest
            if all(row[number] >> place & 1 for row in done)
        ]
        if not joining:
            return gathered
        gathered += joining


def is_grounded(grounds: Grounds) -> bool:
    """Whether all deeds are gathered, by a look at every board between."""
    return len(literally(grounds.deeds)) == len(every_deed(grounds.deeds))
