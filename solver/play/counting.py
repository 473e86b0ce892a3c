"""Counters and statuses that objects get and lose by events, and as they enter."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from layerlaw.model.cards.card import in_half
from layerlaw.model.scenarios.events import GetsStatus, MoveZone, Play
from layerlaw.solver.facts.situation import OWN, ResolvedEffect
from layerlaw.solver.play.forbidden import counters_barred
from layerlaw.solver.play.own_keywords import settle_counters

if TYPE_CHECKING:
    from collections.abc import Sequence

    from layerlaw.model.algebra import Ability
    from layerlaw.model.cards.card import Card
    from layerlaw.model.rulebooks.rulebook import Status
    from layerlaw.model.scenarios.events import Simultaneous
    from layerlaw.solver.play.table import GameTable


def count(table: GameTable, object: str, counter: str, amount: int) -> None:
    """Puts so many counters on the object, or with a minus takes them off, unless it can't."""
    thing = table.things[object]
    if barred := counters_barred(table, object, counter, amount):
        table.note_idle(object, f"{barred}: the event changes nothing")
        return
    known = table.rulebook.characteristics.get(counter)
    number = thing.counters.get(counter, 0) + amount
    if known is not None and known.counted:
        number = max(number, 0)
    elif known is not None and known.floor is not None:
        number = max(number, known.floor)
    counters = {**thing.counters, counter: number}
    for opposite in _opposite(table, counter):
        # Counters that are opposite take each other away.
        both = min(counters[counter], counters.get(opposite, 0))
        if both > 0:
            counters[counter] -= both
            counters[opposite] -= both
    table.put(replace(thing, counters=counters))
    put = counter if amount > 0 else ""
    settle_counters(table, object, thing.counters, put)
    if counters == {**thing.counters, counter: thing.counters.get(counter, 0)}:
        table.note_idle(object, f"has no {counter} to take away: {amount:+} changes nothing")


def _opposite(table: GameTable, counter: str) -> list[str]:
    every = table.rulebook.characteristics
    # A history may be played under the rulebook of another game, which lacks the counter.
    own = every[counter].opposite if counter in every else ""
    return [
        other.name for other in every.values() if other.opposite == counter or own == other.name
    ]


def mark(
    table: GameTable,
    object: str,
    status: str,
    *,
    gets: bool,
    listed: Card | None = None,
    says: Ability | None = None,
) -> None:
    """The object gets or loses a status; what is hidden is no longer fresh.

    listed: what it is by what gives it the status. says: what makes it that.
    """
    thing = table.things[object]
    known = table.rulebook.statuses.get(status)
    halves = known is not None and known.other_half is not None
    if halves and not gets and status in thing.statuses:
        table.note_idle(object, f"stays {status}, once it is: nothing changes")
        return
    statuses = thing.statuses | {status} if gets else thing.statuses_without(status)
    changed = statuses != thing.statuses
    if halves and changed:
        copied = None if thing.copied is None else in_half(thing.copied, other=True)
        thing = replace(thing, card=in_half(thing.card, other=True), copied=copied)
    if changed and known is not None and known.renews and table.playing(object):
        thing = replace(thing, entered=table.timestamp)
    hides = known is not None and known.copied_as is not None and changed
    if hides:
        thing = replace(thing, listed=listed)
    table.put(replace(thing, statuses=statuses))
    if hides and known is not None:
        _list(table, object, known, says)
    if not changed:
        what = f"is {status} already" if gets else f"is not {status} by any event"
        table.note_idle(object, f"{what}: nothing changes")
    if table.hidden(object):
        table.put(replace(table.things[object], fresh=False))


def mark_as_it_enters(table: GameTable, id: str) -> None:
    """The object that has just entered has the statuses that it enters with. Clause: CR-708.3."""
    for event in table.entering_with.pop(id, ()):
        mark(table, id, event.status, gets=True, listed=event.listed, says=event.ability)


def statuses_of_entries(events: Sequence[Simultaneous]) -> dict[str, list[GetsStatus]]:
    """The statuses that objects get at the very moment at which they enter: with these they enter.

    events: those of one moment, in order.
    """
    found: dict[str, list[GetsStatus]] = {}
    for event in events:
        if isinstance(event, Play):
            found[event.id] = []
        elif isinstance(event, MoveZone):
            found[event.object] = []
        elif isinstance(event, GetsStatus) and event.gets and event.object in found:
            found[event.object].append(event)
    return found


def _list(table: GameTable, id: str, status: Status, says: Ability | None) -> None:
    """An effect of its own makes the object what is listed of it, until it loses the status."""
    thing, name = table.things[id], f"{id}.{status.name}"
    if says is None:
        why = f"ends, for {id} is not {status.name} any more"
        table.end(table.effects.about(id), lambda effect: effect.id == name, why, (id,))
        return
    player = thing.controller
    table.effects.append(ResolvedEffect(name, id, player, says, table.timestamp, OWN, (), (None,)))
