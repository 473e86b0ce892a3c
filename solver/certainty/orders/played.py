"""What histories come to on the way; of those that nothing could tell apart one is played.

They differ in the order of ties alone which nothing on the table could tell while it was played.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.model.collecting import uncollected
from layerlaw.model.errors import LayerlawError
from layerlaw.solver.answer.difference.outcome import refusal
from layerlaw.solver.play.history import History

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from layerlaw.model.scenarios.scenario import Scenario
    from layerlaw.solver.answer.difference.observed import Derivations
    from layerlaw.solver.answer.difference.outcome import Outcome
    from layerlaw.solver.certainty.orders.choice import Admissible, Pick
    from layerlaw.solver.certainty.orders.histories import HistoryPlan
    from layerlaw.solver.certainty.orders.ties import Tie
    from layerlaw.solver.derivation.answer import Answer
    from layerlaw.solver.facts.situation import Situation


class PlayedHistories:
    """The outcomes of a plan's histories on the way, each found by playing it or one like it.

    told: the ties, by their numbers in the plan, whose order something could tell in what was
    played; all others may stand as written.
    """

    def __init__(self, plan: HistoryPlan, derivations: Derivations) -> None:
        events = [0 if choice.event is None else choice.event for choice in plan.choices]
        self._first = min(events, default=len(plan.scenario.events))
        self._ties = dict(enumerate(plan.ties))
        several = (n for n, choice in enumerate(plan.choices) if choice.kind == "several")
        self._choice = dict(enumerate(several))
        self._derivations = derivations
        self.told: frozenset[int] = frozenset()
        # By the choices that nothing told: by how all else was chosen, what came of it.
        self._known: dict[frozenset[int], dict[tuple[Pick | None, ...], list[Outcome]]] = {}

    @property
    def untold(self) -> frozenset[int]:
        """The choices, by their numbers in the plan, whose order nothing told."""
        return frozenset(self._choice[tie] for tie in self._ties if tie not in self.told)

    def outcomes(self, history: Admissible) -> list[Outcome]:
        """The outcomes after each event from the first choice on, the last one last.

        Where an event cannot happen, that comes last.
        """
        for untold, known in self._known.items():
            found = known.get(_but(history.picks, untold))
            if found is not None:
                return found
        ties = dict(self._ties)
        with uncollected():
            found = list(self._play(history.scenario, ties))
        self.told |= self._ties.keys() - ties.keys()
        untold = frozenset(self._choice[tie] for tie in ties)
        self._known.setdefault(untold, {})[_but(history.picks, untold)] = found
        return found

    def _play(self, scenario: Scenario, ties: dict[int, Tie]) -> Iterator[Outcome]:
        """Play the scenario. ties: of which those are taken out that something could tell."""

        def derived(situation: Situation) -> Answer:
            for number in [number for number, tie in ties.items() if tie.shows(situation)]:
                del ties[number]
            answer = self._derivations.answer(situation)
            if answer.picked:
                ties.clear()
            return answer

        try:
            history = History(scenario, derived=derived)
            for number, _ in enumerate(history.play()):
                if self._first <= number < len(scenario.events) - 1:
                    yield self._derivations.outcome(history.table.derivation())
            yield self._derivations.outcome(history.table.derivation())
        except LayerlawError as error:
            yield refusal(error)


def _but(picks: Sequence[Pick], without: Collection[int]) -> tuple[Pick | None, ...]:
    """The picks but for some choices, by their numbers."""
    return tuple(None if number in without else pick for number, pick in enumerate(picks))
