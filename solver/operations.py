"""Each operation in two halves: its operand, worked out on the board before, and its writing."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from layerlaw.model import algebra as a
from layerlaw.solver.abilities import Instance
from layerlaw.solver.board import (
    ABILITIES,
    BARS,
    BENEATH,
    FIXED,
    NAME,
    PERMISSIONS,
    Board,
    barred,
    barred_ability,
    bits,
)
from layerlaw.solver.context import Context, only, speaks_of_it
from layerlaw.solver.evaluate import player, referring, scoped, value
from layerlaw.solver.printed import copy_onto
from layerlaw.solver.writing import Operand, arithmetic, assign_or_clear, write_numbers
from layerlaw.solver.writing import lose as lose_keyword
from layerlaw.solver.writing import lose_all as lose_abilities

if TYPE_CHECKING:
    from collections.abc import Iterator

    from layerlaw.model.cards import Card
    from layerlaw.solver.situation import Timestamp
    from layerlaw.solver.world import Reads


@dataclass(frozen=True, slots=True)
class Prepared:
    """An operation ready to work: what its operand is on a board, and how it is written.

    writes: the characteristics it may change. grants: the ability instance it gives, or -1.
    """

    operation: a.Operation
    operand: Callable[[Board, int], Operand]
    write: Callable[[Board, int, Operand], None]
    reads: Reads
    writes: frozenset[str]
    grants: int = -1


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
            | a.ChangeNumber(characteristic, _, tree)
            | a.Limit(characteristic, _, tree)
        ):
            operand, reads = _numbers(tree, context)
            change = arithmetic(operation)

            def write_number(board: Board, scope: int, found: Operand) -> None:
                write_numbers(board, characteristic, scope, found, change, world)

            return Prepared(operation, operand, write_number, reads, frozenset((characteristic,)))
        case a.Swap(first, second):

            def swap(board: Board, scope: int, _: Operand) -> None:
                scope &= ~(barred(board, ("number", first)) | barred(board, ("number", second)))
                for index in bits(scope):
                    one, other = board.value(first, index), board.value(second, index)
                    assign_or_clear(board, first, other, 1 << index)
                    assign_or_clear(board, second, one, 1 << index)

            return _constant(operation, swap, first, second)
        case a.SetMembers(characteristic, words):

            def set_members(board: Board, scope: int, _: Operand) -> None:
                for word in [w for w in board.column(characteristic) if w not in words]:
                    board.remove(characteristic, word, scope)
                for word in words:
                    board.add(characteristic, word, scope)

            return _constant(operation, set_members, characteristic)
        case a.AddMembers(characteristic, words):

            def add_members(board: Board, scope: int, _: Operand) -> None:
                for word in words:
                    board.add(characteristic, word, scope)

            return _constant(operation, add_members, characteristic)
        case a.RemoveMembers(characteristic, words):

            def remove_members(board: Board, scope: int, _: Operand) -> None:
                for word in words:
                    board.remove(characteristic, word, scope)

            return _constant(operation, remove_members, characteristic)
        case a.ReplaceMember(characteristic, old, new):

            def replace(board: Board, scope: int, _: Operand) -> None:
                having = scope & board.column(characteristic).get(old, 0)
                board.remove(characteristic, old, having)
                board.add(characteristic, new, having)

            return _constant(operation, replace, characteristic)
        case a.Animate(type):

            def animate(board: Board, scope: int, _: Operand) -> None:
                board.add("types", type, scope)

            return _constant(operation, animate, "types")
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

            prepared = _constant(operation, gain, ABILITIES)
            return Prepared(
                operation,
                prepared.operand,
                gain,
                {},
                prepared.writes,
                instance if ability.instructions else -1,
            )
        case a.Lose(keyword):
            bar = world.rulebook.policy("loss") == "bar"

            def lose(board: Board, scope: int, _: Operand) -> None:
                lose_keyword(board, scope, context, keyword, bar=bar)

            return _constant(operation, lose, ABILITIES, BARS)
        case a.CantHave(keyword):

            def cant_have(board: Board, scope: int, _: Operand) -> None:
                lose_keyword(board, scope, context, keyword, bar=True)

            return _constant(operation, cant_have, ABILITIES, BARS)
        case a.LoseAll(but):
            bar = world.rulebook.policy("loss") == "bar"

            def lose_all(board: Board, scope: int, _: Operand) -> None:
                lose_abilities(board, scope, context, but, bar)

            return _constant(operation, lose_all, ABILITIES, BARS)
        case a.SetStatus(status):
            return _set_status(operation, status, context)
        case a.CopyOf(of):
            touched = frozenset((*world.rulebook.characteristics, ABILITIES, NAME))

            def copy(board: Board, scope: int, index: Operand) -> None:
                if isinstance(index, tuple):
                    for one, of_it in index:
                        copy(board, scope & 1 << one, of_it)
                    return
                card = world.things[index].form if isinstance(index, int) else copied
                if card is not None:
                    copy_onto(board, scope, card, context.instances, world)

            select, reads = referring(of, context)
            if speaks_of_it(of):
                return Prepared(
                    operation,
                    lambda board, scope: tuple((i, only(select(board, i))) for i in bits(scope)),
                    copy,
                    reads,
                    touched,
                )
            # What resolved has read it by now, be it nothing; a static effect reads it anew.
            if context.player is not None:
                return Prepared(operation, lambda board, scope: None, copy, {}, touched)
            return Prepared(
                operation, lambda board, scope: only(select(board, -1)), copy, reads, touched
            )
        case a.CantBeModified():

            def fix(board: Board, scope: int, _: Operand) -> None:
                board.add(FIXED, effect, scope)

            return _constant(operation, fix, FIXED)
        case a.Permission(allowed, action, to):
            if to is None:

                def permit(board: Board, scope: int, _: Operand) -> None:
                    board.add(PERMISSIONS, (action, allowed, None), scope)

                return _constant(operation, permit, PERMISSIONS)
            select, reads = scoped(to, context)

            def permit_to(board: Board, scope: int, found: Operand) -> None:
                board.add(PERMISSIONS, (action, allowed, found), scope)

            return Prepared(
                operation,
                lambda board, scope: select(board, -1),
                permit_to,
                reads,
                frozenset((PERMISSIONS,)),
            )


def _constant(
    operation: a.Operation, write: Callable[[Board, int, Operand], None], *writes: str
) -> Prepared:
    return Prepared(operation, lambda board, scope: None, write, {}, frozenset(writes))


def _numbers(tree: a.Value, context: Context) -> tuple[Callable[[Board, int], Operand], Reads]:
    """The operand of a number operation: one number, or a pair (object, number) for each."""
    evaluate, reads = value(tree, context)
    if not speaks_of_it(tree):
        return (lambda board, scope: evaluate(board, -1)), reads
    return (
        lambda board, scope: tuple((index, evaluate(board, index)) for index in bits(scope))
    ), reads


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

    if not speaks_of_it(tree):
        return (lambda board, scope: who(board, -1)), reads
    return (lambda board, scope: tuple((index, who(board, index)) for index in bits(scope))), reads


def _by_players(found: Operand, scope: int) -> Iterator[tuple[int, frozenset[str]]]:
    """The objects in scope with the players meant for them."""
    if isinstance(found, frozenset):
        yield scope, found
        return
    assert isinstance(found, tuple)
    for index, players in found:
        yield scope & 1 << index, players


def _set_player(
    operation: a.Operation, characteristic: str, tree: a.Player, context: Context
) -> Prepared:
    operand, reads = _players(tree, context, one=True)
    column = BENEATH if characteristic == "controller" else characteristic

    def write(board: Board, scope: int, found: Operand) -> None:
        for group, players in _by_players(found, scope):
            if len(players) == 1:
                (name,) = players
                board.assign(column, name, group & ~barred(board, ("controller", name)))

    return Prepared(operation, operand, write, reads, frozenset((characteristic,)))


def _cant_be_controlled(operation: a.Operation, tree: a.Player, context: Context) -> Prepared:
    operand, reads = _players(tree, context, one=False)
    world = context.world

    def write(board: Board, scope: int, found: Operand) -> None:
        for group, players in _by_players(found, scope):
            for name in sorted(players):
                held = board.column(BENEATH).get(name, 0) & group
                for owner, owned in world.owned.items():
                    if held & owned and owner != name:
                        board.assign(BENEATH, owner, held & owned)
                board.add(BARS, ("controller", name), group)

    return Prepared(operation, operand, write, reads, frozenset(("controller", BARS)))


def _set_status(operation: a.Operation, name: str, context: Context) -> Prepared:
    status = context.world.rulebook.statuses[name]
    bar = context.world.rulebook.policy("loss") == "bar"
    writes = {name}
    if status.silences:
        writes |= {ABILITIES, BARS}
    if status.empties:
        writes |= {BARS, *status.empties}

    def write(board: Board, scope: int, _: Operand) -> None:
        board.add(name, True, scope)
        if status.silences:
            lose_abilities(board, scope, context, (), bar)
        for characteristic in status.empties:
            board.assign(characteristic, 0, scope & board.having(characteristic))
            board.add(BARS, ("number", characteristic), scope)

    return _constant(operation, write, *sorted(writes))
