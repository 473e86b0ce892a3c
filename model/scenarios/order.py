"""The order of a scenario's events: what makes it impossible, and the other orders there are."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import TYPE_CHECKING

from layerlaw.model.arguments import checked
from layerlaw.model.errors import LayerlawError, did_you_mean
from layerlaw.model.scenarios.event_faults import Fault, faults
from layerlaw.model.scenarios.events import (
    Announce,
    Play,
    Together,
    UseAbility,
    arrivals,
    new_ids,
    references,
)
from layerlaw.model.scenarios.scenario import Scenario, Variant

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from layerlaw.model.scenarios.events import Event

Arriving = Play | UseAbility | Announce


@checked()
def effect_events(scenario: Scenario) -> tuple[str, ...]:
    """The ids of the events that make effects, or objects whose abilities do.

    scenario: whose events are asked for.

    They are the events whose order can matter to the answer, besides moves and the like.

    Raises `WrongArgument` for anything but a scenario.

    >>> from layerlaw import load_scenario, shipped_scenarios
    >>> (path,) = (p for p in shipped_scenarios() if p.name == "two-kings.scenario.yaml")
    >>> from layerlaw.model import effect_events
    >>> effect_events(load_scenario(path))
    ('K1', 'K2')
    """
    ids = (
        event.id
        for event in arrivals(scenario.play)
        if isinstance(event, UseAbility) or event.copies or _has_effects(event)
    )
    return tuple(dict.fromkeys(ids))


def _has_effects(event: Play) -> bool:
    return any(
        printed.ability.instructions
        and printed.use not in ("activates", "triggers")
        and (event.zone is None or event.zone in printed.ability.zones)
        for printed in event.card.abilities
    )


# --- other orders -------------------------------------------------------------------------


def _movable(events: Iterable[Event]) -> dict[str, Arriving]:
    """For each id the event that an order moves: that by which it first comes into play.

    What is put into another zone first is moved only if it never comes into play.
    """
    movable: dict[str, Arriving] = {}
    for event in events:
        for single in event.events if isinstance(event, Together) else (event,):
            if not isinstance(single, Play | UseAbility | Announce):
                continue
            arrival = single.what if isinstance(single, Announce) else single
            before = movable.get(arrival.id)
            if before is None or (isinstance(before, Play) and before.zone is not None):
                movable[arrival.id] = single
    return movable


def reordered(events: tuple[Event, ...], order: Sequence[str]) -> tuple[Event, ...]:
    """The events with those of these ids in this order, in the places that they have.

    Raises `LayerlawError` if an id is that of no such event, or something announced would come
    into a `together`.
    """
    movable = _movable(events)
    for name in order:
        if name not in movable:
            raise LayerlawError(f"'{name}' is no card that is played and no ability that is used")
    queue = iter([movable[name] for name in order])
    moved = {id(movable[name]) for name in order}
    result: list[Event] = []
    for event in events:
        if isinstance(event, Together):
            inner = [next(queue) if id(single) in moved else single for single in event.events]
            done = tuple(single for single in inner if not isinstance(single, Announce))
            if len(done) < len(inner):
                raise LayerlawError("what is announced can't come into a `together`")
            result.append(replace(event, events=done))
        else:
            result.append(next(queue) if id(event) in moved else event)
    return tuple(result)


@checked()
def with_variant(scenario: Scenario, variant: Variant) -> Scenario:
    """The scenario that a variant describes, with the variant's own expectations alone.

    scenario: which is varied. variant: such as one of `Scenario.variants`.

    Raises `LayerlawError` if the variant's order is none of this scenario's events.

    >>> from layerlaw import load_scenario, shipped_scenarios
    >>> (path,) = (p for p in shipped_scenarios() if p.name == "two-kings.scenario.yaml")
    >>> from layerlaw.model import with_variant
    >>> scenario = load_scenario(path)
    >>> varied = with_variant(scenario, scenario.variants[0])
    >>> (varied.title, [event.id for event in varied.play][-2:])
    ('Two Kings of the Realm: order K2, K1', ['K2', 'K1'])
    """
    return replace(
        scenario,
        title=f"{scenario.title}: {variant.title}",
        play=reordered(scenario.events, variant.order),
        readings=MappingProxyType({**scenario.readings, **variant.readings}),
        expect=variant.expect,
        because=variant.because,
        variants=(),
    )


@checked()
def legal_orders(scenario: Scenario, ids: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """Every order of the events of these ids in which nothing is used before it enters.

    scenario: whose events are ordered.
    ids: of plays or uses, none twice; raises `LayerlawError` if they are not. The orders come in
    the order of `ids`: it comes first itself, if it is legal.

    >>> from layerlaw import load_scenario, shipped_scenarios
    >>> (path,) = (p for p in shipped_scenarios() if p.name == "two-kings.scenario.yaml")
    >>> from layerlaw.model import legal_orders
    >>> list(legal_orders(load_scenario(path), ["K1", "K2"]))
    [('K1', 'K2'), ('K2', 'K1')]
    """
    by_id = _movable(scenario.play)
    for id in ids:
        if id not in by_id:
            raise LayerlawError(f"no card or ability enters as '{id}'; {did_you_mean(id, by_id)}")
    if len(set(ids)) < len(ids):
        raise LayerlawError("an order names no id twice")
    moved = [by_id[id] for id in ids]
    # The moments that the events share out; everything in one `together` has one moment.
    moments: list[int] = []
    entered: dict[str, int] = {}
    first_use: dict[str, int] = {}
    for moment, event in enumerate(scenario.play):
        for single in event.events if isinstance(event, Together) else (event,):
            if any(single is arrival for arrival in moved):
                moments.append(moment)
                continue
            for id in new_ids(single):
                entered.setdefault(id, moment)
            for id in references(single):
                first_use.setdefault(id, moment)

    def fits(id: str, moment: int, placed: Mapping[str, int]) -> bool:
        if moment > first_use.get(id, moment) and id not in entered:
            return False
        return all(
            placed.get(needed, moment) <= moment
            and (needed in placed or moment in moments[len(placed) + 1 :])
            if needed in by_id and needed not in entered
            else entered.get(needed, -1) <= moment
            for needed in references(by_id[id])
        )

    def extend(placed: dict[str, int]) -> Iterator[tuple[str, ...]]:
        if len(placed) == len(ids):
            order = tuple(placed)
            if _possible(scenario, order):
                yield order
            return
        moment = moments[len(placed)]
        for id in ids:
            if id not in placed and fits(id, moment, placed):
                yield from extend({**placed, id: moment})

    yield from extend({})


def _possible(scenario: Scenario, order: tuple[str, ...]) -> bool:
    try:
        events = reordered(scenario.play, order)
    except LayerlawError:
        return False
    return not any(faults_under(scenario, events))


def faults_under(
    scenario: Scenario, events: Iterable[Event], *, undecided: bool = False
) -> Iterator[Fault]:
    """What makes these events impossible for the scenario's players, under its rulebook as read.

    undecided: as in `faults`.
    """
    return faults(
        events,
        scenario.players,
        scenario.active,
        (),
        scenario.rulebook.in_play,
        anywhere=scenario.rulebook.kept_anywhere,
        circles=scenario.rulebook.carried_circles,
        entry=scenario.rulebook.settled(scenario.readings).policy("simultaneous entry"),
        undecided=undecided,
    )
