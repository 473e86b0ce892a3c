"""What each event does to the table."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, assert_never

from layerlaw.model import algebra as a
from layerlaw.model.algebra.permissions import counter_verbs
from layerlaw.model.scenarios.events import (
    Announce,
    Attach,
    ChangeCounters,
    Does,
    ExpectNow,
    GetsStatus,
    Leave,
    Link,
    LosesForGood,
    Move,
    MoveZone,
    Play,
    PutBelow,
    Resolve,
    RestWaits,
    Stack,
    Together,
    Transform,
    TurnBegins,
    Unlink,
    UseAbility,
)
from layerlaw.model.scenarios.held_events import Hold, Uncover
from layerlaw.solver.certificate.history.forms import (
    hold,
    link,
    put_below,
    stack,
    transform,
    uncover,
    unlink,
)
from layerlaw.solver.certificate.history.states import CannotHappen
from layerlaw.solver.certificate.history.using import (
    announce,
    check_bearer,
    lend,
    move_to_zone,
    play,
    resolve_waiting,
)
from layerlaw.solver.certificate.history.zones import leave
from layerlaw.solver.facts.situation import Deed

if TYPE_CHECKING:
    from layerlaw.model.rulebooks.rulebook import Characteristic
    from layerlaw.model.scenarios.events import Event, Simultaneous
    from layerlaw.solver.certificate.history.table import PlayedTable
    from layerlaw.solver.facts.situation import ResolvedEffect


def in_order(table: PlayedTable, together: Together) -> list[Simultaneous]:
    """The events of one moment: the active player's first, then by seat. Clause: SORC-SIM-1.

    What is no player's event is its object's controller's; where the document says nothing they
    come as written.
    """
    if table.policy("simultaneous entry") == "unsaid":
        return list(together.events)
    seats = sorted(table.players, key=lambda player: player != table.active)
    entering = {one.id: one.player for one in together.events if isinstance(one, Play)}

    def player(event: Simultaneous) -> str:
        if isinstance(event, Play | UseAbility):
            return event.player
        return entering.get(event.object) or table.state().controller(event.object)

    whose = [(player(event), event) for event in together.events]
    first = [event for seat in seats for one, event in whose if one == seat]
    return [*first, *(event for one, event in whose if one not in seats)]


def happen(table: PlayedTable, event: Event) -> None:
    """What the event does."""
    match event:
        case Play():
            play(table, event)
        case UseAbility():
            resolve_waiting(table, announce(table, event))
        case Announce(what):
            table.waiting[what.id] = announce(table, what)
        case Resolve(id):
            if id not in table.waiting:
                raise CannotHappen(f"{id} was not announced, or has resolved already")
            resolve_waiting(table, table.waiting.pop(id))
        case MoveZone(object, zone, _, until):
            if until is None:
                move_to_zone(table, object, zone)
            else:
                lend(table, event, until)
        case Leave(object, zone):
            table.need_in_play(object)
            leave(table, object, zone)
        case Stack():
            stack(table, event)
            if event.word in table.rulebook.actions:
                _note(table, event.object, event.word, None)
        case PutBelow():
            put_below(table, event)
        case Hold():
            hold(table, event)
        case Uncover():
            uncover(table, event)
        case Link():
            link(table, event)
        case Unlink():
            unlink(table, event)
        case Transform():
            table.need_in_play(event.object)
            transform(table, event)
        case GetsStatus():
            _mark(table, event)
        case LosesForGood(object, keyword):
            table.need_in_play(object)
            table.lose_for_good(object, keyword)
        case ChangeCounters():
            _count(table, event)
        case Move(object, place):
            table.need_in_play(object)
            table.put(replace(table.things[object], bearer=None))
            table.move(object, place)
        case Attach():
            _attach(table, event)
        case Does(doer, verb, _, to):
            for who in (doer, to):
                if who is not None and who not in table.players:
                    table.need_a_zone(who)
            _note(table, doer, verb, to)
            rest = table.rulebook.rest
            if rest is not None and verb in rest.verbs and doer in table.things:
                table.stir(doer)
        case TurnBegins(player):
            _turn_begins(table, player)
        case RestWaits(during, begins):
            if table.rest_waits is begins:
                raise CannotHappen(f"the {during} has begun already, or has not begun")
            table.rest_waits = begins
        case Together() | ExpectNow():
            raise CannotHappen("that happens by itself alone")
        case _:
            assert_never(event)


def _note(table: PlayedTable, doer: str, verb: str, to: str | None) -> None:
    """That it was done."""
    table.deeds.append(Deed(doer, table.rulebook.actions.get(verb, verb), to, table.now))


def _attach(table: PlayedTable, event: Attach) -> None:
    table.need_in_play(event.object)
    if event.bearer is not None:
        table.need_in_play(event.bearer)
        check_bearer(table, event.object, event.bearer)
        table.move(event.object, table.things[event.bearer].place)
    table.put(replace(table.things[event.object], bearer=event.bearer))


def _mark(table: PlayedTable, event: GetsStatus) -> None:
    """A status comes or goes; what is hidden by it is not fresh any more."""
    table.need_a_zone(event.object)
    thing = table.things[event.object]
    one = frozenset((event.status,))
    statuses = thing.statuses | one if event.gets else thing.statuses - one
    table.put(replace(thing, statuses=statuses))
    if table.hidden(event.object):
        table.put(replace(table.things[event.object], fresh=False))


def _count(table: PlayedTable, event: ChangeCounters) -> None:
    """Counters come or go, unless they can't; opposite ones take each other away."""
    every = table.rulebook.characteristics
    kind = every.get(event.characteristic)
    if kind is not None and kind.lasting:
        table.need_a_zone(event.object)
    else:
        table.need_in_play(event.object)
    for verb in counter_verbs(event.characteristic, event.amount):
        if _forbidden_somewhere(table, verb) and not table.state().may(event.object, verb):
            return
    thing = table.things[event.object]
    counters = {**thing.counters}
    number = counters.get(event.characteristic, 0) + event.amount
    least = None if kind is None else 0 if kind.counted else kind.floor
    counters[event.characteristic] = number if least is None else max(number, least)
    for other in every.values():
        opposed = kind is not None and kind.opposite == other.name
        if opposed or other.opposite == event.characteristic:
            both = min(counters[event.characteristic], counters.get(other.name, 0))
            if both > 0:
                counters[event.characteristic] -= both
                counters[other.name] -= both
    table.put(replace(thing, counters=counters))


def _forbidden_somewhere(table: PlayedTable, verb: str) -> bool:
    return table.says(
        lambda node: isinstance(node, a.Permission) and not node.allowed and node.action == verb
    )


def _turn_begins(table: PlayedTable, player: str) -> None:
    """Durations end, counters that pass go, and it is that player's turn. Clause: SORC-DUR-1."""
    resets = table.rulebook.resets
    every = table.rulebook.characteristics
    restored: frozenset[str] = frozenset(table.things)
    if resets is not None:
        passing = frozenset(name for name, kind in every.items() if _passes(kind))
        there = any(passing & one.counters.keys() for one in table.things.values())
        restored = table.state().selected(resets, player) if there else frozenset()
    table.active = player
    table.deeds = [replace(deed, this_turn=False) for deed in table.deeds]

    def after(effect: ResolvedEffect) -> ResolvedEffect | None:
        until = effect.ability.until
        own = effect.player == player
        if effect.ending or isinstance(until, a.EndOfTurn):
            return None
        if isinstance(until, a.YourNextTurn) and own:
            return None
        if isinstance(until, a.EndOfNextTurn) and until.yours is own:
            return replace(effect, ending=True)
        return effect

    table.change(after)
    for thing in [*table.things.values()]:
        counters = thing.counters
        if thing.id in restored:
            kept = {n: c for n, c in counters.items() if n in every and not _passes(every[n])}
            counters = kept if kept != counters else counters
        table.put(replace(thing, counters=counters, fresh=False))


def _passes(kind: Characteristic) -> bool:
    return not kind.lasting and not kind.counted
