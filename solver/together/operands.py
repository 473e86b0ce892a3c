"""Operands where not everything is known: what they certainly are, and what they could be."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from layerlaw.model import algebra as a
from layerlaw.model.algebra.entries import operand_of
from layerlaw.model.algebra.writes import WriteCopy, WriteMark, WriteWords
from layerlaw.solver.board.columns import Board
from layerlaw.solver.effects.context import only, speaks_of_it
from layerlaw.solver.effects.evaluate import value
from layerlaw.solver.facts.arithmetic import COMBINE
from layerlaw.solver.together.bounds import (
    players_known,
    reference_bounds,
    scope_bounds,
    value_range,
)

if TYPE_CHECKING:
    from layerlaw.solver.effects.context import Context
    from layerlaw.solver.effects.writing import Operand
    from layerlaw.solver.together.bounds import Ranging
    from layerlaw.solver.together.partial import Partial

UNKNOWN: Operand = object()
"""Stands for an operand that is not known yet."""

Known = Callable[["Partial", int], "Operand"]
"""The operand on a partial board, for an `it`, or `UNKNOWN`."""

_NO_BOARD = Board({})


def operand_range(operation: a.Operation, context: Context) -> Ranging | None:
    """The range of an operand that is a number; None for other operands."""
    tree = operand_of(operation)
    return value_range(tree, context) if isinstance(tree, a.Value) else None


def known_operand(operation: a.Operation, context: Context, ranged: Ranging | None) -> Known:
    """The operand as far as it is known; ranged: its range, if it is a number.

    It is made from what is certain alone, never read off the partial board where that may still
    change: that may be certain of who is selected, and be wrong about it so far.
    """
    tree = operand_of(operation)
    if tree is None:
        return _nothing
    if isinstance(tree, a.Value):
        assert ranged is not None

        def number(partial: Partial, it: int) -> Operand:
            ends = ranged(partial, it)
            return UNKNOWN if ends is None or ends[0] < ends[1] else ends[0]

        return number
    if isinstance(tree, a.Player):
        meant = players_known(tree, context)
        one = isinstance(operation, a.SetPlayer)

        def players(partial: Partial, it: int) -> Operand:
            names = meant(partial, it)
            if names is None:
                return UNKNOWN
            return frozenset() if one and len(names) > 1 else names

        return players
    match operation.writes[0]:
        case WriteCopy():
            if context.player is not None and not speaks_of_it(tree):
                return _nothing
            copied = reference_bounds(tree, context)

            def copy(partial: Partial, it: int) -> Operand:
                least, most = copied(partial, it)
                return only(least) if least == most or least & (least - 1) else UNKNOWN

            return copy
        case WriteWords(characteristic):
            having = reference_bounds(tree, context)

            def words(partial: Partial, it: int) -> Operand:
                least, most = having(partial, it)
                if least != most or partial.doubtful(("any word", characteristic)) & most:
                    return UNKNOWN
                column = partial.board.column(characteristic)
                return frozenset(str(word) for word, held in column.items() if held & least)

            return words
        case WriteMark():
            about = scope_bounds(tree, context)

            def told(partial: Partial, it: int) -> Operand:
                least, most = about(partial, it)
                return least if least == most else UNKNOWN

            return told
        case write:
            raise AssertionError(f"{write} is worked out from no selector")


def _nothing(partial: Partial, it: int) -> Operand:
    return None


def players_domain(players: tuple[str, ...]) -> list[frozenset[str]]:
    """Every set of players."""
    return [
        frozenset(player for i, player in enumerate(players) if mask >> i & 1)
        for mask in range(1 << len(players))
    ]


def numbers_domain(tree: a.Value, context: Context, most: int = 4096) -> list[int] | None:
    """Every number that a value made of counts can have; None if it reads numbers of objects."""
    match tree:
        case a.Number() | a.ChosenNumber():
            evaluate = value(tree, context)
            return [evaluate(_NO_BOARD, -1)]
        case a.Count():
            return list(range(len(context.world.things) + 1))
        case a.Times():
            return list(range(len(context.world.situation.deeds) + 1))
        case a.Arithmetic(left, sign, right):
            first = numbers_domain(left, context, most)
            second = numbers_domain(right, context, most)
            if first is None or second is None or len(first) * len(second) > most:
                return None
            return sorted({COMBINE[sign](x, y) for x in first for y in second})
        case _:
            return None
