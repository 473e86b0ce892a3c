"""What a rulebook says that every derivation under it asks for, read off the rulebook once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.model.dataclass import dataclass
from layerlaw.solver.effects.ways import turns

if TYPE_CHECKING:
    from layerlaw.model.rulebooks.rulebook import Rulebook


@dataclass(frozen=True, slots=True)
class Constants:
    """What no board changes.

    in_play: the zone of play. places_between: whether effects may act before or behind their own
    layers. counters: the characteristics that count. hiding, disabling: the statuses that do.
    facing: the relations that go by which way somebody faces. decide_control: who writes these may
    change who controls what. early_until: the last layer that makes no effect begun, or -1.
    """

    in_play: str
    places_between: bool
    counters: tuple[str, ...]
    hiding: frozenset[str]
    disabling: tuple[str, ...]
    facing: frozenset[str]
    decide_control: frozenset[str]
    early_until: int


def constants_of(rulebook: Rulebook) -> Constants:
    """The constants of a rulebook, kept with it."""
    return rulebook.cache.of_value(_constants, rulebook, None)


def _constants(rulebook: Rulebook, _: None) -> Constants:
    space = rulebook.space
    relations = () if space is None else space.relations
    return Constants(
        rulebook.in_play,
        rulebook.has_places_between,
        tuple(c.name for c in rulebook.characteristics.values() if c.counter),
        frozenset(status.name for status in rulebook.statuses.values() if status.hides),
        rulebook.disabling,
        frozenset(name for name, ways in relations if turns(ways)),
        frozenset((rulebook.control,)),
        max((number for number, layer in enumerate(rulebook.layers) if layer.early), default=-1),
    )
