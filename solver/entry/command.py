"""The `layerlaw` command, which can be interrupted even before its imports."""

from __future__ import annotations

import gc
import os
import signal
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from types import FrameType

INTERRUPTED = 130
TERMINATED = 143


def main() -> None:
    """Run the command line with the arguments of the process, and exit with its code.

    An interrupt or SIGTERM at any moment, also while it is still importing, ends it with one word.
    """
    # Much is made and little of it is rubbish; looking for rubbish took a fifth of the time.
    gc.set_threshold(300_000, 20, 20)
    signal.signal(signal.SIGTERM, _terminated)
    try:
        from layerlaw.solver.shell.cli.main import main as run

        try:
            run()
        finally:
            # All is said and written; what comes now would only find the interpreter clearing up,
            # which takes a sixth of the time if it looks through all that was made.
            signal.signal(signal.SIGINT, signal.SIG_IGN)
            gc.freeze()
    except KeyboardInterrupt:
        os.write(2, b"interrupted\n")
        os._exit(INTERRUPTED)


def _terminated(number: int, frame: FrameType | None) -> None:
    os.write(2, b"terminated\n")
    os._exit(TERMINATED)
