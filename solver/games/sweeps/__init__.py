"""Many scenarios solved side by side, over any executor, resumable."""

from layerlaw.solver.games.sweeps.cluster import cluster
from layerlaw.solver.games.sweeps.summary import Summary
from layerlaw.solver.games.sweeps.sweep import Result, Sweep, Unread, sweep

__all__ = ["Result", "Summary", "Sweep", "Unread", "cluster", "sweep"]
