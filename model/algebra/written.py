"""Abilities as they are written: the operations in them, and what their keywords stand for."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from layerlaw.model.algebra import Ability, Gain, Operation

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping


def operations_of(ability: Ability) -> Iterator[Operation]:
    """Every operation of the ability and of the abilities that it gives."""
    for instruction in ability.instructions:
        for operation in instruction.operations:
            yield operation
            if isinstance(operation, Gain):
                yield from operations_of(operation.ability)


def with_keywords(ability: Ability, keywords: Mapping[str, Ability]) -> Ability:
    """The ability with what the rulebook says that keywords do, also where it gives them.

    Where it says in which zones it works, that stands.
    """
    if ability.keyword is not None:
        known = keywords.get(ability.keyword, ability)
        return replace(known, zones=ability.zones or known.zones)
    return replace(
        ability,
        instructions=tuple(
            replace(
                instruction,
                operations=tuple(
                    Gain(with_keywords(operation.ability, keywords))
                    if isinstance(operation, Gain)
                    else operation
                    for operation in instruction.operations
                ),
            )
            for instruction in ability.instructions
        ),
    )
