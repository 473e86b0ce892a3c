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
    from layerlaw.solver.effects.evaluate import Test
    from layerlaw.solver.effects.parts import Part, Step
    from layerlaw.solver.effects.writing import Operand
    from layerlaw.solver.together.bounds import Bounds, Ranging, Tested
    from layerlaw.solver.together.keys import Keys
    from layerlaw.solver.together.operands import Known
    from layerlaw.solver.together.partial import Interval, Partial
    from layerlaw.solver.together.read_sets import Looks


class Candidate:
    """An effect that could exist, and when it does."""

    def __init__(self, parts: tuple[Part, ...], context: Context) -> None:
        self.effect = parts[0].effect
        self.context = context
        self.parts = parts
        self._tree = self.effect.ability.condition if self.effect.static else None
        self._disabling = context.world.rulebook.disabling
        self._bit = 1 << self.effect.holder

    @cached_property
    def _plain(self) -> Test | None:
        return None if self._tree is None else condition(self._tree, self.context)

    @cached_property
    def _tested(self) -> Tested | None:
        return None if self._tree is None else tested(self._tree, self.context)

    @cached_property
    def looks(self) -> Looks:
        """What telling whether it exists looks at."""
        if not self.effect.static:
            return NOTHING
        effect = self.effect
        own = Look(("instance", effect.instance, effect.ability.keyword), self._bit, False)
        status = (Look(("status", s), self._bit, True) for s in self._disabling)
        about = NOTHING if self._tree is None else looks(self._tree, self.context)
        return frozenset((own, *status)) | about

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
        effect = candidate.effect
        self.candidate = candidate
        self.part = part
        self.step = step
        self.prepared = step.operations[number]
        self.cut = step.cuts[number]
        operation = self.prepared.operation
        self.instruction = effect.ability.instructions[step.index]
        self.locked = locked
        self.lifting = is_lifting(operation, candidate.context.world.rulebook)
        self.writes = keys.writes(operation, self.prepared.grants, effect.id)
        self.modifies = step.modifies
        self._keys = keys
        self._fixed = ("fixed", effect.id)
        self._own = effect.own
        tree = operand_of(operation)
        self.each = tree is not None and speaks_of_it(tree)

    # What is asked of it is made when it is asked: most of what could exist is settled at once.

    @cached_property
    def _bounds(self) -> Bounds | None:
        scope, context = self.instruction.scope, self.candidate.context
        if self.locked or not any(self._keys.may_change(one.key) for one in looks(scope, context)):
            return None
        return scope_bounds(scope, context)

    @cached_property
    def _exempting(self) -> a.Selector | None:
        rulebook = self.candidate.context.world.rulebook
        return exempt_from(rulebook, self.prepared.operation, self.instruction.scope)

    @cached_property
    def _exempt(self) -> Bounds | None:
        exempt = self._exempting
        return None if exempt is None else scope_bounds(exempt, self.candidate.context)

    @cached_property
    def shared(self) -> frozenset[a.Selector] | None:
        """What decides to whom it is done, if that is the same whoever does it."""
        if self.locked or self._exempting is not None:
            return None
        asked_of = left_open(self.instruction.scope, self.candidate.context, self._keys)
        return asked_of if asked_of and all(map(impersonal, asked_of)) else None

    @cached_property
    def ranged(self) -> Ranging | None:
        """The range of its operand; None if that is no number."""
        return operand_range(self.prepared.operation, self.candidate.context)

    @cached_property
    def known(self) -> Known:
        """Its operand as far as it is known."""
        return known_operand(self.prepared.operation, self.candidate.context, self.ranged)

    @cached_property
    def looks(self) -> Looks:
        """What doing it looks at."""
        context = self.candidate.context
        asked = NOTHING if self.locked else looks(self.instruction.scope, context)
        if self._exempting is not None:
            asked |= firmly(looks(self._exempting, context))
        asked |= self._operand_looks(self.prepared.operation)
        if self.modifies:
            asked |= {Look(self._fixed, None, True)}
        return asked if self.lifting else firmly(asked)

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


def deeds_of(candidate: Candidate, locks: tuple[bool, ...], keys: Keys) -> tuple[Deed, ...]:
    """Its operations as deeds. locks: of which instructions the set was fixed; () of none."""
    return tuple(
        Deed(candidate, part, step, number, bool(locks and locks[step.index]), keys)
        for part in candidate.parts
        for step in part.steps
        for number in range(len(step.operations))
    )


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
