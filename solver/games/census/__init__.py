"""Every pair and triple of a game's cards on one board: dependencies, loops, open answers."""

from layerlaw.solver.games.census.census import Means, census
from layerlaw.solver.games.census.editions import ChangedCards, EditionChanges, changed_cards
from layerlaw.solver.games.census.result import Between, Census, Encounter, Share

__all__ = [
    "Between",
    "Census",
    "ChangedCards",
    "EditionChanges",
    "Encounter",
    "Means",
    "Share",
    "census",
    "changed_cards",
]
