"""What takes the place of all that was there: who controls something, and copies.

Of several that do the last one decides, so a cell may change only where one that is not certain,
and that none which is certain comes after, would write something else into it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.solver.board.kinds import NO_OBJECTS, Index
from layerlaw.solver.together.deeds import by_object

if TYPE_CHECKING:
    from layerlaw.solver.board.columns import Board
    from layerlaw.solver.board.kinds import Objects
    from layerlaw.solver.effects.writing import Operand
    from layerlaw.solver.together.deeds import Deed


def replaced(deed: Deed, scope: Objects, operand: Operand) -> Objects:
    """The objects to which a deed that replaces writes something: a player, or what is copied."""
    found = NO_OBJECTS
    for it, one in by_object(deed, operand).items():
        if len(one) == 1 if isinstance(one, frozenset) else one is not None:
            found |= scope if it < 0 else 1 << Index(it)
    return found


def changed(board: Board, deed: Deed, scope: Objects, operand: Operand) -> Objects:
    """The objects on which a board would be another one if this were done to it."""
    after = board.fork()
    deed.prepared.write(after, scope, operand)
    found = NO_OBJECTS
    for name, column in after.columns.items():
        before = board.column(name)
        if column is not before:
            for value in {**before, **column}:
                found |= before.get(value, NO_OBJECTS) ^ column.get(value, NO_OBJECTS)
    return found
