"""Ends a command early: interrupts, SIGTERM, limits on time and memory.

All but the last reach the work as `KeyboardInterrupt`, so that whatever shows what was found by
then does so for each of them.
"""

from __future__ import annotations

import mmap
import os
import signal
import sys
import threading
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from types import FrameType

    from layerlaw.solver.shell.cli.options import Command

    Handler = Callable[[int, FrameType | None], object] | int | signal.Handlers | None

INTERRUPTED = 130
"""The exit code where the work was stopped; what was found by then is shown."""
TERMINATED = 143
GRACES = (0.7, 0.2)
"""So many seconds of work there are to show what was found when the time is up, and then to end."""
LONGEST_GRACE = 10.0
"""So long may each of them be on a machine that has no time for it."""
LOOK = 0.02
LEAST_MEMORY = 256
"""With fewer megabytes not even the libraries can be loaded."""

MOST_MEMORY = 1_000_000_000

_MEGABYTE = 1_000_000


class _Limits:
    """The limits of the running command, and why it was stopped, if it was.

    heard: whether an interrupt came. deaf: whether one that comes now waits for a better moment.
    """

    def __init__(self) -> None:
        self.why = ""
        self.heard = self.deaf = False
        self.code = INTERRUPTED
        self.memory: int | None = None
        self._over: threading.Event | None = None
        self._before: tuple[int, int] | None = None

    def start(self, seconds: float) -> None:
        """Starts the clock; if the first signal is ignored, others follow."""
        self._over = threading.Event()
        threading.Thread(target=self._wait, args=(seconds, self._over), daemon=True).start()

    def _wait(self, seconds: float, over: threading.Event) -> None:
        if over.wait(seconds):
            return
        self.why = f"stopped after {seconds:g} s (--timeout)"
        for grace in GRACES:
            _interrupt()
            worked, since = time.process_time(), time.monotonic()
            while time.process_time() - worked < grace:
                if over.wait(LOOK) or time.monotonic() - since > LONGEST_GRACE:
                    break
            if over.is_set():
                return
        # Something that hears no signal holds on to the process.
        os.write(2, f"{self.why}\n".encode())
        os._exit(INTERRUPTED)

    def limit_memory(self, megabytes: int) -> None:
        """Sets the limit of memory; raises `ImportError` on systems without such limits."""
        if sys.platform == "win32":
            raise ImportError("Windows has no such limit")
        import resource

        self.memory = megabytes
        soft, hard = self._before = resource.getrlimit(resource.RLIMIT_AS)
        wanted = megabytes * _MEGABYTE + _reserved()
        allowed = [limit for limit in (soft, hard) if limit != resource.RLIM_INFINITY]
        resource.setrlimit(resource.RLIMIT_AS, (min([wanted, *allowed]), hard))

    def lift(self) -> None:
        """Lifts the limits, so that there is time and memory to report the end."""
        if self._over is not None:
            self._over.set()
            self._over = None
        if sys.platform != "win32" and self._before is not None:
            import resource

            resource.setrlimit(resource.RLIMIT_AS, self._before)
            self._before = None


def _interrupt() -> None:
    if sys.platform == "win32":
        import _thread

        _thread.interrupt_main()
    else:
        # A real signal: Z3 listens to it while it thinks.
        os.kill(os.getpid(), signal.SIGINT)


def _reserved() -> int:
    """How many bytes of address space are reserved without memory, where that is known."""
    try:
        with open("/proc/self/statm", encoding="ascii") as told:
            addresses, resident = (int(pages) for pages in told.read().split()[:2])
    except OSError:
        return 0
    return (addresses - resident) * mmap.PAGESIZE


limits = _Limits()


def limit_options(command: Command) -> Command:
    """`--timeout SECONDS` and `--memory MB`."""
    command = click.option(
        "--memory",
        type=click.IntRange(min=LEAST_MEMORY, max=MOST_MEMORY),
        metavar="MB",
        expose_value=False,
        callback=_memory,
        help="Give up when more than so many megabytes would be needed.",
    )(command)
    return click.option(
        "--timeout",
        type=click.FloatRange(min=0, min_open=True, max=1_000_000),
        metavar="SECONDS",
        expose_value=False,
        callback=_timeout,
        help="Stop after so long, as an interrupt would: what was found by then is shown.",
    )(command)


def _timeout(context: click.Context, parameter: click.Parameter, value: float | None) -> None:
    if value is None or context.resilient_parsing:
        return
    if value != value:
        raise click.BadParameter("'nan' is no time")
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        # So it is for what a script starts in the background.
        signal.signal(signal.SIGINT, _interrupted)
    limits.start(value)
    context.call_on_close(limits.lift)


def _memory(context: click.Context, parameter: click.Parameter, value: int | None) -> None:
    if value is None or context.resilient_parsing:
        return
    try:
        limits.limit_memory(value)
    except (ImportError, ValueError, OSError):
        raise click.BadParameter("this system has no limit of memory to set") from None


@contextmanager
def listening() -> Iterator[None]:
    """SIGTERM interrupts the work as Ctrl-C does; afterwards all is as before."""
    limits.why, limits.code, limits.memory, limits.heard = "", INTERRUPTED, None, False
    limits.deaf = False
    handlers: dict[signal.Signals, Handler] = {signal.SIGTERM: _terminated}
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        handlers[signal.SIGINT] = _interrupted
    before = _listen(handlers)
    try:
        with _finalizers_too():
            yield
    finally:
        limits.lift()
        _listen(before)


@contextmanager
def _finalizers_too() -> Iterator[None]:
    """An interrupt raised in a finalizer, which Python reports and drops, comes again.

    Finalizers run anywhere: while modules are imported, or where Z3's objects are given back. What
    they say after an interrupt is of objects that it left half made.
    """
    report, again = sys.unraisablehook, list[threading.Timer]()

    def dropped(unraisable: sys.UnraisableHookArgs) -> None:
        if not isinstance(unraisable.exc_value, KeyboardInterrupt):
            if not limits.heard:
                report(unraisable)
            return
        limits.deaf = True
        again.append(threading.Timer(LOOK, _interrupt))
        again[-1].daemon = True
        again[-1].start()
        limits.deaf = False

    sys.unraisablehook = dropped
    try:
        yield
    finally:
        # The work is done: one that is still on its way has nothing left to stop.
        limits.deaf = True
        sys.unraisablehook = report
        for timer in again:
            timer.cancel()
            timer.join()


@contextmanager
def undisturbed() -> Iterator[None]:
    """A block that always finishes; an interrupt within it is delayed until its end."""
    heard: list[int] = []

    def note(number: int, frame: FrameType | None) -> None:
        heard.append(number)

    before = _listen({signal.SIGINT: note, signal.SIGTERM: note})
    try:
        yield
    finally:
        _listen(before)
    if heard:
        signal.raise_signal(heard[0])


def _terminated(number: int, frame: FrameType | None) -> None:
    limits.why, limits.code = "terminated", TERMINATED
    _interrupted(number, frame)


def _interrupted(number: int, frame: FrameType | None) -> None:
    # Noted too, because ctypes makes another error of what is raised inside it.
    limits.heard = True
    if not limits.deaf:
        raise KeyboardInterrupt


def _listen(handlers: Mapping[signal.Signals, Handler]) -> dict[signal.Signals, Handler]:
    """Sets the handlers and returns the old ones; only the main thread has any."""
    if threading.current_thread() is not threading.main_thread():
        return {}
    before = {number: signal.getsignal(number) for number in handlers}
    for number, handler in handlers.items():
        signal.signal(number, handler)
    return before
