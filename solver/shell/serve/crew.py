"""The workers of one server, the queue in front of them, and the end of slow ones."""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from typing import TYPE_CHECKING

from layerlaw.solver.shell.serve.worker import GaveUp, Worker

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from layerlaw.solver.shell.serve.asked import Request
    from layerlaw.solver.shell.serve.work import Reply

WORKERS = 2
MOST_WAITING = 64
SECONDS = 20.0
PATIENCE = 60.0
"""So many seconds a question waits for its turn: a class that opens the same link at once."""
GRACE = 3.0
"""Work that nobody waits for any more is ended after so many seconds."""
LOOK = 0.1
MOST_KEPT = 64
"""So many of the newest answers are kept: who opens the same link gets the same answer."""
LARGEST_KEPT = 1_000_000
"""Longer pages are not kept."""


class Busy(Exception):
    """Too many are waiting, or this one waited too long."""


class NobodyWaits(Exception):
    """The client has gone, or has asked something newer."""


class Crew:
    """A pool of warm processes with a short queue in front."""

    def __init__(
        self,
        *,
        workers: int = WORKERS,
        seconds: float = SECONDS,
        work: Callable[[Request], Reply] | None = None,
    ) -> None:
        """seconds: for one piece of work. work: as `Worker`."""
        self.seconds = seconds
        self._work = work
        self._idle = [Worker(work) for _ in range(workers)]
        self._all = list(self._idle)
        self._free = asyncio.Semaphore(workers)
        self._waiting = 0
        self._closed = False
        self._kept: OrderedDict[str, Reply] = OrderedDict()
        self._running: dict[str, asyncio.Future[Reply | GaveUp | None]] = {}

    async def ask(self, asked: Request, gone: Callable[[], Awaitable[bool]]) -> Reply:
        """The answer; what many ask at once, or was asked just now, is worked out once.

        gone: whether nobody waits for it any more. Raises `Busy`, `NobodyWaits`, or `GaveUp` where
        there is no answer.
        """
        same = repr(asked)
        while same in self._running:
            found = await _awaited(self._running[same], gone)
            if isinstance(found, GaveUp):
                raise found
            if found is not None:
                return found
            # Whoever asked it first has gone, or was refused: the next in line asks it anew.
        if same in self._kept:
            self._kept.move_to_end(same)
            return self._kept[same]
        outcome: Reply | GaveUp | None = None
        running = self._running[same] = asyncio.get_running_loop().create_future()
        try:
            outcome = await self._asked(asked, gone)
            self._keep(same, outcome)
            return outcome
        except GaveUp as error:
            outcome = error
            raise
        finally:
            del self._running[same]
            if not running.done():
                running.set_result(outcome)

    def _keep(self, same: str, reply: Reply) -> None:
        """Keep an answer that would come out the same again."""
        page = reply.get("page", "")
        if reply.get("complete") is False or (isinstance(page, str) and len(page) > LARGEST_KEPT):
            return
        self._kept[same] = reply
        while len(self._kept) > MOST_KEPT:
            self._kept.popitem(last=False)

    async def _asked(self, asked: Request, gone: Callable[[], Awaitable[bool]]) -> Reply:
        if self._waiting >= MOST_WAITING:
            raise Busy
        self._waiting += 1
        try:
            since = time.monotonic()
            while True:
                try:
                    await asyncio.wait_for(self._free.acquire(), LOOK)
                    break
                except TimeoutError:
                    if await gone():
                        raise NobodyWaits from None
                    if time.monotonic() - since > PATIENCE:
                        raise Busy from None
        finally:
            self._waiting -= 1
        try:
            return await self._worked(asked, gone)
        finally:
            self._free.release()

    async def _worked(self, asked: Request, gone: Callable[[], Awaitable[bool]]) -> Reply:
        if await gone():
            raise NobodyWaits
        worker = next((one for one in self._idle if one.warm), self._idle[0])
        self._idle.remove(worker)
        if not worker.alive:
            worker = self._replaced(worker)
        task = asyncio.create_task(asyncio.to_thread(worker.ask, asked, self.seconds))
        try:
            since = 0.0
            while not (await asyncio.wait({task}, timeout=LOOK))[0]:
                since = since + LOOK if await gone() else 0.0
                if since > GRACE:
                    raise NobodyWaits
            return task.result()
        except BaseException as error:
            if isinstance(error, GaveUp) and not error.worn:
                raise
            # In the middle of something, or in a state that nobody knows: another one takes over.
            worker.end()
            await asyncio.wait({task}, timeout=GRACE)
            if task.done() and not task.cancelled():
                task.exception()
            worker = self._replaced(worker)
            raise
        finally:
            self._idle.append(worker)

    def _replaced(self, worker: Worker) -> Worker:
        self._all.remove(worker)
        worker.close()
        if self._closed:
            raise GaveUp("the explorer is being closed")
        new = Worker(self._work)
        self._all.append(new)
        return new

    def close(self) -> None:
        """End all processes."""
        self._closed = True
        for worker in self._all:
            worker.close()


async def _awaited(
    running: asyncio.Future[Reply | GaveUp | None], gone: Callable[[], Awaitable[bool]]
) -> Reply | GaveUp | None:
    """What comes of the same question, asked by another; raises `NobodyWaits`."""
    while not (await asyncio.wait({running}, timeout=LOOK))[0]:
        if await gone():
            raise NobodyWaits
    return running.result()
