"""Where the work is done: in this process, or in others; and how others are ended at once."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import threading
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from typing import TYPE_CHECKING, ParamSpec, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable
    from multiprocessing.process import BaseProcess

P = ParamSpec("P")
T = TypeVar("T")

MOST = 61
"""Windows waits for no more processes at once."""


def cores() -> int:
    """How many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


class Inline(Executor):
    """Does the work at once, in this process."""

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """A future that is done already."""
        future: Future[T] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:
            future.set_exception(error)
        return future


class Pool:
    """An executor of our own: other processes, or (with one worker) this one."""

    def __init__(self, workers: int) -> None:
        self.workers = workers if workers <= MOST or sys.platform != "win32" else MOST
        self._others = set(multiprocessing.active_children())
        self.executor: Executor = (
            Inline() if self.workers == 1 else ProcessPoolExecutor(self.workers, initializer=_begin)
        )

    def close(self, *, at_once: bool) -> None:
        """End the pool; at once: whatever is being worked on is given up."""
        if at_once and not isinstance(self.executor, Inline):
            for process in multiprocessing.active_children():
                if process not in self._others:
                    process.terminate()
        # Python, on its way out, would else wake the executor's thread as that closes its pipe.
        self.executor.shutdown(wait=True, cancel_futures=True)


def _begin() -> None:
    """Ctrl-C is for the process that people talk to, which then ends the others."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    end_with_parent()


def end_with_parent() -> None:
    """From now on this process ends as soon as the one that started it is gone, even if killed."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_watch, args=(parent, os.getppid()), daemon=True).start()


def _watch(parent: BaseProcess, number: int) -> None:
    # Processes forked later hold the pipe open by which the end would be heard of, so the
    # parent's number is looked at as well.
    while parent.is_alive() and os.getppid() == number:
        parent.join(1.0)
    os._exit(0)
