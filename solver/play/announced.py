"""Spells and abilities that have yet to resolve, with last known information."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import TYPE_CHECKING

from layerlaw.model.dataclass import dataclass

if TYPE_CHECKING:
    from layerlaw.model.cards import card as cards
    from layerlaw.model.cards.card import Card, PrintedAbility
    from layerlaw.model.scenarios.events import Play, UseAbility
    from layerlaw.solver.facts.situation import Timestamp

PlacedAbilities = list[tuple[int, "PrintedAbility"]]
"""Abilities of a card, each with its place on it."""


@dataclass(frozen=True, slots=True)
class LastKnown:
    """An object as it was in the last complete state before it left. Clause: GA-LKI-1.

    numbers: by characteristic, base values too; a missing one is 0. words: of each set. copied:
    what a copy of it reads. bearer: who carried it, if it was a source whose ability waits, and
    how often that had become a new object.
    """

    id: str
    numbers: Mapping[str, int]
    words: Mapping[str, tuple[str, ...]]
    controller: str
    copied: Card
    bearer: tuple[str, int] | None = None


Known = Mapping[type[object], LastKnown]
"""What is last known of the source (by `Self`), of the one target there was (by `Target`) and of
the chosen object (by `Identified`)."""


@dataclass(frozen=True, slots=True)
class Announced:
    """A spell or an ability that has yet to resolve.

    ability: the one used, with its place on the card. lives: the source, the targets and the chosen
    object as they were then, by how often each had become a new object. known: what is last known
    of those of them that have left since. from_play: the source was in play.
    """

    what: Play | UseAbility
    timestamp: Timestamp
    ability: PlacedAbilities
    lives: Mapping[str, int]
    known: Known = field(default_factory=dict)
    from_play: bool = False


def placed(card: Card, *uses: cards.Use) -> PlacedAbilities:
    """The abilities of a card that are used in one of these ways."""
    return [(place + p.shift, p) for place, p in enumerate(card.abilities) if p.use in uses]


def bare(abilities: PlacedAbilities) -> list[PrintedAbility]:
    """The abilities without their places."""
    return [printed for _, printed in abilities]
