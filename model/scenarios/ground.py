"""Where cards that squares stand on may be put, and that what is carried is where its bearer is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.model.scenarios.event_faults import Fault
from layerlaw.model.scenarios.events import (
    Announce,
    Leave,
    Link,
    Move,
    MoveZone,
    Play,
    Stack,
    Together,
    Transform,
    UseAbility,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from layerlaw.model.rulebooks.rulebook import Space
    from layerlaw.model.scenarios.events import Event


def ground_faults(events: Iterable[Event], space: Space | None) -> Iterator[Fault]:
    """Ground that is put elsewhere than on one square's surface, or where ground already is.

    Ground that has moved, left, changed its form or used an ability may have made room.
    """
    if space is None:
        return
    ground: dict[int, tuple[str, int]] = {}
    for event in _each(events):
        if isinstance(event, Leave | Link | Move | MoveZone | Stack | Transform | UseAbility):
            gone = event.source if isinstance(event, UseAbility) else _gone(event)
            ground = {square: held for square, held in ground.items() if held[0] != gone}
        if not isinstance(event, Play) or event.place is None:
            continue
        if space.ground not in event.card.sets.get("types", ()):
            continue
        name = f"'{event.card.name}' is a {space.ground}"
        if event.place.level != "surface" or len(event.place.squares) != 1:
            yield Fault(event.where, event.id, f"{name}: it stands on one square, on no level")
            continue
        (square,) = event.place.squares
        if square in ground:
            held, line = ground[square]
            message = f"{name}, and square {square} has '{held}' from line {line} already"
            yield Fault(event.where, event.id, message)
        ground[square] = (event.id, event.where.line)


def carried_faults(events: Iterable[Event], carried: frozenset[str]) -> Iterator[Fault]:
    """What enters carried by a bearer and says a place of its own."""
    for event in _each(events):
        if isinstance(event, Play) and event.id in carried and event.targets and event.place:
            message = (
                f"'{event.id}' is where its bearer '{event.targets[0]}' is: leave out the place"
            )
            yield Fault(event.where, event.id, message)


def _gone(event: Leave | Link | Move | MoveZone | Stack | Transform) -> str:
    return event.other if isinstance(event, Link) else event.object


def _each(events: Iterable[Event]) -> Iterator[Event]:
    for event in events:
        if isinstance(event, Together):
            yield from event.events
        elif isinstance(event, Announce):
            yield event.what
        else:
            yield event
