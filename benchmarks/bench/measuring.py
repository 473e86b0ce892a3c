"""How a family is measured: times, one n after another, then memory, trials and the oracle."""

from __future__ import annotations

import gc
import math
import os
import resource
import signal
import statistics
import time
import tracemalloc
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from bench import literal
from bench.counting import count
from layerlaw.solver import derive

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from types import FrameType

    from bench.tasks import Run, Task, Tell, Work

LONG = 5.0
"""What takes longer than so many seconds is run once."""

EXTRA = 0.5
"""So much of a family's time comes on top of it, for what is not the ladder of times."""

ORACLE_SIZES = (2, 4, 6, 8, 10, 14, 20, 30, 50, 70, 100, 140, 200, 300, 500, 700, 1000)
MEMORY_SHARE = 0.6
"""A family is given up when it wants more than this share of the machine's memory."""


@dataclass(frozen=True, slots=True)
class Pace:
    """How much is done to find out how long something takes.

    seconds: for the times of one family. least, most: how often the same is run; in between as
    often as fits into `enough` seconds. oracle: it is run at greater and greater n until it takes
    so many seconds.
    """

    seconds: float = 60.0
    least: int = 3
    most: int = 51
    enough: float = 1.0
    oracle: float = 3.0


def pace_of(seconds: float) -> Pace:
    """The usual pace, for another time than the usual one."""
    share = seconds / Pace().seconds
    return Pace(seconds, enough=Pace().enough * share, oracle=Pace().oracle * share)


HASTE = Pace(least=1, most=1, enough=0.0, oracle=0.02)
"""Everything once, to see that it works."""


@dataclass(frozen=True, slots=True)
class Found:
    """One figure: of a family under a procedure, at n."""

    family: str
    way: str
    n: int
    key: str
    value: float


def cpu() -> float:
    """The seconds that the processor spent on this process and those it waited for, so far."""
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + children.ru_utime + children.ru_stime


def loop() -> None:
    """The calibration loop: a fixed piece of work of the kind that solving is made of."""
    known: dict[int, int] = {}
    for number in range(10_000):
        key = number & 255
        known[key] = known.get(key, 0) | 1 << (number & 63)


def calibrated(runs: int = 9) -> float:
    """The seconds that the calibration loop takes here and now: the least of some runs."""
    taken: list[float] = []
    for _ in range(runs):
        began = cpu()
        loop()
        taken.append(cpu() - began)
    return min(taken)


class TimeUp(BaseException):
    """The time allowed is over; no `except Exception` on the way shall swallow it."""


@contextmanager
def within(seconds: float) -> Iterator[None]:
    """Raise `TimeUp` in what runs inside when the seconds are over."""

    def stop(_number: int, _frame: FrameType | None) -> None:
        raise TimeUp

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, max(seconds, 1e-3))
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def limit_memory() -> None:
    """From here on, too large an allocation raises `MemoryError` in this process."""
    total = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    most = resource.getrlimit(resource.RLIMIT_AS)[1]
    # Not every system knows this limit; there the machine's own limits hold.
    with suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_AS, (int(total * MEMORY_SHARE), most))


def timed(
    fresh: Callable[[], Run], pace: Pace, left: float, tell: Tell | None = None
) -> tuple[list[float], Mapping[str, float]]:
    """The processor's seconds for each run, and what there is to tell of the last one.

    left: the seconds after which no run goes on; raises `TimeUp` if none has come to its end.
    """
    taken: list[float] = []
    told: Mapping[str, float] = {}
    until = time.monotonic() + left
    try:
        while True:
            with within(until - time.monotonic()):
                run = fresh()
                gc.collect()
                began = cpu()
                found = run()
                taken.append(cpu() - began)
                told = {} if tell is None else tell(found)
            # What was found must not stand in the way of the next run's memory.
            del run, found
            enough = sum(taken) >= pace.enough and len(taken) >= pace.least
            if enough or taken[-1] > LONG or len(taken) == pace.most:
                break
    except TimeUp:
        if not taken:
            raise
    return taken, told


class Measuring:
    """One family under one procedure."""

    def __init__(self, name: str, way: str, task: Task, pace: Pace) -> None:
        self.name = name
        self.way = way
        self.task = task
        self.pace = pace
        self.done: dict[int, float] = {}
        """For each n reached the seconds of one run."""

    def figures(self, sizes: tuple[int, ...]) -> Iterator[Found]:
        """Every figure as soon as it is known; at most 1 + EXTRA times the seconds in all."""
        until = time.monotonic() + self.pace.seconds
        # What is imported or read from a file once is no part of any time.
        with suppress(TimeUp), within(self.pace.seconds):
            work = self.task.work(min(sizes), self.way)
            work.fresh()()
            _graphs(lambda: work)
        # What is there by now stays: the collector need not look at it before every run.
        gc.collect()
        gc.freeze()
        yield from self._ladder(sizes, until)
        until = time.monotonic() + EXTRA * self.pace.seconds
        yield from self._oracle(min(until, time.monotonic() + 4 * self.pace.oracle))
        for n in self.done:
            yield from self._more(n, until)

    def _ladder(self, sizes: tuple[int, ...], until: float) -> Iterator[Found]:
        """The times for one n after another, as long as the time lasts."""
        for n in sizes:
            left = until - time.monotonic()
            if left <= 0 or self._expected(n) > 1.5 * left:
                yield self._found(n, "too long", 1)
                return
            try:
                with within(left):
                    work = self.task.work(n, self.way)
                taken, told = timed(work.fresh, self.pace, until - time.monotonic(), work.tell)
                base: list[float] = []
                if work.base is not None:
                    base, _ = timed(work.base, self.pace, until - time.monotonic())
            except (TimeUp, MemoryError, RecursionError) as problem:
                yield self._found(n, "too long" if isinstance(problem, TimeUp) else "too large", 1)
                return
            self.done[n] = statistics.median(taken)
            yield self._found(n, "seconds", self.done[n] / work.count)
            yield self._found(n, "runs", len(taken))
            yield self._found(n, "loop", calibrated())
            if base:
                yield self._found(n, "base", statistics.median(base) / work.count)
            for key, value in told.items():
                yield self._found(n, key, value)

    def _expected(self, n: int) -> float:
        """The seconds of one run at n, if times go on growing as between the last two."""
        if len(self.done) < 2:
            return 0.0
        (before, one), (last, other) = list(self.done.items())[-2:]
        slope = math.log(other / one) / math.log(last / before)
        return float(other * (n / last) ** max(slope, 0.0))

    def _oracle(self, until: float) -> Iterator[Found]:
        """The oracle's time and the solver's at the largest n that it manages in a few seconds."""
        if not literal.there():
            return
        most = self.pace.oracle
        best: tuple[int, float, Work] | None = None
        try:
            for n in ORACLE_SIZES:
                if best is not None and best[1] * (n / best[0]) ** 4 > 2 * most:
                    break
                with within(until - time.monotonic()):
                    work = self.task.work(n, self.way)
                    if work.oracle is None:
                        return
                    run = work.oracle()
                    began = cpu()
                    run()
                    best = (n, cpu() - began, work)
                if best[1] > most:
                    break
        except (TimeUp, RecursionError, MemoryError):
            pass
        if best is not None:
            n, seconds, work = best
            taken, _ = timed(work.fresh, self.pace, self.pace.seconds)
            yield self._found(n, "oracle", seconds / work.count)
            yield self._found(n, "beside oracle", statistics.median(taken) / work.count)

    def _more(self, n: int, until: float) -> Iterator[Found]:
        """Peak memory; of a derivation also its trials, and the time to show it."""
        for question in (_memory, _board, _trials, _values, _graphs):
            left = until - time.monotonic()
            if left <= 0:
                return
            try:
                with within(left):
                    found = question(partial(self.task.work, n, self.way))
            except (TimeUp, MemoryError, RecursionError):
                continue
            for key, value in found.items():
                yield self._found(n, key, value)

    def _found(self, n: int, key: str, value: float) -> Found:
        return Found(self.name, self.way, n, key, value)


def _memory(make: Callable[[], Work]) -> dict[str, float]:
    """The most that was allocated at any moment of one run, its result included, in bytes.

    Of a derivation also what of it is there afterwards, as long as the answer is kept.
    """
    work = make()
    run = work.fresh()
    gc.collect()
    with _traced():
        answer = run()
        peak = tracemalloc.get_traced_memory()[1]
        gc.collect()
        kept = tracemalloc.get_traced_memory()[0]
        del answer
    return {"memory": peak} if work.situation is None else {"memory": peak, "kept": kept}


def _board(make: Callable[[], Work]) -> dict[str, float]:
    """What the scenario and the situation after its last event hold, in bytes, and the objects."""
    gc.collect()
    with _traced():
        work = make()
        gc.collect()
        held = tracemalloc.get_traced_memory()[0]
    return {} if work.situation is None else {"board": held, "objects": len(work.situation.things)}


@contextmanager
def _traced() -> Iterator[None]:
    """What is allocated inside is counted."""
    tracemalloc.start()
    try:
        yield
    finally:
        tracemalloc.stop()


def _trials(make: Callable[[], Work]) -> dict[str, float]:
    """The trials that the definition asks for, those made, and the dependencies there were."""
    work = make()
    if work.situation is None:
        return {}
    counted = count(work.situation)
    return {"asked": counted.asked, "tried": counted.tried, "dependencies": counted.found}


def _values(make: Callable[[], Work]) -> dict[str, float]:
    """Seconds to read off every characteristic of every object as plain values."""
    work = make()
    if work.situation is None:
        return {}
    derivation = derive(work.situation)
    began = cpu()
    # The mapping may be a view that works out a value when it is asked for.
    dict(derivation.final)
    return {"values": cpu() - began}


def _graphs(make: Callable[[], Work]) -> dict[str, float]:
    """Seconds to build every layer's networkx graph, with its witnesses."""
    work = make()
    if work.situation is None:
        return {}
    derivation = derive(work.situation)
    began = cpu()
    for run in derivation.runs:
        derivation.graph(derivation.rulebook.layers[run.layer].id)
    return {"graph": cpu() - began}
