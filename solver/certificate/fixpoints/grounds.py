"""Whether all deeds of a fixed point are gathered from none, asked of Z3.

For each deed there is an unknown: whether it is done. The board that these make is put into
formulas, and so is whether the effects do a deed on it. A deed joins those gathered if no board
between them and the fixed point goes without it; a board that does is made by the replay and looked
at there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.solver.certificate.confirm import another
from layerlaw.solver.certificate.fixpoints.board import Coding, UnknownBoard
from layerlaw.solver.certificate.fixpoints.deeds import is_done
from layerlaw.solver.certificate.fixpoints.point import PointDeeds, common, joined, lacking
from layerlaw.solver.certificate.fixpoints.question import FixedPointQuestion
from layerlaw.solver.certificate.fixpoints.unfounded import Gathering
from layerlaw.solver.certificate.fixpoints.view import Outlook
from layerlaw.solver.certificate.fixpoints.writing import Draft, DraftedBoard, Drafting
from layerlaw.solver.certificate.replay.words import policy
from layerlaw.solver.certificate.terms import Name, Terms, TooLarge, written

if TYPE_CHECKING:
    from layerlaw.solver.certificate.fixpoints.point import DeedRow
    from layerlaw.solver.certificate.fixpoints.question import Formulas
    from layerlaw.solver.certificate.replay.board import ReplayBoard
    from layerlaw.solver.certificate.replay.parts import ReplayEffect
    from layerlaw.solver.certificate.replay.together import SimultaneousReplay
    from layerlaw.solver.certificate.terms import Truth


class Grounds:
    """The deeds of one fixed point, and which of them are gathered."""

    def __init__(self, together: SimultaneousReplay, coding: Coding, point: ReplayBoard) -> None:
        self.together = together
        self.effects = together.effects
        self.coding = coding
        self.deeds = PointDeeds(together, point)
        self.terms = Terms(endless=self.effects.endless)
        self.unknown: dict[tuple[int, int], Name] = {}
        self._outlooks: dict[tuple[ReplayEffect, UnknownBoard], Outlook] = {}
        self._asked: dict[tuple[int, int], Truth] = {}
        start = coding.cells(together.start)
        draft = Draft(self.terms, {**start})
        self._known = UnknownBoard(self.terms, coding.cells(point), {})
        for number, place in self.deeds.each(self.deeds.row):
            act = self.deeds.acts[number]
            name = self.unknown[number, place] = self.terms.variable("Bool")
            seen = self._outlook(act.effect, self._known)
            writing = Drafting(draft, act.effect, self.effects, seen, coding)
            writing.write(name, self.effects.table.ids[place], act.act)
        self._made = DraftedBoard(draft, start)

    def _outlook(self, effect: ReplayEffect, unknown: UnknownBoard) -> Outlook:
        key = effect, unknown
        if key not in self._outlooks:
            view = self.effects.view(effect, self.together.start)
            self._outlooks[key] = Outlook(view, unknown, self.coding)
        return self._outlooks[key]

    def gather(self) -> Gathering:
        """Gather what can be gathered. Raises `TooLarge` where Z3 does not tell."""
        deeds = self.deeds
        gathered: DeedRow = (0,) * len(deeds.row)
        while gathered != deeds.row:
            boards = [gathered]
            waiting = lacking(deeds.done(deeds.board(gathered)), gathered)
            while (refuter := self._refuter(waiting, gathered)) is not None:
                still = common(waiting, deeds.done(deeds.board(refuter)))
                if still == waiting:
                    raise TooLarge("what the formulas find is not what the replay makes of it")
                boards.append(refuter)
                waiting = still
            if not any(waiting):
                return Gathering(deeds, gathered, tuple(boards))
            gathered = joined(gathered, waiting)
        return Gathering(deeds, gathered, ())

    def _is_done(self, number: int, place: int) -> Truth:
        """Whether the effects do it on the board that is made."""
        if (number, place) not in self._asked:
            act = self.deeds.acts[number]
            seen = self._outlook(act.effect, self._made)
            point = self._outlook(act.effect, self._known)
            key = self.deeds.key(number, place)
            self._asked[number, place] = is_done(key, self.effects, seen, point)
        return self._asked[number, place]

    def _refuter(self, waiting: DeedRow, gathered: DeedRow) -> DeedRow | None:
        """Deeds between those gathered and all that make a board without one of those waiting."""
        asks = (self._is_done(number, place) for number, place in self.deeds.each(waiting))
        doubtful = [formula for formula in asks if formula is not True]
        if not doubtful:
            return None
        asked = [f"(assert {self.unknown[one]})" for one in self.deeds.each(gathered)]
        asked.append(f"(assert (not (and {' '.join(map(written, doubtful))})))")
        text = "\n".join((*self.terms.lines_for(asked), *asked))
        answer = another(FixedPointQuestion(text, (), frozenset(self.unknown.values())))
        if answer.outcome == "none":
            return None
        if answer.outcome != "one":
            raise TooLarge(answer.outcome.removeprefix("unknown: "))
        row = [*gathered]
        for (number, place), name in self.unknown.items():
            if answer.point.get(name, False):
                row[number] |= 1 << place
        return tuple(row)


class Grounding:
    """Tells grounded fixed points from those that hold themselves up.

    unknown: why that is not known of one of them; "" if it is known of all.
    """

    def __init__(self, together: SimultaneousReplay) -> None:
        self.together = together
        self.unknown = ""
        self._policy = policy(together.effects.rulebook, "groundedness")
        self._coding = Coding(together.effects)
        self._told: dict[ReplayBoard, bool | None] = {}
        self._gathered: dict[ReplayBoard, Gathering] = {}

    def of(self, point: ReplayBoard) -> bool | None:
        """Whether the fixed point is grounded; None where it takes too much to know."""
        if point not in self._told:
            self._told[point] = self._find(point)
        return self._told[point]

    def unfounded_like(self, point: ReplayBoard, formulas: Formulas) -> Truth:
        """Whether a fixed point is not grounded by what is known of one that was looked at.

        Raises `TooLarge`.
        """
        gathering = self._gathered.get(point)
        return gathering is not None and gathering.beyond().unfounded(formulas)

    def _find(self, point: ReplayBoard) -> bool | None:
        match self._policy:
            case "all deeds":
                try:
                    gathering = Grounds(self.together, self._coding, point).gather()
                except TooLarge as reason:
                    self.unknown = f"whether a state holds itself up is not known: {reason}"
                    return None
                self._gathered[point] = gathering
                return gathering.complete
            case "what is added":
                return self.together.is_reached(point)
        return True
