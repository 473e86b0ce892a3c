"""Which squares of objects lie in the void, as ground comes to them or others show it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from layerlaw.model.scenarios.events import Place
    from layerlaw.solver.facts.situation import Thing
    from layerlaw.solver.play.table import GameTable


class VoidSquares:
    """Keeps track of what lies in the void from one moment to the next. Clause: SORC-VOID-1."""

    def __init__(self, table: GameTable) -> None:
        self._table = table
        # By what lies there, which object of that id it was, and where.
        self._lying: dict[str, tuple[int, Place]] = {}
        self._grounds: frozenset[int] = frozenset()

    def before(self) -> None:
        """A moment begins."""
        table = self._table
        lying = (table.things[id] for id in table.ground.in_void)
        self._lying = {
            each.id: (table.lives.get(each.id, 0), each.place)
            for each in lying
            if each.place is not None
        }
        self._grounds = frozenset(table.ground.squares) if self._lying else frozenset()

    def after(self) -> None:
        """A moment ends: what lay in the void where ground has come lies on the surface of it.

        Where something else lies in the void, so does what covers the square among others.
        """
        table = self._table
        if not table.ground.in_void:
            return
        now = frozenset(table.ground.squares)
        come = now - self._grounds
        for id, (life, place) in self._lying.items() if come else ():
            thing = table.things.get(id)
            if thing is None or table.lives.get(id, 0) != life:
                continue
            if thing.place == place and table.playing(id):
                table.put(replace(thing, place=_raised(place, come)))
        for thing in tuple(_covering(table)):
            assert thing.place is not None
            known = thing.place.void
            void = void_squares(table) - now - {*known}
            more = tuple(square for square in thing.place.squares if square in void)
            if more:
                table.put(replace(thing, place=replace(thing.place, void=(*known, *more))))


def void_squares(table: GameTable) -> frozenset[int]:
    """The squares where something in play lies in the void."""
    lying = (table.things[id].place for id in table.ground.in_void)
    return frozenset(square for place in lying if place for square in place.in_void)


def _covering(table: GameTable) -> Iterator[Thing]:
    """What covers several squares on the surface and is no ground."""
    space = table.rulebook.space
    for thing in table.things.values():
        place = thing.place
        if place is None or place.level != "surface" or len(place.squares) == 1:
            continue
        is_ground = space is None or space.ground in table.form(thing.id).sets.get(space.types, ())
        if table.playing(thing.id) and not is_ground:
            yield thing


def _raised(place: Place, ground: frozenset[int]) -> Place:
    """The place with what lay in the void on these squares on their surface."""
    lying = set(place.in_void) - ground
    void = tuple(square for square in place.squares if square in lying)
    if place.level == "void" and len(void) == len(place.squares):
        return place
    return replace(place, level="surface", void=void)
