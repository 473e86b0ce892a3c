"""What is fixed when something resolves: values that are read once, and sets that are kept."""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.model import algebra as a
from layerlaw.model.algebra.entries import operand_of, with_operand
from layerlaw.model.algebra.trees import with_operations
from layerlaw.model.algebra.writes import WriteCopy, WriteMark, WriteStatus
from layerlaw.solver.board.columns import bits
from layerlaw.solver.effects.context import Context, only, speaks_of_it
from layerlaw.solver.effects.evaluate import player, referring, scoped, value

if TYPE_CHECKING:
    from collections.abc import Callable

    from layerlaw.model.cards.card import Card
    from layerlaw.solver.board.columns import Board


def with_values(
    ability: a.Ability, change: Callable[[a.Instruction, a.Value], a.Value]
) -> a.Ability:
    """The ability with another value in place of every number that its operations write."""

    def changed(instruction: a.Instruction, operation: a.Operation) -> a.Operation:
        tree = operand_of(operation)
        if isinstance(tree, a.Value):
            return with_operand(operation, change(instruction, tree))
        return operation

    return with_operations(ability, changed)


def frozen_ability(ability: a.Ability, context: Context, board: Board) -> a.Ability:
    """The ability with its numbers and players worked out, as policy `resolved variable` says."""
    return context.world.rulebook.decided(
        ("resolved variable",), lambda values: _frozen(ability, context, board, values[0])
    )


def _frozen(ability: a.Ability, context: Context, board: Board, policy: str) -> a.Ability:
    if policy == "always":
        return ability

    def number(instruction: a.Instruction, tree: a.Value) -> a.Value:
        evaluate = value(tree, context)
        if not speaks_of_it(tree):
            return a.Number(evaluate(board, -1))
        if policy != "once":
            return tree
        select = scoped(instruction.scope, context)
        things = context.world.things
        found = bits(select(board, -1))
        return a.Recorded(tuple((things[index].id, evaluate(board, index)) for index in found))

    return _with_players(with_values(ability, number), context, board)


def _with_players(ability: a.Ability, context: Context, board: Board) -> a.Ability:
    """The ability with every player that does not speak of `it` named."""

    def named(instruction: a.Instruction, operation: a.Operation) -> a.Operation:
        tree = operand_of(operation)
        if not isinstance(tree, a.ControllerOf | a.OwnerOf) or speaks_of_it(tree):
            return operation
        who = player(tree, context)
        found = who(board, -1)
        # No player, or more than one: nobody, for good.
        name = next(iter(found)) if len(found) == 1 else ""
        return with_operand(operation, a.NamedPlayer(name))

    return with_operations(ability, named)


def locked_sets(
    ability: a.Ability, context: Context, board: Board
) -> tuple[tuple[str, ...] | None, ...]:
    """For each instruction the ids it keeps to from now on, or None where its set stays open."""
    return context.world.rulebook.decided(
        ("resolved set",),
        lambda values: _locked(ability, context, board, values[0]),
    )


def _locked(
    ability: a.Ability, context: Context, board: Board, sets: str
) -> tuple[tuple[str, ...] | None, ...]:
    found: list[tuple[str, ...] | None] = []
    for instruction in ability.instructions:
        if not keeps_a_set(instruction, sets):
            found.append(None)
            continue
        select = scoped(instruction.scope, context)
        found.append(context.world.ids(select(board, -1)))
    return tuple(found)


def keeps_a_set(instruction: a.Instruction, sets: str) -> bool:
    """Whether the objects of the instruction are fixed when it resolves.

    sets: the policy `resolved set`, for where the instruction does not say. Targets and the
    source are known anyway, and players always are who they are.
    """
    by_word = instruction.locked
    if by_word is None:
        by_word = sets == "locked" or (
            sets == "locked for characteristics"
            and any(map(_changes_characteristics, instruction.operations))
        )
    return by_word and not isinstance(instruction.scope, a.Target | a.Self | a.Players)


def _changes_characteristics(operation: a.Operation) -> bool:
    """Whether it changes more than what may be done, where objects go, and their states."""
    return not all(
        isinstance(write, WriteStatus)
        or (isinstance(write, WriteMark) and write.kind != "unmodifiable")
        for write in operation.writes
    )


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
    select = referring(selector, context)
    index = only(select(board, -1))
    return None if index is None else context.world.form(index)


def reads_the_state(ability: a.Ability, *, sets: str, variable: str) -> bool:
    """Whether anything in the ability is fixed by the state in which it resolves.

    sets, variable: the policies `resolved set` and `resolved variable`.
    """
    for instruction in ability.instructions:
        if keeps_a_set(instruction, sets):
            return True
        for operation in instruction.operations:
            tree = operand_of(operation)
            if isinstance(tree, a.Value):
                fixed = variable != "always" and not isinstance(tree, a.Number)
            elif isinstance(tree, a.Player):
                fixed = variable != "always" and isinstance(tree, a.ControllerOf | a.OwnerOf)
            else:
                # What other selectors find is always looked for again.
                fixed = any(isinstance(write, WriteCopy) for write in operation.writes)
            if fixed:
                return True
    return False
