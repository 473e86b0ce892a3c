"""Which effects act before their own layer because of the abilities they touch, for the replay."""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.model.dataclass import dataclass
from layerlaw.solver.certificate.replay.apply import apply
from layerlaw.solver.certificate.replay.board import ABILITIES, ANY, HOLDING, ones
from layerlaw.solver.certificate.replay.effects import ReplayEffects
from layerlaw.solver.certificate.replay.instances import ReplayInstance
from layerlaw.solver.certificate.replay.parts import doing
from layerlaw.solver.certificate.replay.words import policy

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from layerlaw.model.algebra import Ability
    from layerlaw.solver.certificate.replay.board import ReplayBoard
    from layerlaw.solver.certificate.replay.parts import ReplayEffect, ReplayPart
    from layerlaw.solver.certificate.replay.space import ReplayTable


def effects_of(table: ReplayTable, texts: Mapping[str, Ability]) -> ReplayEffects:
    """All effects of one replay of layers."""
    between = any(layer.between for layer in table.rulebook.layers)
    return EffectsInPlaces(table, texts) if between else ReplayEffects(table, texts)


@dataclass(frozen=True, slots=True)
class ActingAhead:
    """The parts that act in a place between layers on a board as it was at some time.

    reads: the characteristics looked at to know that, with the objects.
    """

    board: ReplayBoard
    at: tuple[int, ...]
    parts: frozenset[ReplayPart]
    reads: Mapping[str, int]


class EffectsInPlaces(ReplayEffects):
    """Effects that may act before or behind their own layers.

    done: what they did ahead of these, by these.
    """

    def __init__(self, table: ReplayTable, texts: Mapping[str, Ability]) -> None:
        super().__init__(table, texts)
        self.done: set[tuple[ReplayEffect, int]] = set()
        self._last: ActingAhead | None = None

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

    def _acting_ahead(self, layer: int, board: ReplayBoard) -> frozenset[ReplayPart]:
        """The parts that act in a place between layers, whose own layer comes later.

        They are found anew when something was written, and whoever asks has looked at all of it.
        """
        last = self._last
        if last is None or last.board is not board or last.at != self._known_by(layer, board):
            asking, board.reads = board.reads, {}
            try:
                parts = frozenset(self._going_ahead(layer, board))
            finally:
                looked_at, board.reads = board.reads, asking
            # Which of the values it was does not matter: what is written is looked at again.
            reads: dict[str, int] = {}
            for (characteristic, _), among in looked_at.items():
                reads[characteristic] = reads.get(characteristic, 0) | among
            # What was met in trials alone stands on no board.
            last = self._last = ActingAhead(board, self._known_by(layer, board), parts, reads)
        for characteristic, among in last.reads.items():
            board.note(characteristic, ANY, among)
        return last.parts

    def _known_by(self, layer: int, board: ReplayBoard) -> tuple[int, ...]:
        """What else it hangs on: it is found anew where any of these numbers is another one."""
        begun = (len(self.done), len(self.started), len(self.early.begun), len(self.early.given))
        return (board.version, layer, *begun, len(self._static))

    def _going_ahead(self, layer: int, board: ReplayBoard) -> Iterable[ReplayPart]:
        value = policy(self.rulebook, "ability added or removed")
        if value == "in its own layer":
            return ()
        able = [
            part
            for part in self.parts_in(layer)
            if part.ahead and (part.effect, part.last) not in self.done and self.stands(part, board)
        ]
        going: dict[ReplayPart, None] = {}
        waiting: dict[ReplayPart, Mapping[ReplayInstance, int]] = {}
        for part in able:
            touched = self._touched(part, board)
            if self._acts_next(part, touched):
                going[part] = None
            else:
                waiting[part] = touched
        new = [*going] if value == "before the ability's layer" else []
        while new:
            theirs: dict[object, int] = {}
            for part in new:
                instance, own = part.effect.instance, 1 << self.table.index[part.effect.source]
                theirs[instance] = theirs.get(instance, 0) | own
            new = [
                part
                for part, touched in waiting.items()
                if any(row & theirs.get(instance, 0) for instance, row in touched.items())
            ]
            for part in new:
                going[part] = None
                del waiting[part]
        return going

    def _acts_next(self, part: ReplayPart, touched: Mapping[ReplayInstance, int]) -> bool:
        """Whether one of these abilities, other than its own, acts next; see `_acts`."""
        layer = part.layer
        for instance, row in touched.items():
            for place in ones(row):
                parts = self.meet(instance, place)
                if parts and layer + 1 not in parts and (layer not in parts or parts[layer].ahead):
                    # Whoever has it does the same in the same layers.
                    break
                other = self.static(instance, self.table.ids[place])
                if parts and other is not part.effect and self._acts(other, layer):
                    return True
        return False

    def _acts(self, other: ReplayEffect, layer: int) -> bool:
        """Whether another effect acts in the next layer, or has its own turn in this place."""
        parts = self.parts(other)
        following = parts.get(layer + 1)
        if following is not None and (other, following.last) not in self.done:
            return True
        here = parts.get(layer)
        return here is not None and not here.ahead

    def _touched(self, part: ReplayPart, board: ReplayBoard) -> Mapping[ReplayInstance, int]:
        """The abilities that the part would add, remove, or keep from working, and whose."""
        trial = board.fork()
        view = self.view(part.effect, trial)
        seen = tuple(doing(step, self.scope(part.effect, step, view), view) for step in part.steps)
        trial.begin()
        apply(part, seen, trial, self)
        delta = trial.delta()
        touched = {
            instance: row
            for (characteristic, instance), row in delta.items()
            if characteristic == ABILITIES and isinstance(instance, ReplayInstance)
        }
        newly = 0
        for status in self.rulebook.disabling:
            newly |= delta.get((status, True), 0) & trial.having(status, True, self.table.everyone)
        for instance, held in board.columns.get(HOLDING, {}).items() if newly else ():
            if held & newly:
                assert isinstance(instance, ReplayInstance)
                touched[instance] = touched.get(instance, 0) | held & newly
        return touched
