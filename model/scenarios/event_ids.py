"""Which ids an event gives to something new, and which have to be there for it to happen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.model.scenarios.events import (
    Announce,
    Attach,
    ChangeCounters,
    ExpectNow,
    GetsStatus,
    Leave,
    Link,
    LosesForGood,
    Move,
    MoveZone,
    Play,
    Resolve,
    Stack,
    Together,
    Transform,
    TurnBegins,
    UseAbility,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from layerlaw.model.scenarios.events import Event

Arrival = Play | UseAbility


def arrivals(events: Iterable[Event]) -> Iterator[Arrival]:
    """The plays and uses, announced ones too, in the order written; of a block one by one."""
    for event in events:
        if isinstance(event, Together):
            yield from (each for each in event.events if isinstance(each, Play | UseAbility))
        elif isinstance(event, Announce):
            yield event.what
        elif isinstance(event, Play | UseAbility):
            yield event


def new_ids(event: Event) -> tuple[str, ...]:
    """The ids that mean something from this event on."""
    match event:
        case Stack(below=below):
            return (below,)
        case Play(id=id, known=known):
            return () if known else (id,)
        case UseAbility(id=id):
            return (id,)
        case Announce(what):
            return new_ids(what)
        case Together(events):
            return tuple(id for each in events for id in new_ids(each))
        case _:
            return ()


def references(event: Event) -> tuple[str, ...]:
    """The ids that have to mean something when the event happens."""
    match event:
        case Play(id=id, targets=targets, copying=copying, known=known):
            ids = (id, *targets) if known else targets
            return ids if copying is None else (*ids, copying)
        case UseAbility(source=source, targets=targets):
            return (source, *targets)
        case Announce(what):
            return references(what)
        case Resolve(id):
            return (id,)
        case Together(events):
            return tuple(id for each in events for id in references(each))
        case Attach(object, bearer):
            return (object,) if bearer is None else (object, bearer)
        case Link(object, other):
            return (object, other)
        case TurnBegins() | ExpectNow():
            return ()
        case Move(object) | MoveZone(object) | Leave(object) | Stack(object=object):
            return (object,)
        case ChangeCounters(object) | LosesForGood(object) | GetsStatus(object) | Transform(object):
            return (object,)


def needs_play(event: Event) -> bool:
    """Whether what the event speaks of has to be in play then."""
    return isinstance(
        event, Move | Attach | ChangeCounters | GetsStatus | LosesForGood | Transform | Stack | Link
    )
