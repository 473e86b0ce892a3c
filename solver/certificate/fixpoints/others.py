"""Fixed points that are none of those known, asked of Z3 one after another."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from layerlaw.solver.certificate.confirm import another
from layerlaw.solver.certificate.replay.together import same
from layerlaw.solver.certificate.terms import TooLarge

if TYPE_CHECKING:
    from layerlaw.solver.certificate.fixpoints.grounds import Grounding
    from layerlaw.solver.certificate.fixpoints.question import Formulas
    from layerlaw.solver.certificate.replay.board import ReplayBoard


class OtherPoints:
    """The search for fixed points besides those known.

    points: the known ones, those found among them. unknown: why it is not known whether there are
    more.
    """

    def __init__(self, formulas: Formulas, points: list[ReplayBoard]) -> None:
        self.formulas = formulas
        self.points = points
        self.unknown = ""
        self._known = 0

    def find(self) -> ReplayBoard | None:
        """Another one; None if there is none, or if that is not known."""
        answer = another(self.formulas.question(self.points), self._known)
        if answer.strangers:
            self.unknown = f"fixed point {answer.strangers[0] + 1} is none by the formulas"
        elif answer.outcome != "one":
            self.unknown = answer.outcome.removeprefix("unknown: ").removeprefix("none")
        else:
            board = self.formulas.board(answer.point)
            if same(board, self.formulas.together.image(board)):
                self.points.append(board)
                self._known = len(self.points)
                return board
            self.unknown = "what the formulas find is not what the replay makes of it"
        return None

    def pass_by_like(self, point: ReplayBoard, grounding: Grounding) -> None:
        """Find none from now on that is not grounded by what is known of this one."""
        # What cannot be said of all of them at once is said of each as it is found.
        with suppress(TooLarge):
            self.formulas.pass_by(grounding.unfounded_like(point, self.formulas))
