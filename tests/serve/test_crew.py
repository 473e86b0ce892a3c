"""The processes that do the explorer's work: what hangs, dies or interests nobody is ended."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest
from serve.stuck import work

from layerlaw.solver.serve import crew as crew_module
from layerlaw.solver.serve.asked import Asked
from layerlaw.solver.serve.crew import Busy, Crew, NobodyWaits
from layerlaw.solver.serve.worker import Failed, GaveUp, answered

if TYPE_CHECKING:
    from collections.abc import Iterator


async def stays() -> bool:
    """Whoever asks waits for the answer."""
    return False


async def left() -> bool:
    """Whoever asked is gone."""
    return True


def said(text: str) -> Asked:
    """A question whose text tells the work how to go wrong."""
    return Asked("picture", text)


@pytest.fixture
def crew() -> Iterator[Crew]:
    """One process, with a second for each piece of work."""
    found = Crew(workers=1, seconds=1.0, work=work)
    yield found
    found.close()


def test_what_goes_wrong_is_said_and_the_next_question_is_answered(crew: Crew) -> None:
    """A process that hangs or dies is replaced, and it is said why there is no answer."""

    async def asked() -> list[str]:
        found = []
        for text in ("hang", "crash", "die"):
            with pytest.raises(GaveUp) as why:
                await crew.ask(said(text), stays)
            found.append(str(why.value))
        reply = await crew.ask(said("fine"), stays)
        found.append(str(reply["text"]))
        return found

    hung, crashed, died, fine = asyncio.run(asked())
    assert "no answer after 1 s;" in hung
    assert "without an answer" in died
    assert crashed == "internal error: ValueError: a mistake of ours"
    assert fine == "fine"


def test_the_end_of_memory_ends_the_process() -> None:
    """After it nobody knows what still works, so another process takes over."""
    found = answered(work, said("memory"))
    assert isinstance(found, Failed) and found.worn and "MB of memory" in found.why


def test_nothing_piles_up(crew: Crew, monkeypatch: pytest.MonkeyPatch) -> None:
    """Work that nobody waits for is ended, those who left the queue are not worked for, and the
    queue has an end.
    """
    monkeypatch.setattr(crew_module, "MOST_WAITING", 2)
    monkeypatch.setattr(crew_module, "GRACE", 0.1)

    async def asked() -> list[str]:
        gone = asyncio.Event()

        async def leaves() -> bool:
            return gone.is_set()

        crew.seconds = 60.0
        hanging = asyncio.create_task(crew.ask(said("hang"), leaves))
        await asyncio.sleep(0.05)
        first = asyncio.create_task(crew.ask(said("first"), leaves))
        second = asyncio.create_task(crew.ask(said("second"), stays))
        await asyncio.sleep(0.05)
        with pytest.raises(Busy):
            await crew.ask(said("third"), stays)
        gone.set()
        for task in (hanging, first):
            with pytest.raises(NobodyWaits):
                await task
        return [str((await second)["text"])]

    assert asyncio.run(asked()) == ["second"]
