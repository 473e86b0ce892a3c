"""Which effects made the marks on a board: what may be done, is ignored, or goes elsewhere."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from layerlaw.solver.board.columns import Maker
    from layerlaw.solver.effects.parts import Effect

Makers = Mapping["Maker", "Effect"]
"""The effects that made marks, by what these bear."""


def makers_of(effects: Iterable[Effect]) -> Makers:
    """Effects by what their marks bear."""
    return {effect.maker: effect for effect in effects}
