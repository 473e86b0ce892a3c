"""What a worker does: a few scenarios, one after another; what is wrong with one stays with it."""

from __future__ import annotations

import json
import pickle
from time import perf_counter
from typing import TYPE_CHECKING

from layerlaw.model.dataclass import dataclass
from layerlaw.model.errors import LayerlawError
from layerlaw.solver.games.sweeps.keys import version
from layerlaw.solver.games.sweeps.packing import PackedRulebook, unpacked

if TYPE_CHECKING:
    from collections.abc import Callable

    from layerlaw.model.scenarios.scenario import Scenario


@dataclass(frozen=True, slots=True)
class Item:
    """One scenario to be worked on, packed."""

    key: str
    title: str
    rulebook: str
    scenario: bytes


@dataclass(frozen=True, slots=True)
class Chunk:
    """Scenarios that go to one worker together, with the rulebooks that they need."""

    task: Callable[[Scenario], object]
    rulebooks: tuple[PackedRulebook, ...]
    items: tuple[Item, ...]


@dataclass(frozen=True, slots=True)
class Done:
    """What became of one scenario: the task's result as JSON text, or what was wrong.

    lasting: whether it would come out the same if it were tried again.
    """

    key: str
    value: str = "null"
    trouble: str = ""
    lasting: bool = True


@dataclass(frozen=True, slots=True)
class Reply:
    """What a worker found, in how many seconds, and with which version of the library."""

    done: tuple[Done, ...]
    seconds: float
    version: str


def run_chunk(packed: bytes) -> Reply:
    """Work through the scenarios of a chunk, in order.

    packed: the chunk, pickled: what cannot be unpickled here is then an error like any other, and
    not one of the executor's own dealings (over which workers of Dask fall silent).
    """
    began = perf_counter()
    chunk = pickle.loads(packed)
    assert isinstance(chunk, Chunk)
    books = {book.digest: book for book in chunk.rulebooks}
    done = tuple(_run(chunk, item, books[item.rulebook]) for item in chunk.items)
    return Reply(done, perf_counter() - began, version())


def _run(chunk: Chunk, item: Item, rulebook: PackedRulebook) -> Done:
    try:
        value = chunk.task(unpacked(item.scenario, rulebook))
    except LayerlawError as error:
        return Done(item.key, trouble=str(error))
    except MemoryError:
        return Done(item.key, trouble="it needs more memory than there is", lasting=False)
    except Exception as error:
        # Whatever else a task does wrong, the other scenarios are worked on all the same.
        return Done(item.key, trouble=f"internal error: {type(error).__name__}: {error}")
    try:
        return Done(item.key, json.dumps(value, ensure_ascii=False, allow_nan=False))
    except (TypeError, ValueError) as error:
        return Done(item.key, trouble=f"the task's result is no plain data: {error}")
