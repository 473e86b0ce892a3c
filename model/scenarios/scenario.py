"""A scenario: the players, what happened, in order, and what is expected of the answer."""

from __future__ import annotations

from collections.abc import Mapping

from layerlaw.model.dataclass import dataclass
from layerlaw.model.errors import Where
from layerlaw.model.rulebooks.rulebook import Rulebook
from layerlaw.model.scenarios.events import Event, ExpectNow
from layerlaw.model.scenarios.expectations import Expected


@dataclass(frozen=True, slots=True)
class Variant:
    """The same cards in another order of arrival, or under other readings, with its own answer.

    order: ids of events in their new order; they share out the places that those events have
    in `play`, all other events stay.
    """

    title: str
    order: tuple[str, ...]
    readings: Mapping[str, str]
    because: tuple[str, ...]
    expect: tuple[Expected, ...]
    where: Where


@dataclass(frozen=True, slots=True, repr=False)
class Scenario:
    """A board's history and what is expected of its end.

    players: in seating order; the first sits at the highest-numbered row and faces square 1.
    active: whose turn it is; None where it does not matter.
    source: where in the document it comes from. because: the clauses its answer rests on.
    counters: kinds of counters that its rulebook has for this scenario alone.
    """

    title: str
    rulebook: Rulebook
    players: tuple[str, ...]
    active: str | None
    play: tuple[Event, ...]
    expect: tuple[Expected, ...]
    variants: tuple[Variant, ...]
    readings: Mapping[str, str]
    source: str
    because: tuple[str, ...]
    file: str
    counters: tuple[str, ...] = ()

    def __repr__(self) -> str:
        """What it is, in a line; with its rulebook it would fill pages."""
        happened = len(self.events)
        events = f"{happened} event{'' if happened == 1 else 's'}"
        return f"<Scenario {self.title!r} under {self.rulebook.id}: {events}>"

    @property
    def events(self) -> tuple[Event, ...]:
        """What happens; what is expected on the way is no event."""
        return tuple(event for event in self.play if not isinstance(event, ExpectNow))
