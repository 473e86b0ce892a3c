"""What changes characteristics, and what only says what may be done, where objects go, or what
state they are in; of a resolved effect each part goes by its own kind. Clause: CR-611.2c."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from layerlaw.model.algebra.terms import Self, Target
from layerlaw.model.algebra.writes import WriteMark, WriteStatus

if TYPE_CHECKING:
    from collections.abc import Iterator

    from layerlaw.model.algebra.abilities import Ability, Instruction, Operation


def changes_characteristics(operation: Operation) -> bool:
    """Whether it changes more than what may be done, where objects go, and their states."""
    return not all(
        isinstance(write, WriteStatus)
        or (isinstance(write, WriteMark) and write.kind != "unmodifiable")
        for write in operation.writes
    )


def by_kind(ability: Ability) -> Ability:
    """The ability with instructions of one kind each, but for those about known objects."""
    parts = tuple(part for one in ability.instructions for part in _parts(one))
    return ability if parts == ability.instructions else replace(ability, instructions=parts)


def _parts(instruction: Instruction) -> Iterator[Instruction]:
    kinds = [changes_characteristics(one) for one in instruction.operations]
    known = isinstance(instruction.scope, Self | Target) or instruction.locked is not None
    if known or len(set(kinds)) < 2:
        yield instruction
        return
    for kind in (True, False):
        pairs = zip(kinds, instruction.operations, strict=True)
        yield replace(instruction, operations=tuple(one for own, one in pairs if own is kind))
