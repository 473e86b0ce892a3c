"""One effect that could exist, and each of its operations with all that is asked about it."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from layerlaw.model import algebra as a
from layerlaw.model.algebra.entries import operand_of
from layerlaw.model.algebra.writes import (
    BarStatus,
    LoseAbilities,
    Write,
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
from layerlaw.solver.board.columns import ABILITIES, ALL, FIXED
from layerlaw.solver.board.kinds import NO_OBJECTS
from layerlaw.solver.effects.context import speaks_of_it
from layerlaw.solver.effects.evaluate import condition
from layerlaw.solver.effects.programs import exempt_from
from layerlaw.solver.together.bounds import scope_bounds, tested
from layerlaw.solver.together.operands import known_operand, numbers_domain, operand_range
from layerlaw.solver.together.read_sets import (
    NOTHING,
    Look,
    everywhere,
    firmly,
    impersonal,
    left_open,
    looks,
)

if TYPE_CHECKING:
    from layerlaw.model.rulebooks.rulebook import Rulebook
    from layerlaw.solver.board.columns import Board
    from layerlaw.solver.board.kinds import Objects
    from layerlaw.solver.effects.context import Context
    from layerlaw.solver.effects.parts import Part, Step
    from layerlaw.solver.effects.writing import Operand
    from layerlaw.solver.together.keys import Keys
    from layerlaw.solver.together.partial import Interval, Partial
    from layerlaw.solver.together.read_sets import Looks


class Candidate:
    """An effect that could exist: when it does, and its operations as deeds."""

    def __init__(
        self, parts: tuple[Part, ...], context: Context, locks: tuple[bool, ...], keys: Keys
    ) -> None:
        self.effect = parts[0].effect
        self.context = context
        self.parts = parts
        tree = self.effect.ability.condition if self.effect.static else None
        self._disabling = context.world.rulebook.disabling
        self._bit = 1 << self.effect.holder
        self._plain = None if tree is None else condition(tree, context)
        self._tested = None if tree is None else tested(tree, context)
        self.looks: Looks = NOTHING
        if self.effect.static:
            keyword = self.effect.ability.keyword
            own = Look(("instance", self.effect.instance, keyword), self._bit, False)
            status = (Look(("status", s), self._bit, True) for s in self._disabling)
            about = NOTHING if tree is None else looks(tree, context)
            self.looks = frozenset((own, *status)) | about
        self.deeds = tuple(
            Deed(self, part, step, number, bool(locks and locks[step.index]), keys)
            for part in parts
            for step in part.steps
            for number in range(len(step.operations))
        )

    def has(self, board: Board) -> bool:
        """Whether its source has the ability there (a resolved effect needs none)."""
        effect = self.effect
        return not effect.static or bool(
            board.column(ABILITIES).get(effect.instance, 0) & self._bit
        )

    def disabled(self, board: Board) -> bool:
        """Whether its source has a status under which no ability works."""
        return self.effect.static and any(
            board.held.column(status).get(True, 0) & self._bit for status in self._disabling
        )

    def exists(self, board: Board) -> bool:
        """Whether it exists on the board; its condition is read there, whatever the policy."""
        if not self.has(board) or self.disabled(board):
            return False
        return self._plain is None or self._plain(board, -1)

    def maybe(self, partial: Partial) -> bool | None:
        """Whether it exists; None: not known yet."""
        if not self.effect.static:
            return True
        own = ("instance", self.effect.instance, self.effect.ability.keyword)
        if self.has(partial.board):
            unknown = bool(partial.losing(own) & self._bit)
        elif partial.gaining(own) & self._bit:
            unknown = True
        else:
            return False
        for status in self._disabling:
            key = ("status", status)
            if not partial.board.column(status).get(True, 0) & self._bit:
                unknown = unknown or bool(partial.gaining(key) & self._bit)
            elif partial.losing(key) & self._bit:
                unknown = True
            else:
                return False
        holds = True if self._tested is None else self._tested(partial, -1)
        return None if holds and unknown else holds


class Deed:
    """One operation of one instruction: to whom it is done, and with which operand."""

    def __init__(
        self,
        candidate: Candidate,
        part: Part,
        step: Step,
        number: int,
        locked: bool,
        keys: Keys,
    ) -> None:
        context = candidate.context
        rulebook = context.world.rulebook
        effect = candidate.effect
        self.candidate = candidate
        self.part = part
        self.step = step
        self.prepared = step.operations[number]
        self.cut = step.cuts[number]
        operation = self.prepared.operation
        self.instruction = effect.ability.instructions[step.index]
        self.locked = locked
        self.lifting = is_lifting(operation, rulebook)
        self.writes = keys.writes(operation, self.prepared.grants, effect.id)
        self.modifies = step.modifies
        self._fixed = ("fixed", effect.id)
        self._own = effect.own
        scope = self.instruction.scope
        self._bounds = None if locked else scope_bounds(scope, context)
        asked = NOTHING if locked else looks(scope, context)
        exempt = exempt_from(rulebook, operation, scope)
        self._exempt = None if exempt is None else scope_bounds(exempt, context)
        if exempt is not None:
            asked |= firmly(looks(exempt, context))
        # What decides to whom it is done, if that is the same whoever does it.
        self.shared: frozenset[a.Selector] | None = None
        if not locked and exempt is None:
            asked_of = left_open(scope, context, keys)
            self.shared = asked_of if asked_of and all(map(impersonal, asked_of)) else None
        tree = operand_of(operation)
        self.each = tree is not None and speaks_of_it(tree)
        self.ranged = operand_range(operation, context)
        self.known = known_operand(operation, context, self.ranged)
        asked |= self._operand_looks(operation)
        self.looks: Looks = asked
        if self.modifies:
            self.looks |= {Look(self._fixed, None, True)}
        if not self.lifting:
            self.looks = firmly(self.looks)

    @cached_property
    def numbers(self) -> list[int] | None:
        """Every number that its operand can be; None where any is possible, or it is none."""
        tree = operand_of(self.prepared.operation)
        return numbers_domain(tree, self.candidate.context) if isinstance(tree, a.Value) else None

    def _operand_looks(self, operation: a.Operation) -> Looks:
        context = self.candidate.context
        tree = operand_of(operation)
        if tree is None:
            return NOTHING
        asked = looks(tree, context)
        if isinstance(tree, a.Selector):
            words = (write for write in operation.writes if isinstance(write, WriteWords))
            any_word = (Look(("any word", one.characteristic), -1, False) for one in words)
            return everywhere(asked).union(any_word)
        return asked if self.each else everywhere(asked)

    def free(self, board: Board) -> Objects:
        """The objects that no other effect has marked as ones that it can't modify."""
        if not self.modifies:
            return ALL
        marked, own = NO_OBJECTS, self.candidate.effect.maker
        for marker, held in board.column(FIXED).items():
            if marker != own:
                marked |= held
        return ~marked | self._own

    def spared(self, board: Board) -> Objects:
        """The objects that the operation passes by, for they are immune to it."""
        return NO_OBJECTS if self.cut is None else self.cut(board, -1)

    def scope(self, board: Board) -> Objects:
        """The objects that it is done to on the board."""
        selected = self.step.select(board, -1) & self.step.allowed & self.free(board.held)
        return selected & ~self.spared(board.held) if selected else NO_OBJECTS

    def bounds(self, partial: Partial) -> Interval:
        """The objects that it is certainly done to, and those that it is possibly done to."""
        board = partial.board
        if self._bounds is None:
            least = most = self.step.select(board, -1)
        else:
            least, most = self._bounds(partial, -1)
        least &= self.step.allowed
        most &= self.step.allowed
        doubt = partial.doubtful(self._fixed) & ~self._own if self.modifies else NO_OBJECTS
        free = self.free(board)
        least &= free & ~doubt
        most &= free | doubt
        if self._exempt is not None and most:
            immune, perhaps = self._exempt(partial, -1)
            least &= ~perhaps
            most &= ~immune
        return least, most

    def rests_on_scope(self, partial: Partial, it: int) -> bool:
        """Whether, if it is open whether it is done to the object, the scope alone decides."""
        if self.modifies and partial.doubtful(self._fixed) & ~self._own & 1 << it:
            return False
        return self._exempt is None or not self._exempt(partial, -1)[1] >> it & 1


def by_object(deed: Deed, operand: Operand) -> dict[int, Operand]:
    """The operand by object; under -1 where it is one for all."""
    if not deed.each:
        return {-1: operand}
    return dict(operand) if isinstance(operand, tuple) else {}


def is_lifting(operation: a.Operation, rulebook: Rulebook) -> bool:
    """Whether the operation only adds something."""
    return all(_only_adds(write, rulebook) for write in operation.writes)


def _only_adds(write: Write, rulebook: Rulebook) -> bool:
    match write:
        case WriteStatus(name):
            status = rulebook.statuses[name]
            return not (status.silences or status.empties or status.nameless)
        case WriteText():
            return False
        case WriteWords(_, how) | WriteAbility(how):
            return how in ("add", "gain")
        case WriteMark(kind):
            return kind != "unmodifiable"
        case WriteNumber() | WritePlayer() | LoseAbilities() | BarStatus():
            return False
        case WriteCopy() | WriteName():
            return False
