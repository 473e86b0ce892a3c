"""Which cells an operation might write; their names are those of `reads`."""

from __future__ import annotations

from layerlaw.model.algebra import (
    AddMembers,
    AddMembersOf,
    Animate,
    CantBeControlledBy,
    CantBeModified,
    CantHave,
    ChangeNumber,
    CopyOf,
    FixNumber,
    Gain,
    Limit,
    Lose,
    LoseAll,
    Operation,
    RemoveMembers,
    ReplaceMember,
    SetMembers,
    SetNumber,
    SetPlayer,
    SetStatus,
    Swap,
)
from oracle.board import changeable_numbers, set_names
from oracle.reads import NONE, Cells
from oracle.world import Effect, World


def writes(object: str, operation: Operation, effect: Effect, world: World) -> Cells:
    """The cells that the operation might change on the object."""
    numbers = frozenset((object, name) for name in changeable_numbers(world))
    match operation:
        case SetNumber(name) | FixNumber(name) | ChangeNumber(name) | Limit(name):
            return frozenset([(object, name)])
        case Swap(first, second):
            return frozenset([(object, first), (object, second)])
        case SetMembers(name) | AddMembers(name) | AddMembersOf(name):
            return frozenset([(object, name)])
        case RemoveMembers(name) | ReplaceMember(name) | SetPlayer(name):
            return frozenset([(object, name)])
        case Animate():
            return frozenset([(object, "types")])
        case CantBeControlledBy():
            return frozenset([(object, "controller")])
        case Gain(ability):
            word = ability.keyword
            has = f"text of {effect.id}" if word is None else f"has {word}"
            return frozenset([(object, has), (object, "has any")])
        case Lose(word) | CantHave(word):
            return frozenset([(object, f"has {word}"), (object, "has any")])
        case LoseAll():
            return frozenset([(object, "lost all")])
        case CopyOf():
            sets = frozenset((object, name) for name in set_names(world))
            return numbers | sets | {(object, "lost all"), (object, "name")}
        case CantBeModified():
            return frozenset([(object, "can't be modified")])
        case SetStatus(name):
            found = frozenset([(object, name)])
            if name in world.rulebook.statuses:
                status = world.rulebook.statuses[name]
                found |= {(object, each) for each in status.empties}
                found |= {(object, "lost all")} if status.silences else NONE
            return found
    return NONE
