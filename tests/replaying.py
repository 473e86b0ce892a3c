"""Histories as the certificate's replay plays them, to be held against what the solver makes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from layerlaw.model import Scenario
from layerlaw.solver.certificate.history.play import difference
from layerlaw.solver.certificate.history.states import CannotHappen, ReplayedState, Unplayed
from layerlaw.solver.certificate.written.history import AskedStates, played
from layerlaw.solver.derivation.answer import Answer
from layerlaw.solver.derivation.derive import derived_once
from layerlaw.solver.facts.records import Facts
from layerlaw.solver.facts.situation import Situation


class KnownStates(AskedStates):
    """The states of situations, each worked out once: a replay that is tried again is quick.

    like: whose records are taken, of which every state is made anew.
    """

    def __init__(self, like: KnownStates | None = None) -> None:
        super().__init__(self.recorded)
        self.anew = like is not None
        self._recorded: list[tuple[Situation, Facts]] = [] if like is None else like._recorded
        self._states: list[tuple[Situation, ReplayedState]] = []

    def recorded(self, situation: Situation) -> Facts:
        """What the solver records of a situation."""
        for known, facts in self._recorded:
            if known == situation:
                return facts
        facts = derived_once(situation).facts
        self._recorded.append((situation, facts))
        return facts

    def state(self, situation: Situation) -> ReplayedState:
        """The complete state."""
        if self.anew:
            return super().state(situation)
        for known, state in self._states:
            if known == situation:
                return state
        state = super().state(situation)
        self._states.append((situation, state))
        return state


def replayed(scenario: Scenario, states: AskedStates) -> Situation:
    """What stands at the end of a history, by the replay alone.

    Raises `CannotHappen` and `Unplayed` as the replay does.
    """
    rulebook = scenario.rulebook.settled(scenario.readings)
    history = played(scenario, rulebook, states)
    for _ in history.play():
        pass
    return history.situation()


def assert_comes_to(scenario: Scenario, end: Situation | None, states: AskedStates) -> None:
    """Fail unless the replay comes to that end too.

    end: the solver's; None: an event cannot happen, or there is no state to go on from.
    """
    try:
        made = replayed(scenario, states)
    except Unplayed as unknown:
        # No state or several agree with all effects, and an event asks for the one.
        assert end is None or "ask for the one" in str(unknown)
        return
    except CannotHappen:
        assert end is None
        return
    assert end is not None
    assert difference(made, end) == ""
    assert made == end


def assert_replayed(
    scenario: Scenario, answer: Answer | None, readings: Mapping[str, str] | None = None
) -> None:
    """Fail unless the replay comes to the same end, or refuses an event where the solver does.

    answer: the solver's; None: it refuses an event, or there is no state to go on from.
    """
    if readings:
        scenario = replace(scenario, readings={**scenario.readings, **readings})
    end = None if answer is None else answer.situation
    assert_comes_to(scenario, end, KnownStates())
