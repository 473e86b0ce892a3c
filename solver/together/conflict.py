"""The conflict of a paradox: effects that leave no state by themselves, none of them to spare."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable


def smallest(
    every: Iterable[str], likely: Iterable[str], paradox: Callable[[frozenset[str]], bool]
) -> tuple[str, ...]:
    """Of all effects some that are a paradox alone, and none if any one of them is left out too.

    every: the ids of all that could exist. likely: those in which the search was stuck; they are
    tried first. paradox: whether these effects, all others left out, leave no state.
    """
    found = frozenset(likely)
    if not found or not paradox(found):
        found = frozenset(every)
    size = max(len(found) // 2, 1)
    while True:
        spared = False
        now = sorted(found)
        for start in range(0, len(now), size):
            rest = found.difference(now[start : start + size])
            if rest and paradox(rest):
                found, spared = rest, True
        if size > 1:
            size //= 2
        elif not spared:
            return tuple(sorted(found))
