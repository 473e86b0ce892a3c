"""Every pair and triple of a game's cards on one board: dependencies, loops, open answers."""

from layerlaw.solver.games.census.census import Means, census
from layerlaw.solver.games.census.result import Between, Census, Found, Share

__all__ = ["Between", "Census", "Found", "Means", "Share", "census"]
