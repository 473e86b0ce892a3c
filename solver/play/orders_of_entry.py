"""Whether all that is said of an entry applies in whatever order: else its player would choose."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from layerlaw.model.algebra import EnterAlso, EnterAsCopy
from layerlaw.model.dataclass import dataclass

if TYPE_CHECKING:
    from collections.abc import Callable

    from layerlaw.model.algebra import Entrance, Operation

Also = frozenset["Operation"]
"""What an object is, as it enters, in addition to what it is."""

NOTHING: Also = frozenset()


@dataclass(frozen=True, slots=True)
class EntryReplacement:
    """Something that an object enters with or as, at once. says: who says so. numbers: of counters,
    for each of the arrivals."""

    says: str
    arrivals: tuple[Entrance, ...]
    numbers: tuple[int, ...]

    @property
    def also(self) -> Also:
        """What the object is by it in addition."""
        return frozenset(
            operation
            for one in self.arrivals
            if isinstance(one, EnterAlso)
            for operation in one.operations
        )


def all_applied(said: Callable[[Also], list[EntryReplacement]]) -> list[EntryReplacement] | None:
    """All that applies to an entry, each once; None if it is otherwise in another order.

    said: what is said of it where it is that in addition by then. What applies makes it more than
    it was, and the rest is looked at anew. Clause: CR-614.12. Whatever applies at some moment has
    to apply, with the same numbers, at each later one to which the others lead.
    """
    first = said(NOTHING)
    if not any(one.also for one in first):
        return first
    states = {NOTHING: first}
    _reach(states, said, None)
    every = {one: None for state in states.values() for one in state}
    applied = []
    for one in every:
        most = max(state.count(one) for state in states.values())
        others = _reach(states, said, one)
        for also, state in states.items():
            fewer = (other for other in others if states[other].count(one) < state.count(one))
            if any(also <= other for other in fewer):
                return None
        applied += [one] * most
    late = Counter(applied) - Counter(first)
    copies = any(isinstance(one, EnterAsCopy) for each in late for one in each.arrivals)
    return None if copies else applied


def _reach(
    states: dict[Also, list[EntryReplacement]],
    said: Callable[[Also], list[EntryReplacement]],
    without: EntryReplacement | None,
) -> set[Also]:
    """What it can be in addition on the way, where one thing that is said never applies."""
    reached, waiting = {NOTHING}, [NOTHING]
    while waiting:
        also = waiting.pop()
        left = list(states[also])
        if without in left:
            left.remove(without)
        for one in left:
            more = also | one.also
            if more not in states:
                states[more] = said(more)
            if more not in reached:
                reached.add(more)
                waiting.append(more)
    return reached
