"""F put into formulas: the question whether a situation has another fixed point than those told.

The unknowns are the cells of a board that some effect may write and some effect looks at; all
others follow from them. F's result for each is a nest of conditions over all effects that could
exist, in the order of the steps and of the timestamps.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.model.dataclass import dataclass
from layerlaw.solver.certificate.fixpoints.board import (
    Coding,
    UnknownBoard,
    WritableCells,
    nothing,
)
from layerlaw.solver.certificate.fixpoints.deeds import (
    belonging,
    existence,
    immunity,
    pool,
    step_of,
)
from layerlaw.solver.certificate.fixpoints.view import Outlook
from layerlaw.solver.certificate.fixpoints.writing import Draft, DraftedBoard, Drafting
from layerlaw.solver.certificate.replay.instances import ReplayInstance
from layerlaw.solver.certificate.terms import Terms, TooLarge, written

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from layerlaw.solver.certificate.fixpoints.board import Place
    from layerlaw.solver.certificate.fixpoints.point import DeedKey
    from layerlaw.solver.certificate.replay.board import ReplayBoard
    from layerlaw.solver.certificate.replay.parts import ReplayEffect, ReplayPart, ReplayStep
    from layerlaw.solver.certificate.replay.together import SimultaneousReplay
    from layerlaw.solver.certificate.terms import Truth

MOST_EFFECTS = 5_000
"""How many effects there may be that could ever exist."""


@dataclass(frozen=True, slots=True)
class FixedPointQuestion:
    """What Z3 is asked. text: the unknowns, and that they are what F makes of them.

    points: for each fixed point told, that the unknowns are as there. unknowns: their names.
    passed_by: what must not hold of another one either.
    """

    text: str
    points: tuple[str, ...]
    unknowns: frozenset[str]
    passed_by: tuple[str, ...] = ()


class Formulas:
    """F of one situation in formulas."""

    def __init__(self, together: SimultaneousReplay) -> None:
        self.together = together
        self.effects = together.effects
        self.coding = Coding(self.effects)
        self.start = self.coding.cells(together.start)
        reach = WritableCells(self.effects)
        self.written: dict[Place, None] = {}
        self.passed_by: list[Truth] = []
        self.possible = together.held(together.start) | reach.seeds()
        while True:
            written, possible = self._look(reach)
            if written.keys() <= self.written.keys() and possible.keys() <= self.possible.keys():
                break
            self.written = {**self.written, **written}
            self.possible = {**self.possible, **possible}
        # What none of them writes, if only what they write is unknown, no fixed point has changed.
        while True:
            written, possible = self._look(None)
            if written.keys() >= self.written.keys():
                break
            self.written = {place: None for place in self.written if place in written}

    def _look(
        self, reach: WritableCells | None
    ) -> tuple[dict[Place, None], dict[ReplayEffect, None]]:
        """Put F into formulas; returns the cells it may write, and the effects these may give."""
        self.terms = Terms(endless=self.effects.endless)
        self.unknown = UnknownBoard(self.terms, self.start, self.written, reach)
        self.draft = Draft(self.terms, {**self.start})
        self.deeds: dict[DeedKey, Truth] = {}
        self._outlooks: dict[ReplayEffect, Outlook] = {}
        known = sorted(self.possible, key=self.together.order)
        if len(known) > MOST_EFFECTS:
            raise TooLarge(f"more than {MOST_EFFECTS} effects could exist")
        for layer in range(len(self.effects.rulebook.layers)):
            for part in self.together.parts(layer, known):
                self._write(part)
        given: dict[ReplayEffect, None] = {}
        for object, key in self.draft.written:
            if key[0] == "has" and isinstance(key[1], ReplayInstance) and key[1].static:
                given[self.effects.static(key[1], object)] = None
        return self.draft.written, given

    def _write(self, part: ReplayPart) -> None:
        effect = part.effect
        outlook = self.outlook(effect)
        exists = existence(effect, self.effects, outlook)
        if exists is False:
            return
        writing = Drafting(self.draft, effect, self.effects, outlook, self.coding)
        for index, step in enumerate(part.steps):
            scope = self._scope(step, effect, outlook)
            for number, act in enumerate(step.acts):
                for object, belongs in scope.items():
                    immune = immunity(act, object, outlook)
                    when = self.terms.all((exists, belongs, self.terms.no(immune)))
                    if when is not False:
                        self.deeds[effect, part.layer, index, number, object] = when
                        writing.write(when, object, act)

    def outlook(self, effect: ReplayEffect) -> Outlook:
        """What an effect sees on the unknown board."""
        if effect not in self._outlooks:
            view = self.effects.view(effect, self.together.start)
            self._outlooks[effect] = Outlook(view, self.unknown, self.coding)
        return self._outlooks[effect]

    def made_without(self, left_out: Collection[DeedKey]) -> DraftedBoard:
        """The board that is made of what is done on the unknown one, but for some deeds."""
        draft = Draft(self.terms, {**self.start})
        writing: dict[ReplayEffect, Drafting] = {}
        for key, when in self.deeds.items():
            if key not in left_out:
                effect, _, _, number, object = key
                act = step_of(key, self.effects).acts[number]
                if effect not in writing:
                    outlook = self.outlook(effect)
                    writing[effect] = Drafting(draft, effect, self.effects, outlook, self.coding)
                writing[effect].write(when, object, act)
        return DraftedBoard(draft, self.start)

    def pass_by(self, alike: Truth) -> None:
        """From now on no fixed point is asked for of which this holds."""
        self.passed_by.append(alike)

    def _scope(self, step: ReplayStep, effect: ReplayEffect, outlook: Outlook) -> dict[str, Truth]:
        """The objects that may be in the instruction's scope, each with whether it is."""
        candidates = {
            object: belonging(step, object, effect, self.effects, outlook)
            for object in pool(step, effect, self.effects, outlook)
        }
        return {object: within for object, within in candidates.items() if within is not False}

    def question(self, points: Sequence[ReplayBoard]) -> FixedPointQuestion:
        """The question whether there is another fixed point than these."""
        looked = self.unknown.looked
        asked: list[str] = []
        done: set[Place] = set()
        while len(done) < len(looked):
            for place in [one for one in looked if one not in done]:
                done.add(place)
                made = self.draft.cells.get(place, nothing(place[1]))
                asked.append(f"(assert (= {written(looked[place])} {written(made)}))")
        told = []
        for board in points:
            cells = self.coding.cells(board)
            equal = [
                f"(= {written(unknown)} {written(cells.get(place, nothing(place[1])))})"
                for place, unknown in looked.items()
            ]
            told.append(f"(and true {' '.join(equal)})")
        names = frozenset(map(str, looked.values()))
        passed_by = tuple(map(written, self.passed_by))
        lines = self.terms.lines_for((*asked, *told, *passed_by))
        return FixedPointQuestion("\n".join((*lines, *asked)), tuple(told), names, passed_by)

    def board(self, values: dict[str, int | bool]) -> ReplayBoard:
        """The board on which the unknowns have these values, and what follows from them is so."""
        board = self.together.start.fork()
        kinds = sorted(self.unknown.looked.items(), key=lambda one: one[0][1][0] == "is")
        for place, unknown in kinds:
            # What Z3 leaves out can be anything.
            self.coding.put(board, place, values.get(str(unknown), nothing(place[1])))
        # Once for what is looked at, and once more for marks that are about what follows from it.
        return self.together.image(self.together.image(board))
