"""What is asked of one frozen thing again and again, worked out once for that very thing."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

Thing = TypeVar("Thing")
Result = TypeVar("Result")

_KEPT = 10_000


def once(work_out: Callable[[Thing], Result]) -> Callable[[Thing], Result]:
    """The function, keeping what it returned by identity: a comparison would cost more."""
    known: dict[int, tuple[Thing, Result]] = {}

    def asked(thing: Thing) -> Result:
        found = known.get(id(thing))
        if found is None or found[0] is not thing:
            if len(known) > _KEPT:
                known.clear()
            found = known[id(thing)] = thing, work_out(thing)
        return found[1]

    return asked
