"""One worker process, which can be ended when it takes too much time or memory."""

from __future__ import annotations

import multiprocessing
import signal
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING

from layerlaw.model.dataclass import dataclass
from layerlaw.solver.games.sweeps.pools import end_with_parent

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from multiprocessing.connection import Connection

    from layerlaw.solver.shell.serve.asked import Request
    from layerlaw.solver.shell.serve.work import Reply

START_SECONDS = 60.0
MEGABYTES = 2000
"""The memory that a process may have, where the system has such a limit."""


class GaveUp(Exception):
    """The work has no answer; the text says why, for people.

    worn: whether the process is of no use any more.
    """

    def __init__(self, why: str, *, worn: bool = True) -> None:
        self.worn = worn
        super().__init__(why)


@dataclass(frozen=True, slots=True)
class Failed:
    """A process's message in place of an answer."""

    why: str
    worn: bool


class Worker:
    """One process that waits for work, with all libraries imported.

    work: the function that does it, by default that of the page; it has to be one that another
    process can import.
    """

    def __init__(self, work: Callable[[Request], Reply] | None = None) -> None:
        context = multiprocessing.get_context("spawn")
        self._here, there = context.Pipe()
        self._process = context.Process(
            target=_serve, args=(there, work), name="layerlaw-explorer", daemon=True
        )
        with _interrupts_held_back():
            self._process.start()
        there.close()
        self._ready = False

    def ask(self, asked: Request, seconds: float) -> Reply:
        """The answer; raises `GaveUp` if it takes too long or the process dies.

        `end` may be called meanwhile from another thread, which makes this raise.
        """
        try:
            if not self._ready:
                # Its libraries are still being imported, which is nobody's fault.
                if not self._here.poll(START_SECONDS):
                    raise GaveUp("the explorer could not begin to work: start it again")
                self._here.recv()
                self._ready = True
            self._here.send(asked)
            if not self._here.poll(seconds):
                raise GaveUp(f"no answer after {seconds:g} s; the command line has no such limit")
            answer: Reply | Failed = self._here.recv()
        except (OSError, EOFError, ValueError):
            why = "the work ended without an answer: perhaps it needed too much memory"
            raise GaveUp(why) from None
        if isinstance(answer, Failed):
            raise GaveUp(answer.why, worn=answer.worn)
        return answer

    def end(self) -> None:
        """End the process at once, whatever it is doing."""
        self._process.kill()
        self._process.join(5)

    def close(self) -> None:
        """Ends the process and closes its pipe."""
        self.end()
        self._here.close()

    @property
    def alive(self) -> bool:
        """Whether the process is there."""
        return self._process.is_alive()

    @property
    def warm(self) -> bool:
        """Whether it can begin at once."""
        return self.alive and (self._ready or self._here.poll())


@contextmanager
def _interrupts_held_back() -> Iterator[None]:
    """Processes that are started in this block ignore Ctrl-C from the beginning."""
    if sys.platform == "win32":
        yield
    else:
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            yield
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)


# --- in the other process -----------------------------------------------------------------


def _serve(there: Connection, work: Callable[[Request], Reply] | None) -> None:
    """Answer one question after another until nobody asks any more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    end_with_parent()
    _limit_memory()
    do = work or _of_the_page()
    there.send("ready")
    while True:
        try:
            asked = there.recv()
        except (EOFError, OSError):
            return
        try:
            there.send(answered(do, asked))
        except (OSError, ValueError):
            return


def _of_the_page() -> Callable[[Request], Reply]:
    """The function that answers the page, imported late because that takes a while."""
    from layerlaw.solver.shell.serve.work import answer

    return answer


def answered(work: Callable[[Request], Reply], asked: Request) -> Reply | Failed:
    """The answer, or in a line why there is none."""
    try:
        return work(asked)
    except MemoryError:
        return Failed(f"more than {MEGABYTES} MB of memory would be needed", worn=True)
    except Exception as error:
        # The last line of defence: one mistake of ours must not end the whole explorer.
        return Failed(f"internal error: {type(error).__name__}: {error}"[:500], worn=False)


def _limit_memory() -> None:
    if sys.platform == "win32":
        return
    import resource

    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    wanted = MEGABYTES * 1_000_000
    if hard != resource.RLIM_INFINITY:
        wanted = min(wanted, hard)
    try:
        resource.setrlimit(resource.RLIMIT_AS, (wanted, hard))
    except (ValueError, OSError):
        # Not every system lets itself be limited; the time still is.
        return
