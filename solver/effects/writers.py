"""How operations are written to a board: a function for each kind of writing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.model import algebra as a
from layerlaw.model.algebra.writes import LoseAbilities
from layerlaw.solver.board.columns import (
    ABILITIES,
    BARS,
    BENEATH,
    FIXED,
    PERMISSIONS,
    Ignoring,
    Permit,
    Redirection,
    barred,
    barred_ability,
    bits,
)
from layerlaw.solver.board.kinds import NO_OBJECTS
from layerlaw.solver.effects.starting_board import copy_onto
from layerlaw.solver.effects.writing import (
    assign_or_clear,
    give_status,
    lose,
    lose_all,
    write_numbers,
)

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator

    from layerlaw.model.algebra.writes import WriteAbility, WriteNumber, WriteWords
    from layerlaw.model.rulebooks.rulebook import Rulebook
    from layerlaw.solver.board.columns import Board
    from layerlaw.solver.board.kinds import Objects
    from layerlaw.solver.effects.context import Context
    from layerlaw.solver.effects.writing import Change, Operand

# Each takes what it writes, whose effect it is, the board, the objects in scope, and the operand;
# place: which of the effect's grants or copies it is.


def _groups(operand: Operand, scope: Objects) -> Iterator[tuple[Objects, Hashable]]:
    """The objects in scope with the operand that is meant for them."""
    if not isinstance(operand, tuple):
        yield scope, operand
        return
    for index, meant in operand:
        yield scope & 1 << index, meant


def is_base_too(rulebook: Rulebook, write: WriteNumber) -> bool:
    """Whether the number written becomes the base value as well."""
    known = rulebook.characteristics.get(write.characteristic)
    return known is not None and known.base and write.how in ("set", "fix")


def write_number(
    write: WriteNumber,
    change: Change,
    base: bool,
    context: Context,
    board: Board,
    scope: Objects,
    operand: Operand,
) -> None:
    """Write a number; a fixed one is barred from being written again.

    change: what it makes of the old number. base: whether it becomes the base value as well.
    """
    name = write.characteristic
    write_numbers(board, name, scope, operand, change, context.world, base=base)
    if write.how == "fix":
        board.add(BARS, ("number", name), scope)


def swap(
    operation: a.Swap, context: Context, board: Board, scope: Objects, operand: Operand
) -> None:
    """Swap two numbers."""
    first, second = operation.first, operation.second
    scope &= ~(barred(board, ("number", first)) | barred(board, ("number", second)))
    for index in bits(scope):
        before, after = board.value(first, index), board.value(second, index)
        assign_or_clear(board, first, after, 1 << index)
        assign_or_clear(board, second, before, 1 << index)


def write_words(
    write: WriteWords, context: Context, board: Board, scope: Objects, operand: Operand
) -> None:
    """Add words, take them away, or put them in place of one or of all others.

    Words that the operation does not name are the operand.
    """
    name = write.characteristic
    if write.words is None:
        for group, words in _groups(operand, scope):
            assert isinstance(words, frozenset)
            for word in sorted(words):
                board.add(name, word, group)
        return
    if write.how == "remove":
        for word in write.words:
            board.remove(name, word, scope)
        return
    if write.how == "set":
        for word in [old for old in board.column(name) if old not in write.words]:
            board.remove(name, word, scope)
    elif write.how == "replace":
        scope &= board.column(name).get(write.old, NO_OBJECTS)
        board.remove(name, write.old, scope)
    for word in write.words:
        board.add(name, word, scope)


def set_player(
    operation: a.SetPlayer, context: Context, board: Board, scope: Objects, operand: Operand
) -> None:
    """Give control; who shows as controlling what is settled afterwards."""
    name = operation.characteristic
    column = BENEATH if name == "controller" else name
    for group, players in _groups(operand, scope):
        assert isinstance(players, frozenset)
        if len(players) == 1:
            (player,) = players
            board.assign(column, player, group & ~barred(board, ("controller", player)))


def bar_control(context: Context, board: Board, scope: Objects, operand: Operand) -> None:
    """Give what the players control back to its owners, and bar the players from it."""
    for group, players in _groups(operand, scope):
        assert isinstance(players, frozenset)
        for name in sorted(players):
            held = board.column(BENEATH).get(name, 0) & group
            for owner, owned in context.world.owned.items():
                if held & owned and owner and owner != name:
                    board.assign(BENEATH, owner, held & owned)
                elif held & owned and not owner:
                    board.clear(BENEATH, held & owned)
            board.add(BARS, ("controller", name), group)


def gain(
    operation: a.Gain, place: int, context: Context, board: Board, scope: Objects, operand: Operand
) -> None:
    """Give an ability, but not to those from whom it is withheld or barred."""
    keyword = operation.ability.keyword
    if context.withheld:
        ids = {id for id, withheld in context.withheld if withheld == keyword}
        scope &= ~context.world.mask(ids)
    taking = scope & ~barred_ability(board, keyword)
    board.add(ABILITIES, context.granted[place], taking)


def lose_abilities(
    lost: WriteAbility | LoseAbilities,
    context: Context,
    board: Board,
    scope: Objects,
    operand: Operand,
) -> None:
    """Take a keyword away, or all abilities but some; bar what can't come back."""
    if isinstance(lost, LoseAbilities):
        bar = context.world.bars_losses
        lose_all(board, scope, context.instances, lost.but, bar=bar)
    else:
        assert lost.keyword is not None
        bar = lost.how == "bar" or context.world.bars_losses
        lose(board, scope, context.instances, lost.keyword, bar=bar)


def set_status(
    operation: a.SetStatus, context: Context, board: Board, scope: Objects, operand: Operand
) -> None:
    """Give a status."""
    world = context.world
    give_status(board, scope, world.rulebook.statuses[operation.status], world, context.instances)


def copy(place: int, context: Context, board: Board, scope: Objects, operand: Operand) -> None:
    """Give everything that is copiable of an object, or of what was read at resolution."""
    copied = context.copies[place] if place < len(context.copies) else None
    for group, index in _groups(operand, scope):
        card = context.world.form(index) if isinstance(index, int) else copied
        if card is not None:
            copy_onto(board, group, card, context.instances, context.world)


def fix(context: Context, board: Board, scope: Objects, operand: Operand) -> None:
    """Mark as what no other effect can modify."""
    board.add(FIXED, context.effect, scope)


def mark(
    operation: a.Permission | a.Ignore | a.Redirect,
    context: Context,
    board: Board,
    scope: Objects,
    operand: Operand,
) -> None:
    """Mark what objects can do and can't, what they ignore, where they go; by which effect."""
    by = context.effect
    if isinstance(operation, a.Redirect):
        board.add(PERMISSIONS, Redirection(operation.to, operation.instead_of, by), scope)
        return
    for group, about in _groups(operand, scope):
        assert about is None or isinstance(about, int)
        if isinstance(operation, a.Permission):
            allowed, passive = operation.allowed, operation.passive
            board.add(PERMISSIONS, Permit(allowed, operation.action, passive, about, by), group)
        else:
            ignoring = Ignoring(operation.action, operation.passive, about, by)
            board.add(PERMISSIONS, ignoring, group)
