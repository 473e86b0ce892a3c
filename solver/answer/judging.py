"""A scenario held against all that it expects: on the way and at its end."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from layerlaw.model.arguments import checked
from layerlaw.solver.answer.expectations import Outcome, judge
from layerlaw.solver.facts.displays import Rich
from layerlaw.solver.play.history import History

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from layerlaw.model.scenarios.scenario import Scenario
    from layerlaw.solver.derivation.answer import Answer


@dataclass(frozen=True, slots=True, repr=False)
class Judged(Rich):
    """The derivation of a scenario's end, and what became of everything that it expects.

    outcomes: of what it expects on the way, in the order of the events, then of its end.
    states: for each of them the state that it speaks of, if they were kept.
    """

    derivation: Answer
    outcomes: tuple[Outcome, ...]
    states: tuple[Answer, ...] = ()

    @property
    def fulfilled(self) -> bool:
        """Whether all is as expected, or not where it is known not to be (`xfail`)."""
        return all(outcome.right for outcome in self.outcomes)


@checked()
def judge_all(
    scenario: Scenario,
    *,
    readings: Mapping[str, str] | None = None,
    stop: Callable[[], None] | None = None,
) -> Judged:
    """Solve the scenario and hold everything that it expects against the state it speaks of.

    readings: open point -> reading, over and above the scenario's own. stop: called before every
    turn; whatever it raises ends the work. Raises as `solve` does.
    """
    if readings:
        scenario = replace(scenario, readings={**scenario.readings, **readings})
    history = History(scenario, stop=stop)
    for _ in history.play():
        pass
    end = history.derivation()
    asked = [(state, expected) for now, state in history.on_the_way for expected in now.expect]
    asked += [(end, expected) for expected in scenario.expect]
    outcomes = tuple(judge(state, expected) for state, expected in asked)
    return Judged(end, outcomes, tuple(state for state, _ in asked))
