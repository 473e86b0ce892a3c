"""Ways to decide groups of decisions that bear on no others: their product, made one by one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.model.errors import LayerlawError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from layerlaw.solver.together.graph import Group
    from layerlaw.solver.together.state import State


class Ways:
    """The ways to decide one group, looked for as they are asked for, and kept."""

    def __init__(self, group: Group, found: Iterator[State]) -> None:
        self.group = group
        self._found = found
        self._known: list[State] = []
        self._failed: LayerlawError | None = None

    def __iter__(self) -> Iterator[State]:
        place = 0
        while True:
            if place == len(self._known):
                if self._failed is not None:
                    raise self._failed
                try:
                    state = next(self._found, None)
                except LayerlawError as error:
                    self._failed = error
                    raise
                if state is None:
                    return
                self._known.append(state)
            yield self._known[place]
            place += 1

    @property
    def any(self) -> bool:
        """Whether there is one."""
        return next(iter(self), None) is not None


def product(root: State, apart: Sequence[Ways]) -> Iterator[State]:
    """The root with every group decided, in every combination of their ways."""
    for chosen in combinations(apart):
        yield joined(root, [(ways.group, state) for ways, state in zip(apart, chosen, strict=True)])


def joined(root: State, chosen: Sequence[tuple[Group, State]]) -> State:
    """The root with each of these groups decided as it is in the state beside it."""
    state = root.copy()
    for group, decided in chosen:
        state.take(decided, group.candidates, group.deeds)
    return state


def combinations(apart: Sequence[Ways]) -> Iterator[tuple[State, ...]]:
    """One state of each, in every combination; the last one changes first."""
    if not apart:
        yield ()
        return
    iterators = [iter(apart[0])]
    chosen: list[State] = []
    while iterators:
        state = next(iterators[-1], None)
        if state is None:
            iterators.pop()
            if chosen:
                chosen.pop()
        elif len(iterators) == len(apart):
            yield (*chosen, state)
        else:
            chosen.append(state)
            iterators.append(iter(apart[len(iterators)]))
