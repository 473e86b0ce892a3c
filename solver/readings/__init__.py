"""Which open points of a document matter to an answer, and what each reading of it gives."""

from layerlaw.solver.readings.explore import readings
from layerlaw.solver.readings.verdict import Group, Matter, Readings, Refuted

__all__ = ["Group", "Matter", "Readings", "Refuted", "readings"]
