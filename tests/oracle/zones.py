"""The oracle's zones: how an object goes from one to another, and what goes with it."""

from __future__ import annotations

from collections.abc import Sequence
from copy import deepcopy
from dataclasses import replace

from layerlaw.model.algebra import (
    Ability,
    Arrival,
    CopyOf,
    EnterAs,
    EnterAsCopy,
    EnterWith,
    Identified,
    Instruction,
    Provided,
    Redirect,
    Self,
)
from layerlaw.model.cards.card import Card, PrintedAbility, as_copied, chosen_for
from layerlaw.model.scenarios.events import Play
from oracle.arriving import anything_said, copies_said, entering_with, says, without
from oracle.arriving import arrive as arrive_with
from oracle.board import Board, Redirection
from oracle.counting import status
from oracle.derive import derive
from oracle.exceptions import otherwise
from oracle.faces import created
from oracle.halves import half_of
from oracle.lingering import go_on
from oracle.operations import copiable
from oracle.printed import printed_board
from oracle.resolving import Use, extend, forget, lasts_with_source, resolve
from oracle.rest import stir
from oracle.selectors import controller_of, matches, select
from oracle.texts import readings, spell_readings
from oracle.view import View
from oracle.world import RULES, Chosen, Stamp, Thing, World


class CannotHappen(Exception):
    """An event needs an object in play, or an ability, that is not there at its moment."""


def go(world: World, object: str, zone: str, stamp: Stamp, board: Board) -> None:
    """The object goes to a zone, unless something on the last complete board redirects it."""
    zone = destination(object, zone, board)
    if zone != world.things[object].zone:
        part_with(world, object, board)
        into(world, object, zone, stamp, board)


def move_to(world: World, object: str, zone: str, stamp: Stamp, number: int | None = None) -> None:
    """The object goes to a zone; what enters play triggers by that as if it were played.

    number: the one that is chosen for it.
    """
    was_in_play = world.in_play(object)
    go(world, object, zone, stamp, derive(world).board)
    if world.in_play(object) and not was_in_play:
        thing = world.things[object]
        assert thing.owner is not None
        chosen = None if number is None else str(number)
        thing.choice = chosen if chosen is not None else thing.choice
        with_statuses(world, object, stamp)
        on_entry(world, Use((object, thing.life), thing.owner, (), chosen, stamp))


def with_statuses(world: World, object: str, stamp: Stamp) -> None:
    """It has entered with the statuses that it gets at that moment. Rule 708.3."""
    for one in world.with_it:
        listed, says = one.listed, one.ability
        status(world, object, one.status, stamp, gets=True, listed=listed, says=says)
    world.with_it = []


def destination(thing: str, zone: str, board: Board) -> str:
    """Where the object really goes: the newest redirection that speaks of the zone decides."""
    world = board.world
    found = redirections(thing, zone, board)
    front = world.things[thing].front
    if front is not None and not found - by_rules(found, board):
        melded, back = world.things[thing].counterpart, world.things[thing].card
        world.things[thing].card, world.things[thing].counterpart = front, None
        board = derive(world).board
        world.things[thing].card, world.things[thing].counterpart = back, melded
        found = by_rules(redirections(thing, zone, board), board)
    if not found:
        return zone

    def age(mark: Redirection) -> tuple[object, ...]:
        maker = board.makers[mark.by]
        stated = [each for one in maker.ability.instructions for each in one.operations]
        same = Redirect(mark.to, mark.instead_of)
        places = [place for place, each in enumerate(stated) if each == same]
        return maker.order, mark.by, max(places)

    return max(found, key=age).to


def redirections(thing: str, zone: str, board: Board) -> set[Redirection]:
    """What sends the object elsewhere instead of to the zone."""
    return {
        mark
        for mark in board.marks[thing]
        if isinstance(mark, Redirection) and mark.instead_of in (None, zone)
    }


def by_rules(found: set[Redirection], board: Board) -> set[Redirection]:
    """Those of the rules."""
    return {mark for mark in found if board.makers[mark.by].source == RULES}


def part_with(world: World, object: str, board: Board) -> None:
    """Keep what the board says of an object that is about to leave, and of what goes along."""
    go_on(world, object, board)
    if world.in_play(object):
        world.left[object] = copiable(object, board)
    if world.policy("what has left") != "last known":
        for other in world.things.values():
            if other.id in world.things[object].linked or (other.bearer == object and other.below):
                part_with(world, other.id, board)
        return
    was = world.things[object]
    one = (was.id, was.life)
    for known in [each for each in world.departed if each[0] == object]:
        world.departed[known] = None
    carried = world.rulebook.carried
    borne = carried is not None and matches(object, carried, View(board))
    bearer = world.things[was.bearer] if borne and was.bearer is not None else None
    last = (board, controller_of(object, board), copiable(object, board))
    world.departed[one] = (*last, None if bearer is None else (bearer.id, bearer.life))
    for resolved in world.resolved:
        effect = resolved.effect
        alive = {each for each in effect.targets if world.things[each[0]].life == each[1]}
        asks_target = alive - resolved.over_for == {one}
        if (effect.source, effect.life) == one or asks_target:
            resolved.effect = replace(effect, known=(*effect.known, (one, *last, None)))
    for other in world.things.values():
        if other.id in was.linked or (other.bearer == object and other.below):
            part_with(world, other.id, board)


def into(world: World, object: str, zone: str, stamp: Stamp, board: Board | None = None) -> None:
    """The object is a new one in a zone: it drops what it carries, and what is part of it or
    lies below it comes along; what it holds goes where the rulebook says. Its last place is
    remembered out of play. board: the last complete one."""
    was = world.things[object]
    playing = zone == world.rulebook.zones[0]
    along = [*was.linked]
    for thing in list(world.things.values()):
        if thing.bearer == object and thing.below:
            along.append(thing.id)
        elif thing.bearer == object:
            attach(world, thing.id, None)
    left_in = world.rulebook.left_in
    elsewhere = {
        each: destination(each, left_in[world.things[each].zone], board or derive(world).board)
        for each in along
        if world.things[each].zone in left_in
    }
    place = world.place_of(object)
    waits = world.rulebook.announced
    resolves = waits is not None and was.zone == waits.zone and playing  # rule 400.7a
    for resolved in world.resolved:
        effect = resolved.effect
        own = (effect.source, effect.life) == (was.id, was.life)
        if own and world.in_play(object) and lasts_with_source(world, effect):
            resolved.over = True
        counters = [each.name for each in world.rulebook.characteristics.values() if each.gives]
        of_forms = effect.id.startswith(f"{object}.merged@")
        if of_forms or effect.id in {f"{object}.{name}" for name in ("copy", *counters)}:
            resolved.over = True
        if not resolves:
            resolved.effect = forget(effect, object)
        elif (object, was.life) not in resolved.over_for:
            extend(resolved, (object, was.life), (object, was.life + 1))
        else:
            resolved.over_for.add((object, was.life + 1))
        if resolves and own:
            resolved.effect = replace(resolved.effect, life=was.life + 1)
    card = was.above or was.front or was.card
    del world.things[object]
    world.things[object] = Thing(
        id=object,
        life=was.life + 1,
        card=half_of(card.unchosen or card, flipped=False),
        copied=None,
        owner=was.owner,
        controller="" if playing and card.uncontrolled else was.owner,
        place=None if playing else place,
        zone=zone,
        bearer=None,
        entered=stamp,
        topped=stamp,
        static_stamp=stamp,
        fresh=playing,
        origin=was.zone,
    )
    stir(world, object)
    if playing:
        take_counters(world, object)
    for thing in list(world.things.values()):
        if thing.choice == object and thing.card.unchosen is not None:
            thing.card, thing.choice = thing.card.unchosen, None
    for each in along:
        into(world, each, elsewhere.get(each, zone), stamp)


def attach(world: World, object: str, bearer: str | None) -> None:
    """Pass the object to a bearer; without one it stays where it was carried to."""
    world.things[object].place = world.place_of(object)
    carries = bearer is not None and (world.in_play(bearer) or bearer in world.players)
    if carries and world.in_play(object):
        world.things[object].bearer = bearer
    else:
        world.things[object].bearer = None


def play(
    world: World,
    event: Play,
    now: Stamp,
    cast: Stamp,
    chosen: tuple[Chosen, ...],
    picked: Chosen | None = None,
) -> None:
    """A card enters play, or a spell resolves.

    cast: the timestamp of what a spell leaves. chosen: the targets as they were chosen. picked: the
    object behind `choosing`, as it was when a spell was cast.
    """
    for copy in event.copies:
        if copy.that_left and copy.of not in world.left:
            raise CannotHappen(copy.of)
    known = world.things[event.id].card if event.known and event.id in world.things else event.card
    event = replace(event, card=chosen_for(known, event.choosing))
    is_spell = bool(printed(event.card.abilities, "resolves"))
    waits = world.rulebook.announced
    if event.known and is_spell and waits is not None and world.things[event.id].zone == waits.zone:
        said = spell_readings(derive(world).board, event.id, printed(known.abilities, "resolves"))
        numbered = enumerate(said, start=1)
        abilities = [replace(each, shift=number - place) for place, (number, each) in numbered]
        known = replace(known, abilities=tuple(abilities))
    zone = world.rulebook.zones[1] if is_spell else world.rulebook.zones[0]
    before = derive(world).board if event.copies else None
    thing = arrive(world, event, event.zone or zone, now)
    if event.zone is not None:
        return
    use = Use((thing.id, thing.life), event.player, chosen, event.choosing, now)
    if is_spell:
        spells = printed(chosen_for(known, event.choosing).abilities, "resolves")
        use = Use(use.source, use.player, use.targets, use.choice, cast, picked)
        resolve(world, use, spells, event.id, ".")
        return
    copies = printed(event.card.abilities, "enters")
    is_the_copy = False
    if before is not None and event.copying is not None and copies:
        card = world.left[event.copying] if event.that_left else copiable(event.copying, before)
        if not created(world, event, thing, card):
            is_the_copy, copies = True, []
            take_counters(world, thing.id)
    ways: list[tuple[str, Card | None]] = []
    for copy in event.copies if printed(event.card.abilities, "enters") else event.then:
        assert before is not None
        card = world.left[copy.of] if copy.that_left else copiable(copy.of, before)
        as_it_enters = half_of(as_copied(card, event.choosing), flipped=False)
        ways.append((copy.of, None if copy.says else as_it_enters))
    if is_the_copy:
        # Its own card says so, and no effect.
        ways = ways[1:]
    own = thing.card
    if ways and ways[-1][1] is not None:
        # Whether it is carried is asked of what it enters as.
        thing.card = ways[-1][1]
    carried = world.rulebook.carried
    view = View(printed_board(world))
    first = event.targets[0] if event.targets else ""
    may = first not in world.players or world.rulebook.carried_players
    is_carried = first and may and carried is not None and matches(thing.id, carried, view)
    thing.card = own
    if is_carried:
        attach(world, thing.id, first)
    with_statuses(world, thing.id, now)
    asked = world.policy("copy on entry") == "as in play" and not event.card.created_as_copy
    by_itself = asked and bool(copies and ways) and ways[0][1] is not None
    if by_itself:
        copies = still_has(world, use, copies)
    if by_itself and not copies:
        ways = ways[1:]
    on_entry(world, use, ways, copies or None)


def still_has(
    world: World, use: Use, enters: list[tuple[int, PrintedAbility]]
) -> list[tuple[int, PrintedAbility]]:
    """Those of these abilities that it would have in play, with nothing that enters with it.

    Rule 614.12.
    """
    object = use.source[0]
    with_it = entering_with(world, object, use.stamp)
    board = derive(without(world, with_it)).board
    return [] if board.is_disabled(object) else readings(board, object, enters)


def with_exceptions(
    world: World, use: Use, copies: list[tuple[int, PrintedAbility]], thing: Thing
) -> tuple[list[tuple[int, PrintedAbility]], list[Arrival]]:
    """The abilities with the exceptions that hold, and what else it enters with by them.

    Whether one on a condition holds is seen on a world where it has entered without any of those.
    Rules 707.9e and 707.9f.
    """
    if not any(
        says(printed_ability, (Provided, EnterWith, EnterAs), ()) for _, printed_ability in copies
    ):
        return copies, []
    arrivals: list[Arrival] = []
    settled = []
    trial = deepcopy(world)
    resolve(trial, use, copies, "trial", "", thing.copied)
    trial = without(trial, entering_with(trial, thing.id, use.stamp))
    for number, printed_ability in copies:
        instructions = []
        for instruction in printed_ability.ability.instructions:
            operations = []
            for operation in instruction.operations:
                if isinstance(operation, CopyOf):
                    arrivals += operation.arrivals
                    for one in operation.provided:
                        view = View(derive(trial).board, trial.resolved[-1].effect)
                        if thing.id in select(one.among, view):
                            assert thing.copied is not None
                            arrivals += one.arrivals
                            thing.copied = otherwise(thing.copied, CopyOf(operation.of, one.but))
                            operation = replace(operation, but=(*operation.but, *one.but))
                    operation = replace(operation, provided=())
                operations.append(operation)
            instructions.append(replace(instruction, operations=tuple(operations)))
        ability = replace(printed_ability.ability, instructions=tuple(instructions))
        settled.append((number, replace(printed_ability, ability=ability)))
    return settled, arrivals


def arrive(world: World, event: Play, zone: str, now: Stamp) -> Thing:
    """The object that is played, a new one; a known one keeps its card and its owner."""
    if event.known:
        if event.id not in world.things or world.in_play(event.id):
            raise CannotHappen(event.id)
        part_with(world, event.id, derive(world).board)
        into(world, event.id, zone, now)
        thing = world.things[event.id]
        thing.place = event.place
    else:
        before = world.things.pop(event.id, None)
        thing = Thing(
            id=event.id,
            life=1 if before is None else before.life + 1,
            card=event.card,
            copied=None,
            owner=event.player,
            controller=event.player,
            place=event.place,
            zone=zone,
            bearer=None,
            entered=now,
            topped=now,
            static_stamp=now,
            fresh=zone == world.rulebook.zones[0],
        )
        world.things[event.id] = thing
        stir(world, event.id)
    thing.controller = "" if event.card.uncontrolled else event.player
    thing.choice = event.choosing
    thing.card = event.card
    if world.in_play(thing.id):
        take_counters(world, thing.id)
    return thing


def take_counters(world: World, object: str) -> None:
    """What enters play has as many counters of a counted number as are printed."""
    thing = world.things[object]
    card = thing.card if thing.copied is None else thing.copied
    for each in world.rulebook.characteristics.values():
        if each.counted:
            thing.counters.pop(each.name, None)
            if each.name in card.numbers:
                thing.counters[each.name] = card.numbers[each.name]


def on_entry(
    world: World,
    use: Use,
    ways: Sequence[tuple[str, Card | None]] = (),
    first: list[tuple[int, PrintedAbility]] | None = None,
) -> None:
    """It has what it enters with, and what triggers by its own entry resolves.

    ways: as what its player has it enter, one after another: by its own ability as a copy of an
    object, that is the card, or as another object says. first: by which abilities the first way is.
    """
    object = use.source[0]
    besides = as_copies(world, use, ways, first)
    if not arrive_with(world, object, use.stamp, besides):
        raise CannotHappen(object)
    entries = working(world, object, printed(world.form(object).abilities, "on entry"))
    resolve(world, use, entries, f"{object}.entry", "")


def as_copies(
    world: World,
    use: Use,
    ways: Sequence[tuple[str, Card | None]],
    first: list[tuple[int, PrintedAbility]] | None,
) -> Sequence[Arrival]:
    """It becomes one copy after another, as its player chooses and as abilities of others say.

    Each of the others applies once, until no more of them do. The last copy is what it is, and with
    what an earlier one says it does not enter. Rules 614.12, 616.1 and 707.9e.
    """
    object = use.source[0]
    thing = world.things[object]
    besides: Sequence[Arrival] = ()
    done: list[tuple[str, EnterAsCopy]] = []
    to_do = [*ways]
    targets: tuple[Chosen, ...]
    number = 0
    while to_do or anything_said(world):
        who, card = to_do.pop(0) if to_do else ("", None)
        if card is None:
            said = [
                each
                for each in copies_said(world, object, use.stamp)
                if each[:2] not in done and each[2] is not None and who in ("", each[0])
            ]
            if not said:
                if who:
                    raise CannotHappen(object)
                break
            if len({repr((card, replace(each.copy, of=Self()))) for _, each, card in said}) > 1:
                raise CannotHappen(object)
            done += [each[:2] for each in said]
            holder, arrival, card = said[0]
            assert card is not None
            player, card = thing.controller or "", as_copied(card, thing.choice)
            copy = replace(arrival.copy, of=Identified(holder))
            ability = Ability(None, (Instruction(Self(), (copy,)),))
            enters, targets = [(0, PrintedAbility("enters", ability))], (use.source,)
        else:
            targets = ((who, world.things[who].life), *use.targets)
            enters, player = printed(world.form(object).abilities, "enters"), use.player
            if first is not None and not number:
                enters = first
            else:
                enters = still_has(world, use, enters)
                if not enters:
                    raise CannotHappen(object)
            for instruction in enters[0][1].ability.instructions:
                for operation in instruction.operations:
                    if isinstance(operation, CopyOf):
                        card = otherwise(card, operation)
        for resolved in world.resolved:
            if resolved.effect.id == f"{object}.copy" and not resolved.over:
                if enters[0][1].ability.until not in (None, resolved.effect.ability.until):
                    raise CannotHappen(object)
                resolved.over = True
        thing.copied = card
        copying = Use(use.source, player, targets, thing.choice, use.stamp)
        enters, besides = with_exceptions(world, copying, enters, thing)
        take_counters(world, object)
        resolve(world, copying, enters, f"{object}.copy", "", thing.copied)
        number += 1
    return besides


def printed(abilities: tuple[PrintedAbility, ...], *uses: str) -> list[tuple[int, PrintedAbility]]:
    """The abilities of these uses with their places on the card."""
    return [(n + each.shift, each) for n, each in enumerate(abilities, start=1) if each.use in uses]


def working(
    world: World, object: str, abilities: list[tuple[int, PrintedAbility]]
) -> list[tuple[int, PrintedAbility]]:
    """Those that the object has in the complete state where they work, as they read, unless it is
    disabled."""
    there = [way for way in abilities if world.works_in(object, way[1].ability.zones)]
    if not there:
        return []
    board = derive(world).board
    return [] if board.is_disabled(object) else readings(board, object, there)
