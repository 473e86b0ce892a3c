"""Which fixed points are grounded, by the rulebook's policy `groundedness`, for the replay."""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.solver.certificate.fixpoints.board import Coding
from layerlaw.solver.certificate.fixpoints.grounds import Grounds
from layerlaw.solver.certificate.replay.words import policy
from layerlaw.solver.certificate.terms import TooLarge

if TYPE_CHECKING:
    from layerlaw.solver.certificate.replay.board import Board
    from layerlaw.solver.certificate.replay.together import Together


class Grounding:
    """Tells grounded fixed points from those that hold themselves up.

    unknown: why that is not known of one of them; "" if it is known of all.
    """

    def __init__(self, together: Together) -> None:
        self.together = together
        self.unknown = ""
        self._policy = policy(together.effects.rulebook, "groundedness")
        self._coding = Coding(together.effects.table)
        self._told: list[tuple[Board, bool | None]] = []

    def of(self, point: Board) -> bool | None:
        """Whether the fixed point is grounded; None where it takes too much to know."""
        for known, told in self._told:
            if known is point:
                return told
        found = self._find(point)
        self._told.append((point, found))
        return found

    def _find(self, point: Board) -> bool | None:
        match self._policy:
            case "all deeds":
                try:
                    return Grounds(self.together, self._coding, point).gathered()
                except TooLarge as reason:
                    self.unknown = f"whether a state holds itself up is not known: {reason}"
                    return None
            case "what is added":
                return self.together.is_reached(point)
        return True
