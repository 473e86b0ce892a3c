"""What a part would do on a board, and doing it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.solver.board.columns import (
    ABILITIES,
    BENEATH,
    FIXED,
    Board,
    Column,
    Flip,
    shared,
    value_read,
)
from layerlaw.solver.board.kinds import NO_OBJECTS, InstanceNumber, Objects
from layerlaw.solver.effects.starting_board import settle_carried
from layerlaw.solver.layers.carried import Begun, take_back

if TYPE_CHECKING:
    from collections.abc import Hashable, Sequence

    from layerlaw.solver.effects.effects import Effects
    from layerlaw.solver.effects.parts import Observation, Part, Prepared, Step


Granted = tuple[InstanceNumber, Objects]
"""An ability instance that was granted, and who has it now and had it not."""


class Observer:
    """Observes and applies parts under a rulebook's policies."""

    def __init__(self, effects: Effects) -> None:
        self.effects = effects
        self.world = effects.world
        self.instances = effects.instances
        rulebook = self.world.rulebook
        self.begun = Begun()
        self._rulebook = rulebook
        self._disabling = self.world.disabling
        self._changing_texts = rulebook.layers_listing(("change text",))
        self._on = self.world.situation.on
        self._last_scope = NO_OBJECTS

    def exists(self, part: Part, board: Board) -> bool:
        """Whether the part's effect exists on the board, and has its turn in this layer."""
        return self.stands(part, board)

    def stands(self, part: Part, board: Board) -> bool:
        """Whether the part's effect exists on the board. Clauses: SORC-DUR-1, SORC-SELF-1."""
        if not part.exists:
            return True
        if self._has_ability(part, board) and (part.plain or self._works(part, board)):
            return True
        return (
            part.identity in self.begun.started
            and self._rulebook.policy("ability lost") == "continues"
        )

    def removed(self, part: Part, board: Board) -> bool:
        """Whether a static effect that has not begun has lost its ability, or cannot work."""
        if not part.exists or (
            part.identity in self.begun.started
            and self._rulebook.policy("ability lost") == "continues"
        ):
            return False
        return not self._has_ability(part, board)

    def _has_ability(self, part: Part, board: Board) -> bool:
        """Whether a static effect's source has the ability where it works, and is not disabled."""
        held = board.columns.get(ABILITIES)
        holder = part.effect.holder
        if not (held and part.works and held.get(part.effect.instance, 0) >> holder & 1):
            return False
        for status in self._disabling:
            disabled = board.columns.get(status)
            if disabled and disabled.get(True, 0) >> holder & 1:
                return False
        return True

    def _works(self, part: Part, board: Board) -> bool:
        """Whether a static effect whose source has the ability can work."""
        effect = part.effect
        if self.effects.goes_on(effect.instance, effect.holder):
            return False
        if self.effects.at_checks and effect.ability.condition is not None:
            return self.effects.at_check(effect.instance, effect.holder) in self._on
        return part.condition is None or part.condition(board, -1)

    def observe(self, part: Part, board: Board) -> Observation | None:
        """Scope and operands of every instruction on the board, or None if it does not exist."""
        return self.look(part, board) if self.exists(part, board) else None

    def look(self, part: Part, board: Board) -> Observation:
        """Scope and operands of every instruction of a part that exists on the board."""
        marked = board.columns.get(FIXED)
        fixed = self._fixed(part, marked) if marked else NO_OBJECTS
        scopes = self.begun.scopes
        actions: list[tuple[Objects, tuple[Hashable, ...]]] = []
        for step in part.steps:
            chosen = self._chosen(part, step, board) if scopes else step.select(board, -1)
            scope = chosen & (step.allowed & ~fixed if step.modifies else step.allowed)
            scope = self._last_scope = shared(shared(scope, chosen), self._last_scope)
            if len(step.operations) == 1:
                # What would be done to nothing is nothing.
                cut = step.cuts[0]
                cut_scope = scope if cut is None else scope & ~cut(board, -1)
                operand = step.operations[0].operand(board, cut_scope) if cut_scope else None
                actions.append((scope, (operand,)))
                continue
            operands = tuple(
                prepared.operand(board, cut_scope) if cut_scope else None
                for prepared, cut_scope in zip(
                    step.operations, cut_scopes(step, scope, board), strict=True
                )
            )
            actions.append((scope, operands))
        return tuple(actions)

    def _chosen(self, part: Part, step: Step, board: Board) -> Objects:
        """What the instruction selects: the same as in an earlier layer, or anew (policy `set`)."""
        kept = self.begun.scopes.get((part.identity, step.index))
        if kept is None:
            return step.select(board, -1)
        return self._rulebook.decided(
            ("set",), lambda values: kept if values == ("kept",) else step.select(board, -1)
        )

    def _fixed(self, part: Part, marked: Column) -> Objects:
        """Objects that the part's effect cannot modify: marked by another effect than this, and
        not its own source. Clause: SORC-NOMOD-1."""
        by_others, own = NO_OBJECTS, part.effect.maker
        for marker, held in marked.items():
            if marker != own:
                by_others |= held
        return by_others & ~part.effect.own

    def apply(
        self,
        part: Part,
        seen: Observation,
        board: Board,
        granted: list[Granted] | None = None,
    ) -> Board:
        """A fork of the board on which the part, as observed on it, has been written.

        granted: takes the instances it grants and their holders, in the order of granting.
        """
        after = board.fork()
        self.write(part, seen, after, granted)
        return after

    def write(
        self,
        part: Part,
        seen: Observation,
        board: Board,
        granted: list[Granted] | None = None,
    ) -> None:
        """Write the part, as observed on the board, to the board itself; otherwise as `apply`."""
        if len(part.steps) == 1 and len(part.steps[0].operations) == 1:
            self._write_one(part, seen, board, granted)
            return
        began = 0 if board.journal is None else len(board.journal)
        cuts = [
            cut_scopes(step, scope, board)
            for step, (scope, _) in zip(part.steps, seen, strict=True)
        ]
        for step, (_, operands), cut in zip(part.steps, seen, cuts, strict=True):
            for prepared, cut_scope, operand in zip(step.operations, cut, operands, strict=True):
                _write(prepared, cut_scope, operand, board, granted)
        self._settle(part, board, began)

    def _write_one(
        self,
        part: Part,
        seen: Observation,
        board: Board,
        granted: list[Granted] | None,
    ) -> None:
        """As `write`, for a part of a single operation."""
        [(scope, (operand,))] = seen
        [step] = part.steps
        began = 0 if board.journal is None else len(board.journal)
        cut = step.cuts[0]
        if cut is not None:
            scope &= ~cut(board, -1)
        _write(step.operations[0], scope, operand, board, granted)
        self._settle(part, board, began)

    def _settle(self, part: Part, board: Board, began: int) -> None:
        """What follows from a part's writing: early parts taken back, and who controls what.

        began: where in the board's journal, if it has one, the part began to write.
        """
        taken = self.begun.early and take_back(part, board, self.begun, self.world)
        if taken or (
            not self.world.decide_control.isdisjoint(part.writes)
            and self._decides_control(board.journal, began)
        ):
            settle_carried(board, self.world, self.instances)

    def _decides_control(self, journal: Sequence[Flip] | None, began: int) -> bool:
        """Whether anything by which it is told who controls what was written; None: unknown."""
        if journal is None:
            return True
        cells = self.world.control_cells
        for name, value, _ in journal[began:]:
            if name == BENEATH or name in cells or value_read(name, value) in cells:
                return True
        return False

    def selected(self, part: Part, seen: Observation, board: Board) -> tuple[Objects, ...]:
        """What each instruction selects on the board, what can't be modified included."""
        if not board.columns.get(FIXED):
            return tuple([scope for scope, _ in seen])
        return tuple(self._chosen(part, step, board) & step.allowed for step in part.steps)

    def begin(self, part: Part, selected: Sequence[Objects]) -> None:
        """Remember that a part was really applied, and what its instructions selected.

        Only other parts of its effect, or of its ability with a changed text, ask for it.
        """
        layer = self._rulebook.layers[part.layer]
        # What changes texts may change its own: it goes on as it began.
        if layer.early or not (part.elsewhere or part.layer in self._changing_texts):
            return
        self.begun.started[part.identity] = None
        self.effects.note_begun(part)
        if part.ahead:
            self.begun.ahead.update(dict.fromkeys((part.identity, one) for one in part.own_layers))
        for step, scope in zip(part.steps if part.elsewhere else (), selected, strict=True):
            self.begun.scopes.setdefault((part.identity, step.index), scope)


def _write(
    prepared: Prepared,
    scope: Objects,
    operand: Hashable,
    board: Board,
    granted: list[Granted] | None,
) -> None:
    if not scope:
        return
    if granted is None or prepared.grants < 0:
        prepared.write(board, scope, operand)
        return
    had = board.column(ABILITIES).get(prepared.grants, NO_OBJECTS)
    prepared.write(board, scope, operand)
    granted.append(
        (prepared.grants, board.column(ABILITIES).get(prepared.grants, NO_OBJECTS) & ~had)
    )


def does_nothing(seen: Observation) -> bool:
    """Whether a part that was seen to do this changes nothing, for it selects nothing."""
    for scope, _ in seen:  # noqa: SIM110 -- a generator takes three times as long
        if scope:
            return False
    return True


def cut_scopes(step: Step, scope: Objects, board: Board) -> list[Objects]:
    """For each operation the objects in scope that are not immune to it."""
    return [scope if cut is None else scope & ~cut(board, -1) for cut in step.cuts]
