"""Which effects act before their own layer because of the abilities they touch, for the replay."""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.solver.certificate.replay.apply import apply
from layerlaw.solver.certificate.replay.effects import ReplayEffects
from layerlaw.solver.certificate.replay.parts import doing
from layerlaw.solver.certificate.replay.words import policy

if TYPE_CHECKING:
    from collections.abc import Mapping

    from layerlaw.model.algebra import Ability
    from layerlaw.solver.certificate.replay.board import ReplayBoard
    from layerlaw.solver.certificate.replay.instances import ReplayInstance
    from layerlaw.solver.certificate.replay.parts import ReplayEffect, ReplayPart
    from layerlaw.solver.certificate.replay.space import ReplayTable


def effects_of(table: ReplayTable, texts: Mapping[str, Ability]) -> ReplayEffects:
    """All effects of one replay of layers."""
    between = any(layer.between for layer in table.rulebook.layers)
    return EffectsInPlaces(table, texts) if between else ReplayEffects(table, texts)


class EffectsInPlaces(ReplayEffects):
    """Effects that may act before or behind their own layers.

    done: what they did ahead of these, by these.
    """

    def __init__(self, table: ReplayTable, texts: Mapping[str, Ability]) -> None:
        super().__init__(table, texts)
        self.done: set[tuple[ReplayEffect, int]] = set()

    def note_applied(self, part: ReplayPart) -> None:
        """As in `ReplayEffects`."""
        if part.ahead:
            self.done.update((part.effect, own) for own in part.own)

    def exists(self, part: ReplayPart, board: ReplayBoard) -> bool:
        """Whether the part's effect exists on the board, and has its turn in this place."""
        if (part.effect, part.last) in self.done:
            return False
        if part.ahead and part not in self._acting_ahead(part.layer, board):
            return False
        return self.stands(part, board)

    def may_be_gone(self, part: ReplayPart, doubtful: int) -> bool:
        """As in `ReplayEffects`: whether it has its turn in a place, anything may decide."""
        return True

    def _acting_ahead(self, layer: int, board: ReplayBoard) -> set[ReplayPart]:
        """The parts that act in a place between layers, whose own layer comes later."""
        value = policy(self.rulebook, "ability added or removed")
        if value == "in its own layer":
            return set()
        able = [
            part
            for part in self.parts_in(layer)
            if part.ahead and (part.effect, part.last) not in self.done and self.stands(part, board)
        ]
        touched = {part: self._touched(part, board) for part in able}
        going: set[ReplayPart] = set()
        growing = True
        while growing:
            growing = False
            for part in able:
                if part not in going and any(
                    self._acts(other, layer, going, value) for other in touched[part]
                ):
                    going.add(part)
                    growing = True
        return going

    def _acts(self, other: ReplayEffect, layer: int, going: set[ReplayPart], value: str) -> bool:
        """Whether another effect acts in the next layer or, as far as is known, in this place."""
        parts = self.parts(other)
        following = parts.get(layer + 1)
        if following is not None and (other, following.last) not in self.done:
            return True
        here = parts.get(layer)
        if here is None:
            return False
        if here.ahead:
            return value == "before the ability's layer" and here in going
        return True

    def _touched(self, part: ReplayPart, board: ReplayBoard) -> list[ReplayEffect]:
        """The other effects whose abilities the part would add, remove, or keep from working."""
        table = self.table
        trial = board.fork()
        disabled = {status: _flagged(status, trial, self) for status in self.rulebook.disabling}
        before = dict(trial.held)
        view = self.view(part.effect, trial)
        seen = tuple(doing(step, self.scope(part.effect, step, view), view) for step in part.steps)
        apply(part, seen, trial, self)
        touched: dict[tuple[ReplayInstance, int], None] = {}
        for place in {**before, **trial.held}:
            old, new = before.get(place, ()), trial.held.get(place, ())
            touched.update(((one, place), None) for one in old if one not in new)
            touched.update(((one, place), None) for one in new if one not in old)
        for status, had in disabled.items():
            newly = _flagged(status, trial, self) & ~had
            for place, held in before.items():
                if newly >> place & 1:
                    touched.update(((one, place), None) for one in held)
        others = []
        for instance, place in touched:
            if self.meet(instance, place):
                other = self.static(instance, table.ids[place])
                if other is not part.effect:
                    others.append(other)
        return others


def _flagged(status: str, board: ReplayBoard, effects: ReplayEffects) -> int:
    return board.having(status, True, (1 << len(effects.table.ids)) - 1)
