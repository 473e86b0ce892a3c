"""An operation made ready to run: its operand on a board, and how it is written."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from layerlaw.solver.board.columns import Board, bits
from layerlaw.solver.effects.context import speaks_of_it

if TYPE_CHECKING:
    from collections.abc import Iterator

    from layerlaw.model import algebra as a
    from layerlaw.solver.effects.world import Reads
    from layerlaw.solver.effects.writing import Operand


@dataclass(slots=True, eq=False)
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


def constant(
    operation: a.Operation, write: Callable[[Board, int, Operand], None], *writes: str
) -> Prepared:
    """An operation without an operand."""
    return Prepared(operation, lambda board, scope: None, write, {}, frozenset(writes))


def for_each(
    evaluate: Callable[[Board, int], Operand], tree: object
) -> Callable[[Board, int], Operand]:
    """The operand that a tree stands for: one for all, or pairs (object, operand).

    Pairs where the tree speaks of `it`; `evaluate` takes the board and the index of `it`.
    """
    if not speaks_of_it(tree):
        return lambda board, scope: evaluate(board, -1)
    return lambda board, scope: tuple((index, evaluate(board, index)) for index in bits(scope))


def groups(found: Operand, scope: int) -> Iterator[tuple[int, Hashable]]:
    """The objects in scope with the operand that is meant for them."""
    if not isinstance(found, tuple):
        yield scope, found
        return
    for index, operand in found:
        yield scope & 1 << index, operand
