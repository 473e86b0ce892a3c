"""Early layers, for the replay: what was done in them is taken back with the ability."""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.solver.certificate.replay.board import ABILITIES, BARS, FIXED, PERMISSIONS, BoardMark

if TYPE_CHECKING:
    from layerlaw.model.rulebooks.rulebook import Rulebook
    from layerlaw.solver.certificate.replay.board import ReplayBoard
    from layerlaw.solver.certificate.replay.parts import Observation, ReplayEffect, ReplayPart
    from layerlaw.solver.certificate.replay.space import ReplayTable


class EarlyLayers:
    """What effects did in layers that do not make them begun. Clause: SORC-OPEN-ANIMATE.

    given: for each effect the types that it gave to objects that lacked them. begun: effects with
    a part applied in a layer that the document has.
    """

    def __init__(self, table: ReplayTable) -> None:
        self._table = table
        rulebook: Rulebook = table.rulebook
        self._early = [layer.early for layer in rulebook.layers]
        giving = {f"add {rulebook.types}", f"change {rulebook.types}"}
        theirs = [n for n, layer in enumerate(rulebook.layers) if giving & set(layer.does)]
        self._types = min((n for n in theirs if not self._early[n]), default=len(self._early))
        self._disabling = [one.name for one in rulebook.statuses.values() if one.disables]
        self._taking = {ABILITIES, *self._disabling}
        self.given: dict[ReplayEffect, list[tuple[str, int]]] = {}
        self.begun: set[ReplayEffect] = set()
        self._taken_early = False

    def is_early(self, layer: int) -> bool:
        """Whether a part in the layer does not make its effect begun."""
        return self._early[layer]

    def takes(self, part: ReplayPart, board: ReplayBoard) -> bool:
        """Whether applying the part may take back what was done early.

        It may if it takes abilities, or if a layer that makes no effect begun has taken one.
        """
        if not self.given or self._early[part.layer]:
            return False
        return self._takes_abilities(part) or (
            self._taken_early
            and not all(
                effect.instance is None or effect in self.begun or self._has_it(effect, board)
                for effect in self.given
            )
        )

    def _takes_abilities(self, part: ReplayPart) -> bool:
        about = (act.meaning.about for step in part.steps for act in step.acts)
        return not all(map(self._taking.isdisjoint, about))

    def note(self, part: ReplayPart, seen: Observation, board: ReplayBoard) -> None:
        """The part is to be applied for good, on this board."""
        if not self._early[part.layer]:
            self.begun.add(part.effect)
            return
        self._taken_early = self._taken_early or self._takes_abilities(part)
        given = list(self.given.get(part.effect, ()))
        for step, doing in zip(part.steps, seen, strict=True):
            for act in step.acts:
                types = act.meaning.touched[0].brings if "animate" in act.meaning.words else ()
                for type in types:
                    had = board.having(self._table.rulebook.types, type, doing.scope)
                    for others in self.given.values():
                        for word, objects in others:
                            had &= ~objects if word == type else -1
                    given.append((type, doing.scope & ~had))
        self.given[part.effect] = given

    def take_back(self, part: ReplayPart, board: ReplayBoard) -> None:
        """The part was written: what it left without an ability takes its early work along."""
        if not self.given or self._early[part.layer]:
            return
        kept: list[tuple[str, int]] = []
        over: list[ReplayEffect] = []
        for effect, given in self.given.items():
            begun = effect.instance is None or effect in self.begun or effect is part.effect
            if begun or self._has_it(effect, board):
                kept += given
            else:
                over.append(effect)
        for effect in over:
            everyone = (1 << len(self._table.ids)) - 1
            board.remove(FIXED, effect, everyone)
            for bar in list(board.columns.get(BARS, {})):
                if isinstance(bar, tuple) and bar[0] == "status" and bar[1][1] is effect:
                    board.remove(BARS, bar, everyone)
            for mark in list(board.column(PERMISSIONS, everyone)):
                if isinstance(mark, BoardMark) and mark.by is effect:
                    board.remove(PERMISSIONS, mark, everyone)
            for type, objects in self.given[effect] if part.layer < self._types else ():
                for word, others in kept:
                    objects &= ~others if word == type else -1
                board.remove(self._table.rulebook.types, type, objects)

    def _has_it(self, effect: ReplayEffect, board: ReplayBoard) -> bool:
        place = self._table.index[effect.source]
        assert effect.instance is not None
        if any(board.having(status, True, 1 << place) for status in self._disabling):
            return False
        return board.holds(effect.instance, place)
