"""What is fixed when something resolves: values that are read once, and sets that are kept."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from layerlaw.model import algebra as a
from layerlaw.solver.context import Context, only, speaks_of_it
from layerlaw.solver.evaluate import player, referring, scoped, value

if TYPE_CHECKING:
    from layerlaw.model.cards import Card
    from layerlaw.solver.board import Board
    from layerlaw.solver.situation import ResolvedEffect


def frozen_ability(ability: a.Ability, context: Context, board: Board) -> a.Ability:
    """The ability with every number and player that does not speak of `it` worked out."""

    def frozen(operation: a.Operation) -> a.Operation:
        if isinstance(operation, a.SetNumber | a.ChangeNumber | a.Limit) and not speaks_of_it(
            operation.value
        ):
            evaluate, _ = value(operation.value, context)
            return replace(operation, value=a.Number(evaluate(board, -1)))
        if isinstance(operation, a.SetPlayer | a.CantBeControlledBy) and isinstance(
            operation.player, a.ControllerOf | a.OwnerOf
        ):
            if speaks_of_it(operation.player):
                return operation
            who, _ = player(operation.player, context)
            found = who(board, -1)
            # No player, or more than one: nobody, for good.
            name = next(iter(found)) if len(found) == 1 else ""
            return replace(operation, player=a.NamedPlayer(name))
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
        found.append(context.world.ids(select(board, -1)))
    return tuple(found)


def copied_cards(ability: a.Ability, context: Context, board: Board) -> tuple[Card | None, ...]:
    """What each of the ability's `copy of` copies, in the order stated; None where nothing."""
    return tuple(card_of(operation.of, context, board) for operation in copying(ability))


def copying(ability: a.Ability) -> tuple[a.CopyOf, ...]:
    """The ability's operations that copy."""
    return tuple(
        operation
        for instruction in ability.instructions
        for operation in instruction.operations
        if isinstance(operation, a.CopyOf)
    )


def card_of(selector: a.Selector, context: Context, board: Board) -> Card | None:
    """What is copiable of the one object selected; None if it is not one. Clause: SORC-COPY-1."""
    select, _ = referring(selector, context)
    index = only(select(board, -1))
    return None if index is None else context.world.things[index].form


def only_targets(effect: ResolvedEffect) -> bool:
    """Whether the effect has targets and speaks of nothing else."""
    return bool(effect.targets) and all(
        isinstance(instruction.scope, a.Target) for instruction in effect.ability.instructions
    )


def reads_the_state(ability: a.Ability, *, locked: bool) -> bool:
    """Whether anything in the ability is fixed by the state in which it resolves.

    locked: whether sets are kept where the instruction does not say.
    """
    for instruction in ability.instructions:
        keeps = locked if instruction.locked is None else instruction.locked
        if keeps and not isinstance(instruction.scope, a.Target | a.Self):
            return True
        for operation in instruction.operations:
            match operation:
                case (
                    a.SetNumber(_, value_tree)
                    | a.ChangeNumber(_, _, value_tree)
                    | a.Limit(_, _, value_tree)
                ):
                    if not isinstance(value_tree, a.Number):
                        return True
                case a.SetPlayer(_, who) | a.CantBeControlledBy(who):
                    if isinstance(who, a.ControllerOf | a.OwnerOf):
                        return True
                case a.CopyOf():
                    return True
    return False
