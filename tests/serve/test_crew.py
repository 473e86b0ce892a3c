"""The processes that do the explorer's work: what hangs, dies or interests nobody is ended."""

from __future__ import annotations

import asyncio

import pytest

from layerlaw.solver.shell.serve import crew as crew_module
from layerlaw.solver.shell.serve.asked import Request
from layerlaw.solver.shell.serve.crew import Busy, Crew, NobodyWaits
from layerlaw.solver.shell.serve.worker import Failed, GaveUp, answered
from serve.stuck import counting, work


async def stays() -> bool:
    """Whoever asks waits for the answer."""
    return False


def said(text: str) -> Request:
    """A question whose text tells the work how to go wrong."""
    return Request("picture", text)


@pytest.mark.slow
def test_the_same_question_is_worked_out_once() -> None:
    """Asked by several at once and again later; if who asked first leaves, the next one asks."""

    async def asked() -> list[object]:
        crew = Crew(workers=1, seconds=20.0, work=counting)
        try:
            three = await asyncio.gather(*(crew.ask(said("one"), stays) for _ in range(3)))
            again = await crew.ask(said("one"), stays)
            other = await crew.ask(said("two"), stays)
            gone = asyncio.Event()

            async def leaves() -> bool:
                return gone.is_set()

            first = asyncio.create_task(crew.ask(said("three"), leaves))
            await asyncio.sleep(0)
            second = asyncio.create_task(crew.ask(said("three"), stays))
            await asyncio.sleep(0)
            first.cancel()
            found = await second
            incomplete = [await crew.ask(said("incomplete"), stays) for _ in range(2)]
        finally:
            crew.close()
        replies = [*three, again, other, *incomplete]
        return [[each["count"] for each in replies], found["text"]]

    counts, text = asyncio.run(asked())
    assert isinstance(counts, list)
    assert counts[:5] == [1, 1, 1, 1, 2]
    assert counts[5] < counts[6]
    assert text == "three"


@pytest.mark.slow
def test_what_goes_wrong_is_ended_and_nothing_piles_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """Work that nobody waits for is ended, those who left the queue are not worked for, the queue
    has an end; a process that hangs or dies is replaced, and it is said why there is no answer.
    """
    monkeypatch.setattr(crew_module, "MOST_WAITING", 2)
    monkeypatch.setattr(crew_module, "GRACE", 0.1)

    async def asked(crew: Crew) -> list[str]:
        gone = asyncio.Event()

        async def leaves() -> bool:
            return gone.is_set()

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
        found = [str((await second)["text"])]
        crew.seconds = 2.0
        for text in ("hang", "crash", "die"):
            with pytest.raises(GaveUp) as why:
                await crew.ask(said(text), stays)
            found.append(str(why.value))
            if text == "hang":
                found.append(str((await crew.ask(said("fine"), stays))["text"]))
        return found

    crew = Crew(workers=1, seconds=60.0, work=work)
    try:
        second, hung, fine, crashed, died = asyncio.run(asked(crew))
    finally:
        crew.close()
    assert (second, fine) == ("second", "fine")
    assert "no answer after 2 s" in hung
    assert crashed == "internal error: ValueError: a mistake of ours"
    assert "without an answer" in died


def test_the_end_of_memory_ends_the_process() -> None:
    """After it nobody knows what still works, so another process takes over."""
    found = answered(work, said("memory"))
    assert isinstance(found, Failed) and found.worn and "MB of memory" in found.why
