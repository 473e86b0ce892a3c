"""Ground that no scenario names, and which squares lie in the void."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from layerlaw.model.scenarios.events import Move, Place, Play, Resolve
from layerlaw.model.scenarios.unnamed_ground import (
    stands_on_ground,
    tells_ground,
    unnamed_card,
    unnamed_id,
)
from layerlaw.solver.certificate.history.aspects import CARD, COUNTERS, ENTERED, PLACE, ZONE
from layerlaw.solver.certificate.history.ends import end_what_is_over
from layerlaw.solver.certificate.history.leaving import counters_on

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from layerlaw.model.scenarios.events import Event
    from layerlaw.solver.certificate.history.log import Facts, Incarnation
    from layerlaw.solver.certificate.history.proceedings import Proceedings


class LaidGround:
    """What stands on the surface has ground below it. Clauses: SORC-SITE-1, SORC-VOID-1.

    Ground that nobody names is laid only where something in the history could tell.
    """

    def __init__(self, known: Proceedings, events: Sequence[Event]) -> None:
        self._known = known
        self._space = known.rulebook.space
        self._tells = tells_ground(known.rulebook, events)
        self._were_in_void: dict[Incarnation, Place] = {}
        self._had_ground: frozenset[int] = frozenset()

    def moment_begins(self) -> None:
        """Note what lies in the void, and on which squares there is ground."""
        self._were_in_void = self._in_void()
        self._had_ground = self._squares() if self._were_in_void else frozenset()

    def before(self, event: Event, later: Sequence[Event] = ()) -> None:
        """The ground that an event needs; later: what happens at the same moment after it."""
        known = self._known
        if not self._tells or self._space is None:
            return
        if isinstance(event, Resolve) and event.id in known.announced:
            event = known.announced[event.id].what
        if isinstance(event, Play) and event.zone is None:
            card = event.card
            if event.known and known.there(event.id):
                card = known.thing(event.id).card
            place = event.place
        elif isinstance(event, Move) and known.there(event.object):
            card, place, later = known.form(event.object), event.place, ()
        else:
            return
        types = card.sets.get(self._space.types, ())
        self._make_room(place, types)
        if stands_on_ground(self._space, types):
            self._lay(place, [square for one in later for square in self._bringing(one)])

    def moment_ends(self) -> None:
        """Ground where some is needed by now; what lay in the void where ground came is on it."""
        known = self._known
        for id in [*known.log.present] if self._tells else ():
            if known.playing(id) and stands_on_ground(self._space, self._types(id)):
                self._lay(known.of(id, PLACE), ())
        if not self._in_void():
            return
        ground = self._squares()
        come = ground - self._had_ground
        for one, place in self._were_in_void.items() if come else ():
            there = known.log.stands(one) and known.playing(one.id)
            if there and known.of(one.id, PLACE) == place:
                known.tell(one.id, {PLACE: _raised(place, come)})
        for id in [*known.log.present]:
            self._reach_into_void(id, ground)

    def _make_room(self, place: Place | None, types: Sequence[str]) -> None:
        """Unnamed ground goes where named ground comes, and where something lies in the void."""
        known, space = self._known, self._space
        if place is None or space is None:
            return
        for square in place.squares if space.ground in types else place.in_void:
            id = unnamed_id(space, square)
            if known.there(id):
                known.log.end([known.log.named(id)])
                end_what_is_over(known, [id])

    def _reach_into_void(self, id: str, ground: frozenset[int]) -> None:
        """What covers several squares lies in the void on those on which something else does."""
        known = self._known
        place = known.of(id, PLACE)
        if place is None or place.level != "surface" or len(place.squares) == 1:
            return
        if not known.playing(id) or self._is_ground(id):
            return
        lying = {square for one in self._in_void().values() for square in one.in_void}
        more = tuple(sorted_as(place.squares, lying - ground - {*place.void}))
        if more:
            known.tell(id, {PLACE: replace(place, void=(*place.void, *more))})

    def _types(self, id: str) -> tuple[str, ...]:
        return self._known.form(id).sets.get(self._known.rulebook.types, ())

    def _is_ground(self, id: str) -> bool:
        space = self._space
        return space is None or space.ground in self._known.form(id).sets.get(space.types, ())

    def _in_void(self) -> dict[Incarnation, Place]:
        """What in play lies in the void, at least in part."""
        known = self._known
        found = {}
        for id, one in known.log.present.items():
            place = known.of(id, PLACE)
            if place is not None and place.in_void and known.playing(id):
                found[one] = place
        return found

    def _squares(self) -> frozenset[int]:
        """Those with ground in play."""
        known = self._known
        if self._space is None:
            return frozenset()
        return frozenset(
            square
            for id in known.log.present
            if (place := known.of(id, PLACE)) is not None
            and known.playing(id)
            and self._is_ground(id)
            for square in place.squares
        )

    def _bringing(self, event: Event) -> tuple[int, ...]:
        """The squares of the ground that an event brings."""
        if self._space is None or not isinstance(event, Play) or event.place is None:
            return ()
        ground = self._space.ground in event.card.sets.get(self._space.types, ())
        return event.place.squares if ground else ()

    def _lay(self, place: Place | None, coming: Iterable[int]) -> None:
        """Ground on the squares of a place that have none, and do not lie in the void."""
        known, space = self._known, self._space
        if place is None or space is None or place.level == "void":
            return
        bare = {*place.squares}.difference(self._squares(), coming, place.void)
        for one in self._in_void().values():
            bare.difference_update(one.in_void)
        card = unnamed_card(space)
        for square in sorted_as(place.squares, bare):
            facts: Facts = {
                ZONE: known.rulebook.in_play,
                CARD: card,
                PLACE: Place((square,)),
                ENTERED: known.now,
                COUNTERS: counters_on(known.rulebook, card),
            }
            known.begin(unnamed_id(space, square), facts)


def sorted_as(squares: Sequence[int], some: Iterable[int]) -> list[int]:
    """Some of the squares, in the order of all."""
    chosen = frozenset(some)
    return [square for square in squares if square in chosen]


def _raised(place: Place, come: frozenset[int]) -> Place:
    """The place, where ground has come to some of its squares."""
    void = tuple(square for square in place.squares if square in {*place.in_void} - come)
    if place.level == "void" and void == place.squares:
        return place
    return replace(place, level="surface", void=void)
