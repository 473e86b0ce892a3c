"""Each operation as a program: its operand, worked out on the board before, and its writing."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Protocol

from layerlaw.model import algebra as a
from layerlaw.solver.board.columns import (
    ABILITIES,
    BARS,
    BASE,
    FIXED,
    NAME,
    PERMISSIONS,
    bits,
)
from layerlaw.solver.effects import writers as w
from layerlaw.solver.effects.compiling import (
    player_program,
    reference_program,
    scope_program,
    value_program,
)
from layerlaw.solver.effects.context import only, speaks_of_it
from layerlaw.solver.effects.reads import NO_READS, ReadSet, ReadsUnlessUsed, joined

if TYPE_CHECKING:
    from collections.abc import Callable

    from layerlaw.model.rulebooks.rulebook import Rulebook
    from layerlaw.solver.board.columns import Board
    from layerlaw.solver.board.kinds import Objects
    from layerlaw.solver.effects.context import Context
    from layerlaw.solver.effects.program_types import PlayersProgram, SelectProgram, ValueProgram
    from layerlaw.solver.effects.writing import Operand

    Writer = Callable[[Context, Board, Objects, Operand], None]


class OperandProgram(Protocol):
    """An operand made ready: a frozen dataclass that knows nothing of one board or one effect."""

    def operand(self, context: Context, board: Board, it: int) -> Operand:
        """The operand on the board; it: the index of the object that it is for, or -1."""


@dataclass(frozen=True, slots=True)
class OperationProgram:
    """One operation of an instruction.

    write: how it is written, which follows from the operation. writes: the characteristics it may
    change. source: what the operand is worked out from, if it has one; each: whether for each
    object in scope by itself. grants: which one of the effect's grants it is; -1: none.
    """

    operation: a.Operation
    write: Writer = field(compare=False, repr=False)
    writes: frozenset[str]
    source: OperandProgram | None = None
    each: bool = False
    reads: ReadSet = NO_READS
    grants: int = -1

    def operand(self, context: Context, board: Board, scope: Objects) -> Operand:
        """The operand for all that is in scope, or pairs (object, operand)."""
        source = self.source
        if source is None:
            return None
        if not self.each:
            return source.operand(context, board, -1)
        return tuple((index, source.operand(context, board, index)) for index in bits(scope))


# --- operands ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class OperandNumber:
    """A number."""

    value: ValueProgram

    def operand(self, context: Context, board: Board, it: int) -> Operand:
        """See `OperandProgram`."""
        return self.value.number(context, board, it)


@dataclass(frozen=True, slots=True)
class OperandPlayers:
    """Players; alone: one is needed, so that several are none."""

    players: PlayersProgram
    alone: bool

    def operand(self, context: Context, board: Board, it: int) -> Operand:
        """See `OperandProgram`."""
        found = self.players.who(context, board, it)
        return frozenset() if self.alone and len(found) > 1 else found


@dataclass(frozen=True, slots=True)
class OperandObjects:
    """The objects selected."""

    of: SelectProgram

    def operand(self, context: Context, board: Board, it: int) -> Operand:
        """See `OperandProgram`."""
        return self.of.select(context, board, it)


@dataclass(frozen=True, slots=True)
class OperandOriginal:
    """The one object that is copied; nothing where it was read at resolution (`unless_used`)."""

    of: SelectProgram
    unless_used: bool

    def operand(self, context: Context, board: Board, it: int) -> Operand:
        """See `OperandProgram`."""
        if self.unless_used and context.player is not None:
            return None
        return only(self.of.select(context, board, it))


@dataclass(frozen=True, slots=True)
class OperandWords:
    """All words that what is selected has."""

    characteristic: str
    of: SelectProgram

    def operand(self, context: Context, board: Board, it: int) -> Operand:
        """See `OperandProgram`."""
        meant = self.of.select(context, board, it)
        column = board.column(self.characteristic)
        return frozenset(str(word) for word, held in column.items() if held & meant)


# --- operations ----------------------------------------------------------------------------------


def operation_program(
    rulebook: Rulebook, operation: a.Operation, place: int = -1
) -> OperationProgram:
    """The operation made ready.

    place: which one of the effect's grants, or of its copies, it is.
    """

    def constant(write: Writer, *writes: str) -> OperationProgram:
        return OperationProgram(operation, write, frozenset(writes))

    match operation:
        case (
            a.SetNumber(characteristic, tree)
            | a.FixNumber(characteristic, tree)
            | a.ChangeNumber(characteristic, _, tree)
            | a.Limit(characteristic, _, tree)
        ):
            number, reads = value_program(rulebook, tree)
            return OperationProgram(
                operation,
                partial(w.write_number, operation),
                _numbers_written(rulebook, operation, characteristic),
                OperandNumber(number),
                speaks_of_it(tree),
                reads,
            )
        case a.Swap(first, second):
            return constant(partial(w.swap, operation), first, second)
        case a.SetMembers(characteristic):
            return constant(partial(w.set_members, operation), characteristic)
        case a.AddMembers(characteristic):
            return constant(partial(w.add_members, operation), characteristic)
        case a.AddMembersOf(characteristic, of):
            select, reads = reference_program(rulebook, of)
            return OperationProgram(
                operation,
                partial(w.add_members_of, operation),
                frozenset((characteristic,)),
                OperandWords(characteristic, select),
                speaks_of_it(of),
                joined(reads, ReadSet((characteristic,))),
            )
        case a.RemoveMembers(characteristic):
            return constant(partial(w.remove_members, operation), characteristic)
        case a.ReplaceMember(characteristic):
            return constant(partial(w.replace_member, operation), characteristic)
        case a.Animate():
            return constant(partial(w.animate, operation), "types")
        case a.SetPlayer(characteristic, who):
            players, reads = player_program(rulebook, who)
            return OperationProgram(
                operation,
                partial(w.set_player, operation),
                frozenset((characteristic,)),
                OperandPlayers(players, alone=True),
                speaks_of_it(who),
                reads,
            )
        case a.CantBeControlledBy(who):
            players, reads = player_program(rulebook, who)
            return OperationProgram(
                operation,
                partial(w.bar_control, operation),
                frozenset(("controller", BARS)),
                OperandPlayers(players, alone=False),
                speaks_of_it(who),
                reads,
            )
        case a.Gain():
            static = place if operation.ability.instructions else -1
            return OperationProgram(
                operation,
                partial(w.gain, operation, place),
                frozenset((ABILITIES,)),
                grants=static,
            )
        case a.Lose():
            return constant(partial(w.lose_keyword, operation), ABILITIES, BARS)
        case a.CantHave():
            return constant(partial(w.bar_keyword, operation), ABILITIES, BARS)
        case a.LoseAll():
            return constant(partial(w.lose_all_abilities, operation), ABILITIES, BARS)
        case a.SetStatus(name):
            status = rulebook.statuses[name]
            silenced = (ABILITIES, BARS) if status.silences else ()
            emptied = (BARS, *status.empties) if status.empties else ()
            return constant(partial(w.set_status, operation), name, *silenced, *emptied)
        case a.CopyOf(of):
            return _copy(rulebook, operation, of, place)
        case a.CantBeModified():
            return constant(partial(w.fix, operation), FIXED)
        case a.Permission(to=about) | a.Ignore(source=about):
            if about is None:
                return constant(partial(w.mark, operation), PERMISSIONS)
            select, reads = scope_program(rulebook, about)
            return OperationProgram(
                operation,
                partial(w.mark, operation),
                frozenset((PERMISSIONS,)),
                OperandObjects(select),
                speaks_of_it(about),
                reads,
            )
        case a.Redirect():
            return constant(partial(w.mark, operation), PERMISSIONS)


def _numbers_written(
    rulebook: Rulebook, operation: a.Operation, characteristic: str
) -> frozenset[str]:
    writes = {characteristic}
    if w.is_base_too(rulebook, operation, characteristic):
        writes.add(BASE + characteristic)
    if isinstance(operation, a.FixNumber):
        writes.add(BARS)
    return frozenset(writes)


def _copy(rulebook: Rulebook, operation: a.CopyOf, of: a.Selector, place: int) -> OperationProgram:
    bases = [BASE + c.name for c in rulebook.characteristics.values() if c.base]
    each = speaks_of_it(of)
    select, reads = reference_program(rulebook, of)
    # What resolved has read it by now, be it nothing; a static effect reads it anew.
    return OperationProgram(
        operation,
        partial(w.copy, operation, place),
        frozenset((*rulebook.characteristics, *bases, ABILITIES, NAME)),
        OperandOriginal(select, unless_used=not each),
        each,
        reads if each else ReadSet(varying=(ReadsUnlessUsed(reads),)),
    )
