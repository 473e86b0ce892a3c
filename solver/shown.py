"""From columns to what is shown: cells of a board as plain values, and witnesses as plain facts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.model.algebra import AddMembersOf, CopyOf, Ignore, Operation, Permission
from layerlaw.model.printing import print_ability
from layerlaw.solver.board import (
    ABILITIES,
    BASE,
    FIXED,
    NAME,
    PERMISSIONS,
    Ignoring,
    Permit,
    Redirection,
    bits,
)
from layerlaw.solver.context import floor_of
from layerlaw.solver.records import Change, Dependency, Value, Witness

if TYPE_CHECKING:
    from collections.abc import Hashable

    from layerlaw.solver.abilities import Instances
    from layerlaw.solver.board import Board
    from layerlaw.solver.parts import Part
    from layerlaw.solver.trial import Edges, Evidence
    from layerlaw.solver.world import World


class Shown:
    """Turns what the solver works with into the plain values of `records`."""

    def __init__(self, world: World, instances: Instances) -> None:
        self.world = world
        self.instances = instances
        rulebook = world.rulebook
        self.kinds = {c.name: c.kind for c in rulebook.characteristics.values()}
        self.statuses = tuple(rulebook.statuses)
        self.characteristics = (
            NAME,
            *self.kinds,
            *(BASE + c.name for c in rulebook.characteristics.values() if c.base),
            *self.statuses,
            ABILITIES,
            FIXED,
            PERMISSIONS,
        )

    def cell(self, board: Board, index: int, characteristic: str, *, final: bool = False) -> Value:
        """One cell; `final` applies the floor. Raises `KeyError` for no such characteristic."""
        if characteristic == ABILITIES:
            held = board.values(ABILITIES, index)
            return tuple(sorted(self.ability(instance) for instance in held))
        if characteristic == PERMISSIONS:
            marks = board.values(PERMISSIONS, index)
            return tuple(sorted({mark_label(mark, self.world) for mark in marks}))
        if characteristic == FIXED:
            return bool(board.having(FIXED) >> index & 1)
        if characteristic in self.statuses:
            return bool(board.column(characteristic).get(True, 0) >> index & 1)
        if characteristic == NAME:
            return str(board.value(NAME, index))
        number = characteristic.removeprefix(BASE)
        kind = self.kinds.get(characteristic) or self.kinds[number]
        if kind == "set":
            return tuple(sorted(str(word) for word in board.values(characteristic, index)))
        value = board.value(characteristic, index)
        if kind == "player":
            return None if value is None else str(value)
        if value is None:
            return None
        assert isinstance(value, int)
        floor = floor_of(characteristic, self.world)
        if final and floor is not None and value < floor:
            return value if self.world.rulebook.policy("floor") == "none" else floor
        return value

    def ability(self, number: Hashable) -> str:
        """An ability as a label, with the effect that granted it."""
        instance = self.instances[number]
        label = instance.ability.keyword or print_ability(instance.ability)
        return f"{label} from {instance.giver[0]}" if instance.giver else label

    def changes(self, before: Board, after: Board) -> tuple[Change, ...]:
        """Every cell in which the boards differ, by object and then characteristic."""
        masks = after.changes_from(before)
        found = []
        touched = 0
        for mask in masks.values():
            touched |= mask
        for index in bits(touched):
            for characteristic in self.characteristics:
                if masks.get(characteristic, 0) >> index & 1:
                    old = self.cell(before, index, characteristic)
                    new = self.cell(after, index, characteristic)
                    if old != new:
                        found.append(Change(self.world.things[index].id, characteristic, old, new))
        return tuple(found)

    def dependencies(self, edges: Edges, parts: dict[str, Part]) -> tuple[Dependency, ...]:
        """The edges as plain facts, by the ids of who depends and on whom."""
        return tuple(
            Dependency(name, other, self.witness(parts[name], evidence))
            for name, on in sorted(edges.items())
            for other, evidence in sorted(on.items())
        )

    def witness(self, part: Part, evidence: Evidence) -> Witness:
        """The canonical witness: existence, else the first scope, else the first operand."""
        if evidence.differing:
            cells = sorted(
                (self.world.things[index].id, characteristic)
                for characteristic, mask in evidence.differing
                if characteristic in self.characteristics
                for index in bits(mask)
            )
            return Witness("result", cells=tuple(cells))
        before, after = evidence.before, evidence.after
        if after is None or before is None:
            return Witness("existence")
        for number, ((old, _), (new, _)) in enumerate(zip(before, after, strict=True)):
            if old != new:
                entered, left = self.world.ids(new & ~old), self.world.ids(old & ~new)
                return Witness("scope", number, entered=entered, left=left)
        for number, ((_, olds), (_, news)) in enumerate(zip(before, after, strict=True)):
            for place, (old_one, new_one) in enumerate(zip(olds, news, strict=True)):
                if old_one != new_one:
                    operation = part.steps[number].operations[place].operation
                    return Witness(
                        "action",
                        number,
                        place,
                        before=self.operand(old_one, operation),
                        after=self.operand(new_one, operation),
                    )
        raise AssertionError(f"an edge of {part.id} without a difference")

    def operand(self, value: Hashable, operation: Operation) -> str:
        """An operand as text: a number, players, objects, or one of these for each object."""
        things = self.world.things
        if isinstance(operation, CopyOf):
            if isinstance(value, int):
                return things[value].id
            if not isinstance(value, tuple):
                return "nothing"
        elif isinstance(operation, Permission | Ignore) and isinstance(value, int):
            return ", ".join(self.world.ids(value)) or "nothing"
        elif isinstance(operation, AddMembersOf) and value == frozenset():
            return "nothing"
        if isinstance(value, int):
            return str(value)
        if isinstance(value, frozenset):
            return ", ".join(sorted(value)) or "no one"
        assert isinstance(value, tuple)
        return ", ".join(
            f"{things[index].id}: {self.operand(one, operation)}" for index, one in value
        )


def mark_label(mark: Hashable, world: World) -> str:
    """What a mark says of its bearer, without the effect that made it; objects by their names."""
    match mark:
        case Redirection(to, instead_of, _):
            return f"goes to {to} instead" + (f" of {instead_of}" if instead_of else "")
        case Ignoring(action, passive, sources, _):
            verb = f"be {action}" if passive else action
            about = ", ".join(sorted(world.ids(sources or 0)))
            return f"ignores can't {verb}" + (f" from {about}" if about else "")
        case Permit(allowed, action, passive, to, _):
            verb = ("can " if allowed else "can't ") + (f"be {action}" if passive else action)
            if to is None:
                return verb
            return f"{verb}{' by' if passive else ''} {', '.join(sorted(world.ids(to)))}".rstrip()
    raise AssertionError(f"{mark} is no mark")
