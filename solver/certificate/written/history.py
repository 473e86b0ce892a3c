"""The history of a written certificate: read as a scenario is, and replayed state by state."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING

from layerlaw.model.dataclass import dataclass
from layerlaw.model.errors import BadInput
from layerlaw.model.scenarios.as_dict import scenario_from_dict
from layerlaw.solver.certificate.check import Certificate, check_following
from layerlaw.solver.certificate.history.play import PlayedHistory, difference
from layerlaw.solver.certificate.history.states import CannotHappen, ReplayedState, Unplayed
from layerlaw.solver.certificate.replay.words import policy
from layerlaw.solver.certificate.verdict import STRUCTURE, Failure
from layerlaw.solver.certificate.written.certificate import (
    WrittenCertificate,
    WrittenFacts,
    WrittenState,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from layerlaw.model.rulebooks.rulebook import Rulebook
    from layerlaw.model.scenarios.scenario import Scenario
    from layerlaw.solver.certificate.replay.replay import Followed
    from layerlaw.solver.facts.records import Facts
    from layerlaw.solver.facts.situation import Situation

NO_STATE = "a state is written for nothing"
MOST_KEPT = 8
"""So many of the last states are kept, for whoever asks for the same one again."""


class RefutedState(Exception):
    """A state on the way whose facts are not so."""

    def __init__(self, failure: Failure) -> None:
        self.failure = failure
        super().__init__(failure.message)


class AskedStates:
    """The complete states that the replay of a history asks for, one after another.

    facts_of: the facts that are recorded of a situation. offers: whether more are recorded of what
    happens now; None: never. made: the state of such facts.
    """

    def __init__(
        self,
        facts_of: Callable[[Situation], Facts],
        offers: Callable[[], bool] | None = None,
        made: Callable[[Facts], ReplayedState] = ReplayedState,
    ) -> None:
        self._facts_of = facts_of
        self._made = made
        self._offers = offers
        self._kept: list[tuple[Situation, ReplayedState]] = []

    def state(self, situation: Situation) -> ReplayedState:
        """The complete state; raises `Unplayed` where there is no one state."""
        for known, state in self._kept:
            if known == situation:
                return state
        state = self._settled(situation)
        self._kept = [(situation, state), *self._kept[: MOST_KEPT - 1]]
        return state

    def offers(self) -> bool:
        """Whether facts are recorded for what happens now that were not asked for."""
        return self._offers is not None and self._offers()

    def _settled(self, situation: Situation) -> ReplayedState:
        """The state with the conditions that hold in it, where they are read at the checks."""
        rulebook = situation.rulebook
        layered = policy(rulebook, "process") == "layered"
        if not layered or policy(rulebook, "condition read") != "at checks":
            return self._made(self._facts_of(situation))
        seen = [situation.on]
        while True:
            state = self._made(self._facts_of(situation))
            holding = state.holding()
            if holding == situation.on:
                return state
            if holding in seen:
                raise Unplayed("conditions turn one another on and off without end")
            seen.append(holding)
            situation = replace(situation, on=holding)


@dataclass(frozen=True, slots=True)
class Replayed:
    """What the replay of a history came to.

    events: how many were replayed. failure: the first claim that is not so; unplayed: what the
    replay does not know. event: at which event it was.
    """

    events: int
    event: int | None = None
    failure: Failure | None = None
    unplayed: str = ""


def scenario_of(certificate: WrittenCertificate, rulebook: Rulebook, base: Rulebook) -> Scenario:
    """The history as a scenario. Raises `BadInput` for what is none.

    base: the rulebook without what cards give, which is read with them.
    """
    assert certificate.history is not None
    values = {**certificate.history, "rulebook": rulebook.id}
    # Older files have them here, too; the rulebook has them already, and its digest tells of them.
    values.pop("counters", None)
    known = base.keywords
    keywords = {name: one for name, one in rulebook.keywords.items() if name in known}
    plain = replace(rulebook, keywords=keywords)
    try:
        return scenario_from_dict(values, "history", rulebook=plain, undecided=True)
    except BadInput as error:
        raise BadInput(
            replace(one, path=f"history.{one.path}", file="certificate") for one in error.problems
        ) from None


def played(scenario: Scenario, rulebook: Rulebook, states: AskedStates) -> PlayedHistory:
    """The history of a scenario, to be replayed."""
    return PlayedHistory(rulebook, scenario.players, scenario.active, scenario.events, states)


def replay_history(certificate: WrittenCertificate, rulebook: Rulebook, base: Rulebook) -> Replayed:
    """Replay the history of a certificate; each state that it asks for is checked as it is read.

    base: as in `scenario_of`.
    """
    scenario = scenario_of(certificate, rulebook, base)
    end = certificate.situation.under(rulebook)
    reader = _Reader(certificate, end)
    history = reader.history = played(
        scenario, rulebook, AskedStates(reader.facts_of, reader.offers, reader.made)
    )
    number = 0
    try:
        for done in history.play():
            number = done
        made = history.situation()
    except CannotHappen as error:
        failure = Failure(STRUCTURE, "", f"the event cannot happen: {error}")
        return Replayed(number, history.number, failure)
    except RefutedState as error:
        return Replayed(number, history.number, error.failure)
    except Unplayed as error:
        return Replayed(number, history.number, unplayed=str(error))
    finally:
        # They know each other: a circle would be there until somebody looks for garbage.
        reader.history = None
    apart = difference(made, end)
    if apart:
        return Replayed(number, number, Failure(STRUCTURE, "", f"in the situation, {apart}"))
    if reader.rest:
        return Replayed(number, number, Failure(STRUCTURE, "", NO_STATE))
    return Replayed(number)


class _Reader:
    """The states of a certificate, in the order in which the history asks for them."""

    def __init__(self, certificate: WrittenCertificate, end: Situation) -> None:
        self.history: PlayedHistory | None = None
        self.rest = list(certificate.states)
        self._end = end
        self._facts = certificate.facts
        self._followed: tuple[Facts, Followed | None] | None = None

    def facts_of(self, situation: Situation) -> Facts:
        """The facts that are written of the situation, checked; those of the end are, elsewhere.

        The conditions that hold at the checks are looked for by whoever asks for the state.
        """
        if situation == self._end:
            return self._facts.on(situation)
        if not self.rest:
            raise Unplayed("the state that the event asks for is not written")
        written = self.rest.pop(0)
        if self.history is None or written.event != self.history.number:
            raise RefutedState(
                Failure(STRUCTURE, "", f"the next state written is of event {written.event}")
            )
        facts = written.facts.on(situation)
        verdict, followed = check_following(Certificate(facts), settled=False)
        self._followed = facts, followed
        if verdict.failures:
            raise RefutedState(verdict.failures[0])
        if verdict.outcome != "confirmed":
            raise Unplayed("; ".join(verdict.unknowns))
        return facts

    def made(self, facts: Facts) -> ReplayedState:
        """The state of the facts that were checked last, which need not be followed again."""
        known = self._followed
        same = known is not None and known[0] is facts
        return ReplayedState(facts, known[1] if known is not None and same else None)

    def offers(self) -> bool:
        """Whether the next state is of what happens now: it is checked, though nobody needs it."""
        number = None if self.history is None else self.history.number
        return bool(self.rest) and self.rest[0].event == number


class StateWriter:
    """Writes the states down that the replay of a history asks for.

    facts_of: what the solver makes of a situation, with its conditions as they are.
    """

    def __init__(self, facts_of: Callable[[Situation], Facts], end: Situation) -> None:
        self.states: list[WrittenState] = []
        self._facts_of = facts_of
        self._end = end
        self._history: PlayedHistory | None = None

    def write(self, scenario: Scenario, rulebook: Rulebook) -> None:
        """Replay the history as far as the replay knows it."""
        self._history = played(scenario, rulebook, AskedStates(self._facts))
        with suppress(CannotHappen, Unplayed):
            for _ in self._history.play():
                pass
        self._history = None

    def _facts(self, situation: Situation) -> Facts:
        facts = self._facts_of(situation)
        if situation != self._end:
            assert self._history is not None
            self.states.append(WrittenState(self._history.number, WrittenFacts.of(facts)))
        return facts
