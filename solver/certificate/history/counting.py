"""Counters and statuses that objects get and lose."""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.model.algebra.permissions import counter_verbs
from layerlaw.model.cards.card import turned
from layerlaw.solver.certificate.history import shapes
from layerlaw.solver.certificate.history.aspects import (
    CARD,
    COPIED,
    COUNTERS,
    ENTERED,
    FRESH,
    LISTED,
    PUT_BY,
    STATUSES,
)
from layerlaw.solver.certificate.history.ends import end_own

if TYPE_CHECKING:
    from collections.abc import Mapping

    from layerlaw.model.algebra import Ability
    from layerlaw.model.cards.card import Card
    from layerlaw.model.rulebooks.rulebook import Characteristic
    from layerlaw.solver.certificate.history.log import Facts
    from layerlaw.solver.certificate.history.proceedings import Proceedings


def status_changes(
    known: Proceedings,
    id: str,
    status: str,
    *,
    gets: bool,
    listed: Card | None = None,
    says: Ability | None = None,
) -> None:
    """A status comes or goes; what is hidden is not fresh any more.

    listed: what the object is by that. says: what makes it that.
    """
    known.need_a_zone(id)
    had = known.of(id, STATUSES)
    kind = known.rulebook.statuses.get(status)
    facts: Facts = {STATUSES: had | {status} if gets else had - {status}}
    if kind is not None and kind.other_half is not None:
        if status in had:
            # Once it has turned it stays so.
            return
        if gets:
            facts |= _other_half(known, id)
    if kind is not None and kind.renews and facts[STATUSES] != had and known.playing(id):
        facts[ENTERED] = known.now
    seen = None if kind is None or facts[STATUSES] == had else kind.copied_as
    if seen is not None:
        facts[LISTED] = listed
    known.tell(id, facts)
    if seen is not None:
        end_own(known, id, status)
    if seen is not None and says is not None:
        shapes.begin_own(known, id, status, says, known.of(id, PUT_BY))
    if known.hidden(id):
        known.tell(id, {FRESH: False})


def _other_half(known: Proceedings, id: str) -> Facts:
    """Of its card, and of what it entered as a copy of, the other half is in use."""
    card, copied = known.of(id, CARD), known.of(id, COPIED)
    facts: Facts = {CARD: card if card.turned else turned(card)}
    if copied is not None:
        facts[COPIED] = copied if copied.turned else turned(copied)
    return facts


def counters_change(known: Proceedings, id: str, name: str, amount: int) -> None:
    """Counters come or go, unless they can't; opposite ones take each other away."""
    every = known.rulebook.characteristics
    kind = every.get(name)
    forbidden = [verb for verb in counter_verbs(name, amount) if verb in known.heard.forbidden]
    if any(not known.state().may(id, verb) for verb in forbidden):
        return
    counters = dict(known.of(id, COUNTERS))
    counters[name] = at_least(kind, counters.get(name, 0) + amount)
    for other in every.values():
        if other.opposite == name or (kind is not None and kind.opposite == other.name):
            both = min(counters[name], counters.get(other.name, 0))
            if both > 0:
                counters[name] -= both
                counters[other.name] -= both
    before = known.of(id, COUNTERS)
    known.tell(id, {COUNTERS: counters})
    for giving in every.values():
        renewed = giving.name == name and amount > 0 and counters[name] > 0
        if giving.gives and (renewed or _none_left(giving.name, before, counters)):
            end_own(known, id, giving.name)
        if giving.gives and renewed:
            player = known.of(id, PUT_BY)
            shapes.give_itself(known, id, giving.gives, giving.name, player)


def _none_left(name: str, before: Mapping[str, int], after: Mapping[str, int]) -> bool:
    return before.get(name, 0) > 0 >= after.get(name, 0)


def at_least(kind: Characteristic | None, number: int) -> int:
    """The number of counters, not below the floor of what they are; of no counted one below 0."""
    if kind is None:
        return number
    floor = 0 if kind.counted else kind.floor
    return number if floor is None else max(number, floor)
