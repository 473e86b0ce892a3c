"""Of very many effects those that are alike in one box, with the arrows of all of them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from layerlaw.solver.shell.report.drawing.alike import alike, between
from layerlaw.solver.shell.report.drawing.boxes import EffectBox, grouped
from layerlaw.solver.shell.report.words import counted

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

    from layerlaw.solver.facts.records import TurnRecord
    from layerlaw.solver.shell.report.drawing.thinning import Ends

LARGE = 60
"""Of so many effects or more those that are alike stand in one box."""
BOXES = 20
"""With more boxes than that in a stratum those of different cards that do the same, and on which
nothing depends and that depend on nothing, are alike."""


class Gathered:
    """Boxes that stand for one effect or several, the loops of these, and their arrows.

    arrows: for each arrow between them those of their effects that it stands for.
    """

    def __init__(
        self,
        boxes: Sequence[EffectBox],
        turns: Sequence[TurnRecord | None],
        arrows: Collection[Ends],
        loops: Iterable[Sequence[int]],
    ) -> None:
        """Gather them. turns: what each effect did, if it is known."""
        kinds = [
            (box.does, box.lost, box.step, bool(turn and turn.changes))
            for box, turn in zip(boxes, turns, strict=True)
        ]
        of_cards = [(box.card, kind) for box, kind in zip(boxes, kinds, strict=True)]
        groups = alike(of_cards, arrows)
        if len(groups) > BOXES:
            # Who depends on whom is told by cards; of all others it is told what they do.
            tied = {place for ends in arrows for place in ends}
            mixed = [of_cards[n] if n in tied else ("", kind) for n, kind in enumerate(kinds)]
            groups = alike(mixed, arrows)
        home = {place: number for number, group in enumerate(groups) for place in group}
        self.boxes = [
            _together([boxes[place] for place in group], [turns[place] for place in group])
            for group in groups
        ]
        self.loops = tuple(tuple(sorted({home[place] for place in loop})) for loop in loops)
        self.arrows: dict[Ends, list[Ends]] = between(groups, arrows)


def _together(boxes: Sequence[EffectBox], turns: Sequence[TurnRecord | None]) -> EffectBox:
    """One box for several; what they changed in all, if that is not the same for each."""
    first = boxes[0]
    if len(boxes) == 1:
        return first
    told = first.told
    if any(box.told != told for box in boxes):
        changed: dict[str, set[str]] = {}
        for turn in turns:
            for name, _, _, objects in grouped(turn.changes) if turn else ():
                changed.setdefault(name, set()).update(objects)
        told = tuple(
            f"{name} of {counted(len(objects), 'object')}" for name, objects in changed.items()
        )
    return replace(first, told=told, alike=tuple(boxes))


def more_like_it(count: int) -> str:
    """What is said of the arrows besides the one that is told."""
    return f"; and {count - 1:,} more like it" if count > 1 else ""
