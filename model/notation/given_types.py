"""Words that belong to types, where an object gains them only with one of these types."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from layerlaw.model.algebra import (
    AddMembers,
    AddMembersOf,
    Animate,
    Gaining,
    ReplaceMember,
    SetMembers,
)
from layerlaw.model.algebra.chosen import is_chosen

if TYPE_CHECKING:
    from collections.abc import Iterator

    from layerlaw.model.algebra import Instruction, Operation


def with_given_types(instructions: tuple[Instruction, ...]) -> tuple[Instruction, ...]:
    """The instructions; words of types that they give themselves need none of the object's own."""
    operations = [one for each in instructions for one in each.operations]
    if not any(isinstance(one, Gaining) for one in operations):
        return instructions
    given = {word for one in operations for word in _given(one)}
    return tuple(
        replace(each, operations=tuple(_freed(one, given) for one in each.operations))
        for each in instructions
    )


def _given(operation: Operation) -> Iterator[tuple[str, str]]:
    """The words of a set that the operation gives."""
    match operation:
        case SetMembers(name, words) | AddMembers(name, words):
            yield from ((name, word) for word in words)
        case Animate(type, name):
            yield name, type
        case ReplaceMember(name, _, new):
            yield name, new
        case AddMembersOf(name):
            yield name, ""


def _freed(operation: Operation, given: set[tuple[str, str]]) -> Operation:
    if not isinstance(operation, Gaining) or not operation.types:
        return operation
    own = {word for name, word in given if name == operation.types}
    if isinstance(operation, AddMembersOf) or any(map(is_chosen, (*own, *operation.words))):
        free = bool(own)
    else:
        needs = [_needed(operation, word) for word in operation.words]
        free = "" in own or all(not types or types & own for types in needs)
    return replace(operation, types="") if free else operation


def _needed(operation: SetMembers | AddMembers, word: str) -> set[str]:
    """The types of which an object must have one to gain the word; none: it gains it anyway."""
    return {
        type
        for one in operation.groups
        if one.needs_type and one.characteristic == operation.characteristic and word in one.words
        for type in one.types
    }
