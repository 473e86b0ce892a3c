"""Another engine, however it is reached, held against our answers after every event.

`named_engine` finds one by what a command line calls it, `from_function` makes one of a function,
`hold` plays a scenario on both sides and tells where they part.
"""

from layerlaw.solver.shell.engines.engine import Engine, EngineError, from_function
from layerlaw.solver.shell.engines.holding import Held, Parting, hold
from layerlaw.solver.shell.engines.named import named_engine

__all__ = [
    "Engine",
    "EngineError",
    "Held",
    "Parting",
    "from_function",
    "hold",
    "named_engine",
]
