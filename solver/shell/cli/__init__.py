"""The command line. A command is one file: its options, its question, and the report of it.

`options` are those that several commands share, `Output` (`output`) prints reports, `pictures` are
written beside them; `saving` writes scenarios, `progress` and `stopping` are for what takes long.
"""

from layerlaw.solver.shell.cli.main import main

__all__ = ["main"]
