"""The oracle's places between layers: which operation waits, and what acts ahead of its layer."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from functools import cache

from layerlaw.model.algebra import (
    Ability,
    Controlled,
    ControllerOf,
    CountWords,
    Exceeding,
    HasAbility,
    HasStatus,
    Instruction,
    KeywordNumber,
    Member,
    Operation,
    Opponent,
    Read,
    Sharing,
    Summary,
    You,
)
from oracle.kinds import kind_of
from oracle.layering import layer_of
from oracle.world import World

VERBS = ("set", "fix", "add", "remove", "multiply", "limit", "swap", "change", "forbid")


def own_layer(operation: Operation, ability: Ability, world: World) -> str:
    """The id of the layer that the operation belongs to."""
    return ability.layer or layer_of(operation, world.rulebook, defines=ability.defines)


def acting_layer(
    operation: Operation, instruction: Instruction, ability: Ability, world: World
) -> str:
    """The id of the layer in which it acts, unless that is earlier: it may wait for another one."""
    own = own_layer(operation, ability, world)
    waits = world.policy("condition on a later layer")
    if ability.layer is not None or waits == "read in its own layer":
        return own
    ids = [layer.id for layer in world.rulebook.layers]
    words = asked_words(instruction.scope, world) | asked_words(ability.condition, world)
    if waits == "waits for that layer, not for control":
        words = frozenset(word for word in words if not word.endswith(f" {world.rulebook.control}"))
    asked = [n for n, layer in enumerate(world.rulebook.layers) if words & set(layer.does)]
    latest = max([ids.index(own), *asked])
    if latest == ids.index(own):
        return own
    places = [each.id for each in world.rulebook.layers[latest + 1 :] if each.between]
    return (*places, ids[-1])[0]


def asked_words(tree: object, world: World) -> frozenset[str]:
    """The words of the operations that change what the tree asks for."""
    rulebook = world.rulebook
    statuses = rulebook.statuses.values()
    taking = tuple(each.name for each in statuses if each.silences or each.disables)
    return _asked(tree, rulebook.types, rulebook.control, taking)


@cache
def _asked(tree: object, types: str, control: str, taking: tuple[str, ...]) -> frozenset[str]:
    """The same; the tree alone, and these words of the rulebook, tell it."""
    asked: set[str] = set()
    match tree:
        case Member(name) | Sharing(name) | Exceeding(name) | CountWords(name):
            asked |= {f"{verb} {name}" for verb in VERBS}
            if name == types:
                asked.add("animate")
        case Read(name) | Summary(_, name):
            asked |= {f"{verb} {name.removeprefix('base ')}" for verb in VERBS}
        case HasStatus(status):
            asked.add(status)
        case HasAbility() | KeywordNumber():
            asked |= {f"{verb} abilities" for verb in ("gain", "lose", "forbid", "change")}
            asked.update(taking)
        case Controlled() | You() | Opponent() | ControllerOf():
            asked |= {f"{verb} {control}" for verb in ("set", "forbid", "change")}
    parts: tuple[object, ...] = ()
    if isinstance(tree, tuple):
        parts = tree
    elif is_dataclass(tree):
        parts = tuple(getattr(tree, field.name) for field in fields(tree))
    return frozenset(asked).union(*(_asked(each, types, control, taking) for each in parts))


def adds_or_removes(operation: Operation, world: World) -> bool:
    """Whether the operation adds or removes abilities."""
    words = kind_of(operation).words
    taking = {
        each.name for each in world.rulebook.statuses.values() if each.silences or each.disables
    }
    return bool(taking & set(words)) or any(word.endswith(" abilities") for word in words)


def ahead_in(layer: str, ability: Ability, world: World) -> list[str]:
    """The own layers of what the ability may do in this place before them."""
    layers = world.rulebook.layers
    if not any(each.id == layer and each.between for each in layers):
        return []
    ids = [each.id for each in layers]
    works: dict[str, set[str]] = {}
    takes: set[str] = set()
    for instruction in ability.instructions:
        for operation in instruction.operations:
            own = own_layer(operation, ability, world)
            acting = acting_layer(operation, instruction, ability, world)
            works.setdefault(acting, set()).add(own)
            if adds_or_removes(operation, world):
                takes.add(acting)
    if layer in works:
        return []
    later = ids[ids.index(layer) + 2 :]
    return [each for each in later if each in takes and works[each] == {each}]
