"""The order of a scenario's events: what makes it impossible, and the other orders there are."""

from __future__ import annotations

from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import TYPE_CHECKING

from layerlaw.model.errors import LayerlawError, did_you_mean
from layerlaw.model.scenario import (
    Attach,
    Count,
    Leave,
    LosesForGood,
    Move,
    Play,
    Together,
    Transform,
    TurnBegins,
    UseAbility,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from layerlaw.model.scenario import Event, Scenario, Variant, Where

Arrival = Play | UseAbility


@dataclass(frozen=True, slots=True)
class Fault:
    """Why an event can't happen where it stands; `id` is the object or event at fault."""

    where: Where
    id: str
    message: str


def arrivals(events: Iterable[Event]) -> Iterator[Arrival]:
    """The plays and uses, in the order written, those of a `together` one by one."""
    for event in events:
        if isinstance(event, Together):
            yield from event.events
        elif isinstance(event, Play | UseAbility):
            yield event


def references(event: Event) -> tuple[str, ...]:
    """The ids that have to be there when the event happens."""
    match event:
        case Play(targets=targets, copying=copying):
            return targets if copying is None else (*targets, copying)
        case UseAbility(source=source, targets=targets):
            return (source, *targets)
        case Together(events):
            return tuple(id for each in events for id in references(each))
        case Attach(object, bearer):
            return (object,) if bearer is None else (object, bearer)
        case TurnBegins():
            return ()
        case Move(object) | Leave(object) | Count(object) | LosesForGood(object):
            return (object,)
        case Transform(object):
            return (object,)


def in_turn(events: Iterable[Arrival], players: Sequence[str], active: str | None) -> list[Arrival]:
    """The events of one `together` as they happen: the active player's, then seat by seat."""
    return sorted(events, key=lambda e: (e.player != active, players.index(e.player)))


def faults(
    events: Iterable[Event],
    players: Sequence[str],
    active: str | None,
    carried: Iterable[str] = (),
) -> Iterator[Fault]:
    """Everything that makes the order of the events impossible.

    carried: ids of the objects that may be carried; the first target of such a one bears it.
    """
    events = tuple(events)
    carried = frozenset(carried)
    known = {event.id for event in arrivals(events)}
    there: set[str] = set()
    left: dict[str, int] = {}
    bearers: dict[str, str] = {}

    def missing(event: Event) -> Iterator[Fault]:
        for id in dict.fromkeys(references(event)):
            if id in known and id not in there:
                yield Fault(event.where, id, f"'{id}' is used here before it enters")
            elif id in left and not isinstance(event, Play | UseAbility | Leave):
                yield Fault(event.where, id, f"'{id}' has left play on line {left[id]}")

    for event in events:
        block: list[Arrival] = []
        if isinstance(event, Play | UseAbility):
            block = [event]
        elif isinstance(event, Together):
            block = in_turn(event.events, players, active)
            if active is None and len({each.player for each in block}) > 1:
                message = "cards of several players enter together, so say whose turn it is"
                yield Fault(event.where, "", f"{message}, with `active: PLAYER`")
        else:
            yield from missing(event)
        for each in block:
            yield from missing(each)
            there.add(each.id)
            if isinstance(each, Play) and each.id in carried and each.targets:
                bearers[each.id] = each.targets[0]
        if isinstance(event, TurnBegins):
            active = event.player
        elif isinstance(event, Leave):
            left.setdefault(event.object, event.where.line)
            bearers.pop(event.object, None)
        elif isinstance(event, Move):
            # What moves by itself is no longer carried.
            bearers.pop(event.object, None)
        elif isinstance(event, Attach):
            bearers.pop(event.object, None)
            if event.bearer is None:
                continue
            if event.object in _bearers_of(event.bearer, bearers):
                message = f"'{event.object}' would be carried by itself"
                if event.bearer != event.object:
                    message += f", because it carries '{event.bearer}'"
                yield Fault(event.where, event.bearer, message)
            else:
                bearers[event.object] = event.bearer


def _bearers_of(id: str, bearers: Mapping[str, str]) -> Iterator[str]:
    """The object, what carries it, what carries that, and so on."""
    at: str | None = id
    while at is not None:
        yield at
        at = bearers.get(at)


def effect_events(scenario: Scenario) -> tuple[str, ...]:
    """The ids of the events that make effects, or objects whose abilities do.

    They are the events whose order can matter to the answer, besides moves and the like.
    """
    return tuple(
        event.id
        for event in arrivals(scenario.play)
        if isinstance(event, UseAbility) or event.copying is not None or _has_effects(event)
    )


def _has_effects(event: Play) -> bool:
    return any(
        printed.ability.instructions and printed.use not in ("activates", "triggers")
        for printed in event.card.abilities
    )


# --- other orders -------------------------------------------------------------------------


def reordered(events: tuple[Event, ...], order: Sequence[str]) -> tuple[Event, ...]:
    """The events with those of these ids in this order, in the places that they have."""
    by_id = {event.id: event for event in arrivals(events)}
    wanted = set(order)
    queue = iter(order)

    def swapped(event: Arrival) -> Arrival:
        return by_id[next(queue)] if event.id in wanted else event

    result: list[Event] = []
    for event in events:
        if isinstance(event, Together):
            result.append(replace(event, events=tuple(swapped(each) for each in event.events)))
        elif isinstance(event, Play | UseAbility):
            result.append(swapped(event))
        else:
            result.append(event)
    return tuple(result)


def with_variant(scenario: Scenario, variant: Variant) -> Scenario:
    """The scenario that a variant describes, with the variant's own expectations."""
    return replace(
        scenario,
        title=f"{scenario.title}: {variant.title}",
        play=reordered(scenario.play, variant.order),
        readings=MappingProxyType({**scenario.readings, **variant.readings}),
        expect=variant.expect,
        because=variant.because,
        variants=(),
    )


def legal_orders(scenario: Scenario, ids: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """Every order of the events of these ids in which nothing is used before it enters.

    ids: of plays or uses, none twice; raises `LayerlawError` if they are not. The orders come in
    the order of `ids`: it comes first itself, if it is legal.
    """
    by_id = {event.id: event for event in arrivals(scenario.play)}
    for id in ids:
        if id not in by_id:
            raise LayerlawError(f"no card or ability enters as '{id}'; {did_you_mean(id, by_id)}")
    if len(set(ids)) < len(ids):
        raise LayerlawError("an order names no id twice")
    # The moments that the events share out; everything in one `together` has one moment.
    moments: list[int] = []
    entered: dict[str, int] = {}
    first_use: dict[str, int] = {}
    for moment, event in enumerate(scenario.play):
        for each in arrivals([event]):
            if each.id in ids:
                moments.append(moment)
            else:
                entered[each.id] = moment
                for id in references(each):
                    first_use.setdefault(id, moment)
        if not isinstance(event, Play | UseAbility | Together):
            for id in references(event):
                first_use.setdefault(id, moment)

    def fits(id: str, moment: int, placed: Mapping[str, int]) -> bool:
        if moment > first_use.get(id, moment):
            return False
        return all(
            placed.get(other, moment) <= moment
            and (other in placed or moment in moments[len(placed) + 1 :])
            if other in by_id and other not in entered
            else entered.get(other, -1) <= moment
            for other in references(by_id[id])
        )

    def extend(placed: dict[str, int]) -> Iterator[tuple[str, ...]]:
        if len(placed) == len(ids):
            order = tuple(placed)
            events = reordered(scenario.play, order)
            if not any(faults(events, scenario.players, scenario.active)):
                yield order
            return
        moment = moments[len(placed)]
        for id in ids:
            if id not in placed and fits(id, moment, placed):
                yield from extend({**placed, id: moment})

    yield from extend({})
