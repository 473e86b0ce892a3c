"""Which cells an operation might write; their names are those of `reads`."""

from __future__ import annotations

from layerlaw.model.algebra import Operation
from oracle.board import changeable_numbers, set_names
from oracle.kinds import kind_of
from oracle.reads import Cells
from oracle.world import Effect, World


def writes(object: str, operation: Operation, effect: Effect, world: World) -> Cells:
    """The cells that the operation might change on the object."""
    names: list[str] = []
    for kind, name in kind_of(operation).touches:
        match kind:
            case "value" | "and base":
                names.append(name)
            case "keyword":
                names += [f"has {name}", "has any"]
            case "text":
                names += [f"text of {effect.id}", "has any"]
            case "all abilities":
                names.append("lost all")
            case "status":
                names.append(name)
                if name in world.rulebook.statuses:
                    status = world.rulebook.statuses[name]
                    names += [*status.empties, *(["lost all"] if status.silences else [])]
                    names += ["name"] if status.nameless else []
            case "copy":
                names += [*changeable_numbers(world), *set_names(world), "lost all", "name"]
            case "mark":
                names.append("can't be modified")
            case "marks":
                pass  # Permissions are no cells that anything reads while effects apply.
    return frozenset((object, name) for name in names)
