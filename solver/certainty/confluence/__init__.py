"""Whether the order of effects matters: how many orders there are, and whether they agree."""

from layerlaw.solver.certainty.confluence.verdict import OrderVerdict, order_matters

__all__ = ["OrderVerdict", "order_matters"]
