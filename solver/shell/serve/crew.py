"""The workers of one server, the queue in front of them, and the end of slow ones."""

from __future__ import annotations

import asyncio
import time
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

    async def ask(self, asked: Request, gone: Callable[[], Awaitable[bool]]) -> Reply:
        """The answer. gone: whether nobody waits for it any more.

        Raises `Busy`, `NobodyWaits`, or `GaveUp` where there is no answer.
        """
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
