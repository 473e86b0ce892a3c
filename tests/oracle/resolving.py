"""The oracle's resolved effects: made of abilities, with what is fixed as they resolve."""

from __future__ import annotations

from dataclasses import dataclass, replace

from layerlaw.model.algebra import (
    Ability,
    CantBeControlledBy,
    ChangeNumber,
    ControllerOf,
    CopyOf,
    EnterWith,
    Entrance,
    FixNumber,
    GainActivated,
    Ignore,
    Instruction,
    Limit,
    NamedPlayer,
    Number,
    Operation,
    OwnerOf,
    Permission,
    Player,
    Recorded,
    RecordedPlayer,
    Redirect,
    Selector,
    Self,
    SetNumber,
    SetPlayer,
    SetStatus,
    SourceLeaves,
    Target,
    Value,
)
from layerlaw.model.cards.card import Card, PrintedAbility, as_copied
from oracle.board import Board
from oracle.derive import derive
from oracle.effects import printed_order
from oracle.operations import activated, card_to_copy
from oracle.selectors import select
from oracle.values import holds, mentions_it, player_meant, worth
from oracle.view import View
from oracle.world import Chosen, Departed, Effect, Resolved, Stamp, World


@dataclass(frozen=True)
class Use:
    """Whose abilities resolve: the source as it was, the player, what was chosen, and when.

    picked: the object behind `choosing`, as it was when this was announced.
    """

    source: Chosen
    player: str
    targets: tuple[Chosen, ...]
    choice: str | None
    stamp: Stamp
    picked: Chosen | None = None


def resolve(
    world: World,
    use: Use,
    abilities: list[tuple[int, PrintedAbility]],
    name: str,
    separator: str,
    chosen: Card | None = None,
) -> None:
    """Make one resolved effect for each ability that has instructions.

    chosen: what the source enters as a copy of. Values and locked sets are read on the board as
    it is derived without the new effects.
    """
    abilities = [
        (number, each)
        for number, each in abilities
        if each.ability.instructions or each.ability.entering
    ]
    if not abilities:
        return
    board = derive(world).board
    new: list[Resolved] = []
    names = new_names(world, name, separator, len(abilities))
    for id, (number, printed) in zip(names, abilities, strict=True):
        effect = Effect(
            id=id,
            ability=printed.ability,
            source=use.source[0],
            life=use.source[1],
            instance=None,
            player=use.player,
            targets=use.targets,
            stamp=use.stamp,
            order=(use.stamp, 0, 0, printed_order(world, number), 1, 0),
            choice=use.choice,
            known=what_is_known(world, use),
            picked=what_was_picked(world, use),
        )
        if printed.only_if is not None and not holds(printed.only_if, View(board, effect)):
            continue
        is_new = world.things[effect.source].life != effect.life
        over = is_new and lasts_with_source(world, effect, printed.use == "resolves")
        new.append(Resolved(frozen(effect, board, chosen), over=over))
    world.resolved += new


def what_is_known(world: World, use: Use) -> tuple[Departed, ...]:
    """The last board with the source, if that has left, and with the one target that was left."""
    known = []
    last = world.departed.get(use.source)
    if last is not None:
        known.append((use.source, *last))
    alive = [each for each in use.targets if world.things[each[0]].life == each[1]]
    gone = [each for each in world.departed if each in use.targets]
    if not alive and gone:
        last = world.departed[gone[-1]]
        if last is not None:
            known.append((gone[-1], *last))
    return tuple(known)


def what_was_picked(world: World, use: Use) -> Departed | None:
    """The last board with the object that was picked, if that has left since."""
    last = None if use.picked is None else world.departed.get(use.picked)
    return None if use.picked is None or last is None else (use.picked, *last)


def new_names(world: World, name: str, separator: str, count: int) -> list[str]:
    """The names of new effects: those of a second use say so while the first one's stand."""
    standing = {each.effect.id for each in world.resolved if not each.over}
    again = 0
    while True:
        base = name + ("" if again == 0 else ".again" if again == 1 else f".again{again}")
        names = [base] if count == 1 else [f"{base}{separator}{n}" for n in range(1, count + 1)]
        if standing.isdisjoint(names):
            return names
        again += 1


def lasts_with_source(world: World, effect: Effect, is_spell: bool = False) -> bool:
    """Whether the effect lasts until its source leaves play."""
    if effect.ability.until is None:
        return world.policy("no duration") == "source" and not is_spell
    return isinstance(effect.ability.until, SourceLeaves)


def has_nothing_left(world: World, resolved: Resolved) -> bool:
    """Whether the effect speaks of its targets only, and each is a new object or done with it."""
    effect = resolved.effect
    if effect.targets == ():
        return False
    if effect.ability.entering:
        return False
    if any(not isinstance(each.scope, Target) for each in effect.ability.instructions):
        return False
    for target in effect.targets:
        if world.alive(target) and target not in resolved.over_for:
            return False
    return True


def frozen(effect: Effect, board: Board, chosen: Card | None) -> Effect:
    """The resolved effect with its values and its locked sets as they are now."""
    view = View(board, effect)
    locked: list[tuple[int, frozenset[Chosen]]] = []
    copied: list[tuple[int, int, Card | None]] = []
    instructions = []
    for place, instruction in enumerate(effect.ability.instructions):
        lock = instruction.locked
        if lock is None:
            lock = locks(instruction, board.world.policy("resolved set"))
        # `self` and `target` name their objects; there is no set to keep to.
        if lock and not isinstance(instruction.scope, Self | Target):
            scope = select(instruction.scope, view)
            locked.append((place, frozenset((id, board.world.things[id].life) for id in scope)))
        for number, operation in enumerate(instruction.operations):
            if isinstance(operation, CopyOf) and chosen is not None:
                copied.append((place, number, chosen))
            elif isinstance(operation, CopyOf) and not mentions_it(operation.of):
                original = card_to_copy(operation, view)
                printed = None if original is None else as_copied(original, None)
                copied.append((place, number, printed))
        instructions.append(frozen_instruction(instruction, view))
    entering = tuple(
        replace(each, arrivals=tuple(frozen_arrival(one, view) for one in each.arrivals))
        for each in effect.ability.entering
    )
    ability: Ability = replace(effect.ability, instructions=tuple(instructions), entering=entering)
    return replace(effect, ability=ability, locked=tuple(locked), copied=tuple(copied))


def frozen_arrival(arrival: Entrance, view: View) -> Entrance:
    """What objects enter with, the number worked out unless it asks about what enters."""
    if view.board.world.policy("resolved variable") == "always":
        return arrival
    if isinstance(arrival, EnterWith) and not mentions_it(arrival.amount):
        return EnterWith(arrival.counter, Number(worth(arrival.amount, view)))
    return arrival


def locks(instruction: Instruction, policy: str) -> bool:
    """Whether an instruction that says nothing of it keeps to the objects of this moment."""
    other = (Permission, Ignore, Redirect, SetStatus)
    changes = [each for each in instruction.operations if not isinstance(each, other)]
    return policy == "locked" or ("for characteristics" in policy and bool(changes))


def frozen_instruction(instruction: Instruction, view: View) -> Instruction:
    """The instruction with its numbers and players worked out as policy and `it` ask for."""
    if view.board.world.policy("resolved variable") == "always":
        return instruction
    operations = tuple(
        frozen_operation(each, instruction.scope, view) for each in instruction.operations
    )
    return replace(instruction, operations=operations)


def frozen_operation(operation: Operation, scope: Selector, view: View) -> Operation:
    """The operation with what does not depend on `it` worked out."""
    match operation:
        case SetNumber(name, value):
            return SetNumber(name, frozen_value(value, scope, view))
        case FixNumber(name, value):
            return FixNumber(name, frozen_value(value, scope, view))
        case ChangeNumber(value=value):
            return replace(operation, value=frozen_value(value, scope, view))
        case Limit(name, how, value):
            return Limit(name, how, frozen_value(value, scope, view))
        case SetPlayer(name, player):
            return SetPlayer(name, frozen_player(player, scope, view))
        case CantBeControlledBy(player, name):
            return CantBeControlledBy(frozen_player(player, scope, view), name)
        case GainActivated(of) if not mentions_it(of):
            return GainActivated(of, tuple(sorted(activated(of, view), key=repr)))
    return operation


def frozen_value(value: Value, scope: Selector, view: View) -> Value:
    """The value as a number; what depends on `it` stays, or is recorded for every object."""
    if not mentions_it(value):
        return Number(worth(value, view))
    if view.board.world.policy("resolved variable") != "once":
        return value
    objects = sorted(select(scope, view))
    return Recorded(tuple((each, worth(value, replace(view, it=each))) for each in objects))


def frozen_player(player: Player, scope: Selector, view: View) -> Player:
    """The player by name ("" for nobody), recorded for every object where that depends on `it`.

    You never changes here.
    """
    if not isinstance(player, ControllerOf | OwnerOf):
        return player
    if not mentions_it(player):
        return NamedPlayer(player_meant(player, view) or "")
    if view.board.world.policy("resolved variable") != "once":
        return player
    objects = sorted(select(scope, view))
    named = ((each, player_meant(player, replace(view, it=each)) or "") for each in objects)
    return RecordedPlayer(tuple(named))


def extend(resolved: Resolved, one: Chosen, new: Chosen) -> None:
    """What the effect chose or locked besides, if it has the one among them."""
    effect = resolved.effect
    targets = effect.targets
    if one in targets and new not in targets:
        targets = (*targets, new)
    locked = tuple(
        (place, chosen | {new} if one in chosen else chosen) for place, chosen in effect.locked
    )
    resolved.effect = replace(effect, targets=targets, locked=locked)


def forget(effect: Effect, object: str) -> Effect:
    """The effect without what it recorded for an object that has become a new one."""

    def without(value: Value) -> Value:
        if not isinstance(value, Recorded):
            return value
        return Recorded(tuple((id, number) for id, number in value.numbers if id != object))

    def forgotten(operation: Operation) -> Operation:
        if isinstance(operation, SetNumber | FixNumber | ChangeNumber | Limit):
            return replace(operation, value=without(operation.value))
        if isinstance(operation, SetPlayer | CantBeControlledBy):
            player = operation.player
            if isinstance(player, RecordedPlayer):
                left = tuple((id, name) for id, name in player.players if id != object)
                return replace(operation, player=RecordedPlayer(left))
        return operation

    instructions = tuple(
        replace(each, operations=tuple(forgotten(one) for one in each.operations))
        for each in effect.ability.instructions
    )
    return replace(effect, ability=replace(effect.ability, instructions=instructions))
