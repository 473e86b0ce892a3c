"""The orders of a layer by three routes that share no code: solver, python-constraint, Z3."""

from layerlaw.solver.certainty.routes.agreement import CrossCheck, Routes, cross_check, routes

__all__ = ["CrossCheck", "Routes", "cross_check", "routes"]
