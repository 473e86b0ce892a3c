"""What happens together: whose events they are, and in which orders they may count."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING

from layerlaw.model.dataclass import dataclass
from layerlaw.model.errors import LayerlawError
from layerlaw.model.scenarios.events import (
    Attach,
    ChangeCounters,
    ExpectNow,
    GetsStatus,
    Leave,
    LosesForGood,
    MoveZone,
    Play,
    PutBelow,
    Simultaneous,
    Stack,
    Together,
    TurnBegins,
    Unlink,
    UseAbility,
    new_ids,
    references,
)
from layerlaw.model.scenarios.order import faults_under
from layerlaw.solver.certainty.orders.enumeration import admissible, count
from layerlaw.solver.play.history import History

if TYPE_CHECKING:
    from collections.abc import Iterator

    from layerlaw.model.scenarios.scenario import Scenario
    from layerlaw.solver.certainty.orders.choice import Pick

Groups = tuple[tuple[str | None, tuple[str, ...]], ...]
"""Whose events, in the order in which the groups count; None: nobody's, or anybody's."""


@dataclass(frozen=True, slots=True)
class Block:
    """One `together`: which event of `play` it is, its events by label, and what uses what.

    before: pairs of labels; the first brings in what the second uses.
    """

    place: int
    events: dict[str, Simultaneous]
    before: tuple[tuple[str, str], ...]

    @property
    def moves(self) -> bool:
        """Whether something is done to an object, which is its controller's event."""
        return any(not isinstance(event, Play | UseAbility) for event in self.events.values())

    def total(self, groups: Groups) -> int:
        """In how many orders its events may count."""
        seat = {label: number for number, (_, labels) in enumerate(groups) for label in labels}
        if any(seat[first] > seat[then] for first, then in self.before):
            return 0
        result = 1
        for _, labels in groups:
            result *= count(labels, self.before)
        return result

    def orders(self, groups: Groups) -> Iterator[Pick]:
        """The orders in which its events may count; the one written comes first."""
        labels = [label for _, group in groups for label in group]
        follow = [
            (one, other)
            for (_, group), (_, after) in pairwise(groups)
            for one in group
            for other in after
        ]
        return admissible(labels, (*self.before, *follow))


def blocks_of(scenario: Scenario) -> tuple[Block, ...]:
    """Every `together` of two events or more."""
    found = []
    for place, event in enumerate(scenario.play):
        if isinstance(event, Together) and len(event.events) > 1:
            events: dict[str, Simultaneous] = {}
            for each in event.events:
                events[_unused(_label(each), events)] = each
            before = tuple(
                (one, other)
                for one, brings in events.items()
                for other, uses in events.items()
                if one != other and not set(new_ids(brings)).isdisjoint(references(uses))
            )
            found.append(Block(place, events, before))
    return tuple(found)


def groups_of(scenario: Scenario, block: Block, policy: str) -> Groups:
    """The block's events by whose they are, in the order in which these groups count.

    policy: the value of `simultaneous entry`. Clause: SORC-SIM-1. Raises `LayerlawError` where
    the events before the block cannot happen.
    """
    if policy == "unsaid":
        return ((None, tuple(block.events)),)
    controllers = _controllers(scenario, block) if block.moves else {}
    active = active_at(scenario, block.place)
    seats = sorted(scenario.players, key=lambda player: player != active)
    controllers |= {one.id: one.player for one in block.events.values() if isinstance(one, Play)}
    found: dict[str | None, list[str]] = {player: [] for player in seats}
    for label, event in block.events.items():
        if isinstance(event, Play | UseAbility):
            found[event.player].append(label)
        else:
            # What nobody controls comes after every player's events.
            found.setdefault(controllers.get(event.object), []).append(label)
    return tuple((whose, tuple(labels)) for whose, labels in found.items() if labels)


def active_at(scenario: Scenario, place: int) -> str | None:
    """Whose turn it is as that event of `play` happens."""
    turns = [e.player for e in scenario.play[:place] if isinstance(e, TurnBegins)]
    return turns[-1] if turns else scenario.active


def reordered(scenario: Scenario, block: Block, order: Pick) -> Scenario:
    """The scenario, in which the block is as written, with the block's events in this order."""
    events = list(scenario.play)
    together = events[block.place]
    assert isinstance(together, Together)
    by_label = dict(zip(block.events, together.events, strict=True))
    events[block.place] = replace(together, events=tuple(by_label[label] for label in order))
    return replace(scenario, play=tuple(events))


def _controllers(scenario: Scenario, block: Block) -> dict[str, str | None]:
    """Who controls each object of the scenario as the block begins; None for nobody."""
    events = scenario.play[: block.place + 1]
    for fault in faults_under(scenario, events[:-1], undecided=True):
        raise LayerlawError(fault.message)
    told = sum(not isinstance(event, ExpectNow) for event in events)
    history = History(replace(scenario, play=events))
    # What an event leads to is carried out before the next one: the block has not happened yet.
    for _, _ in zip(range(told - 1), history.play(), strict=False):
        pass
    found = history.derivation()
    control = scenario.rulebook.control
    return {
        thing.id: str(value) if (value := found.final.get((thing.id, control))) else None
        for thing in found.situation.things
    }


def _label(event: Simultaneous) -> str:
    match event:
        case Play(id=id) | UseAbility(id=id):
            return id
        case MoveZone(object, zone):
            return f"{object} to {zone}"
        case Leave(object):
            return f"{object} leaves"
        case ChangeCounters(object, counter):
            return f"{counter} of {object}"
        case PutBelow(object):
            return f"{object} put"
        case Unlink(object):
            return f"{object} unlinked"
        case Attach(object, bearer):
            return f"{object} to {bearer or 'nobody'}"
        case Stack(word, object):
            return f"{object} {word}"
        case GetsStatus(object, what) | LosesForGood(object, what):
            return f"{object} {what}"


def _unused(label: str, taken: dict[str, Simultaneous]) -> str:
    number = 2
    name = label
    while name in taken:
        name, number = f"{label} ({number})", number + 1
    return name
