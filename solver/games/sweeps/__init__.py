"""Many scenarios solved side by side, over any executor, resumable."""

from layerlaw.solver.games.sweeps.cluster import cluster
from layerlaw.solver.games.sweeps.summary import SummaryTask
from layerlaw.solver.games.sweeps.sweep import Sweep, SweepResult, Unread, sweep

__all__ = ["SummaryTask", "Sweep", "SweepResult", "Unread", "cluster", "sweep"]
