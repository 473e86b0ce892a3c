"""The command line: a thin shell; every command loads, solves and shows."""

from layerlaw.solver.shell.cli.main import main

__all__ = ["main"]
