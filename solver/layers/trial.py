"""Trials in pairs: which pending part depends on which, on one board, and by what evidence."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from layerlaw.model.dataclass import dataclass
from layerlaw.solver.board.columns import BARS, BENEATH, FORM
from layerlaw.solver.board.kinds import NO_OBJECTS
from layerlaw.solver.effects.reads import merge
from layerlaw.solver.layers.brought import with_brought
from layerlaw.solver.layers.commuting_pairs import CommutingPairs

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Mapping

    from layerlaw.solver.board.columns import Board
    from layerlaw.solver.board.kinds import Objects, PartNumber
    from layerlaw.solver.effects.parts import BoundProgram, Observation, Part
    from layerlaw.solver.effects.reads import Reads
    from layerlaw.solver.layers.observe import Observer
    from layerlaw.solver.layers.procedure import Procedure, ShortCuts


@dataclass(frozen=True, slots=True)
class Evidence:
    """What a trial showed: what x would do before y is applied, and after (None: x is gone).

    differing: under the result test, the cells in which the two orders ended differently.
    """

    before: Observation | None
    after: Observation | None
    differing: tuple[tuple[str, Objects], ...] = ()


Speaking: TypeAlias = "BoundProgram | tuple[Hashable, ...]"
"""What parts do alike: a program, or that of their kin for a player, before a trial and after."""

KnownEvidence: TypeAlias = "dict[PartNumber | Speaking, Evidence]"
"""What is known of those that depend on a part: of one alone, or of all that do the same."""

Dependents = dict["Part", dict["Part", Evidence]]
"""For each part those that depend on it, with the evidence."""


class Trials:
    """Finds the dependencies between parts of one layer, pair by pair."""

    def __init__(self, observer: Observer, procedure: Procedure, short_cuts: ShortCuts) -> None:
        self.observer = observer
        self.test = procedure.test
        self.alike = procedure.alike
        self.short_cuts = short_cuts

    def observe(self, part: Part, board: Board) -> Observation | None:
        """What the part would do on the board; see `Observer.observe`."""
        return self.observer.observe(part, board)

    def dependents(
        self,
        board: Board,
        seen: Mapping[Part, Observation],
        new: frozenset[Part] | None,
        known: frozenset[Part],
    ) -> Dependents:
        """The dependencies among the parts seen; with `new`, only pairs that hold one of those.

        seen: every pending part with its observation on the board. known: all that are pending
        or were applied, which no trial brings into existence.
        Clauses: SORC-DEP-1, SORC-DEP-2.
        """
        if self.test == "action":
            return self._action(board, seen, new)
        if self.test == "removal":
            return self._removal(board, seen, new)
        if self.test == "result":
            return self._result(board, seen, new, known)
        return {}

    def _action(
        self, board: Board, seen: Mapping[Part, Observation], new: frozenset[Part] | None
    ) -> Dependents:
        readers: dict[str, list[Part]] = {}
        for part in seen:
            for characteristic in part.reads:
                readers.setdefault(characteristic, []).append(part)
        dependents: Dependents = {}
        for applied, observation in seen.items():
            after = self.observer.apply(applied, observation, board)
            changes = after.changes_from(board)
            for other in self._touched(seen, readers, changes):
                if other is applied or (
                    new is not None and applied not in new and other not in new
                ):
                    continue
                if other.of_kind(self.alike) is not applied.of_kind(self.alike):
                    continue
                now = self.observer.observe(other, after)
                if now != seen[other]:
                    evidence = Evidence(seen[other], now)
                    dependents.setdefault(applied, {})[other] = evidence
        return dependents

    def _removal(
        self, board: Board, seen: Mapping[Part, Observation], new: frozenset[Part] | None
    ) -> Dependents:
        """By who takes whose ability; between parts whose own layers test actions, by these."""
        dependents: Dependents = {}
        for applied, observation in seen.items():
            after = self.observer.apply(applied, observation, board)
            for other in seen:
                if other is applied or (
                    new is not None and applied not in new and other not in new
                ):
                    continue
                if other.of_kind(self.alike) is not applied.of_kind(self.alike):
                    continue
                now = None
                if not self.observer.removed(other, after):
                    if not (self.by_action(applied) and self.by_action(other)):
                        continue
                    if self.observer.stands(other, after):
                        now = self.observer.look(other, after)
                    if now == seen[other]:
                        continue
                dependents.setdefault(applied, {})[other] = Evidence(seen[other], now)
        return dependents

    def by_action(self, part: Part) -> bool:
        """Whether the layers that a part belongs to, which has its turn by removal, go by action.

        That may be in a place between layers, or in the last one of all.
        """
        rulebook = self.observer.world.rulebook
        tests = {rulebook.layers[own].test for own in part.own_layers}
        if tests == {"action"}:
            return True
        # Without a test of its own here, it is the rulebook's that goes by removal.
        if not rulebook.layers[part.layer].test or not tests <= {"", "action"}:
            return False
        return rulebook.decided(("test",), lambda values: values[0] == "action")

    def _touched(
        self, seen: Iterable[Part], readers: Mapping[str, list[Part]], changes: Reads
    ) -> Iterable[Part]:
        """The parts that read a cell which has changed."""
        if not self.short_cuts.read_sets:
            return list(seen)
        touched: dict[Part, None] = {}
        for characteristic, mask in changes.items():
            for part in readers.get(characteristic, ()):
                if part.reads[characteristic] & mask:
                    touched[part] = None
        return touched

    def _result(
        self,
        board: Board,
        seen: Mapping[Part, Observation],
        new: frozenset[Part] | None,
        known: frozenset[Part],
    ) -> Dependents:
        dependents: Dependents = {}
        parts = list(seen)
        if len(parts) < 2:
            return dependents
        commuting = self.short_cuts.commuting
        pairs = CommutingPairs(self.observer, board, known, always=not commuting)

        def run(first: Part, second: Part) -> tuple[Board, Reads, Reads]:
            """Both applied in turn, and the cells that each wrote."""
            one, granted = pairs.alone(first)
            other = with_brought(
                self.observer, one.board, second, known, [*granted], always=not commuting
            )
            return other.board, one.cells, other.cells

        for position, first in enumerate(parts):
            for second in parts[position + 1 :]:
                if new is not None and first not in new and second not in new:
                    continue
                if first.of_kind(self.alike) is not second.of_kind(self.alike):
                    continue
                if commuting and pairs.certain(first, second):
                    continue
                one, first_cells, second_cells = run(first, second)
                other, second_more, first_more = run(second, first)
                differing = merge(one.changes_from(other), other.changes_from(one))
                differing.pop(BENEATH, None)
                differing.pop(FORM, None)
                differing.pop(BARS, None)
                for part, awaited, cells, more in (
                    (first, second, first_cells, first_more),
                    (second, first, second_cells, second_more),
                ):
                    hit = tuple(
                        sorted(
                            (characteristic, mask & both)
                            for characteristic, mask in differing.items()
                            if mask
                            & (
                                both := cells.get(characteristic, NO_OBJECTS)
                                | more.get(characteristic, NO_OBJECTS)
                            )
                        )
                    )
                    if hit:
                        evidence = Evidence(seen[part], None, hit)
                        dependents.setdefault(awaited, {})[part] = evidence
        return dependents
