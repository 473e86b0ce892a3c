"""What a part would do on a board, and doing it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from layerlaw.solver.board import ABILITIES, FIXED, Board
from layerlaw.solver.printed import settle_carried

if TYPE_CHECKING:
    from collections.abc import Hashable

    from layerlaw.solver.parts import Effects, Part, Step

Observation = tuple[tuple[int, tuple["Hashable", ...]], ...]
"""For each instruction the objects in scope, and each operation's operand."""


@dataclass(slots=True)
class Begun:
    """What effects with parts in several layers carry from layer to layer.

    started: effects of which a part was applied. scopes: what their instructions selected.
    """

    started: set[str] = field(default_factory=set)
    scopes: dict[tuple[str, int], int] = field(default_factory=dict)


class Observer:
    """Observes and applies parts under a rulebook's policies."""

    def __init__(self, effects: Effects) -> None:
        self.effects = effects
        self.world = effects.world
        self.instances = effects.instances
        rulebook = self.world.rulebook
        self.begun = Begun()
        self._rulebook = rulebook
        self._disabling = rulebook.disabling
        self._on = self.world.situation.on

    def exists(self, part: Part, board: Board) -> bool:
        """Whether the part's effect exists on the board. Clauses: SORC-DUR-1, SORC-SELF-1."""
        if not part.effect.static or self._stands(part, board):
            return True
        return (
            part.effect.id in self.begun.started
            and self._rulebook.policy("ability lost") == "continues"
        )

    def _stands(self, part: Part, board: Board) -> bool:
        """Whether a static effect's source has the ability where it works, and it can work."""
        effect = part.effect
        bit = 1 << effect.holder
        works = self.effects.works(effect.instance)
        if not board.column(ABILITIES).get(effect.instance, 0) & bit & works:
            return False
        for status in self._disabling:
            if board.column(status).get(True, 0) & bit:
                return False
        if self.effects.at_checks and effect.ability.condition is not None:
            return effect.id in self._on
        return part.condition is None or part.condition(board, -1)

    def observe(self, part: Part, board: Board) -> Observation | None:
        """Scope and operands of every instruction on the board, or None if it does not exist."""
        if not self.exists(part, board):
            return None
        fixed = self._fixed(part, board)
        found = []
        for step in part.steps:
            scope = self._chosen(part, step, board) & step.allowed & ~fixed
            operands = tuple(
                # What would be done to nothing is nothing.
                prepared.operand(board, cut_scope) if cut_scope else None
                for prepared, cut_scope in zip(
                    step.operations, _cut(step, scope, board), strict=True
                )
            )
            found.append((scope, operands))
        return tuple(found)

    def _chosen(self, part: Part, step: Step, board: Board) -> int:
        """What the instruction selects: the same as in an earlier layer, or anew (policy `set`)."""
        kept = self.begun.scopes.get((part.effect.id, step.index))
        if kept is None:
            return step.select(board, -1)
        return self._rulebook.decided(
            ("set",), lambda values: kept if values == ("kept",) else step.select(board, -1)
        )

    def _fixed(self, part: Part, board: Board) -> int:
        """Objects that the part's effect cannot modify: marked by another effect than this, and
        not its own source. Clause: SORC-NOMOD-1."""
        found = 0
        for marker, held in board.column(FIXED).items():
            if marker != part.effect.id:
                found |= held
        return found & ~(1 << part.effect.holder)

    def apply(
        self,
        part: Part,
        seen: Observation,
        board: Board,
        granted: list[tuple[int, int]] | None = None,
    ) -> Board:
        """A fork of the board on which the part, as observed on it, has been written.

        granted: takes the instances it grants and their holders, in the order of granting.
        """
        after = board.fork()
        for step, (scope, operands) in zip(part.steps, seen, strict=True):
            for prepared, cut_scope, operand in zip(
                step.operations, _cut(step, scope, board), operands, strict=True
            ):
                if not cut_scope:
                    continue
                if granted is None or prepared.grants < 0:
                    prepared.write(after, cut_scope, operand)
                    continue
                had = after.column(ABILITIES).get(prepared.grants, 0)
                prepared.write(after, cut_scope, operand)
                granted.append(
                    (prepared.grants, after.column(ABILITIES).get(prepared.grants, 0) & ~had)
                )
        writes = part.writes
        retyped = "types" in writes or "subtypes" in writes
        if retyped or "controller" in writes:
            settle_carried(after, self.world, self.instances)
        return after

    def begin(self, part: Part, seen: Observation) -> None:
        """Remember that a part was really applied, and to what."""
        self.begun.started.add(part.effect.id)
        self.effects.note_begun(part)
        for step, (scope, _) in zip(part.steps, seen, strict=True):
            self.begun.scopes.setdefault((part.effect.id, step.index), scope)


def _cut(step: Step, scope: int, board: Board) -> list[int]:
    """For each operation the objects in scope that are not immune to it."""
    return [scope if cut is None else scope & ~cut(board, -1) for cut in step.cuts]
