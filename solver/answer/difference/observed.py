"""Histories that show every state on the way, each derived once and only where it is looked at."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import replace
from typing import TYPE_CHECKING

from layerlaw.model.dataclass import dataclass
from layerlaw.model.errors import LayerlawError
from layerlaw.solver.answer.difference.outcome import message_of, outcome
from layerlaw.solver.derivation.derive import derive
from layerlaw.solver.facts.situation import RULES
from layerlaw.solver.play.history import History

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator

    from layerlaw.model.scenarios.scenario import Scenario
    from layerlaw.solver.answer.difference.outcome import Outcome
    from layerlaw.solver.derivation.answer import Answer
    from layerlaw.solver.facts.records import Happening
    from layerlaw.solver.facts.situation import Situation

MOST = 128
"""Of so many tables derivations are kept; those of older ones are made again when asked for."""
ALIKE = 8
"""Of a table with the same objects and effects so many derivations are kept, the last ones."""


def same_situation(one: Situation, other: Situation) -> bool:
    """Whether the same stands, so that the same follows: effects left out count if they could be.

    False where it takes more than a look to tell, as with two rulebooks that say the same.
    """
    return (
        one.rulebook is other.rulebook
        and one.active == other.active
        and one.players == other.players
        and one.things == other.things
        and one.effects == other.effects
        and one.on == other.on
        and one.deeds == other.deeds
        and one.totals == other.totals
        and one.kept == other.kept
        and (one.left_out == other.left_out or _missed(one) == _missed(other))
    )


def _missed(situation: Situation) -> frozenset[str]:
    """The effects left out that could be there at all, going by who is."""
    if not situation.left_out:
        return situation.left_out
    there = {thing.id for thing in situation.things} | {RULES, *situation.players}
    resolved = {effect.id for effect in situation.effects}
    # A static effect is called after what has its ability.
    return frozenset(
        id
        for id in situation.left_out
        if id in resolved or any(id[:at] in there for at, one in enumerate(id) if one == ".")
    )


class Derivations:
    """The derivations of situations, kept for a history in which the same stands again."""

    def __init__(self) -> None:
        self._made: OrderedDict[Hashable, list[tuple[Situation, Answer]]] = OrderedDict()
        # An answer is kept with its outcome, so that no other one has its identity.
        self._outcomes: OrderedDict[int, tuple[Answer, Outcome]] = OrderedDict()

    def answer(self, situation: Situation) -> Answer:
        """As `derive` has it."""
        key = _key(situation)
        for known, answer in self._made.get(key, ()):
            if same_situation(known, situation):
                self._made.move_to_end(key)
                return _as_of(answer, situation)
        answer = derive(situation)
        kept = self._made.setdefault(key, [])
        kept.append((situation, answer))
        if answer.situation.on != situation.on:
            # Once its conditions have settled, the same comes of it.
            kept.append((answer.situation, answer))
        del kept[:-ALIKE]
        while len(self._made) > MOST:
            self._made.popitem(last=False)
        return answer

    def outcome(self, answer: Answer) -> Outcome:
        """As `outcome` has it: that of an answer that was kept, once."""
        known = self._outcomes.get(id(answer))
        if known is None:
            known = self._outcomes[id(answer)] = answer, outcome(answer)
            while len(self._outcomes) > MOST:
                self._outcomes.popitem(last=False)
        return known[1]

    def solve(self, scenario: Scenario) -> Answer:
        """The answer to a scenario, with what was derived, and what its history adds to it.

        Raises `BadInput` where an event cannot happen.
        """
        history = History(scenario, derived=self.answer)
        for _ in history.play():
            pass
        return history.derivation()


def _key(situation: Situation) -> Hashable:
    """What is the same where the same stands, and soon another where not."""
    return (
        tuple((thing.id, thing.zone, thing.entered) for thing in situation.things),
        tuple(effect.id for effect in situation.effects),
        situation.active,
    )


def _as_of(answer: Answer, situation: Situation) -> Answer:
    """The answer with what is left out there, which does not bear on it."""
    if answer.situation.left_out == situation.left_out:
        return answer
    return replace(
        answer, situation=replace(answer.situation, left_out=situation.left_out), several=()
    )


@dataclass(frozen=True, slots=True)
class TableState:
    """What stands at one moment of a history; what follows is derived when it is asked for."""

    situation: Situation
    chronicle: tuple[Happening, ...]
    idle: tuple[Happening, ...]
    scenario: Scenario
    derivations: Derivations

    def answer(self) -> Answer | str:
        """The answer; or why there is none."""
        try:
            derived = self.derivations.answer(self.situation)
        except LayerlawError as error:
            return message_of(error)
        return replace(derived, chronicle=self.chronicle, idle=self.idle, scenario=self.scenario)


@dataclass(frozen=True, slots=True)
class AfterEvent:
    """What stands after an event, before the checks and after; the same where they do nothing."""

    before: TableState
    after: TableState


class ObservedHistory(History):
    """A history that shows the state after every event, and why it ends where it cannot go on.

    derivations: those that it takes over, and adds to.
    """

    def __init__(
        self,
        scenario: Scenario,
        *,
        left_out: frozenset[str] = frozenset(),
        derivations: Derivations | None = None,
    ) -> None:
        self.derivations = Derivations() if derivations is None else derivations
        super().__init__(
            replace(scenario, play=scenario.events),
            left_out=left_out,
            derived=self.derivations.answer,
        )
        self._whole = scenario
        self._before: TableState | None = None

    def carry_out_checks(self) -> None:
        """Carry them out, but keep the state that they find."""
        self._before = self._now()
        super().carry_out_checks()

    def moments(self) -> Iterator[AfterEvent | str]:
        """The state after every event; or why it cannot happen, and then no more."""
        try:
            for number, _ in enumerate(self.play(), 1):
                now = self._now()
                if number < len(self.scenario.play):
                    assert self._before is not None
                    yield AfterEvent(self._before, now)
                    continue
                self.derivation()
                yield AfterEvent(now, now)
        except LayerlawError as error:
            yield message_of(error)

    def _now(self) -> TableState:
        table = self.table
        return TableState(
            table.situation,
            tuple(table.chronicle),
            tuple(table.idle),
            self._whole,
            self.derivations,
        )
