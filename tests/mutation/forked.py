"""Runs the tests on every mutant in a fork of one process, in which all is loaded and prepared.

A plugin of pytest. The tests run once unchanged: they must pass, and what they keep for later runs
(the oracle's answers) is kept. Then every mutant gets a fork; the first failing test kills it.
"""

from __future__ import annotations

import gc
import json
import os
import resource
import signal
import sys
import time
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from types import CodeType, FrameType, FunctionType
from typing import Any, cast

import pytest
from _pytest.runner import runtestprotocol

from layerlaw.model.rulebooks.cache import Cache

TraceFunction = Callable[[FrameType, str, Any], Any]
MOST_MEMORY = 1 << 30
LEAST_SECONDS = 0.7
MOST_SECONDS = 2.0
"""A test that takes longer unchanged is not run on mutants."""
MOST_CALLS = 200
"""How many calls of a function by one test are looked at for the lines that it comes by."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a mutant fared. by: the test that failed, or how else it came to an end."""

    survived: bool
    by: str


@dataclass(slots=True)
class Forks(ABC):
    """The tests that are run, how long each takes, and which lines of the files it comes by.

    coming_by: for each line of a file the tests that run it, the lowest bit the first item.
    most: the seconds that one test may take.
    killers: for each file, the tests that killed a mutant of it, the last one first.
    caches: what rulebooks and cards keep that was worked out for them; a mutant works it out anew.
    """

    items: list[pytest.Item] = field(default_factory=list)
    files: frozenset[str] = frozenset()
    notes: Path = Path("notes.json")
    most: float = MOST_SECONDS
    seconds: dict[str, float] = field(default_factory=dict)
    coming_by: dict[tuple[str, int], int] = field(default_factory=dict)
    killers: dict[str, list[str]] = field(default_factory=dict)
    caches: list[Cache] = field(default_factory=list)

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """The tests, once and unchanged."""
        known = json.loads(self.notes.read_text()) if self.notes.exists() else {}
        # Those known to come by none of the lines, or to take too long, are for no mutant.
        never = {name for name, (taken, lines) in known.items() if taken > self.most or not lines}
        self.items = [item for item in session.items if item.nodeid not in never]
        for item in self.items:
            # What is kept for later runs is there from now on.
            failed = _failure(item)
            if failed is not None:
                session.testsfailed += 1
                print(failed, file=sys.stderr)
        gc.collect()
        self.caches = [one for one in gc.get_objects() if isinstance(one, Cache)]
        self._measure(known)
        if session.testsfailed:
            raise pytest.Session.Failed("a test fails without any mutation")
        total = sum(self.seconds.values())
        print(f"{len(self.items)} tests, {total:.1f} s of processor, all let through", flush=True)
        gc.collect()
        gc.freeze()
        self.main()
        return True

    def _measure(self, known: dict[str, Any]) -> None:
        """How long each test takes, and the lines it comes by; kept in `notes`."""
        for number, item in enumerate(self.items):
            if item.nodeid not in known:
                self._forget()
                began = time.process_time()
                _failure(item)
                seconds = time.process_time() - began
                by_file: dict[str, list[int]] = {}
                for file, line in self._lines_of(item) if seconds <= MOST_SECONDS else ():
                    by_file.setdefault(os.path.relpath(file), []).append(line)
                known[item.nodeid] = seconds, by_file
            seconds, by_file = known[item.nodeid]
            self.seconds[item.nodeid] = seconds
            for file in by_file.keys() & map(os.path.relpath, self.files):
                for line in by_file[file]:
                    place = os.path.abspath(file), line
                    self.coming_by[place] = self.coming_by.get(place, 0) | 1 << number
        self.notes.write_text(json.dumps(known))

    def _forget(self) -> None:
        for cache in self.caches:
            cache.clear()

    @abstractmethod
    def main(self) -> None:
        """What is done with the forks; see `__main__`."""

    def _lines_of(self, item: pytest.Item) -> set[tuple[str, int]]:
        found: set[tuple[str, int]] = set()
        left: dict[CodeType, set[int | None]] = {}
        calls: Counter[CodeType] = Counter()

        def inside(frame: FrameType, event: str, argument: object) -> TraceFunction:
            found.add((frame.f_code.co_filename, frame.f_lineno))
            left[frame.f_code].discard(frame.f_lineno)
            return inside

        def entered(frame: FrameType, event: str, argument: object) -> TraceFunction | None:
            code = frame.f_code
            if code.co_filename not in self.files:
                return None
            if code not in left:
                left[code] = {line for _, _, line in code.co_lines()}
            calls[code] += 1
            # Nothing is left to be seen, or it is so rare that looking on would take too long.
            if not left[code] or calls[code] > MOST_CALLS:
                return None
            return inside(frame, event, argument)

        self._forget()
        sys.settrace(entered)
        try:
            _failure(item)
        finally:
            sys.settrace(None)
        return found

    def that_come_by(
        self, file: str, first: int, last: int, most_seconds: float
    ) -> list[pytest.Item]:
        """The tests that run one of these lines: those first that killed, then mostly quick ones.

        most_seconds: how long they may take in all.
        """
        place = {name: number for number, name in enumerate(self.killers.get(file, ()))}
        here = 0
        for line in range(first, last + 1):
            here |= self.coming_by.get((file, line), 0)
        items = [item for number, item in enumerate(self.items) if here >> number & 1]
        random = Random(first)

        def rank(item: pytest.Item) -> tuple[float, float]:
            return place.get(item.nodeid, len(place)), random.random() * self.seconds[item.nodeid]

        items.sort(key=rank)
        taken: list[pytest.Item] = []
        for item in items:
            most_seconds -= self.seconds[item.nodeid]
            if most_seconds > 0 or not taken:
                taken.append(item)
        return taken

    def outcome(
        self, group: str, items: list[pytest.Item], change: list[tuple[object, object]]
    ) -> Outcome:
        """Run these tests with the codes changed until one fails."""
        first = self.killers.setdefault(group, [])
        reading, writing = os.pipe()
        sys.stdout.flush()
        child = os.fork()
        if not child:
            os.close(reading)
            self._in_the_fork(items, change, writing)
        os.close(writing)
        with os.fdopen(reading, encoding="utf-8") as pipe:
            said = pipe.read().splitlines()
        _, status = os.waitpid(child, 0)
        last = said[-1] if said else ""
        if os.WIFEXITED(status) and os.WEXITSTATUS(status) == 0:
            return Outcome(True, "")
        if last in first:
            first.remove(last)
        if last:
            first.insert(0, last)
        how = "" if os.WIFEXITED(status) else f" (signal {os.WTERMSIG(status)})"
        return Outcome(False, last + how)

    def _in_the_fork(
        self, items: list[pytest.Item], change: list[tuple[object, object]], writing: int
    ) -> None:
        try:
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere, 1)
            os.dup2(nowhere, 2)
            signal.signal(signal.SIGPROF, signal.SIG_DFL)
            used = _address_space() + MOST_MEMORY
            resource.setrlimit(resource.RLIMIT_AS, (used, used))
            for function, code in change:
                cast(FunctionType, function).__code__ = cast(CodeType, code)
            self._forget()
            for item in items:
                os.write(writing, f"{item.nodeid}\n".encode())
                limit = max(LEAST_SECONDS, 8 * self.seconds[item.nodeid])
                signal.setitimer(signal.ITIMER_PROF, limit)
                if _failure(item) is not None:
                    os._exit(1)
            os._exit(0)
        except BaseException:
            os._exit(1)


def _failure(item: pytest.Item) -> str | None:
    for report in runtestprotocol(item, log=False, nextitem=None):
        if report.failed:
            return f"{item.nodeid}: {report.longreprtext[-500:]}"
    return None


def _address_space() -> int:
    with open("/proc/self/statm", encoding="ascii") as file:
        return int(file.read().split()[0]) * resource.getpagesize()


def in_turn(items: list[str]) -> Iterator[str]:
    """The items, with a line now and then of how many are left."""
    began = time.monotonic()
    for number, item in enumerate(items):
        if number % 50 == 0:
            print(f"{number} of {len(items)} after {time.monotonic() - began:.0f} s", flush=True)
        yield item
