"""What selectors say by their words alone, whatever the board, for the replay."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from layerlaw.model.algebra import Either, Identified, Players, Self, Target
from layerlaw.solver.certificate.replay.words import looks_beyond_play, names, names_rules

if TYPE_CHECKING:
    from layerlaw.model.algebra import Selector
    from layerlaw.solver.certificate.replay.space import Table


@dataclass(frozen=True, slots=True)
class Sight:
    """What a selector says by its words alone.

    zoned: whether it looks beyond play. own, players, targets, rules: whether it names those.
    single: whether it may name objects one by one.
    """

    zoned: bool
    own: bool
    players: bool
    targets: bool
    rules: bool
    single: bool


_SIGHTS: dict[int, tuple[Selector, Sight]] = {}
_MOST_SIGHTS = 10_000


def sight_of(selector: Selector) -> Sight:
    """What the selector says by its words; the last ones are remembered."""
    known = _SIGHTS.get(id(selector))
    if known is None or known[0] is not selector:
        if len(_SIGHTS) >= _MOST_SIGHTS:
            _SIGHTS.clear()
        made = Sight(
            looks_beyond_play(selector),
            names(selector, Self),
            names(selector, Players),
            names(selector, Target),
            names_rules(selector),
            isinstance(selector, Either | Identified),
        )
        known = _SIGHTS[id(selector)] = selector, made
    return known[1]


def one_by_one(selector: Selector, table: Table) -> int | None:
    """The objects that a selector names one by one; None if it does not. Kept with the table."""
    known = table.named_ones.get(id(selector))
    if known is None:
        known = table.named_ones[id(selector)] = selector, _fixed(selector, table)
    return known[1]


def _fixed(selector: Selector, table: Table) -> int | None:
    """The objects that a selector names one by one."""
    if isinstance(selector, Identified):
        return table.bits((selector.id,))
    if isinstance(selector, Either):
        found = 0
        for part in selector.inner:
            held = _fixed(part, table)
            if held is None:
                return None
            found |= held
        return found
    return None
