"""Many scenarios solved side by side, over any executor, resumable."""

from layerlaw.solver.sweeps.cluster import cluster
from layerlaw.solver.sweeps.summary import Summary
from layerlaw.solver.sweeps.sweep import Result, Sweep, Unread, sweep

__all__ = ["Result", "Summary", "Sweep", "Unread", "cluster", "sweep"]
