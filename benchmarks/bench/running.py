"""Runs families one after another, each in a process of its own that ends when its time is up."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import astuple
from pathlib import Path

from bench.measuring import EXTRA, Found, Measuring, Pace, limit_memory
from bench.tasks import TASKS

MAIN = Path(__file__).resolve().parents[1]
GRACE = 30.0
"""Seconds beyond its time after which a process that does not end is ended."""


Job = tuple[str, str, tuple[int, ...]]
"""A family, a procedure, and the sizes to measure it at."""


def jobs(
    families: Sequence[str], ways: Sequence[str], sizes: tuple[int, ...], *, quick: bool
) -> list[Job]:
    """Each family with each of its procedures that is wanted; only one n of its own if quick."""
    found = []
    for name in families:
        task = TASKS[name]
        own = task.sizes[:1] if quick else task.sizes
        for way in task.ways:
            if way in ways or len(task.ways) == 1:
                found.append((name, way, own or sizes))
    return found


def measure_here(job: Job, pace: Pace) -> Iterator[Found]:
    """The figures of one family, in this process."""
    name, way, sizes = job
    return Measuring(name, way, TASKS[name], pace).figures(sizes)


def work(job: Job, pace: Pace) -> None:
    """What the other process does: every figure as a line of JSON, as soon as it is known."""
    # Who interrupts the run interrupts the process that started this one, and that ends it.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    limit_memory()
    for found in measure_here(job, pace):
        print(json.dumps(astuple(found)), flush=True)


def measure_apart(job: Job, seconds: float, failed: Callable[[str], None]) -> Iterator[Found]:
    """The figures of one family, from a process of its own. failed: told how it ended, if badly."""
    name, way, sizes = job
    command = [sys.executable, str(MAIN), "--worker", name, "--ways", way]
    command += ["--sizes", ",".join(map(str, sizes)), "--seconds", str(seconds)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        late = threading.Event()

        def end() -> None:
            late.set()
            process.kill()

        timer = threading.Timer(seconds * (1 + EXTRA) + GRACE, end)
        timer.start()
        try:
            assert process.stdout is not None
            for line in process.stdout:
                yield Found(*json.loads(line))
        except BaseException:
            process.kill()
            raise
        finally:
            timer.cancel()
    if process.returncode:
        how = "its time was up" if late.is_set() else f"it ended with {process.returncode}"
        failed(f"{name} ({way}) was cut short: {how}")
