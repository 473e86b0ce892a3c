"""What an object enters play with, by the abilities that it and others have as it is in play."""

from __future__ import annotations

from dataclasses import fields, is_dataclass, replace
from typing import TYPE_CHECKING, NamedTuple

from layerlaw.model import algebra as a
from layerlaw.solver.certificate.history.aspects import ENTERED
from layerlaw.solver.certificate.history.counting import counters_change, status_changes
from layerlaw.solver.certificate.replay.board import ones
from layerlaw.solver.certificate.replay.select import View
from layerlaw.solver.certificate.replay.words import RULES
from layerlaw.solver.facts.situation import NOWHERE, Thing

if TYPE_CHECKING:
    from collections.abc import Iterator

    from layerlaw.solver.certificate.history.proceedings import Proceedings
    from layerlaw.solver.certificate.history.states import ReplayedState


class Speaker(NamedTuple):
    """Whose ability it is, who controls that now, and what was chosen for it."""

    holder: str
    player: str | None
    choice: str | None

    def view(self, state: ReplayedState) -> View:
        """A state as that ability sees it."""
        return View(state.table, state.board, self.holder, self.player, choice=self.choice)


def entering_with(known: Proceedings, id: str) -> dict[str, Thing]:
    """What enters at the same moment as it, as that was before."""
    return {
        other: _before(known.thing(other))
        for other, one in known.log.present.items()
        if other != id
        and known.playing(other)
        and known.log.at_first(one, ENTERED)[0] == known.moment
    }


def arrive(known: Proceedings, id: str, besides: tuple[a.Arrival, ...] = ()) -> None:
    """It gets the counters and statuses with which it enters. Clauses: CR-614.1c, CR-614.12.

    besides: what it enters with by an exception to the copy that it enters as. Clause: CR-707.9e.
    """
    if not known.heard.entering or not known.playing(id):
        return
    others = entering_with(known, id)
    now = known.state_with(others)
    before = known.state_with({**others, id: _before(known.thing(id))})
    counters: dict[str, int] = {}
    statuses: dict[str, None] = {}
    own = Speaker(id, now.controller(id), now.table.things[id].choice)
    of_copy = ((own, arrival) for arrival in besides)
    for speaker, arrival in (*_arrivals(known, id, now, before), *of_copy):
        if isinstance(arrival, a.EnterAs):
            statuses[arrival.status] = None
            continue
        state = now if _asks(arrival.amount, own=speaker.holder == id) else before
        number = speaker.view(state).value(arrival.amount, state.bit(id))
        counters[arrival.counter] = counters.get(arrival.counter, 0) + max(number, 0)
    for counter, number in counters.items():
        if number > 0:
            counters_change(known, id, counter, number)
    for status in statuses:
        status_changes(known, id, status, gets=True)


def _arrivals(
    known: Proceedings, id: str, now: ReplayedState, before: ReplayedState
) -> Iterator[tuple[Speaker, a.Arrival]]:
    """All that it enters with, by what was in play before, and by itself for itself alone.

    now: the state with it in play, and nothing else that enters with it. before: without it.
    """
    table = now.table
    for place in ones(table.everyone | table.all_players | table.rules_bit):
        holder = table.ids[place]
        if now.disabled(holder):
            continue
        choice = table.things[holder].choice
        speaker = Speaker(holder, None if holder == RULES else now.controller(holder), choice)
        for instance in now.board.held.get(place, ()):
            ability = instance.ability
            if not ability.entering or not table.where(ability.zones) >> place & 1:
                continue
            if ability.condition is not None:
                state = now if _asks(ability.condition, own=holder == id) else before
                if not speaker.view(state).holds(ability.condition):
                    continue
            view = replace(speaker.view(now), zones=ability.zones)
            for entering in ability.entering:
                if (type(entering.scope) is a.Self) is not (holder == id):
                    continue
                if now.bit(id) & view.select(entering.scope):
                    yield from ((speaker, one) for one in entering.arrivals)


def _before(thing: Thing) -> Thing:
    """The object as it was, by its card, in the zone that it came from."""
    return Thing(
        thing.id,
        thing.card,
        thing.owner,
        thing.controller,
        thing.came_from or NOWHERE,
        thing.place,
        None,
        thing.entered,
        {},
        thing.without,
        choice=thing.choice,
        linked=thing.linked,
        topped=thing.topped,
        older_than=thing.older_than,
        front=thing.front,
        came_from=thing.came_from,
    )


def _asks(tree: object, *, own: bool) -> bool:
    """Whether it speaks of what enters: as `it`, or as `self` of its own ability.

    What is `other` does not, and inside a selector `it` is whatever is compared.
    """
    return _speaks(tree, a.It, (a.Not, a.Compared)) or (own and _speaks(tree, a.Self, (a.Not,)))


def _speaks(tree: object, word: type, closed: tuple[type, ...]) -> bool:
    if isinstance(tree, tuple):
        return any(_speaks(part, word, closed) for part in tree)
    if isinstance(tree, word):
        return True
    if not is_dataclass(tree) or isinstance(tree, closed):
        return False
    return any(_speaks(getattr(tree, one.name), word, closed) for one in fields(tree))
