"""The oracle's effects: which there are on a board, their ids, their order, and their existence."""

from __future__ import annotations

from dataclasses import dataclass, field

from layerlaw.model.algebra import Ability, Instruction, Operation
from layerlaw.model.algebra.chosen import with_choice
from layerlaw.model.cards.card import Card
from layerlaw.model.rulebooks.rulebook import Rulebook
from oracle.board import Board, title
from oracle.joined import concerns, shares, stands_for
from oracle.kinds import modifies
from oracle.places import acting_layer, ahead_in, own_layer
from oracle.values import holds
from oracle.view import View
from oracle.world import RULES, Chosen, Copies, Effect, Instance, Key, Order, Stamp, World

Step = tuple[int, Operation]
"""One operation of an instruction, with its place in it (counted from 0)."""

Gift = tuple[str, str]
"""An object, and a type that it was given."""

Part = list[tuple[int, Instruction, list[Step]]]
_PARTS: dict[tuple[int, str], tuple[Ability, Rulebook, Part]] = {}
"""What an ability does in a layer hangs on nothing but the rulebook."""


@dataclass
class Course:
    """What one derivation remembers from layer to layer.

    started: effects with a part applied in an earlier layer. kept: the scope of an instruction
    (effect key, its place) where some operation of it was applied. reached: the objects that a
    resolved effect was applied to. on: the effects whose condition held at the last check; None:
    conditions are read on the board. early: the effects with a part applied in a layer that does
    not make them begun, with the types that it gave. begun: those applied in one that does.
    ahead: what was done before its own layer, with that layer. applied: the static effects, each
    with what it copied, by instruction and operation.
    """

    world: World
    started: dict[Key, Effect] = field(default_factory=dict)
    kept: dict[tuple[Key, int], frozenset[str]] = field(default_factory=dict)
    reached: dict[Key, set[str]] = field(default_factory=dict)
    applied: dict[Key, tuple[Effect, list[tuple[int, int, Card]]]] = field(default_factory=dict)
    on: frozenset[Key] | None = None
    early: dict[Key, tuple[Effect, set[Gift]]] = field(default_factory=dict)
    begun: set[Key] = field(default_factory=set)
    ahead: set[tuple[Key, str]] = field(default_factory=set)
    static: dict[tuple[int, object], tuple[Instance, Effect]] = field(default_factory=dict)

    def effect_of(self, instance: Instance, board: Board) -> Effect:
        """As `static_effect`, on a board of this derivation: the world stays as it is, and so does
        an ability's effect that counts as given at one place in the order of granting."""
        given = board.given[instance] if instance.giver else None
        known = self.static.get((id(instance), given))
        if known is None:
            known = self.static[id(instance), given] = instance, static_effect(instance, board)
        return known[1]


def part_of(effect: Effect, layer: str, world: World) -> Part:
    """What the effect does in a layer: each instruction with its operations there.

    Operations that modify and others stand apart, for they are done to different objects.
    """
    known = _PARTS.get((id(effect.ability), layer))
    if known is None or known[0] is not effect.ability or known[1] is not world.rulebook:
        if len(_PARTS) > 10_000:
            _PARTS.clear()
        known = effect.ability, world.rulebook, whole_part(effect.ability, layer, world)
        _PARTS[id(effect.ability), layer] = known
    return [each for each in known[2] if concerns(effect, each[0])]


def whole_part(ability: Ability, layer: str, world: World) -> Part:
    """As `part_of`, of all instructions."""
    part: Part = []
    for acting in ahead_in(layer, ability, world) or [layer]:
        for place, instruction in enumerate(ability.instructions):
            steps = [
                (number, operation)
                for number, operation in enumerate(instruction.operations)
                if acting_layer(operation, instruction, ability, world) == acting
            ]
            sorts = dict.fromkeys(modifies(operation) for _, operation in steps)
            for sort in sorts:
                alike = [step for step in steps if modifies(step[1]) is sort]
                part.append((place, instruction, alike))
    return part


def own_layers(effect: Effect, layer: str, world: World) -> set[str]:
    """The layers that the effect's work in a layer belongs to."""
    return {
        own_layer(operation, effect.ability, world)
        for _, _, steps in part_of(effect, layer, world)
        for _, operation in steps
    }


def printed_order(world: World, number: int) -> int:
    """What decides between abilities of one card, by their places on it."""
    return number if world.policy("several") == "printed order" else -number


def static_effect(instance: Instance, board: Board) -> Effect:
    """The static effect of an ability that an object has."""
    world = board.world
    holder = world.things[instance.holder]
    order: Order
    place = world.by_entry().index(holder.id)
    if instance.giver == "":
        effect_id = f"{holder.id}.{instance.name}"
        stamp = holder.static_stamp
        rank = instance.number if holder.id == RULES else printed_order(world, instance.number)
        order = (*counted(world, holder.id, stamp, 0), 0, rank, 0, place)
    else:
        name = title(instance.ability)
        if not name:
            name = "gained" if instance.number == 1 else f"gained{instance.number}"
        effect_id = f"{holder.id}.{name}@{instance.giver}"
        stamp = granted_stamp(
            instance.giver_stamp, holder.static_stamp, world.policy("granted timestamp")
        )
        ahead = (
            world.policy("granted timestamp") == "later, before what resolved"
            and stamp == instance.giver_stamp
            and any(each.effect.id == instance.giver for each in world.resolved)
        )
        granted = -1 if ahead else 1
        order = (*counted(world, holder.id, stamp, granted), board.given[instance], 0, 0, place)
    return Effect(
        id=effect_id,
        ability=instance.ability,
        source=holder.id,
        life=holder.life,
        instance=instance,
        player=None,
        targets=(),
        stamp=stamp,
        order=order,
        copied=copied_before(world, effect_id, (holder.id, holder.life), instance.ability),
    )


def copied_before(world: World, effect: str, source: Chosen, ability: Ability) -> Copies:
    """What the static effect copied as it first applied; what was chosen for it may be gone."""
    for (id, whose, first), (choice, copies) in world.copying.items():
        filled = ability if choice is None else with_choice(ability, choice)
        if (id, whose, first) == (effect, source, filled):
            return copies
    return ()


def counted(world: World, object: str, stamp: Stamp, granted: int) -> tuple[Stamp, int]:
    """How old an object's effect counts, before all that decides between equal timestamps."""
    age = world.counted_age(object)
    if age is None:
        return stamp, granted
    return min((stamp, granted), (age[0], granted + 2 * age[1]))


def granted_stamp(grant: Stamp, entry: Stamp, policy: str) -> Stamp:
    """The timestamp of an effect whose ability was granted."""
    if policy == "grant":
        return grant
    return entry if policy == "holder" else max(grant, entry)


def is_static(instance: Instance) -> bool:
    """Whether the ability generates a static effect."""
    return instance.use == "has" and bool(instance.ability.instructions)


def effects_on(board: Board, course: Course) -> list[Effect]:
    """All effects that there might be: resolved ones, those of abilities, those already begun."""
    world = board.world
    found = [each for one in world.resolved if not one.over for each in shares(one, world)]
    for instances in board.abilities.values():
        found += [course.effect_of(each, board) for each in instances if is_static(each)]
    if board.world.policy("ability lost") == "continues":
        found = [effect for effect in found if not began_otherwise(effect, board, course)]
        keys = [effect.key for effect in found]
        found += [effect for key, effect in course.started.items() if key not in keys]
    return found


def began_otherwise(effect: Effect, board: Board, course: Course) -> bool:
    """Whether it has begun already, with the text that the ability had before."""
    before = effect.instance.before if effect.instance else None
    while before is not None:
        if course.effect_of(before, board).key in {*course.started, *course.begun}:
            return True
        before = before.before
    return False


def exists(effect: Effect, board: Board, course: Course, settled: Board | None = None) -> bool:
    """Whether the effect exists on the board (`settled`: see `View`)."""
    if effect.instance is None:
        return any(stands_for(each, effect) and not each.over for each in board.world.resolved)
    if board.world.never and (effect.source, effect.ability) in board.world.never:
        return False
    if board.world.policy("ability lost") == "continues" and effect.key in course.started:
        return True
    view = View(board, effect, settled=settled)
    return (
        board.world.works_in(effect.source, effect.ability.zones)
        and effect.instance in board.abilities[effect.source]
        and not view.firm.board.is_disabled(effect.source)
        and condition_holds(effect, view, course)
    )


def condition_holds(effect: Effect, view: View, course: Course) -> bool:
    """Whether there is no condition, or it holds: on the board, or as of the last check."""
    condition = effect.ability.condition
    if condition is None:
        return True
    if course.on is not None:
        return effect.key in course.on
    return holds(condition, view)


def is_removed(effect: Effect, board: Board, course: Course) -> bool:
    """Whether a static effect that has not begun has lost its ability, or cannot work."""
    if effect.instance is None:
        return False
    if board.world.policy("ability lost") == "continues" and effect.key in course.begun:
        return False
    return (
        not board.world.works_in(effect.source, effect.ability.zones)
        or effect.instance not in board.abilities[effect.source]
        or board.is_disabled(effect.source)
    )


def done_ahead(effect: Effect, layer: str, course: Course) -> bool:
    """Whether what the effect does in the layer was done before; what waits there was not."""
    if not course.ahead:
        return False
    ids = [each.id for each in course.world.rulebook.layers]
    return any(
        (effect.key, own) in course.ahead
        for own in own_layers(effect, layer, course.world)
        if ids.index(own) >= ids.index(layer)
    )
