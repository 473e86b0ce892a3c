"""Progress on standard error: a bar on a terminal, otherwise a line now and then."""

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
BETWEEN_LINES = 10.0
"""So many seconds pass before each line where there is no terminal."""


@contextmanager
def progress(what: str, *, no_color: bool = False) -> Iterator[Callable[[int, int], None]]:
    """A function to call with the work done and the total.

    what: a few words before the bar. The bar goes away when the work is done.
    """
    if not sys.stderr.isatty():
        yield _lines(what)
        return
    from rich.progress import Progress

    from layerlaw.solver.shell.report.to_terminal import console

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


def _lines(what: str) -> Callable[[int, int], None]:
    """A function that writes a line at most every few seconds."""
    began = last = monotonic()

    def report(done: int, total: int) -> None:
        nonlocal last
        now = monotonic()
        if now - last >= BETWEEN_LINES and done < total:
            last = now
            share = int(100 * done / total)
            print(f"{what}: {share} % after {now - began:.0f} s", file=sys.stderr, flush=True)

    return report
