"""How the engine's states are read: it says `might` for what Layerlaw calls power."""

from layerlaw.solver.shell.testing import Adapter

OURS = Adapter(characteristics={"might": "power"})
