"""Finds an engine by what a command line calls it."""

from __future__ import annotations

from dataclasses import replace

from layerlaw.model.arguments import checked
from layerlaw.model.errors import LayerlawError
from layerlaw.solver.shell.engines.command import FILE, EngineCommand
from layerlaw.solver.shell.engines.engine import Engine
from layerlaw.solver.shell.engines.lines import EngineLines
from layerlaw.solver.shell.engines.process import SECONDS, command_words
from layerlaw.solver.shell.engines.python import NAMED, PythonEngine, adapter_named
from layerlaw.solver.shell.testing.adapter import Adapter


@checked()
def named_engine(
    name: str, *, lines: bool = False, seconds: float | int = SECONDS, adapter: str | None = None
) -> Engine:
    """The engine that a command line names.

    name: `module:name`, an `Adapter` with a `play` or a function that is one, which is called in
    this process; or a command, run without a shell: once for each scenario, or, with `lines`, once
    for all of them. seconds: how long a command may take for one scenario. adapter: `module:name`
    of an `Adapter` that says how the states of a command are read.

    Raises `LayerlawError` for what cannot be found or does not go together.

    >>> from layerlaw.solver.shell.engines import named_engine
    >>> import sys
    >>> named_engine(f'"{sys.executable}" engine.py', lines=True).seconds
    10.0
    """
    if NAMED.fullmatch(name):
        if lines or adapter is not None:
            raise LayerlawError(
                f"'{name}' is called in this process: neither --engine-lines nor --adapter goes "
                "with it"
            )
        found = adapter_named(name)
        if found.play is None:
            raise LayerlawError(f"the adapter '{name}' does not say how to play: Adapter(play=...)")
        return PythonEngine(found, name)
    words = command_words(name)
    reads = Adapter() if adapter is None else replace(adapter_named(adapter), play=None)
    if not lines:
        return EngineCommand(words, seconds, reads)
    if any(FILE in word for word in words):
        raise LayerlawError(
            f"with --engine-lines scenarios come on standard input: leave {FILE} out"
        )
    return EngineLines(words, seconds, reads)
