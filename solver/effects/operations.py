"""Each operation as a program: its operand, worked out on the board before, and its writing."""

from __future__ import annotations

from dataclasses import field, replace
from functools import partial
from typing import TYPE_CHECKING, Protocol

from layerlaw.model import algebra as a
from layerlaw.model.algebra.entries import operand_of
from layerlaw.model.algebra.writes import (
    BarStatus,
    LoseAbilities,
    WriteAbility,
    WriteCopy,
    WriteMark,
    WriteName,
    WriteNumber,
    WritePlayer,
    WriteStatus,
    WriteText,
    WriteWords,
)
from layerlaw.model.dataclass import dataclass
from layerlaw.solver.board.columns import (
    ABILITIES,
    ANY,
    BARS,
    BASE,
    FIXED,
    FORM,
    KEYWORD,
    NAME,
    PERMISSIONS,
    bits,
    value_read,
)
from layerlaw.solver.board.kinds import NO_OBJECTS, Index
from layerlaw.solver.effects import writing as w
from layerlaw.solver.effects.compiling import (
    player_program,
    reference_program,
    scope_program,
    value_program,
)
from layerlaw.solver.effects.consequences import write_words_and_what_follows
from layerlaw.solver.effects.context import only, speaks_of_it
from layerlaw.solver.effects.copying import Form, copiable, copies_what_is_left
from layerlaw.solver.effects.reads import (
    NO_READS,
    ReadSet,
    ReadsUnlessUsed,
    copy_reads,
    joined,
    reference_reads,
    term_reads,
)
from layerlaw.solver.effects.texts import replace_in_text
from layerlaw.solver.facts.arithmetic import COMBINE

if TYPE_CHECKING:
    from collections.abc import Callable

    from layerlaw.model.algebra.writes import Write
    from layerlaw.model.rulebooks.rulebook import Rulebook
    from layerlaw.solver.board.columns import Board
    from layerlaw.solver.board.kinds import Objects
    from layerlaw.solver.effects.context import Context, PlayersProgram, SelectProgram, ValueProgram
    from layerlaw.solver.effects.writing import Change, Operand

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
    object in scope by itself. grants: which one of the effect's grants it is; -1: none. gives:
    the same, of an ability that makes no effects too. overwrites: the cells on which it hangs what
    is really changed, beside scope, operand, bars and `gives`.
    """

    operation: a.Operation
    write: Writer = field(compare=False, repr=False)
    writes: frozenset[str]
    source: OperandProgram | None = None
    each: bool = False
    reads: ReadSet = NO_READS
    grants: int = -1
    gives: int = -1
    overwrites: frozenset[str] = frozenset()

    def operand(self, context: Context, board: Board, scope: Objects) -> Operand:
        """The operand for all that is in scope, or pairs (object, operand)."""
        source = self.source
        if source is None:
            return None
        if not self.each:
            if isinstance(source, OperandFitting):
                return source.of_all(context, board, scope)
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
        meant = self.players.who(context, board, it)
        return frozenset() if self.alone and len(meant) > 1 else meant


@dataclass(frozen=True, slots=True)
class OperandObjects:
    """The objects selected."""

    of: SelectProgram

    def operand(self, context: Context, board: Board, it: int) -> Operand:
        """See `OperandProgram`."""
        return self.of.select(context, board, it)


@dataclass(frozen=True, slots=True)
class OperandOriginal:
    """The one object that is copied, or what is copiable of it, as policy `a copy reads` says.

    Nothing where it was read before, at resolution or as the effect first applied (`unless_used`).
    """

    of: SelectProgram
    unless_used: bool

    def operand(self, context: Context, board: Board, it: int) -> Operand:
        """See `OperandProgram`."""
        if self.unless_used and (context.player is not None or context.copies):
            return None
        index = only(self.of.select(context, board, it))
        if index is None or not copies_what_is_left(context.world.rulebook):
            return index
        return Form(copiable(context.world, board, index))


@dataclass(frozen=True, slots=True)
class OperandWords:
    """All words that what is selected has."""

    characteristic: str
    of: SelectProgram

    def operand(self, context: Context, board: Board, it: int) -> frozenset[str]:
        """See `OperandProgram`."""
        meant = self.of.select(context, board, it)
        column = board.column(self.characteristic)
        return frozenset(str(word) for word, held in column.items() if held & meant)


@dataclass(frozen=True, slots=True)
class OperandFitting:
    """Of the words that an object would gain those for which it has a type.

    types: the set of types. needs: words, with the types of which they need one. words: what would
    be gained, or what works that out.
    """

    types: str
    needs: tuple[tuple[frozenset[str], frozenset[str]], ...]
    words: frozenset[str] | OperandWords

    def operand(self, context: Context, board: Board, it: int) -> Operand:
        """See `OperandProgram`."""
        [(_, words)] = self._of_each(self._words(context, board, it), board, 1 << Index(it))
        return words

    def of_all(self, context: Context, board: Board, scope: Objects) -> Operand:
        """The words, where all in scope gain the same; else pairs (object, words)."""
        found = self._of_each(self._words(context, board, -1), board, scope)
        alike = {words for _, words in found}
        return alike.pop() if len(alike) == 1 else found

    def _words(self, context: Context, board: Board, it: int) -> frozenset[str]:
        words = self.words
        return words.operand(context, board, it) if isinstance(words, OperandWords) else words

    def _of_each(
        self, words: frozenset[str], board: Board, scope: Objects
    ) -> tuple[tuple[int, frozenset[str]], ...]:
        column, lacking = board.column(self.types), []
        for belonging, types in self.needs:
            having = NO_OBJECTS
            for type in types:
                having |= column.get(type, NO_OBJECTS)
            if scope & ~having and not words.isdisjoint(belonging):
                lacking.append((scope & ~having, belonging))
        return tuple(
            (it, words.difference(*gone) if gone else words)
            for it in bits(scope)
            for gone in ([belonging for rest, belonging in lacking if rest >> it & 1],)
        )


@dataclass(frozen=True, slots=True)
class OperandActivated:
    """All activated abilities that what is selected has, or those that were found once.

    Clause: CR-608.2h.
    """

    of: SelectProgram
    found: frozenset[a.Ability] | None

    def operand(self, context: Context, board: Board, it: int) -> Operand:
        """See `OperandProgram`."""
        if self.found is not None:
            return self.found
        meant, instances = self.of.select(context, board, it), context.instances
        by_name = context.world.rulebook.activated
        found = (instances[n] for n, held in board.column(ABILITIES).items() if held & meant)
        return frozenset(
            one.ability for one in found if one.activated or one.ability.keyword in by_name
        )


def activated_abilities(of: a.Selector, context: Context, board: Board) -> frozenset[a.Ability]:
    """The activated abilities that what is meant has now, in whatever zone it is."""
    program = OperandActivated(reference_program(context.world.rulebook, of), None)
    found = program.operand(context, board, -1)
    assert isinstance(found, frozenset)
    return found


# --- operations ----------------------------------------------------------------------------------


def operation_program(
    rulebook: Rulebook, operation: a.Operation, place: int = -1
) -> OperationProgram:
    """The operation made ready.

    place: which one of the effect's grants, or of its copies, it is.
    """
    write = _writer(rulebook, operation, place)
    writes = frozenset(name for one in operation.writes for name in _columns(rulebook, one))
    grants = isinstance(operation, a.Gain) and bool(operation.ability.instructions)
    tree = operand_of(operation)
    needs = _needs(operation) if isinstance(operation, a.Gaining) else ()
    gives = place if isinstance(operation, a.Gain) else -1
    over = frozenset[str]() if gives >= 0 else _overwrites(operation, writes)
    if tree is None and not needs:
        given = place if grants else -1
        return OperationProgram(
            operation, write, writes, grants=given, gives=gives, overwrites=over
        )
    each = tree is not None and speaks_of_it(tree)
    source: OperandProgram | None = None
    reads = NO_READS
    if tree is not None:
        source, reads = _operand(rulebook, operation, tree, each=each)
    if needs:
        assert isinstance(operation, a.Gaining)
        source, types = _fitting(operation, needs, source)
        reads = joined(reads, types)
    return OperationProgram(operation, write, writes, source, each, reads, overwrites=over)


def _overwrites(operation: a.Operation, writes: frozenset[str]) -> frozenset[str]:
    """The cells that tell what the operation really changes of its scope.

    What only gives or takes known values hangs on who has these; all else on whole columns.
    """
    [write, *more] = operation.writes
    if more:
        return writes
    if isinstance(write, WriteWords) and write.words is not None and write.how != "set":
        taken = (write.old,) if write.how == "replace" else ()
        return frozenset(value_read(write.characteristic, word) for word in (*write.words, *taken))
    if isinstance(write, WriteAbility) and write.how == "lose" and write.keyword is not None:
        return frozenset({KEYWORD + write.keyword})
    return writes


_Needs = tuple[tuple[frozenset[str], frozenset[str]], ...]
"""Words of a set, with the types of which an object must have one to gain them."""


def _needs(operation: a.Gaining) -> _Needs:
    words = None if isinstance(operation, a.AddMembersOf) else {*operation.words}
    return tuple(
        (frozenset(one.words), frozenset(one.types))
        for one in operation.groups
        if operation.types
        and one.needs_type
        and one.characteristic == operation.characteristic
        and (words is None or not words.isdisjoint(one.words))
    )


def _fitting(
    operation: a.Gaining, needs: _Needs, source: OperandProgram | None
) -> tuple[OperandFitting, ReadSet]:
    """What works out the words that each object can gain, and the types that it looks at."""
    if isinstance(operation, a.AddMembersOf):
        assert isinstance(source, OperandWords)
        words: frozenset[str] | OperandWords = source
    else:
        words = frozenset(operation.words)
    return OperandFitting(operation.types, needs, words), ReadSet((operation.types,))


def _columns(rulebook: Rulebook, write: Write) -> tuple[str, ...]:
    """The columns of a board that may change."""
    match write:
        case WriteNumber(name, how):
            base = (BASE + name,) if w.is_base_too(rulebook, write) else ()
            return (name, *base, *((BARS,) if how == "fix" else ()))
        case WriteWords(name):
            return (name,)
        case WritePlayer(name, how):
            return (name,) if how == "set" else (name, BARS)
        case WriteAbility(how):
            return (ABILITIES,) if how == "gain" else (ABILITIES, BARS)
        case LoseAbilities(_, own):
            return (ABILITIES,) if own else (ABILITIES, BARS)
        case WriteStatus(name):
            status = rulebook.statuses[name]
            silenced = (ABILITIES, BARS) if status.silences else ()
            named = (NAME,) if status.nameless else ()
            return (name, *named, *silenced, *((BARS, *status.empties) if status.empties else ()))
        case BarStatus(name):
            return (name, BARS)
        case WriteCopy():
            every = rulebook.characteristics.values()
            # Players and counters stay.
            copied = (one.name for one in every if one.kind != "player" and not one.counter)
            bases = (BASE + one.name for one in every if one.base)
            return (*copied, *bases, ABILITIES, NAME, FORM)
        case WriteName():
            return (NAME,)
        case WriteText(name, _, _, line):
            return (ABILITIES, name) if line else (ABILITIES,)
        case WriteMark(kind):
            return (FIXED,) if kind == "unmodifiable" else (PERMISSIONS,)


def _operand(
    rulebook: Rulebook,
    operation: a.Operation,
    tree: a.Value | a.Player | a.Selector,
    *,
    each: bool,
) -> tuple[OperandProgram, ReadSet]:
    """What the operand is worked out from, and what that reads; each: whether it says `it`."""
    if isinstance(tree, a.Value):
        return OperandNumber(value_program(rulebook, tree)), term_reads(rulebook, tree)
    if isinstance(tree, a.Player):
        named = OperandPlayers(player_program(rulebook, tree), isinstance(operation, a.SetPlayer))
        return named, term_reads(rulebook, tree)
    reads = reference_reads(rulebook, tree)
    match operation.writes[0]:
        case WriteMark():
            return OperandObjects(scope_program(rulebook, tree)), reads
        case WriteWords(name):
            words = OperandWords(name, reference_program(rulebook, tree))
            return words, joined(reads, ReadSet((name,)))
        case WriteAbility():
            assert isinstance(operation, a.GainActivated)
            select = reference_program(rulebook, tree)
            if operation.found is not None:
                return OperandActivated(select, frozenset(operation.found)), ReadSet()
            used = OperandActivated(select, None)
            return used, joined(reads, ReadSet((ABILITIES, ANY)))
        case WriteCopy():
            select = reference_program(rulebook, tree)
            reads = joined(reads, copy_reads(rulebook, tree))
            if each:
                return OperandOriginal(select, unless_used=False), reads
            # What resolved has read it by now, be it nothing; a static effect reads it anew.
            unless_used = ReadSet(varying=(ReadsUnlessUsed(reads),))
            return OperandOriginal(select, unless_used=True), unless_used
        case write:
            raise AssertionError(f"{write} is worked out from no selector")


def _writer(rulebook: Rulebook, operation: a.Operation, place: int) -> Writer:
    if isinstance(operation, a.SetMembers | a.AddMembers) and _needs(operation):
        whole = _writer(rulebook, replace(operation, types=""), place)
        return partial(_write_fitting, rulebook, operation, whole)
    match operation:
        case a.SetNumber() | a.FixNumber() | a.ChangeNumber() | a.Limit():
            [number] = operation.writes
            base = w.is_base_too(rulebook, number)
            return partial(w.write_number, number, arithmetic(operation), base)
        case a.RemoveNumber():
            [number] = operation.writes
            return partial(w.clear_number, number, w.is_base_too(rulebook, number))
        case a.Swap():
            return partial(w.swap, operation)
        case a.SetMembers() | a.RemoveMembers() | a.ReplaceMember() if len(operation.writes) > 1:
            return partial(write_words_and_what_follows, operation)
        case (
            a.SetMembers()
            | a.AddMembers()
            | a.AddMembersOf()
            | a.RemoveMembers()
            | a.ReplaceMember()
            | a.Animate()
        ):
            words = operation.writes[0]
            assert isinstance(words, WriteWords)
            return partial(w.write_words, words)
        case a.ReplaceInText():
            return partial(replace_in_text, operation)
        case a.SetPlayer():
            return partial(w.set_player, operation)
        case a.CantBeControlledBy():
            return w.bar_control
        case a.Gain():
            return partial(w.gain, operation, place)
        case a.GainActivated():
            return w.gain_activated
        case a.Lose() | a.CantHave() | a.LoseAll():
            [lost] = operation.writes
            return partial(w.lose_abilities, lost)
        case a.SetStatus():
            return partial(w.set_status, operation)
        case a.CantBeStatus():
            return partial(w.bar_status, operation)
        case a.CopyOf():
            return partial(w.copy, place, operation)
        case a.Rename():
            [named] = operation.writes
            return partial(w.write_names, named)
        case a.CantBeModified():
            return w.fix
        case a.Permission() | a.Ignore() | a.Redirect():
            return partial(w.mark, operation)


def _write_fitting(
    rulebook: Rulebook,
    operation: a.SetMembers | a.AddMembers,
    whole: Writer,
    context: Context,
    board: Board,
    scope: Objects,
    operand: Operand,
) -> None:
    """Write to each object the words that it can gain; where that is none, nothing is done.

    whole: writes all of them.
    """
    alike: dict[frozenset[str], Objects] = {}
    for part, gained in w.for_each(operand, scope):
        assert isinstance(gained, frozenset)
        alike[gained] = alike.get(gained, NO_OBJECTS) | part
    for gained, part in alike.items():
        if not gained or not part:
            continue
        words = tuple(word for word in operation.words if word in gained)
        write = whole
        if words != operation.words:
            write = _writer(rulebook, replace(operation, words=words, types=""), -1)
        write(context, board, part, None)


# --- numbers ------------------------------------------------------------------------------------


def arithmetic(operation: a.Operation) -> Change:
    """What the operation makes of an old number and its operand."""
    match operation:
        case a.SetNumber() | a.FixNumber():
            return _set
        case a.ChangeNumber(_, "+"):
            return _add
        case a.ChangeNumber(_, "-", _, None):
            return _subtract
        case a.ChangeNumber(_, "-", _, int(least)):
            return partial(_lower, least)
        case a.ChangeNumber(_, "*"):
            return _multiply
        case a.Limit(_, "at least"):
            return _at_least
        case _:
            return _at_most


def _set(old: int | None, new: int) -> int | None:
    return new


def _add(old: int | None, new: int) -> int | None:
    return None if old is None else COMBINE["+"](old, new)


def _subtract(old: int | None, new: int) -> int | None:
    return None if old is None else COMBINE["-"](old, new)


def _lower(least: int, old: int | None, new: int) -> int | None:
    return None if old is None else lowered(old, new, least)


def _multiply(old: int | None, new: int) -> int | None:
    return None if old is None else COMBINE["*"](old, new)


def _at_least(old: int | None, new: int) -> int | None:
    return (new if new > 0 else None) if old is None else max(old, new)


def _at_most(old: int | None, new: int) -> int | None:
    return None if old is None else min(old, new)


def lowered(old: int, by: int, least: int) -> int:
    """The number taken down no lower than that; what was lower before stays."""
    return max(COMBINE["-"](old, by), min(old, least))
