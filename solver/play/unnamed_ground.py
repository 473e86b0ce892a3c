"""Lays unnamed ground under objects where the scenario names none."""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.model.scenarios.events import (
    Event,
    Move,
    Place,
    Play,
    Resolve,
)
from layerlaw.model.scenarios.unnamed_ground import (
    stands_on_ground,
    tells_ground,
    unnamed_card,
    unnamed_id,
)
from layerlaw.solver.facts.situation import Thing
from layerlaw.solver.play.void_squares import void_squares
from layerlaw.solver.play.zones import entering, forget

if TYPE_CHECKING:
    from collections.abc import Iterable

    from layerlaw.solver.play.table import GameTable


class Ground:
    """The squares that have ground, named or not. Clause: SORC-SITE-1.

    It is looked after only where something in the scenario could tell.
    """

    def __init__(self, table: GameTable, events: Iterable[Event]) -> None:
        self._table = table
        self._minded = tells_ground(table.rulebook, events)

    def before(self, event: Event, later: Iterable[Event] = ()) -> None:
        """Lay the ground that an event needs, or make room for the ground that it brings.

        later: what happens at the same moment behind it; ground that comes with it is not laid.
        """
        space = self._table.rulebook.space
        if not self._minded or space is None:
            return
        match event:
            case Play(place=place, card=card) if event.zone is None:
                known = self._table.things.get(event.id)
                card = known.card if event.known and known is not None else card
                types = card.sets.get(space.types, ())
                self._comes(place, types)
                if stands_on_ground(space, types):
                    coming = {sq for event in later for sq in self._brought(event)}
                    self._lay(place, self._taken() | coming)
            case Resolve(id) if id in self._table.announced:
                self.before(self._table.announced[id].what)
            case Move(object, place) if object in self._table.things:
                types = self._table.form(object).sets.get(space.types, ())
                self._comes(place, types)
                if stands_on_ground(space, types):
                    self._lay(place, self._taken())

    def after(self) -> None:
        """Lay ground that is needed for another reason, as when ground has left."""
        table = self._table
        taken: set[int] = set()
        for thing in table.groundless() if self._minded else ():
            types = table.form(thing.id).sets.get(table.rulebook.types, ())
            if table.playing(thing.id) and stands_on_ground(table.rulebook.space, types):
                taken = taken or self._taken()
                self._lay(thing.place, taken)

    def _brought(self, event: Event) -> tuple[int, ...]:
        space = self._table.rulebook.space
        if not isinstance(event, Play) or event.place is None or space is None:
            return ()
        is_ground = space.ground in event.card.sets.get(space.types, ())
        return event.place.squares if is_ground else ()

    def _comes(self, place: Place | None, types: Iterable[str]) -> None:
        """Unnamed ground goes where named ground comes, and where something lies in the void."""
        space = self._table.rulebook.space
        if place is None or space is None:
            return
        for square in place.squares if space.ground in types else place.in_void:
            id = unnamed_id(space, square)
            if id in self._table.things:
                forget(self._table, id, left_play=True)
                self._table.drop(id)

    def _taken(self) -> set[int]:
        """The squares where there is ground already, or can be none."""
        return {*self._table.ground.squares, *void_squares(self._table)}

    def _lay(self, place: Place | None, taken: set[int]) -> None:
        """Lay ground where the place is on none; notes it among the squares taken."""
        table = self._table
        space = table.rulebook.space
        assert space is not None
        if place is None or place.level == "void":
            return
        for square in place.squares:
            if square in taken or square in place.void:
                continue
            taken.add(square)
            table.renew(
                Thing(
                    unnamed_id(space, square),
                    unnamed_card(space),
                    "",
                    "",
                    table.rulebook.in_play,
                    Place((square,)),
                    None,
                    table.timestamp,
                    entering(table.rulebook, unnamed_card(space)),
                )
            )
