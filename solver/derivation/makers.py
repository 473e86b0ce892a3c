"""Which effects made the marks on a board: what may be done, is ignored, or goes elsewhere."""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.model.algebra import Ignore, Permission, Redirect

if TYPE_CHECKING:
    from collections.abc import Iterable

    from layerlaw.solver.effects.parts import Effect


def makers_of(effects: Iterable[Effect]) -> dict[str, Effect]:
    """Effects by the ids that marks name; of several of one id the last one that makes marks.

    A card has effects of the same ids before it becomes a copy and after, and one that makes it a
    copy may go on.
    """
    made: dict[str, Effect] = {}
    for effect in effects:
        known = made.get(effect.id)
        if known is None or known is effect or _marks(effect) or not _marks(known):
            made[effect.id] = effect
    return made


def _marks(effect: Effect) -> bool:
    """Whether the effect makes marks."""
    return any(
        isinstance(operation, Permission | Ignore | Redirect)
        for instruction in effect.ability.instructions
        for operation in instruction.operations
    )
