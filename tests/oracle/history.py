"""The oracle's history: what each event does to the world, and what resolves with it."""

from __future__ import annotations

from dataclasses import replace

from layerlaw.model.algebra import (
    Ability,
    CantBeControlledBy,
    ChangeNumber,
    ControllerOf,
    CopyOf,
    EndOfTurn,
    Limit,
    NamedPlayer,
    Number,
    Operation,
    OwnerOf,
    Player,
    SetNumber,
    SetPlayer,
    SourceLeaves,
    Target,
    Value,
    YourNextTurn,
)
from layerlaw.model.cards import Card, PrintedAbility
from layerlaw.model.scenario import (
    Attach,
    Count,
    Event,
    Leave,
    LosesForGood,
    Move,
    Play,
    Together,
    Transform,
    TurnBegins,
    UseAbility,
)
from oracle.board import Board, printed_board
from oracle.derive import derive
from oracle.effects import printed_order
from oracle.operations import card_to_copy
from oracle.selectors import View, matches, mentions_it, player_meant, select, worth
from oracle.world import Chosen, Effect, Resolved, Stamp, Thing, World


def happen(world: World, event: Event, moment: int) -> None:
    """What an event does, before durations and state-based checks are looked at."""
    if isinstance(event, Together):
        for place, each in enumerate(in_order(world, event), start=1):
            one_event(world, each, (moment, place))
    else:
        one_event(world, event, (moment, 0))


def in_order(world: World, event: Together) -> list[Play | UseAbility]:
    """Simultaneous events as they follow one another: the active player's, then by seat."""
    seats = list(world.players)
    if world.active is not None:
        seats.remove(world.active)
        seats.insert(0, world.active)
    return [each for seat in seats for each in event.events if each.player == seat]


def one_event(world: World, event: Event, stamp: Stamp) -> None:
    """What a single event does."""
    for object in must_be_in_play(event):
        if not world.in_play(object):
            raise CannotHappen(object)
    match event:
        case Play():
            play(world, event, stamp)
        case UseAbility():
            thing = world.things[event.source]
            used = [
                (number, each)
                for number, each in enumerate(thing.form.abilities, start=1)
                if each.use in ("activates", "triggers") and each.name == event.ability
            ]
            used = [(number, each) for number, each in used if works(world, thing, each)][:1]
            if not used:
                raise CannotHappen(event.source)
            resolve(world, thing, used, event.player, event.targets, event.id, ".", stamp)
        case Move():
            world.things[event.object].bearer = None
            world.things[event.object].place = event.place
        case Attach():
            attach(world, event.object, event.bearer)
        case Leave():
            leave(world, event.object, event.zone)
        case Count():
            counters = world.things[event.object].counters
            counters[event.characteristic] = counters.get(event.characteristic, 0) + event.amount
        case LosesForGood():
            forgo(world, event.object, event.keyword)
        case Transform():
            world.things[event.object].card = event.card
            world.things[event.object].copied = None
            for resolved in world.resolved:
                resolved.over = resolved.over or resolved.effect.id == f"{event.object}.copy"
        case TurnBegins():
            for resolved in world.resolved:
                until = resolved.effect.ability.until
                mine = resolved.effect.player == event.player
                if isinstance(until, EndOfTurn) or (isinstance(until, YourNextTurn) and mine):
                    resolved.over = True
            for thing in world.things.values():
                thing.counters.clear()
            world.active = event.player


class CannotHappen(Exception):
    """An event needs an object in play, or an ability, that is not there at its moment."""


def forgo(world: World, object: str, keyword: str) -> None:
    """The object loses the keyword as printed, and as given by what has resolved so far."""
    thing = world.things[object]
    thing.forgone.add(keyword)
    for resolved in world.resolved:
        if not resolved.over:
            resolved.withheld.add(((thing.id, thing.life), keyword))


def must_be_in_play(event: Event) -> tuple[str, ...]:
    """The objects that an event moves, changes, or uses."""
    match event:
        case Move() | Leave() | Count() | LosesForGood() | Transform():
            return (event.object,)
        case Attach():
            return (event.object,) if event.bearer is None else (event.object, event.bearer)
        case UseAbility():
            return (event.source,)
        case Play() if event.copying is not None and any(
            each.use == "enters" for each in event.card.abilities
        ):
            return (event.copying,)
    return ()


def works(world: World, thing: Thing, printed: PrintedAbility) -> bool:
    """Whether the object has the ability, and is not disabled, in the complete state."""
    board = derive(world).board
    has = any(instance.ability == printed.ability for instance in board.abilities[thing.id])
    return has and not board.is_disabled(thing.id)


def alive(world: World, target: Chosen) -> bool:
    """Whether the target is still the object that was chosen, and in play."""
    object, life = target
    return world.things[object].life == life and world.in_play(object)


def has_nothing_left(world: World, resolved: Resolved) -> bool:
    """Whether the effect speaks of its targets only, and each has left play or is done with it."""
    effect = resolved.effect
    if effect.targets == ():
        return False
    if any(not isinstance(each.scope, Target) for each in effect.ability.instructions):
        return False
    for target in effect.targets:
        if alive(world, target) and target not in resolved.over_for:
            return False
    return True


def attach(world: World, object: str, bearer: str | None) -> None:
    """Pass the object to a bearer; without one it stays where it was carried to."""
    world.things[object].place = world.place_of(object)
    if bearer is not None and world.in_play(object) and world.in_play(bearer):
        world.things[object].bearer = bearer
    else:
        world.things[object].bearer = None


def leave(world: World, object: str, zone: str) -> None:
    """The object leaves play; what it carries is dropped, effects that wait for this end."""
    for thing in world.things.values():
        if thing.bearer == object:
            attach(world, thing.id, None)
    attach(world, object, None)
    world.things[object].zone = zone
    for resolved in world.resolved:
        effect = resolved.effect
        with_source = effect.ability.until is None or isinstance(effect.ability.until, SourceLeaves)
        if with_source and effect.source == object:
            resolved.over = True
        if effect.id == f"{object}.copy":
            resolved.over = True
        if has_nothing_left(world, resolved):
            resolved.over = True
    world.things[object].counters.clear()
    world.things[object].forgone.clear()
    world.things[object].copied = None


def play(world: World, event: Play, stamp: Stamp) -> None:
    """A card enters play, or a spell resolves."""
    numbered = list(enumerate(event.card.abilities, start=1))

    def under(use: str, of: list[tuple[int, PrintedAbility]]) -> list[tuple[int, PrintedAbility]]:
        return [(number, each) for number, each in of if each.use == use]

    is_spell = bool(under("resolves", numbered))
    before = world.things.pop(event.id, None)
    thing = Thing(
        id=event.id,
        life=1 if before is None else before.life + 1,
        card=event.card,
        copied=None,
        owner=event.player,
        place=event.place,
        zone=world.rulebook.zones[1] if is_spell else world.rulebook.zones[0],
        bearer=None,
        entered=stamp,
    )
    world.things[event.id] = thing
    if is_spell:
        spells = under("resolves", numbered)
        resolve(world, thing, spells, event.player, event.targets, event.id, ".", stamp)
        return
    carried = world.rulebook.carried
    printed = View(printed_board(world))
    if event.targets and carried is not None and matches(thing.id, carried, printed):
        attach(world, thing.id, event.targets[0])
    if event.copying is not None and under("enters", numbered):
        chosen = world.things[event.copying].form
        name = f"{event.id}.copy"
        copies = under("enters", numbered)
        targets = (event.copying, *event.targets)
        resolve(world, thing, copies, event.player, targets, name, "", stamp, chosen)
        thing.copied = chosen
    entries = under("on entry", list(enumerate(thing.form.abilities, start=1)))
    entries = [(number, each) for number, each in entries if works(world, thing, each)]
    name = f"{event.id}.entry"
    resolve(world, thing, entries, event.player, event.targets, name, "", stamp)


def resolve(
    world: World,
    source: Thing,
    abilities: list[tuple[int, PrintedAbility]],
    player: str,
    targets: tuple[str, ...],
    name: str,
    separator: str,
    stamp: Stamp,
    chosen: Card | None = None,
) -> None:
    """Make one resolved effect for each ability that has instructions.

    chosen: what the source enters as a copy of. Values and locked sets are read on the board as
    it is derived without the new effects.
    """
    abilities = [(number, each) for number, each in abilities if each.ability.instructions]
    if not abilities:
        return
    board = derive(world).board
    new: list[Effect] = []
    for place, (number, printed) in enumerate(abilities, start=1):
        effect = Effect(
            id=name if len(abilities) == 1 else f"{name}{separator}{place}",
            ability=printed.ability,
            source=source.id,
            life=source.life,
            instance=None,
            player=player,
            targets=tuple((id, world.things[id].life) for id in targets),
            stamp=stamp,
            order=(stamp, 0, 0, printed_order(world, number), 1),
        )
        new.append(frozen(effect, board, chosen))
    world.resolved += [Resolved(effect) for effect in new]


def frozen(effect: Effect, board: Board, chosen: Card | None) -> Effect:
    """The resolved effect with its values and its locked sets as they are now."""
    view = View(board, effect)
    locked: list[tuple[int, frozenset[Chosen]]] = []
    copied: list[tuple[int, int, Card | None]] = []
    instructions = []
    for place, instruction in enumerate(effect.ability.instructions):
        lock = instruction.locked
        if lock is None:
            lock = board.world.policy("resolved set") == "locked"
        if lock:
            scope = select(instruction.scope, view)
            locked.append((place, frozenset((id, board.world.things[id].life) for id in scope)))
        for number, operation in enumerate(instruction.operations):
            if isinstance(operation, CopyOf) and chosen is not None:
                copied.append((place, number, chosen))
            elif isinstance(operation, CopyOf) and not mentions_it(operation.of):
                copied.append((place, number, card_to_copy(operation, view)))
        operations = tuple(frozen_operation(each, view) for each in instruction.operations)
        instructions.append(replace(instruction, operations=operations))
    ability: Ability = replace(effect.ability, instructions=tuple(instructions))
    return replace(effect, ability=ability, locked=tuple(locked), copied=tuple(copied))


def frozen_operation(operation: Operation, view: View) -> Operation:
    """The operation with what does not depend on `it` worked out."""
    match operation:
        case SetNumber(name, value):
            return SetNumber(name, frozen_value(value, view))
        case ChangeNumber(name, sign, value):
            return ChangeNumber(name, sign, frozen_value(value, view))
        case Limit(name, how, value):
            return Limit(name, how, frozen_value(value, view))
        case SetPlayer(name, player):
            return SetPlayer(name, frozen_player(player, view))
        case CantBeControlledBy(player):
            return CantBeControlledBy(frozen_player(player, view))
    return operation


def frozen_value(value: Value, view: View) -> Value:
    """The value as a number, unless it depends on `it`."""
    return value if mentions_it(value) else Number(worth(value, view))


def frozen_player(player: Player, view: View) -> Player:
    """The player by name ("" for nobody), unless that depends on `it`; You never changes here."""
    if isinstance(player, ControllerOf | OwnerOf) and not mentions_it(player):
        return NamedPlayer(player_meant(player, view) or "")
    return player
