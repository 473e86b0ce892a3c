"""Each operation in two halves: its operand, worked out on the board before, and its writing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.model import algebra as a
from layerlaw.solver.board.columns import (
    ABILITIES,
    ALL,
    BARS,
    BASE,
    BENEATH,
    FIXED,
    NAME,
    Board,
    barred,
    barred_ability,
    bits,
)
from layerlaw.solver.effects.context import Context, merge, only, speaks_of_it
from layerlaw.solver.effects.evaluate import player, referring, value
from layerlaw.solver.effects.instances import Instance
from layerlaw.solver.effects.permission_operations import prepare_mark
from layerlaw.solver.effects.prepared import Prepared, constant, for_each, groups
from layerlaw.solver.effects.starting_board import copy_onto
from layerlaw.solver.effects.writing import arithmetic, assign_or_clear, give_status, write_numbers
from layerlaw.solver.effects.writing import lose as lose_keyword
from layerlaw.solver.effects.writing import lose_all as lose_abilities

if TYPE_CHECKING:
    from collections.abc import Callable

    from layerlaw.model.cards.card import Card
    from layerlaw.solver.effects.world import Reads
    from layerlaw.solver.effects.writing import Operand
    from layerlaw.solver.facts.situation import Timestamp


def prepare(
    operation: a.Operation,
    context: Context,
    effect: str,
    timestamp: Timestamp,
    name: str,
    copied: Card | None,
    withheld: frozenset[tuple[str, str]],
) -> Prepared:
    """The operation of this effect, prepared.

    name: what a line of text is called if granted. copied: what a `copy of` read at resolution.
    withheld: as in `ResolvedEffect`.
    """
    world = context.world
    match operation:
        case (
            a.SetNumber(characteristic, tree)
            | a.FixNumber(characteristic, tree)
            | a.ChangeNumber(characteristic, _, tree)
            | a.Limit(characteristic, _, tree)
        ):
            return _number(operation, characteristic, tree, context)
        case a.Swap(first, second):

            def swap(board: Board, scope: int, _: Operand) -> None:
                scope &= ~(barred(board, ("number", first)) | barred(board, ("number", second)))
                for index in bits(scope):
                    one, other = board.value(first, index), board.value(second, index)
                    assign_or_clear(board, first, other, 1 << index)
                    assign_or_clear(board, second, one, 1 << index)

            return constant(operation, swap, first, second)
        case a.SetMembers(characteristic, words):

            def set_members(board: Board, scope: int, _: Operand) -> None:
                for word in [w for w in board.column(characteristic) if w not in words]:
                    board.remove(characteristic, word, scope)
                for word in words:
                    board.add(characteristic, word, scope)

            return constant(operation, set_members, characteristic)
        case a.AddMembers(characteristic, words):

            def add_members(board: Board, scope: int, _: Operand) -> None:
                for word in words:
                    board.add(characteristic, word, scope)

            return constant(operation, add_members, characteristic)
        case a.AddMembersOf(characteristic, of):
            return _add_members_of(operation, characteristic, of, context)
        case a.RemoveMembers(characteristic, words):

            def remove_members(board: Board, scope: int, _: Operand) -> None:
                for word in words:
                    board.remove(characteristic, word, scope)

            return constant(operation, remove_members, characteristic)
        case a.ReplaceMember(characteristic, old, new):

            def replace(board: Board, scope: int, _: Operand) -> None:
                having = scope & board.column(characteristic).get(old, 0)
                board.remove(characteristic, old, having)
                board.add(characteristic, new, having)

            return constant(operation, replace, characteristic)
        case a.Animate(type):

            def animate(board: Board, scope: int, _: Operand) -> None:
                board.add("types", type, scope)

            return constant(operation, animate, "types")
        case a.SetPlayer(characteristic, who_tree):
            return _set_player(operation, characteristic, who_tree, context)
        case a.CantBeControlledBy(who_tree):
            return _cant_be_controlled(operation, who_tree, context)
        case a.Gain(ability):
            instance = context.instances.number(
                ("granted", effect, ability),
                Instance(
                    ability,
                    f"{ability.keyword or name}@{effect}",
                    0,
                    (effect, timestamp),
                    bool(ability.instructions),
                ),
            )

            apart = world.mask({id for id, keyword in withheld if keyword == ability.keyword})

            def gain(board: Board, scope: int, _: Operand) -> None:
                taking = scope & ~apart & ~barred_ability(board, ability.keyword)
                board.add(ABILITIES, instance, taking)

            prepared = constant(operation, gain, ABILITIES)
            return Prepared(
                operation,
                prepared.operand,
                gain,
                {},
                prepared.writes,
                instance if ability.instructions else -1,
            )
        case a.Lose(keyword):

            def lose(board: Board, scope: int, _: Operand) -> None:
                lose_keyword(board, scope, context.instances, keyword, bar=world.bars_losses)

            return constant(operation, lose, ABILITIES, BARS)
        case a.CantHave(keyword):

            def cant_have(board: Board, scope: int, _: Operand) -> None:
                lose_keyword(board, scope, context.instances, keyword, bar=True)

            return constant(operation, cant_have, ABILITIES, BARS)
        case a.LoseAll(but):

            def lose_all(board: Board, scope: int, _: Operand) -> None:
                lose_abilities(board, scope, context.instances, but, bar=world.bars_losses)

            return constant(operation, lose_all, ABILITIES, BARS)
        case a.SetStatus(status):
            return _set_status(operation, status, context)
        case a.CopyOf(of):
            return _copy(operation, of, context, copied)
        case a.CantBeModified():

            def fix(board: Board, scope: int, _: Operand) -> None:
                board.add(FIXED, effect, scope)

            return constant(operation, fix, FIXED)
        case a.Permission() | a.Ignore() | a.Redirect():
            return prepare_mark(operation, context, effect)


def _number(
    operation: a.SetNumber | a.FixNumber | a.ChangeNumber | a.Limit,
    characteristic: str,
    tree: a.Value,
    context: Context,
) -> Prepared:
    world = context.world
    evaluate, reads = value(tree, context)
    change = arithmetic(operation)
    known = world.rulebook.characteristics.get(characteristic)
    sets = isinstance(operation, a.SetNumber | a.FixNumber)
    fixes = isinstance(operation, a.FixNumber)
    base = sets and known is not None and known.base
    writes = {characteristic}
    if base:
        writes.add(BASE + characteristic)
    if fixes:
        writes.add(BARS)

    def write(board: Board, scope: int, found: Operand) -> None:
        write_numbers(board, characteristic, scope, found, change, world, base=base)
        if fixes:
            board.add(BARS, ("number", characteristic), scope)

    return Prepared(operation, for_each(evaluate, tree), write, reads, frozenset(writes))


def _players(
    tree: a.Player, context: Context, *, one: bool
) -> tuple[Callable[[Board, int], Operand], Reads]:
    """The operand of a player operation: players, or a pair (object, players) for each.

    one: whether one player is needed, so that several are none.
    """
    meant, reads = player(tree, context)

    def who(board: Board, it: int) -> frozenset[str]:
        found = meant(board, it)
        return frozenset() if one and len(found) > 1 else found

    return for_each(who, tree), reads


def _set_player(
    operation: a.Operation, characteristic: str, tree: a.Player, context: Context
) -> Prepared:
    operand, reads = _players(tree, context, one=True)
    column = BENEATH if characteristic == "controller" else characteristic

    def write(board: Board, scope: int, found: Operand) -> None:
        for group, players in groups(found, scope):
            assert isinstance(players, frozenset)
            if len(players) == 1:
                (name,) = players
                board.assign(column, name, group & ~barred(board, ("controller", name)))

    return Prepared(operation, operand, write, reads, frozenset((characteristic,)))


def _cant_be_controlled(operation: a.Operation, tree: a.Player, context: Context) -> Prepared:
    operand, reads = _players(tree, context, one=False)
    world = context.world

    def write(board: Board, scope: int, found: Operand) -> None:
        for group, players in groups(found, scope):
            assert isinstance(players, frozenset)
            for name in sorted(players):
                held = board.column(BENEATH).get(name, 0) & group
                for owner, owned in world.owned.items():
                    if held & owned and owner and owner != name:
                        board.assign(BENEATH, owner, held & owned)
                    elif held & owned and not owner:
                        board.clear(BENEATH, held & owned)
                board.add(BARS, ("controller", name), group)

    return Prepared(operation, operand, write, reads, frozenset(("controller", BARS)))


def _set_status(operation: a.Operation, name: str, context: Context) -> Prepared:
    status = context.world.rulebook.statuses[name]
    writes = {name}
    if status.silences:
        writes |= {ABILITIES, BARS}
    if status.empties:
        writes |= {BARS, *status.empties}

    def write(board: Board, scope: int, _: Operand) -> None:
        give_status(board, scope, status, context.world, context.instances)

    return constant(operation, write, *sorted(writes))


def _add_members_of(
    operation: a.Operation, characteristic: str, of: a.Selector, context: Context
) -> Prepared:
    select, reads = referring(of, context)

    def words(board: Board, it: int) -> frozenset[str]:
        meant = select(board, it)
        column = board.column(characteristic)
        return frozenset(str(word) for word, held in column.items() if held & meant)

    operand = for_each(words, of)

    def write(board: Board, scope: int, found: Operand) -> None:
        for group, joining in groups(found, scope):
            assert isinstance(joining, frozenset)
            for word in sorted(joining):
                board.add(characteristic, word, group)

    return Prepared(
        operation,
        operand,
        write,
        merge(reads, {characteristic: ALL}),
        frozenset((characteristic,)),
    )


def _copy(
    operation: a.Operation, of: a.Selector, context: Context, copied: Card | None
) -> Prepared:
    world = context.world
    bases = [BASE + c.name for c in world.rulebook.characteristics.values() if c.base]
    touched = frozenset((*world.rulebook.characteristics, *bases, ABILITIES, NAME))

    def copy(board: Board, scope: int, found: Operand) -> None:
        for group, index in groups(found, scope):
            card = world.form(index) if isinstance(index, int) else copied
            if card is not None:
                copy_onto(board, group, card, context.instances, world)

    # What resolved has read it by now, be it nothing; a static effect reads it anew.
    if context.player is not None and not speaks_of_it(of):
        return Prepared(operation, lambda board, scope: None, copy, {}, touched)
    select, reads = referring(of, context)
    return Prepared(
        operation,
        for_each(lambda board, it: only(select(board, it)), of),
        copy,
        reads,
        touched,
    )
