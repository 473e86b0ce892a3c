"""Effects that apply at the same time: every state in which all of them agree with themselves."""

from layerlaw.solver.simultaneous.settle import settle

__all__ = ["settle"]
