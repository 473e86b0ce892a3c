"""Ground that no scenario names, and which squares lie in the void."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from layerlaw.model.cards.card import cards_in
from layerlaw.model.scenarios.events import Move, Place, Play, Resolve
from layerlaw.model.scenarios.unnamed_ground import (
    speaks_of_ground,
    stands_on_ground,
    unnamed_card,
    unnamed_id,
)
from layerlaw.solver.certificate.history.zones import entering, forget
from layerlaw.solver.facts.situation import Thing

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from layerlaw.model.rulebooks.space import Space
    from layerlaw.model.scenarios.events import Event
    from layerlaw.solver.certificate.history.table import PlayedTable


class Ground:
    """What stands on the surface has ground below it. Clauses: SORC-SITE-1, SORC-VOID-1.

    Ground that nobody names is laid only where a card of the history could tell.
    """

    def __init__(self, table: PlayedTable, events: Sequence[Event]) -> None:
        self._table = table
        self._minds = speaks_of_ground(table.rulebook, cards_in(tuple(events)))
        self._lay_in_void: dict[str, Place] = {}
        self._squares: frozenset[int] = frozenset()

    def moment_begins(self) -> None:
        """Note what lies in the void, and where ground is."""
        self._lay_in_void = {thing.id: place for thing, place in self._in_void()}
        self._squares = self._grounds()

    def before(self, event: Event, later: Sequence[Event] = ()) -> None:
        """The ground that an event needs; later: what happens at the same moment after it."""
        table, space = self._table, self._table.rulebook.space
        if not self._minds or space is None:
            return
        match event:
            case Resolve(id) if id in table.waiting:
                self.before(table.waiting[id].what)
            case Play(id=id, place=place, zone=None):
                known = event.known and id in table.things
                card = table.things[id].card if known else event.card
                coming = [sq for one in later for sq in _brought(space, one)]
                self._make_ready(space, card.sets.get(space.types, ()), place, coming)
            case Move(object, place) if object in table.things:
                types = table.form(object).sets.get(space.types, ())
                self._make_ready(space, types, place, ())

    def _make_ready(
        self,
        space: Space,
        types: Sequence[str],
        place: Place | None,
        coming: Iterable[int],
    ) -> None:
        if space.ground in types:
            for square in place.squares if place else ():
                id = unnamed_id(space, square)
                if id in self._table.things:
                    forget(self._table, id, left_play=True)
                    del self._table.things[id]
        elif stands_on_ground(space, types):
            self._lay(place, coming)

    def moment_ends(self) -> None:
        """Ground where some is needed by now; what lay in the void where ground came is on it."""
        table = self._table
        for thing in [*table.things.values()] if self._minds else ():
            types = table.form(thing.id).sets.get(table.rulebook.types, ())
            if table.playing(thing.id) and stands_on_ground(table.rulebook.space, types):
                self._lay(thing.place, ())
        if not any(True for _ in self._in_void()):
            return
        now = self._grounds()
        come = now - self._squares
        for id, place in self._lay_in_void.items() if come else ():
            there = table.things.get(id)
            if there is not None and there.place == place and table.playing(id):
                table.put(replace(there, place=_on_ground(place, come)))
        for thing in [*table.things.values()]:
            self._spread(thing, now)

    def _spread(self, thing: Thing, grounds: frozenset[int]) -> None:
        """What covers several squares lies in the void on those on which something else does."""
        place, table = thing.place, self._table
        if place is None or place.level != "surface" or len(place.squares) == 1:
            return
        if not table.playing(thing.id) or self._is_ground(thing.id):
            return
        lying = frozenset(square for _, one in self._in_void() for square in one.in_void)
        more = [sq for sq in place.squares if sq in lying - grounds and sq not in place.void]
        if more:
            table.put(replace(thing, place=replace(place, void=(*place.void, *more))))

    def _is_ground(self, id: str) -> bool:
        space = self._table.rulebook.space
        if space is None:
            return True
        return space.ground in self._table.form(id).sets.get(space.types, ())

    def _in_void(self) -> Iterator[tuple[Thing, Place]]:
        for thing in self._table.things.values():
            if thing.place is not None and thing.place.in_void and self._table.playing(thing.id):
                yield thing, thing.place

    def _grounds(self) -> frozenset[int]:
        table = self._table
        return frozenset(
            square
            for thing in table.things.values()
            if table.rulebook.space is not None
            and thing.place is not None
            and table.playing(thing.id)
            and self._is_ground(thing.id)
            for square in thing.place.squares
        )

    def _lay(self, place: Place | None, coming: Iterable[int]) -> None:
        """Ground on the squares of a place that have none, and do not lie in the void."""
        table, space = self._table, self._table.rulebook.space
        if place is None or place.level == "void" or space is None:
            return
        lying = {square for _, one in self._in_void() for square in one.in_void}
        taken = {*self._grounds(), *coming, *place.void, *lying}
        card = unnamed_card(space)
        for square in place.squares:
            if square not in taken:
                table.renew(
                    Thing(
                        unnamed_id(space, square),
                        card,
                        "",
                        "",
                        table.rulebook.in_play,
                        Place((square,)),
                        None,
                        table.now,
                        entering(table.rulebook, card),
                    )
                )


def _brought(space: Space, event: Event) -> tuple[int, ...]:
    """The squares of the ground that an event brings."""
    if not isinstance(event, Play) or event.place is None:
        return ()
    return event.place.squares if space.ground in event.card.sets.get(space.types, ()) else ()


def _on_ground(place: Place, come: frozenset[int]) -> Place:
    """The place, where ground has come to some of its squares."""
    void = tuple(square for square in place.squares if square in {*place.in_void} - come)
    if place.level == "void" and void == place.squares:
        return place
    return replace(place, level="surface", void=void)
