"""Whether all deeds of a fixed point are gathered from none, asked of Z3.

A deed is what one operation does to one object, with its operand. For each there is an unknown:
whether it is done. The board that these make is put into formulas, and so is whether the effects do
a deed on it. A deed joins those gathered if no board between them and the fixed point goes without
it; a board that does is made by the replay and looked at there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from layerlaw.model.dataclass import dataclass
from layerlaw.solver.certificate.confirm import another
from layerlaw.solver.certificate.fixpoints.board import Coding, UnknownBoard, nothing
from layerlaw.solver.certificate.fixpoints.deeds import (
    belonging,
    existence,
    immunity,
    operand,
)
from layerlaw.solver.certificate.fixpoints.question import FixedPointQuestion
from layerlaw.solver.certificate.fixpoints.view import Outlook
from layerlaw.solver.certificate.fixpoints.writing import Draft, Drafting
from layerlaw.solver.certificate.replay.apply import Writing
from layerlaw.solver.certificate.replay.board import ones
from layerlaw.solver.certificate.replay.parts import Each
from layerlaw.solver.certificate.replay.words import policy
from layerlaw.solver.certificate.terms import Name, Terms, TooLarge, written

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from layerlaw.solver.certificate.fixpoints.board import Coding, Place
    from layerlaw.solver.certificate.replay.board import ReplayBoard
    from layerlaw.solver.certificate.replay.parts import Act, Operand, ReplayEffect, ReplayStep
    from layerlaw.solver.certificate.replay.together import SimultaneousReplay
    from layerlaw.solver.certificate.terms import Amount, Truth


@dataclass(frozen=True, slots=True, eq=False)
class ObjectDeed:
    """One operation on one object: `number` is its place in the step, `bit` the object's."""

    effect: ReplayEffect
    step: ReplayStep
    number: int
    bit: int
    object: str
    operand: Operand

    @property
    def act(self) -> Act:
        """The operation."""
        return self.step.acts[self.number]


class _Made(UnknownBoard):
    """The board that deeds make, of which it is unknown which are done."""

    def __init__(self, draft: Draft, start: dict[Place, bool | int]) -> None:
        super().__init__(draft.terms, start, draft.written)
        self.draft = draft

    def _cell(self, place: Place) -> Truth | Amount:
        if self.is_known(*place):
            return self.start.get(place, nothing(place[1]))
        return self.draft.cells.get(place, nothing(place[1]))


class Grounds:
    """The deeds of one fixed point, and which of them are gathered."""

    def __init__(self, together: SimultaneousReplay, coding: Coding, point: ReplayBoard) -> None:
        self.together = together
        self.effects = together.effects
        self.coding = coding
        self.point = point
        self.deeds = self._deeds()
        self.terms = Terms(endless=self.effects.endless)
        self.done: dict[ObjectDeed, Name] = {}
        start = coding.cells(together.start)
        draft = Draft(self.terms, {**start})
        self._known = UnknownBoard(self.terms, coding.cells(point), {})
        for deed in self.deeds:
            name = self.terms.variable("Bool")
            self.done[deed] = name
            seen = self._outlook(deed.effect, self._known)
            writing = Drafting(draft, deed.effect, self.effects, seen, coding)
            writing.write(name, deed.object, deed.act)
        self._made = _Made(draft, start)

    def _outlook(self, effect: ReplayEffect, unknown: UnknownBoard) -> Outlook:
        view = self.effects.view(effect, self.together.start)
        return Outlook(view, unknown, self.coding)

    def gathered(self) -> bool:
        """Whether all deeds are gathered. Raises `TooLarge` where Z3 does not tell."""
        gathered: dict[ObjectDeed, None] = {}
        while len(gathered) < len(self.deeds):
            least = self.board(gathered)
            waiting = [d for d in self.deeds if d not in gathered and self.is_done(d, least)]
            while (refuter := self._refuter(waiting, gathered)) is not None:
                done = [deed for deed in waiting if self.is_done(deed, refuter)]
                if len(done) == len(waiting):
                    raise TooLarge("what the formulas find is not what the replay makes of it")
                waiting = done
            if not waiting:
                return False
            gathered.update(dict.fromkeys(waiting))
        return True

    # --- by the replay ---------------------------------------------------------------------

    def _deeds(self) -> list[ObjectDeed]:
        """All that is done on the fixed point, in the order of the steps."""
        known = self.together.in_force(self.point)
        deeds = []
        for layer in range(len(self.effects.rulebook.layers)):
            for part in self.together.parts(layer, known):
                for step in part.steps:
                    doing = self.together.observe(step, part.effect, self.point)
                    for number, reach in enumerate(doing.reach):
                        for place in ones(reach):
                            object = self.effects.table.ids[place]
                            made = doing.operands[number]
                            if isinstance(made, Each):
                                made = Each({place: made.operands[place]})
                            deeds.append(
                                ObjectDeed(part.effect, step, number, 1 << place, object, made)
                            )
        return deeds

    def board(self, deeds: Iterable[ObjectDeed]) -> ReplayBoard:
        """The board that these deeds make."""
        chosen = set(deeds)
        board = self.together.start.fork()
        for deed in self.deeds:
            if deed in chosen:
                writing = Writing(board, deed.effect, self.effects)
                writing.write_all(deed.bit, deed.act, deed.operand)
        return board

    def is_done(self, deed: ObjectDeed, board: ReplayBoard) -> bool:
        """Whether the effects do just this on the board."""
        if not self.together.exists(deed.effect, board, board):
            return False
        doing = self.together.observe(deed.step, deed.effect, board)
        if not doing.reach[deed.number] & deed.bit:
            return False
        made = doing.operands[deed.number]
        if isinstance(made, Each):
            place = deed.bit.bit_length() - 1
            made = Each({place: made.operands[place]})
        return made == deed.operand

    # --- by formulas -----------------------------------------------------------------------

    def _is_done(self, deed: ObjectDeed) -> Truth:
        """Whether the effects do it on the board that is made."""
        terms = self.terms
        seen = self._outlook(deed.effect, self._made)
        plain = self._outlook(deed.effect, self._known)
        wanted = operand(deed.act, deed.object, plain)
        made = operand(deed.act, deed.object, seen)
        alike = [
            terms.compare(made[key], "=", wanted[key])
            if key == ""
            else self._equal(made.get(key, False), wanted.get(key, False))
            for key in {**wanted, **made}
        ]
        return terms.all(
            (
                existence(deed.effect, self.effects, seen),
                belonging(deed.step, deed.object, deed.effect, self.effects, seen),
                terms.no(immunity(deed.act, deed.object, seen)),
                *alike,
            )
        )

    def _equal(self, made: Truth | Amount, wanted: Truth | Amount) -> Truth:
        truth = cast("Truth", made)
        return truth if wanted is True else self.terms.no(truth)

    def _refuter(
        self, waiting: Sequence[ObjectDeed], gathered: dict[ObjectDeed, None]
    ) -> ReplayBoard | None:
        """A board between those gathered and the fixed point on which one waiting is not done."""
        doubtful = [formula for deed in waiting if (formula := self._is_done(deed)) is not True]
        if not doubtful:
            return None
        asked = [f"(assert {self.done[one]})" for one in gathered]
        asked.append(f"(assert (not (and {' '.join(map(written, doubtful))})))")
        text = "\n".join((*self.terms.lines_for(asked), *asked))
        answer = another(FixedPointQuestion(text, (), frozenset(map(str, self.done.values()))))
        if answer.outcome == "none":
            return None
        if answer.outcome != "one":
            raise TooLarge(answer.outcome.removeprefix("unknown: "))
        return self.board(
            one for one in self.deeds if one in gathered or answer.point.get(self.done[one], False)
        )


class Grounding:
    """Tells grounded fixed points from those that hold themselves up.

    unknown: why that is not known of one of them; "" if it is known of all.
    """

    def __init__(self, together: SimultaneousReplay) -> None:
        self.together = together
        self.unknown = ""
        self._policy = policy(together.effects.rulebook, "groundedness")
        self._coding = Coding(together.effects)
        self._told: list[tuple[ReplayBoard, bool | None]] = []

    def of(self, point: ReplayBoard) -> bool | None:
        """Whether the fixed point is grounded; None where it takes too much to know."""
        for known, told in self._told:
            if known is point:
                return told
        grounded = self._find(point)
        self._told.append((point, grounded))
        return grounded

    def _find(self, point: ReplayBoard) -> bool | None:
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
