"""Whether a paradox is blamed on the right effects: alone they leave no answer, each is needed."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from layerlaw.solver.certificate.fixpoints.grounds import Grounding
from layerlaw.solver.certificate.fixpoints.others import OtherPoints
from layerlaw.solver.certificate.fixpoints.question import Formulas
from layerlaw.solver.certificate.replay.effects import ReplayEffects
from layerlaw.solver.certificate.replay.space import ReplayTable
from layerlaw.solver.certificate.replay.together import SimultaneousReplay
from layerlaw.solver.certificate.terms import TooLarge

if TYPE_CHECKING:
    from collections.abc import Mapping

    from layerlaw.model.algebra import Ability
    from layerlaw.solver.facts.situation import Situation

MOST_POINTS = 100
"""So many states that hold themselves up are passed by; then it stays open."""


class Blame:
    """What the effects of one situation come to with others left out.

    every: the ids of all effects met so far that could exist, with others left out or not.
    unknown: why something could not be told.
    """

    def __init__(self, situation: Situation, texts: Mapping[str, Ability]) -> None:
        self.situation = situation
        self.texts = texts
        self.unknown = ""
        self.every = _possible(Formulas(self._together(situation)))

    def wrong(self, conflict: tuple[str, ...]) -> str | None:
        """Why these are not to blame for the paradox; None where they are, or it is unknown."""
        told = frozenset(conflict)
        if not told:
            return "of a paradox no conflict is told"
        leave_a_state = self._answers(told)
        if told - self.every:
            return f"there is no effect {min(told - self.every)} to be in conflict"
        if leave_a_state is True:
            return f"{_list(conflict)} alone leave a state"
        for one in conflict:
            if self._answers(told - {one}) is False:
                return f"{_list(conflict)} leave no state even without {one}"
        return None

    def _answers(self, kept: frozenset[str]) -> bool | None:
        """Whether there is an answer with only these effects; None where that is not known."""
        try:
            formulas = self._formulas(kept)
        except TooLarge as reason:
            self.unknown = str(reason)
            return None
        together = formulas.together
        grounding = Grounding(together)
        search = OtherPoints(formulas, [])
        while len(search.points) < MOST_POINTS:
            board = search.find()
            if board is None:
                self.unknown = search.unknown or self.unknown
                return None if search.unknown else False
            told = grounding.of(board)
            if told is None:
                self.unknown = grounding.unknown
                return None
            if told:
                return True
            search.pass_by_like(board, grounding)
        self.unknown = f"more than {MOST_POINTS} states hold themselves up"
        return None

    def _formulas(self, kept: frozenset[str]) -> Formulas:
        """F of these effects alone; what only others kept from existing is left out as they are."""
        while True:
            out = self.situation.left_out | (self.every - kept)
            formulas = Formulas(self._together(replace(self.situation, left_out=out)))
            possible = _possible(formulas)
            if possible <= self.every:
                return formulas
            self.every |= possible

    def _together(self, situation: Situation) -> SimultaneousReplay:
        return SimultaneousReplay(ReplayEffects(ReplayTable(situation), self.texts))


def _possible(formulas: Formulas) -> frozenset[str]:
    return frozenset(effect.id for effect in formulas.possible)


def _list(ids: tuple[str, ...]) -> str:
    return ", ".join(ids)
