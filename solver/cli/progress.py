"""A progress bar for what takes long: on standard error, and only where that is a terminal."""

from __future__ import annotations

import os
import sys
from contextlib import contextmanager
from time import monotonic
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

PATIENCE = 1.0
"""So many seconds pass before a bar is shown."""


@contextmanager
def progress(what: str, *, no_color: bool = False) -> Iterator[Callable[[int, int], None] | None]:
    """A function to be called with how much is done, and of how much; None without a terminal.

    what: a few words before the bar. The bar goes away when the work is done.
    """
    if not sys.stderr.isatty():
        yield None
        return
    from rich.progress import Progress

    from layerlaw.solver.report.terminal import console

    began = monotonic()
    out = console(color=not no_color and "NO_COLOR" not in os.environ, stderr=True)
    with Progress(console=out, transient=True, disable=True) as bar:
        task = bar.add_task(what, total=None)

        def report(done: int, total: int) -> None:
            if bar.disable and monotonic() - began >= PATIENCE:
                bar.disable = False
                bar.start()
            bar.update(task, completed=done, total=total)

        yield report
