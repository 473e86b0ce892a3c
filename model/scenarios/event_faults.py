"""What makes a scenario's events impossible: their order, and where things are put."""

from __future__ import annotations

from dataclasses import field
from typing import TYPE_CHECKING

from layerlaw.model.dataclass import dataclass
from layerlaw.model.scenarios.events import (
    Announce,
    Attach,
    ChangeCounters,
    GetsStatus,
    Leave,
    Link,
    Meld,
    Move,
    MoveZone,
    Play,
    PutBelow,
    Resolve,
    Simultaneous,
    Stack,
    Together,
    Transform,
    TurnBegins,
    UseAbility,
    new_ids,
    one_by_one,
    references,
)
from layerlaw.model.scenarios.held_events import Hold, Uncover
from layerlaw.model.scenarios.line_forms import OneLine

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

    from layerlaw.model.errors import Where
    from layerlaw.model.rulebooks.space import Space
    from layerlaw.model.scenarios.events import Event

Vacates = Hold | Leave | Link | Meld | Move | MoveZone | PutBelow | Stack | Transform
"""What may make room where ground stood."""


@dataclass(frozen=True, slots=True)
class Fault:
    """Why an event can't happen where it stands; `id` is the object or event at fault."""

    where: Where
    id: str
    message: str


def faults(
    events: Iterable[Event],
    players: Sequence[str],
    active: str | None,
    carried: Iterable[str] = (),
    in_play: str = "",
    *,
    anywhere: Collection[str] = (),
    entry: str = "active player first",
    undecided: bool = False,
    circles: bool = False,
) -> Iterator[Fault]:
    """Everything that makes the order of the events impossible.

    carried: ids of the objects that may be carried; the first target of such a one bears it.
    in_play: the name of the zone of play. anywhere: the counters and
    statuses that cards out of play may have.
    entry: the policy `simultaneous entry`. undecided:
    whose turn it is may be left open where cards of several players enter together. circles: what
    is carried may carry what carries it.
    """
    events = tuple(events)
    known = {id for each in events for id in new_ids(each)}
    story = _Story(frozenset(carried), in_play, anywhere, known, circles)
    for event in events:
        if isinstance(event, Together):
            entering = {one.id: one.player for one in event.events if isinstance(one, Play)}
            owners = {**{player: player for player in players}, **story.owners, **entering}
            whose = [_player(each, owners) for each in event.events]
            seats = {player: seat for seat, player in enumerate(players)}
            order = sorted(
                range(len(whose)), key=lambda i: (whose[i] != active, seats.get(whose[i], 0))
            )
            if entry == "unsaid":
                order = list(range(len(whose)))
            block = [event.events[i] for i in order]
            several = len({*whose} - {""}) > 1
            if active is None and several and not (undecided or entry == "unsaid"):
                message = "cards of several players enter together, so say whose turn it is"
                yield Fault(event.where, "", f"{message}, with `active: PLAYER`")
            for each in block:
                yield from story.happens(each)
        else:
            yield from story.happens(event)
        if isinstance(event, TurnBegins):
            active = event.player


@dataclass(slots=True)
class _Story:
    """What is where, event by event.

    away: ids that are not in play, with what to say of that. owners: who brought an object.
    """

    carried: frozenset[str]
    in_play: str
    anywhere: Collection[str]
    known: set[str]
    circles: bool
    owners: dict[str, str] = field(default_factory=dict)
    _there: set[str] = field(default_factory=set)
    _away: dict[str, str] = field(default_factory=dict)
    _announced: set[str] = field(default_factory=set)
    _bearers: dict[str, str] = field(default_factory=dict)
    _below: dict[str, str] = field(default_factory=dict)

    def happens(self, event: Event) -> Iterator[Fault]:
        """What is wrong with the event where it stands; then it happens."""
        for id in dict.fromkeys(references(event)):
            if id in self.known and id not in self._there:
                verb = "resolved" if isinstance(event, Resolve) else "used"
                yield Fault(event.where, id, f"'{id}' is {verb} here before it enters")
            elif id in self._away and self._needs_play(event, id):
                yield Fault(event.where, id, f"'{id}' {self._away[id]}")
        self._there.update(new_ids(event))
        line = event.where.line
        match event:
            case Announce(what):
                self._announced.add(what.id)
                self._away[what.id] = f"was announced on line {line} and has not resolved"
            case Resolve(id):
                yield from self._resolves(id, event)
            case Play():
                self._enters(event)
            case MoveZone(object, zone) if zone == self.in_play:
                self._away.pop(object, None)
            case MoveZone(object, until=str()):
                # It may be back in play by then, and so may every card that it was.
                self._bearers.pop(object, None)
                for id in [id for id, above in self._below.items() if above == object]:
                    self._away.pop(id, None)
            case MoveZone(object) | Leave(object):
                self._away.setdefault(object, f"has left play on line {line}")
                self._bearers.pop(object, None)
            case Stack(object=object, below=below):
                self._below[below] = object
                self._away[below] = f"lies below another card from line {line} on"
            case Uncover(top=top):
                self._away[top] = f"was taken off on line {line}"
            case Hold(object=object):
                self._away.setdefault(object, f"is held by another one from line {line} on")
                self._bearers.pop(object, None)
            case Meld(object=object, other=other):
                self._bearers.pop(object, None)
                self._bearers.pop(other, None)
            case PutBelow(object):
                self._away.setdefault(object, f"lies below another card from line {line} on")
                self._bearers.pop(object, None)
            case Move(object):
                # What moves by itself is no longer carried.
                self._bearers.pop(object, None)
            case Attach(object, bearer):
                yield from self._attached(object, bearer, event)

    def _needs_play(self, event: Event, id: str) -> bool:
        """Whether the object, of which the event speaks, has to be in play."""
        if isinstance(event, ChangeCounters):
            return event.characteristic not in self.anywhere
        if isinstance(event, GetsStatus) and event.status in self.anywhere:
            return False
        return isinstance(event, OneLine) and event.needs_play(id)

    def _enters(self, event: Play) -> None:
        self.owners.setdefault(event.id, event.player)
        if event.zone is None:
            self._away.pop(event.id, None)
        else:
            self._away[event.id] = f"was put into '{event.zone}' on line {event.where.line}"
        if event.id in self.carried and event.targets:
            self._bearers[event.id] = event.targets[0]

    def _resolves(self, id: str, event: Resolve) -> Iterator[Fault]:
        if id in self._there and id not in self._announced:
            message = f"'{id}' was not announced, or has resolved: nothing can resolve"
            yield Fault(event.where, id, message)
        self._announced.discard(id)
        self._away.pop(id, None)

    def _attached(self, id: str, bearer: str | None, event: Attach) -> Iterator[Fault]:
        self._bearers.pop(id, None)
        if bearer is None:
            return
        if bearer != id and (self.circles or id not in _bearers_of(bearer, self._bearers)):
            self._bearers[id] = bearer
            return
        message = f"'{id}' would be carried by itself"
        if bearer != id:
            message += f", because it carries '{bearer}'"
        yield Fault(event.where, bearer, message)


def _player(event: Simultaneous, owners: Mapping[str, str]) -> str:
    """Whose event it is; a move is the owner's of what moves, as far as the file tells."""
    if isinstance(event, Play | UseAbility):
        return event.player
    return owners.get(event.object, "")


def _bearers_of(id: str, bearers: Mapping[str, str]) -> Iterator[str]:
    """The object, what carries it, what carries that, and so on."""
    at: str | None = id
    while at is not None:
        yield at
        at = bearers.get(at)


def ground_faults(events: Iterable[Event], space: Space | None) -> Iterator[Fault]:
    """Ground that is put elsewhere than on one square's surface, or where ground already is.

    Ground that has moved, left, changed its form or used an ability may have made room.
    """
    if space is None:
        return
    ground: dict[int, tuple[str, int]] = {}
    for event in one_by_one(events):
        if isinstance(event, Vacates | UseAbility):
            gone = event.source if isinstance(event, UseAbility) else _gone(event)
            ground = {square: held for square, held in ground.items() if held[0] != gone}
        if not isinstance(event, Play) or event.place is None:
            continue
        if space.ground not in event.card.sets.get(space.types, ()):
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
    for event in one_by_one(events):
        if isinstance(event, Play) and event.id in carried and event.targets and event.place:
            message = (
                f"'{event.id}' is where its bearer '{event.targets[0]}' is: leave out the place"
            )
            yield Fault(event.where, event.id, message)


def _gone(event: Vacates) -> str:
    return event.other if isinstance(event, Link) else event.object
