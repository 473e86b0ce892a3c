"""What each event tells the log."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

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
    Meld,
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
from layerlaw.solver.certificate.history import shapes
from layerlaw.solver.certificate.history.aspects import (
    BEARER,
    CARD,
    COUNTERS,
    ENTERED,
    PLACE,
    STATUSES,
    ZONE,
)
from layerlaw.solver.certificate.history.bearers import check_bearer
from layerlaw.solver.certificate.history.concluding import turns_of_controllers
from layerlaw.solver.certificate.history.counting import (
    at_least,
    counters_change,
    status_changes,
)
from layerlaw.solver.certificate.history.ends import end_own, end_what_is_over, end_with_the_turn
from layerlaw.solver.certificate.history.entering import move_to_zone
from layerlaw.solver.certificate.history.leaving import go
from layerlaw.solver.certificate.history.melding import meld
from layerlaw.solver.certificate.history.states import CannotHappen
from layerlaw.solver.certificate.history.turning import without_status
from layerlaw.solver.certificate.history.using import (
    announce,
    announce_for_later,
    carry_out,
    lend,
    resolve_later,
)
from layerlaw.solver.facts.situation import Total

if TYPE_CHECKING:
    from layerlaw.model.scenarios.events import Event, Place, Simultaneous
    from layerlaw.solver.certificate.history.log import Facts
    from layerlaw.solver.certificate.history.proceedings import Proceedings


def happen(known: Proceedings, event: Event) -> None:
    """What the event does."""
    match event:
        case Play() | UseAbility():
            carry_out(known, announce(known, event), at_once=True)
        case Announce(what):
            announce_for_later(known, what)
        case Resolve(id):
            resolve_later(known, id)
        case MoveZone(object, zone, _, None, number):
            move_to_zone(known, object, zone, number)
        case MoveZone(until=until) if until is not None:
            lend(known, event, until)
        case Leave(object, zone):
            known.need_in_play(object)
            go(known, object, zone)
        case Stack(word, object):
            shapes.stack(known, event)
            if word in known.rulebook.actions:
                known.note_deed(object, word, None)
        case PutBelow():
            shapes.put_below(known, event)
        case Hold():
            shapes.hold(known, event)
        case Uncover():
            shapes.uncover(known, event)
        case Meld():
            meld(known, event)
        case Link():
            shapes.link(known, event)
        case Unlink():
            shapes.unlink(known, event)
        case Transform():
            shapes.transform(known, event)
        case GetsStatus():
            if event.status not in known.rulebook.kept_anywhere:
                known.need_in_play(event.object)
            if event.gets and _shows_two_faces(known, event):
                return
            had = event.status in known.of(event.object, STATUSES)
            status_changes(
                known,
                event.object,
                event.status,
                gets=event.gets,
                listed=event.listed,
                says=event.ability,
            )
            if had and event.status not in known.of(event.object, STATUSES):
                without_status(known, event.object, event.status, event.way)
        case LosesForGood(object, keyword):
            known.need_in_play(object)
            known.lose(object, keyword)
        case ChangeCounters():
            _counters_change(known, event)
        case Move(object, place):
            known.need_in_play(object)
            known.tell(object, {BEARER: None})
            move(known, object, place)
        case Attach(object, bearer):
            _attach(known, object, bearer)
        case Does(doer, verb, _, to):
            _does(known, doer, verb, to)
        case TurnBegins(player):
            _turn_begins(known, player)
        case RestWaits(during, begins):
            if known.rest_waits is begins:
                raise CannotHappen(f"the {during} has begun already, or has not begun")
            known.rest_waits = begins
        case Together() | ExpectNow() | MoveZone():
            raise CannotHappen("that happens by itself alone")
        case _:
            assert_never(event)


def _shows_two_faces(known: Proceedings, event: GetsStatus) -> bool:
    """A permanent with a card of two faces is not turned face down. CR-712.16, CR-730.2j."""
    thing, rulebook = known.thing(event.object), known.rulebook
    if event.status not in rulebook.two_faced_never or event.status in thing.statuses:
        return False
    cards = [thing.above or thing.front or thing.card]
    merged = (one for one in known.borne(thing.id) if known.of(one, ZONE) in rulebook.components_in)
    cards += [known.of(one, CARD) for one in merged]
    return known.playing(thing.id) and any(one.back_face or one.melds_into for one in cards)


def in_order(known: Proceedings, together: Together) -> list[Simultaneous]:
    """The events of one moment: the active player's first, then by seat. Clause: SORC-SIM-1.

    What is no player's event is its object's controller's; where the document says nothing they
    come as written.
    """
    events = list(together.events)
    if known.policy("simultaneous entry") == "unsaid":
        return events
    entering = {one.id: one.player for one in events if isinstance(one, Play)}

    def seat(event: Simultaneous) -> int:
        if isinstance(event, Play | UseAbility):
            player = event.player
        else:
            player = entering.get(event.object, "")
            if not player:
                known.need_there(event.object)
                player = known.state().controller(event.object)
        if player not in known.players:
            return len(known.players)
        return -1 if player == known.active else known.players.index(player)

    return sorted(events, key=seat)


def move(known: Proceedings, id: str, place: Place | None) -> None:
    """To another place, with what it carries, and so on."""
    along = {id: None}
    waiting = [id]
    while waiting:
        one = waiting.pop(0)
        if known.of(one, PLACE) != place:
            known.stir(one)
            known.tell(one, {PLACE: place})
        for other in known.borne(one):
            if known.playing(other) and other not in along:
                along[other] = None
                waiting.append(other)


def _attach(known: Proceedings, object: str, bearer: str | None) -> None:
    known.need_in_play(object)
    if bearer is None:
        known.tell(object, {BEARER: None})
        return
    by_player = bearer in known.players
    if not by_player:
        known.need_in_play(bearer)
        check_bearer(known, object, bearer)
    above: str | None = None if by_player else bearer
    if known.rulebook.carried_circles and bearer != object:
        above = None
    while above is not None:
        if above == object:
            raise CannotHappen(f"{object} is attached to itself by way of {bearer}")
        on = known.of(above, BEARER)
        above = None if on is None or on.id in known.players else on.id
    if not by_player:
        move(known, object, known.of(bearer, PLACE))
    facts: Facts = {BEARER: known.log.named(bearer)}
    renewing = known.policy("new timestamp") in ("attaching", "attaching and transforming")
    if renewing and known.of(object, BEARER) != facts[BEARER]:
        facts[ENTERED] = known.now
    known.tell(object, facts)


def _does(known: Proceedings, doer: str, verb: str, to: str | None) -> None:
    for who in (doer, to):
        if who is not None and who not in known.players:
            known.need_a_zone(who)
    known.note_deed(doer, verb, to)
    rest = known.rulebook.rest
    if rest is not None and verb in rest.verbs and known.there(doer):
        known.stir(doer)


def _counters_change(known: Proceedings, event: ChangeCounters) -> None:
    """Counters come or go on an object where such can be; or a player's number changes."""
    if event.object in known.players:
        _change_total(known, event)
        return
    kind = known.rulebook.characteristics.get(event.characteristic)
    if kind is None or not kind.lasting:
        known.need_in_play(event.object)
    known.need_a_zone(event.object)
    counters_change(known, event.object, event.characteristic, event.amount)


def _change_total(known: Proceedings, event: ChangeCounters) -> None:
    """A player's number goes up or down, unless it can't, and not below its floor."""
    player, name = event.object, event.characteristic
    kind = known.rulebook.characteristics.get(name)
    if kind is None or kind.of_players is None:
        return
    verbs = [verb for verb in counter_verbs(name, event.amount) if verb in known.heard.forbidden]
    if all(known.state().may(player, verb) for verb in verbs):
        had = known.totals.get((player, name), Total(player, name, kind.of_players))
        number = at_least(kind, had.number + event.amount)
        known.totals[player, name] = Total(player, name, number)


def _turn_begins(known: Proceedings, player: str) -> None:
    """Counters that pass go, it is that player's turn, and durations end. Clause: SORC-DUR-1."""
    stay = {
        name
        for name, kind in known.rulebook.characteristics.items()
        if kind.lasting or kind.counted
    }
    passing = known.rulebook.characteristics.keys() - stay
    having = [id for id in known.log.present if not known.of(id, COUNTERS).keys() <= stay]
    resets = known.rulebook.resets
    if resets is not None and any(passing & known.of(id, COUNTERS).keys() for id in having):
        meant = known.state().selected(resets, player)
        having = [id for id in having if id in meant]
    elif resets is not None:
        having = []
    known.turn_begins(player)
    end_with_the_turn(known)
    for id in having:
        counters = known.of(id, COUNTERS)
        known.tell(id, {COUNTERS: {name: counters[name] for name in counters if name in stay}})
        for name in counters.keys() - stay:
            if known.rulebook.characteristics[name].gives:
                end_own(known, id, name)
    turns_of_controllers(known, player)
    end_what_is_over(known)
