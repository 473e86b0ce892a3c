"""The oracle's history: what each event does to the world."""

from __future__ import annotations

from dataclasses import replace

from layerlaw.model.algebra import (
    ControllersNextTurn,
    EndOfNextTurn,
    EndOfTurn,
    YourNextTurn,
)
from layerlaw.model.algebra.chosen import with_choice
from layerlaw.model.cards.card import PrintedAbility
from layerlaw.model.scenarios.events import (
    Announce,
    Attach,
    ChangeCounters,
    Does,
    Event,
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
    Simultaneous,
    Stack,
    Together,
    Transform,
    TurnBegins,
    Unlink,
    UseAbility,
)
from layerlaw.model.scenarios.held_events import Hold, Uncover
from oracle import unnamed
from oracle.arriving import lose_as_one_of
from oracle.counting import count, counters_gone, status
from oracle.derive import derive
from oracle.faces import misses_other_face, shows_two_faces
from oracle.forms import forgo, forms_end, mergings, misses_a_face, stack, stays, transform
from oracle.held import hold, uncover
from oracle.melding import meld
from oracle.resolving import Use, extend, resolve
from oracle.rest import stir, stir_with_carried
from oracle.returning import move_for_a_time
from oracle.selectors import controller_of, select
from oracle.settling import reached_by
from oracle.texts import lent_readings
from oracle.view import View
from oracle.world import Announced, Done, Stamp, World
from oracle.zones import (
    CannotHappen,
    attach,
    into,
    move_to,
    part_with,
    play,
    printed,
    working,
)


def happen(world: World, event: Event, moment: int) -> Stamp:
    """What an event does, before durations and state-based checks are looked at.

    Returns the last timestamp.
    """
    lying = [(world.things[id], place) for id, place in unnamed.in_void(world).items()]
    before = unnamed.named_squares(world)
    if not isinstance(event, Together):
        world.now = (moment, 0)
        unnamed.before(world, event, [], (moment, 0))
        one_event(world, event, (moment, 0))
        unnamed.after(world, (moment, 0))
        unnamed.settle_void(world, lying, before)
        return world.now
    several = in_order(world, event)
    done: list[GetsStatus] = []
    for place, each in enumerate(several, start=1):
        world.now = (moment, place)
        unnamed.before(world, each, [*several[place:]], (moment, place))
        if any(each is one for one in done):
            continue
        world.with_it = []
        if isinstance(each, Play | MoveZone):
            entering = each.id if isinstance(each, Play) else each.object
            gets = [one for one in several[place:] if isinstance(one, GetsStatus) and one.gets]
            world.with_it = [one for one in gets if one.object == entering]
        waiting = [*world.with_it]
        one_event(world, each, (moment, place))
        done += [one for one in waiting if one not in world.with_it]
    unnamed.after(world, (moment, len(event.events)))
    unnamed.settle_void(world, lying, before)
    return (moment, len(event.events))


def in_order(world: World, event: Together) -> list[Simultaneous]:
    """Simultaneous events as they follow one another: the active player's, then by seat.

    Where the document says nothing, as they are written.
    """
    if world.policy("simultaneous entry") == "unsaid":
        return list(event.events)
    seats: list[str | None] = [*world.players]
    if world.active is not None:
        seats.remove(world.active)
        seats.insert(0, world.active)
    board = derive(world).board
    playing = {each.id: each.player for each in event.events if isinstance(each, Play)}
    known = [each for each in event.events if whose(each) not in seats]
    whom = {
        id(each): playing.get(whose(each)) or controller_of(whose(each), board) for each in known
    }
    return [
        each
        for seat in [*seats, None]
        for each in event.events
        if whom.get(id(each), whose(each)) == seat
    ]


def whose(event: Simultaneous) -> str:
    """The player of an event, or its object."""
    return event.player if isinstance(event, Play | UseAbility) else event.object


def one_event(world: World, event: Event, stamp: Stamp) -> None:
    """What a single event does."""
    check_in_play(world, event)
    match event:
        case Play():
            play(world, event, stamp, stamp, world.chosen(event.targets))
        case UseAbility(targets=targets):
            used = to_use(world, event)
            stir(world, event.source)
            announced = Announced(event, stamp, world.chosen(targets), *used)
            resolve_use(world, announced, stamp)
        case Announce(what):
            chosen = world.chosen(what.targets)
            picked = None
            if what.choosing in world.things:
                [picked] = world.chosen((what.choosing,))
            announced = Announced(what, stamp, chosen, picked=picked)
            if isinstance(what, UseAbility):
                used = to_use(world, what)
                in_play = world.in_play(what.source)
                announced = Announced(what, stamp, chosen, *used, in_play, picked)
                stir(world, what.source)
            world.announced[what.id] = announced
            waits = world.rulebook.announced
            if waits is not None and isinstance(what, Play):
                there = replace(
                    what, zone=waits.zone, targets=(), copying=None, then=(), choosing=None
                )
                play(world, there, stamp, stamp, ())
        case Resolve(id):
            if id not in world.announced:
                raise CannotHappen(id)
            announced = world.announced.pop(id)
            dated = world.policy("resolved timestamp")
            late = dated == "resolution" or (
                isinstance(announced.what, Play)
                and dated == "activation or trigger, spells on resolution"
            )
            cast = stamp if late else announced.stamp
            if isinstance(announced.what, Play):
                event = announced.what
                waits = world.rulebook.announced
                if waits is not None:
                    if world.things[id].zone != waits.zone:
                        raise CannotHappen(id)
                    event = replace(event, known=True)
                check_in_play(world, event)
                play(world, event, stamp, cast, announced.chosen, announced.picked)
            else:
                resolve_use(world, announced, cast)
        case Move():
            was = world.place_of(event.object)
            world.things[event.object].bearer = None
            world.things[event.object].place = event.place
            if was != event.place:
                stir_with_carried(world, event.object)
        case Attach():
            was = world.place_of(event.object)
            thing = world.things[event.object]
            if event.bearer == thing.id:
                raise CannotHappen(thing.id)
            on = None if world.rulebook.carried_circles else event.bearer
            while on is not None:
                if on == thing.id:
                    raise CannotHappen(on)
                on = world.things[on].bearer
            renewing = world.policy("new timestamp") in ("attaching", "attaching and transforming")
            if renewing and event.bearer is not None and event.bearer != thing.bearer:
                thing.static_stamp = stamp
            attach(world, event.object, event.bearer)
            if was != world.place_of(event.object):
                stir_with_carried(world, event.object)
        case MoveZone(until=str(until)):
            move_for_a_time(world, event.object, event.zone, until, stamp)
        case MoveZone(way=int(number)):
            move_to(world, event.object, event.zone, stamp, number)
        case Leave() | MoveZone():
            move_to(world, event.object, event.zone, stamp)
        case Stack():
            stack(world, event, stamp)
            if event.word in world.rulebook.actions:
                do(world, event.object, event.word, None, stamp)
        case Does():
            do(world, event.doer, event.verb, event.to, stamp)
            rest = world.rulebook.rest
            if rest is not None and event.verb in rest.verbs:
                stir(world, event.doer)
        case RestWaits(begins=begins):
            if world.rest_waits is begins:
                raise CannotHappen(event.during)
            world.rest_waits = begins
        case PutBelow():
            put_below(world, event.object, event.other, stamp)
        case Hold():
            hold(world, event, stamp)
        case Uncover():
            uncover(world, event, stamp)
        case Meld():
            meld(world, event, moment=stamp[0])
        case Link():
            link(world, event.object, event.other)
        case Unlink():
            unlink(world, event.object)
        case GetsStatus():
            if event.gets and shows_two_faces(world, event.object, event.status):
                return
            listed = event.listed
            says = event.ability
            statuses = world.things[event.object].statuses
            had = event.status in statuses
            status(
                world, event.object, event.status, stamp, gets=event.gets, listed=listed, says=says
            )
            lost = had and event.status not in statuses
            if lost and not lose_as_one_of(world, event.object, event.status, event.way, stamp):
                raise CannotHappen(event.object)
        case ChangeCounters():
            count(world, event.object, event.characteristic, event.amount, stamp)
        case LosesForGood():
            forgo(world, event.object, event.keyword)
        case Transform():
            thing = world.things[event.object]
            turns = world.rulebook.two_faced and not stays(world, thing)
            misses = misses_other_face(thing, event.card)
            if mergings(world, thing):
                misses = misses_a_face(world, thing, event.card)
            if turns and misses:
                raise CannotHappen(event.object)
            transform(world, event.object, event.card, stamp)
        case TurnBegins():
            turn_begins(world, event.player)


def do(world: World, doer: str, verb: str, to: str | None, stamp: Stamp) -> None:
    """Note that it was done."""
    past = world.rulebook.actions.get(verb, verb)
    one = (doer, world.things[doer].life)
    other = None if to is None else (to, world.things[to].life)
    world.done.append(Done(one, past, other, stamp, world.turn))


def check_in_play(world: World, event: Event) -> None:
    """Refuse what an event cannot be done to."""
    for object in must_be_in_play(world, event):
        if not world.in_play(object):
            raise CannotHappen(object)
    for object in must_be_somewhere(world, event):
        if world.things[object].part_of is not None:
            raise CannotHappen(object)


def must_be_in_play(world: World, event: Event) -> tuple[str, ...]:
    """The objects that an event moves, changes, or uses."""
    match event:
        case Move() | Leave() | LosesForGood() | Transform() | Stack():
            return (event.object,)
        case ChangeCounters() if event.object in world.players:
            return ()
        case ChangeCounters() if not world.rulebook.characteristics[event.characteristic].lasting:
            return (event.object,)
        case GetsStatus() if not world.rulebook.statuses[event.status].anywhere:
            return (event.object,)
        case Link() | PutBelow() | Meld():
            return (event.object, event.other)
        case Hold():
            return (event.holder,)
        case Uncover():
            return (event.object,)
        case Attach():
            if event.bearer is None or event.bearer in world.players:
                return (event.object,)
            return (event.object, event.bearer)
        case Play():
            return () if world.copies_leave_forms else copied_now(event)
    return ()


def must_be_somewhere(world: World, event: Event) -> tuple[str, ...]:
    """The objects that must not be part of another one."""
    if isinstance(event, ChangeCounters) and event.object in world.players:
        return ()
    if isinstance(event, MoveZone | GetsStatus | ChangeCounters):
        return (event.object,)
    if isinstance(event, Hold):
        return (event.object, event.holder)
    if isinstance(event, Does):
        return (event.doer,) if event.to is None else (event.doer, event.to)
    if isinstance(event, Play):
        return ((event.id,) if event.known else ()) + copied_now(event)
    return must_be_in_play(world, event)


def copied_now(event: Play) -> tuple[str, ...]:
    """What it copies by abilities of its own, as that is now."""
    copies = event.copies if printed(event.card.abilities, "enters") else event.then
    return tuple(copy.of for copy in copies if not (copy.that_left or copy.says))


def to_use(world: World, event: UseAbility) -> tuple[tuple[int, PrintedAbility], int]:
    """The ability that is meant, with its place on the card, and the source's life."""
    thing = world.things[event.source]
    if event.given is not None:
        board = derive(world).board
        had = {instance.ability.keyword for instance in board.abilities[thing.id]}
        said = [event.given] if event.given.name in had else []
        if event.lent:
            said = lent_readings(board, thing.id, event.given)
        there = world.works_in(thing.id, event.given.ability.zones)
        usable = there and not board.is_disabled(thing.id)
        if not usable or len(said) != 1:
            raise CannotHappen(event.source)
        return (0, said[0]), thing.life
    ways = printed(world.form(thing.id).abilities, "activates", "triggers")
    used = working(world, thing.id, [way for way in ways if way[1].name == event.ability])
    if len({each.ability for _, each in used}) != 1:  # None, or several and none is named.
        raise CannotHappen(event.source)
    return used[0], thing.life


def resolve_use(world: World, announced: Announced, stamp: Stamp) -> None:
    """The effects of an ability that was used."""
    event = announced.what
    assert isinstance(event, UseAbility)
    assert announced.used is not None
    source = (event.source, announced.life)
    gone = announced.in_play and world.things[event.source].life != announced.life
    if gone and world.policy("ability of what has left") == "is ignored":
        return
    picked = announced.picked
    use = Use(source, event.player, announced.chosen, event.choosing, stamp, picked)
    number, ability = announced.used
    if event.choosing is not None:
        ability = with_choice(ability, event.choosing)
    resolve(world, use, [(number, ability)], event.id, ".")


def link(world: World, object: str, other: str) -> None:
    """The other object becomes a part of this one; what keeps to it keeps to this one too."""
    thing, part = world.things[object], world.things[other]
    for carried in world.things.values():
        if carried.bearer == other and not carried.below:
            attach(world, carried.id, None)
    attach(world, other, None)
    thing.linked.append(other)
    part.part_of = object
    part.fresh = False
    one, new = (other, part.life), (object, thing.life)
    for resolved in world.resolved:
        if one not in resolved.over_for:
            extend(resolved, one, new)


def put_below(world: World, object: str, other: str, stamp: Stamp) -> None:
    """The object is one more card below another, with what is part of it or lies below it; what
    keeps to it keeps to the other one."""
    one, new = (object, world.things[object].life), (other, world.things[other].life)
    part_with(world, object, derive(world).board)
    for resolved in world.resolved:
        if one not in resolved.over_for:
            extend(resolved, one, new)
    cards = [object, *world.things[object].linked]
    cards += [each.id for each in world.things.values() if each.bearer == object and each.below]
    [zone] = {stacking.zone for stacking in world.rulebook.stacking.values()}
    into(world, object, zone, stamp)
    for card in cards:
        world.things[card].bearer = other
        world.things[card].below = True


def unlink(world: World, part: str) -> None:
    """What was a part stands by itself, where and as that is which it was part of; what keeps to
    that one, and is not over for it, keeps to both."""
    piece = world.things[part]
    if piece.part_of is None or part not in world.things[piece.part_of].linked:
        raise CannotHappen(part)
    whole = world.things[piece.part_of]
    whole.linked.remove(part)
    piece.part_of = None
    piece.place, piece.controller = whole.place, whole.controller
    piece.statuses, piece.fresh = set(whole.statuses), whole.fresh
    old, new = (whole.id, whole.life), (part, piece.life)
    for resolved in world.resolved:
        effect = resolved.effect
        kept = old in effect.targets or any(old in chosen for _, chosen in effect.locked if chosen)
        if old in resolved.over_for or not kept:
            continue
        resolved.over_for.discard(new)
        extend(resolved, old, new)


def turn_begins(world: World, player: str) -> None:
    """Durations end, counters go, and it is the player's turn."""
    world.turn += 1
    reset = frozenset(world.things)
    if world.rulebook.resets is not None:
        reset = select(world.rulebook.resets, View(derive(world).board))
    for resolved in world.resolved:
        until = resolved.effect.ability.until
        mine = resolved.effect.player == player
        if isinstance(until, EndOfTurn) or resolved.ending:
            resolved.over = True
        if isinstance(until, EndOfNextTurn) and mine == until.yours:
            resolved.ending = True
    forms_end(world)
    for thing in world.things.values():
        thing.fresh = False
        if thing.id in reset and thing.id not in world.players:
            for name in list(thing.counters):
                known = world.rulebook.characteristics[name]
                if not known.lasting and not known.counted:
                    del thing.counters[name]
                    counters_gone(world, thing.id, {name})
    world.active = player
    turn_of_controllers(world, player)
    for resolved in world.resolved:
        if isinstance(resolved.effect.ability.until, YourNextTurn):
            resolved.over = resolved.over or resolved.effect.player == player
    turn_of_controllers(world, player)


def turn_of_controllers(world: World, player: str) -> None:
    """What lasts until its controller's next turn is over for what the player controls now; what
    lasts until its own player's next turn still holds then."""
    timed = [
        one
        for one in world.resolved
        if not one.over and isinstance(one.effect.ability.until, ControllersNextTurn)
    ]
    if not timed:
        return
    answer = derive(world)
    for resolved in timed:
        for object in reached_by(resolved, answer, world):
            if controller_of(object, answer.board) == player:
                resolved.over_for.add((object, world.things[object].life))
