"""Many scenarios worked on side by side: bounded, resumable, and in the order they are given in."""

from __future__ import annotations

import json
import pickle
from collections import deque
from collections.abc import Callable, Iterable, Sized
from concurrent.futures import (
    FIRST_COMPLETED,
    BrokenExecutor,
    CancelledError,
    Executor,
    Future,
    wait,
)
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

from layerlaw.model.arguments import checked
from layerlaw.model.dataclass import dataclass
from layerlaw.model.errors import LayerlawError
from layerlaw.model.lazy import LazyModule
from layerlaw.model.scenarios.scenario import Scenario
from layerlaw.solver.facts.displays import registered
from layerlaw.solver.facts.rich import Rich
from layerlaw.solver.games.sweeps.chunks import Chunk, Done, Item, Reply, run_chunk
from layerlaw.solver.games.sweeps.keys import scenario_key, task_name, version
from layerlaw.solver.games.sweeps.ledger import Ledger
from layerlaw.solver.games.sweeps.packing import PackedRulebook, Packer
from layerlaw.solver.games.sweeps.pools import Pool, cores
from layerlaw.solver.games.sweeps.summary import SummaryTask

if TYPE_CHECKING:
    from collections.abc import Iterator

    from matplotlib import axes
else:
    axes = LazyModule("matplotlib.axes")

Plain = dict[str, "Plain"] | list["Plain"] | str | int | float | bool | None

TARGET = 0.25
"""So many seconds of work are sent at once, lest tiny scenarios cost more to send than to solve."""
MOST = 256
"""At most so many scenarios are sent at once."""
DEATHS = 5
"""So often in a row may processes be dead before they are sent anything."""


@dataclass(frozen=True, slots=True)
class Unread:
    """Something that should have been a scenario, and what was wrong with it."""

    file: str
    title: str
    trouble: str


@dataclass(frozen=True, slots=True)
class SweepResult:
    """What became of one scenario.

    number: which one of those given it was, from 0. key: what equal work is known by; "" for what
    could not be read. value: what the task returned, as JSON would give it back; None where there
    is trouble, which says what was wrong.
    """

    number: int
    key: str
    title: str
    file: str
    value: Plain
    trouble: str


@dataclass(frozen=True, slots=True, repr=False)
class Sweep(Rich):
    """The results, in the order in which the scenarios were given.

    complete: False if it was interrupted; then these are the results known by then. reused: how
    many of them the file of results held already. damaged: how many lines of that file were not
    as a sweep had written them, and were done again.
    """

    results: tuple[SweepResult, ...]
    complete: bool
    reused: int
    damaged: int = 0

    @checked()
    def plot(self, ax: axes.Axes | None = None) -> axes.Axes:
        """Draws how many of the scenarios came out how, in bars, for each rulebook.

        ax: the matplotlib axes to draw on; None makes a figure. Returns the axes. Raises
        `LayerlawError` where matplotlib is not installed, and for the results of another task than
        the usual one.
        """
        return registered().plot(self, ax, None)


@checked()
def sweep(
    scenarios: Iterable[Scenario | Unread],
    task: Callable[[Scenario], object] | None = None,
    *,
    executor: Executor | None = None,
    workers: int | None = None,
    in_flight: int | None = None,
    results: Path | str | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Sweep:
    """Do a task with every scenario, on all cores or wherever the executor works.

    scenarios: read as they are needed. task: a function of a module, or a frozen dataclass that
    can be called; from a scenario to plain data (None: `Summary()`). executor: any
    `concurrent.futures.Executor`, which stays open; None: processes of our own, as many as
    `workers` (None: one for each core; 1: this process). in_flight: how many packets are under
    way at once (None: two for each worker). results: a file to which each result is added; what
    it holds already is not done again. progress: called with how many are done, and of how many.

    An error of one scenario is its result. An interrupt (Ctrl-C) ends the sweep and returns what
    is known; with a file of results the same call goes on from there. Raises `LayerlawError` for
    a task without a lasting name, a file that cannot be used, or workers that cannot go on.

    >>> from layerlaw import load_scenario, shipped_scenarios
    >>> (path,) = (p for p in shipped_scenarios() if p.name == "two-kings.scenario.yaml")
    >>> from layerlaw.solver.games.sweeps import sweep
    >>> [result.title for result in sweep([load_scenario(path)], workers=1).results]
    ['Two Kings of the Realm']
    """
    if task is None:
        task = SummaryTask()
    name = task_name(task)
    with ExitStack() as stack:
        ledger = None if results is None else stack.enter_context(Ledger(Path(results)))
        many = workers or cores()
        run = _Run(scenarios, task, name, ledger, executor, many, in_flight, progress)
        return run.go()


@dataclass(frozen=True, slots=True)
class _Entry:
    """One scenario of the sweep; its result is found by its key."""

    key: str
    title: str
    file: str
    trouble: str = ""


class _Run:
    def __init__(
        self,
        scenarios: Iterable[Scenario | Unread],
        task: Callable[[Scenario], object],
        name: str,
        ledger: Ledger | None,
        executor: Executor | None,
        workers: int,
        in_flight: int | None,
        progress: Callable[[int, int], None] | None,
    ) -> None:
        self.total = len(scenarios) if isinstance(scenarios, Sized) else 0
        self.source: Iterator[Scenario | Unread] = iter(scenarios)
        self.task, self.name, self.ledger = task, name, ledger
        self.given, self.workers = executor, workers
        self.most = in_flight or 2 * workers
        self.progress = progress
        self.packer = Packer()
        self.pool: Pool | None = None
        self.entries: list[_Entry] = []
        self.found: dict[str, Done] = {}
        self.claimed: set[str] = set()
        self.reused = self.ready = 0
        self.deaths = 0
        self.pending: dict[Future[Reply], Chunk] = {}
        # What was under way when a worker died is tried alone, to find out what killed it.
        self.suspects: deque[tuple[Item, PackedRulebook]] = deque()
        self.size = 1

    def go(self) -> Sweep:
        """Work until all is done, or the user interrupts."""
        complete = False
        try:
            while self._send() or self.pending:
                done, _ = wait(self.pending, return_when=FIRST_COMPLETED)
                # What is known first: a worker's death takes all else with it that is under way.
                for future in sorted(done, key=_failed):
                    if future in self.pending:
                        self._take(future)
                self._report()
            complete = True
        except KeyboardInterrupt:
            self._collect()
        finally:
            self._end(at_once=not complete)
        damaged = 0 if self.ledger is None else self.ledger.damaged
        return Sweep(tuple(self._results()), complete, self.reused, damaged)

    # --- sending ---------------------------------------------------------------------------

    def _send(self) -> bool:
        """Keep the workers busy, and no more than that; whether anything was sent."""
        sent = False
        while len(self.pending) < (1 if self.suspects else self.most):
            chunk = self._alone() if self.suspects else self._chunk()
            if chunk is None:
                break
            packed = self._packed(chunk)
            try:
                self.pending[self._executor().submit(run_chunk, packed)] = chunk
            except BrokenExecutor as error:
                # A worker died before this was sent, so this is not what killed it.
                self.deaths += 1
                if self.deaths > DEATHS:
                    message = f"the processes that do the work die at once: {error}"
                    raise LayerlawError(f"{message}{self._kept()}") from error
                self._renew(error)
                self._suspect(chunk)
            sent = True
        return sent

    def _packed(self, chunk: Chunk) -> bytes:
        try:
            return pickle.dumps(chunk, pickle.HIGHEST_PROTOCOL)
        except (pickle.PicklingError, AttributeError, TypeError) as error:
            message = f"the task cannot be sent to another process: {error}"
            raise LayerlawError(message) from None

    def _executor(self) -> Executor:
        if self.given is not None:
            return self.given
        if self.pool is None:
            self.pool = Pool(self.workers)
        return self.pool.executor

    def _alone(self) -> Chunk:
        item, book = self.suspects.popleft()
        return Chunk(self.task, (book,), (item,))

    def _chunk(self) -> Chunk | None:
        """The next scenarios that have yet to be worked on; None if there are none."""
        items: list[Item] = []
        books: dict[str, PackedRulebook] = {}
        for scenario in self.source:
            if isinstance(scenario, Unread):
                self.entries.append(_Entry("", scenario.title, scenario.file, scenario.trouble))
                self.ready += 1
                continue
            book = self.packer.rulebook(scenario.rulebook)
            key = scenario_key(scenario, book.digest, self.name)
            self.entries.append(_Entry(key, scenario.title, scenario.file))
            if self.ledger is not None and key in self.ledger.known:
                self.found[key] = self.ledger.known[key]
                self.reused += 1
            if key in self.found or key in self.claimed:
                self.ready += 1
                if self.ready % MOST == 0:
                    self._report()
                continue
            self.claimed.add(key)
            books[book.digest] = book
            packed = self.packer.scenario(scenario)
            items.append(Item(key, scenario.title, book.digest, packed))
            if len(items) >= self.size:
                break
        return Chunk(self.task, tuple(books.values()), tuple(items)) if items else None

    # --- taking ----------------------------------------------------------------------------

    def _take(self, future: Future[Reply]) -> None:
        """The results of a packet, into the file first."""
        chunk = self.pending.pop(future)
        try:
            reply = future.result()
        except BrokenExecutor as error:
            self._broken(chunk, error)
            return
        except CancelledError:
            raise LayerlawError(f"the workers gave up: they were cancelled{self._kept()}") from None
        except LayerlawError:
            raise
        except Exception as error:
            # What Dask raises when workers go away again and again, or cannot read what they get.
            what = f"{type(error).__name__}: {error}"
            raise LayerlawError(f"a worker could not go on: {what}{self._kept()}") from error
        if reply.version != version():
            raise LayerlawError(
                f"a worker has version {reply.version} of the library and this is {version()}: "
                "their results could differ"
            )
        titles = {item.key: item.title for item in chunk.items}
        if self.ledger is not None:
            self.ledger.add((titles[one.key], one) for one in reply.done if one.lasting)
        self.found.update((one.key, one) for one in reply.done)
        self.ready += len(reply.done)
        self.deaths = 0
        fitting = int(TARGET * len(reply.done) / max(reply.seconds, 1e-6))
        self.size = max(1, min(MOST, fitting, 2 * self.size))

    def _broken(self, chunk: Chunk, error: BrokenExecutor) -> None:
        """A process died; which scenario it was about is found out by trying each alone."""
        self._renew(error)
        if len(chunk.items) == 1 and not self.pending and self.size == 1:
            (item,) = chunk.items
            trouble = "the process that worked on it died (of too much memory, perhaps)"
            self.found[item.key] = Done(item.key, trouble=trouble, lasting=False)
            self.ready += 1
            return
        self._suspect(chunk)

    def _renew(self, error: BrokenExecutor) -> None:
        """The next work goes to new processes; raises `LayerlawError` where there are none."""
        if self.given is not None:
            raise LayerlawError(f"the executor is broken: {error}{self._kept()}") from error
        if self.pool is not None:
            self.pool.close(at_once=True)
            self.pool = None

    def _suspect(self, chunk: Chunk) -> None:
        """Try alone what was being sent, and all that was under way."""
        self.size = 1
        for one in (chunk, *self.pending.values()):
            books = {book.digest: book for book in one.rulebooks}
            self.suspects.extend((item, books[item.rulebook]) for item in one.items)
        self.pending.clear()

    def _kept(self) -> str:
        return "" if self.ledger is None else f"; the results so far are in {self.ledger.path}"

    def _collect(self) -> None:
        """Of what is under way take what is done already."""
        for future in [one for one in self.pending if one.done() and not one.cancelled()]:
            if future.exception() is None:
                self._take(future)
        if self.ledger is not None:
            # The interrupt may have come between the file and what is known of it here.
            self.ledger.read_again()
            known = self.ledger.known
            self.found.update((key, known[key]) for key in self.claimed & known.keys())

    def _end(self, *, at_once: bool) -> None:
        for future in self.pending:
            future.cancel()
        if self.pool is not None:
            self.pool.close(at_once=at_once)

    # --- telling ---------------------------------------------------------------------------

    def _report(self) -> None:
        if self.progress is not None:
            self.progress(self.ready, max(len(self.entries), self.total))

    def _results(self) -> Iterator[SweepResult]:
        for number, entry in enumerate(self.entries):
            done = self.found.get(entry.key)
            if entry.trouble:
                yield SweepResult(number, "", entry.title, entry.file, None, entry.trouble)
            elif done is not None:
                value = None if done.trouble else json.loads(done.value)
                yield SweepResult(number, entry.key, entry.title, entry.file, value, done.trouble)


def _failed(future: Future[Reply]) -> bool:
    return future.cancelled() or future.exception() is not None
