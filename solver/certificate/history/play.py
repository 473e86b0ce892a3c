"""Replays a history: its events one after another, and what follows from each."""

from __future__ import annotations

from dataclasses import fields
from typing import TYPE_CHECKING

from layerlaw.model.scenarios.events import Together
from layerlaw.model.scenarios.unnamed_ground import is_unnamed
from layerlaw.solver.certificate.history.events import happen, in_order
from layerlaw.solver.certificate.history.ground import Ground
from layerlaw.solver.certificate.history.rest import come_to_rest, note_older
from layerlaw.solver.certificate.history.settling import give_back, settle
from layerlaw.solver.certificate.history.states import Unplayed
from layerlaw.solver.certificate.history.table import PlayedTable
from layerlaw.solver.certificate.history.zones import leave

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from layerlaw.model.rulebooks.rulebook import Rulebook
    from layerlaw.model.scenarios.events import Event
    from layerlaw.solver.certificate.history.states import States
    from layerlaw.solver.facts.situation import ResolvedEffect, Situation, Thing


class PlayedHistory:
    """The table, and the events that are played on it. number: of the last event, from 1."""

    def __init__(
        self,
        rulebook: Rulebook,
        players: tuple[str, ...],
        active: str | None,
        events: Sequence[Event],
        states: States,
    ) -> None:
        self.table = PlayedTable(rulebook, players, active, states)
        self.events = events
        self.number = 0
        self._ground = Ground(self.table, events)

    def play(self) -> Iterator[int]:
        """Play every event; gives its number once it has happened, and what follows from it.

        The state-based checks are carried out after each but the last. Raises `CannotHappen`, and
        `Unplayed` for what the replay does not know.
        """
        for number, event in enumerate(self.events, 1):
            self.number = number
            self._take_place(event)
            if number < len(self.events):
                self._carry_out_checks()
            yield number

    def situation(self) -> Situation:
        """What stands now."""
        return self.table.situation

    def _take_place(self, event: Event) -> None:
        table = self.table
        table.moment, table.place = table.moment + 1, 0
        self._ground.moment_begins()
        if isinstance(event, Together):
            several = in_order(table, event)
            for place, one in enumerate(several, 1):
                table.place = place
                self._ground.before(one, several[place:])
                happen(table, one)
        else:
            self._ground.before(event)
            happen(table, event)
        self._ground.moment_ends()
        note_older(table)
        settle(table)
        if come_to_rest(table):
            settle(table)
        give_back(table)

    def _carry_out_checks(self) -> None:
        """Until the state-based checks find nothing. Clause: SORC-SBA-1."""
        table = self.table
        for _ in range(len(table.things) + 1):
            if not table.rulebook.checks:
                return
            state = table.state()
            found = [fate for fate in state.fates() if not is_unnamed(fate[0])]
            if not found:
                return
            for object, _, zone, _ in found:
                table.place += 1
                leave(table, object, zone, state)
            settle(table)
            give_back(table)
        raise Unplayed("the state-based checks come back to where they began")


def difference(right: Situation, written: Situation) -> str:
    """The first thing in which a written situation is not the one that the events make; "" if
    nothing is."""
    for one in fields(right):
        if one.name == "rulebook":
            continue
        made, told = getattr(right, one.name), getattr(written, one.name)
        if made == told:
            continue
        if one.name in ("things", "effects"):
            return _of_items({each.id: each for each in made}, {each.id: each for each in told})
        return f"{one.name.replace('_', ' ')} is {_shown(made)}, and not {_shown(told)}"
    return ""


def _of_items(
    made: Mapping[str, Thing | ResolvedEffect], told: Mapping[str, Thing | ResolvedEffect]
) -> str:
    for id, item in made.items():
        if id not in told:
            return f"{id} is missing"
        other = told[id]
        for one in fields(item):
            name = one.name
            now, then = getattr(item, name), getattr(other, name)
            if now != then:
                return f"{name.replace('_', ' ')} of {id} is {_shown(now)}, and not {_shown(then)}"
    extra = [id for id in told if id not in made]
    if extra:
        return f"there is no {extra[0]}"
    return f"the order is {', '.join(made)}, and not {', '.join(told)}"


def _shown(value: object) -> str:
    if isinstance(value, frozenset):
        return str(sorted(value))
    name = getattr(value, "name", None)
    return str(name) if isinstance(name, str) else repr(value)
