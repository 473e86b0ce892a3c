"""Replays a history: its events one after another, and what follows from each."""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.model.scenarios.events import Announce, GetsStatus, MoveZone, Play, Together
from layerlaw.model.scenarios.unnamed_ground import is_unnamed
from layerlaw.solver.certificate.history.apart import difference
from layerlaw.solver.certificate.history.concluding import conclude, give_back
from layerlaw.solver.certificate.history.foreseen import ForeseenChecks
from layerlaw.solver.certificate.history.ground import LaidGround
from layerlaw.solver.certificate.history.happening import happen, in_order
from layerlaw.solver.certificate.history.leaving import go
from layerlaw.solver.certificate.history.proceedings import Proceedings
from layerlaw.solver.certificate.history.rest import (
    come_to_rest,
    note_who_is_older,
    rest_is_asked_for,
)
from layerlaw.solver.certificate.history.states import Unplayed

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from layerlaw.model.rulebooks.rulebook import Rulebook
    from layerlaw.model.scenarios.events import Event, Simultaneous
    from layerlaw.solver.certificate.history.states import StateSource
    from layerlaw.solver.facts.situation import Situation

__all__ = ["PlayedHistory", "difference"]


class PlayedHistory:
    """A history, and what has happened of it. number: of the last event, from 1."""

    def __init__(
        self,
        rulebook: Rulebook,
        players: tuple[str, ...],
        active: str | None,
        events: Sequence[Event],
        states: StateSource,
    ) -> None:
        self.known = Proceedings(
            rulebook,
            players,
            active,
            states,
            ForeseenChecks(rulebook),
            _looked_back_at(events),
        )
        self.events = events
        self.number = 0
        self._ground = LaidGround(self.known, events)

    def play(self) -> Iterator[int]:
        """Play every event; gives its number once it has happened, and what follows from it.

        The state-based checks are carried out after each but the last. Raises `CannotHappen`, and
        `Unplayed` for what the replay does not know.
        """
        known, last = self.known, len(self.events)
        for number, event in enumerate(self.events, 1):
            self.number = known.moment = number
            known.place = 0
            self._happen(event)
            note_who_is_older(known)
            if not rest_is_asked_for(known):
                # The state before is the same to everybody.
                come_to_rest(known)
            conclude(known)
            if come_to_rest(known):
                conclude(known)
            give_back(known)
            if number != last:
                self._carry_out_checks()
            yield number

    def situation(self) -> Situation:
        """What stands now."""
        return self.known.situation

    def _happen(self, event: Event) -> None:
        """The event, with the ground that it needs, those of one moment one after another."""
        known = self.known
        several = in_order(known, event) if isinstance(event, Together) else ()
        self._ground.moment_begins()
        with_entries = _with_entries(several)
        known.with_entries = dict(with_entries)
        for place, one in enumerate(several, 1):
            known.place = place
            self._ground.before(one, several[place:])
            id = one.object if isinstance(one, GetsStatus) else ""
            if id in known.with_entries or one not in with_entries.get(id, ()):
                happen(known, one)
        if not several:
            self._ground.before(event)
            happen(known, event)
        self._ground.moment_ends()

    def _carry_out_checks(self) -> None:
        """Until the state-based checks find nothing. Clause: SORC-SBA-1.

        Where it is plain that they do not, no state is asked for; one that is there is looked at.
        """
        known = self.known
        rounds = len(known.log.present) + 1 if known.rulebook.checks else 0
        for _ in range(rounds):
            if not known.foreseen.may_find(known.situation) and not known.is_offered_a_state():
                return
            state = known.state()
            found = [one for one in state.fates() if not is_unnamed(one[0])]
            if not found:
                return
            for id, _, zone, _ in found:
                known.place += 1
                go(known, id, zone, state)
            conclude(known)
            give_back(known)
        if rounds:
            raise Unplayed("the state-based checks come back to where they began")


def _with_entries(several: Sequence[Simultaneous]) -> dict[str, tuple[GetsStatus, ...]]:
    """By what enters, the statuses that it gets in this moment after that."""
    found: dict[str, tuple[GetsStatus, ...]] = {}
    for one in several:
        match one:
            case Play(id=id) | MoveZone(object=id):
                found[id] = ()
            case GetsStatus(object=id, gets=True) if id in found:
                found[id] += (one,)
    return found


def _looked_back_at(events: Iterable[Event | Simultaneous]) -> frozenset[str]:
    """What something enters as a copy of as that was when it left play."""
    found: set[str] = set()
    for event in events:
        played = event.what if isinstance(event, Announce) else event
        if isinstance(played, Together):
            found |= _looked_back_at(played.events)
        elif isinstance(played, Play):
            found |= {copy.of for copy in played.copies if copy.that_left}
    return frozenset(found)
