"""What follows from words that are set or taken: words that go with types, and a text that is lost.

What follows is written in the layer of the operation itself.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.model.algebra.writes import LoseAbilities, WriteWords
from layerlaw.solver.board.kinds import NO_OBJECTS
from layerlaw.solver.effects.writing import lose_own_text, write_words

if TYPE_CHECKING:
    from layerlaw.model import algebra as a
    from layerlaw.model.algebra.groups import WordGroup
    from layerlaw.solver.board.columns import Board
    from layerlaw.solver.board.kinds import Objects
    from layerlaw.solver.effects.context import Context
    from layerlaw.solver.effects.writing import Operand


def write_words_and_what_follows(
    operation: a.SetMembers | a.RemoveMembers | a.ReplaceMember,
    context: Context,
    board: Board,
    scope: Objects,
    operand: Operand,
) -> None:
    """Write the words; take the words of types that are gone, and the own text, if it is lost."""
    name = operation.characteristic
    following = [one for one in operation.groups if one.types and one.characteristic != name]
    had = [_of_its_types(one, name, board) for one in following]
    for write in operation.writes:
        if isinstance(write, WriteWords) and write.characteristic == name:
            write_words(write, context, board, scope, operand)
        elif isinstance(write, LoseAbilities):
            lose_own_text(board, scope, context.instances)
    for group, before in zip(following, had, strict=True):
        gone = scope & before & ~_of_its_types(group, name, board)
        there = [word for word, held in board.column(group.characteristic).items() if held & gone]
        for word in there:
            if word in group.words:
                board.remove(group.characteristic, word, gone)


def _of_its_types(group: WordGroup, types: str, board: Board) -> Objects:
    """The objects that have one of the types to which the words belong."""
    column, having = board.column(types), NO_OBJECTS
    for type in group.types:
        having |= column.get(type, NO_OBJECTS)
    return having
