"""What is fixed when something resolves: values that are read once, and sets that are kept."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from layerlaw.model import algebra as a
from layerlaw.solver.board import FIXED
from layerlaw.solver.evaluate import Context, scoped, speaks_of_it, value

if TYPE_CHECKING:
    from layerlaw.solver.board import Board


def frozen_ability(ability: a.Ability, context: Context, board: Board) -> a.Ability:
    """The ability with every number that does not speak of `it` worked out on the board."""

    def frozen(operation: a.Operation) -> a.Operation:
        if isinstance(operation, a.SetNumber | a.ChangeNumber | a.Limit) and not speaks_of_it(
            operation.value
        ):
            evaluate, _ = value(operation.value, context)
            return replace(operation, value=a.Number(evaluate(board, -1)))
        return operation

    return replace(
        ability,
        instructions=tuple(
            replace(i, operations=tuple(frozen(operation) for operation in i.operations))
            for i in ability.instructions
        ),
    )


def locked_sets(
    ability: a.Ability, context: Context, board: Board
) -> tuple[tuple[str, ...] | None, ...]:
    """For each instruction the ids it keeps to from now on, or None where its set stays open."""
    by_default = context.world.rulebook.policy("resolved set") == "locked"
    found: list[tuple[str, ...] | None] = []
    for instruction in ability.instructions:
        locked = by_default if instruction.locked is None else instruction.locked
        if not locked or isinstance(instruction.scope, a.Target | a.Self):
            found.append(None)
            continue
        select, _ = scoped(instruction.scope, context)
        found.append(context.world.ids(select(board, -1) & ~board.having(FIXED)))
    return tuple(found)
