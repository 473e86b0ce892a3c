"""Which ways to decide what hangs together stand on their own ground, and what these make together.

What bears on nothing else is gathered from nothing without it, so each group is judged apart.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.model.errors import LayerlawError
from layerlaw.solver.together.apart import Ways, combinations, joined, product

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from layerlaw.solver.together.graph import Group
    from layerlaw.solver.together.search import Search
    from layerlaw.solver.together.state import State


class Standing:
    """The ways to decide each group of a search, those that stand and those that lift themselves.

    stands: whether what is decided in a state is grounded; it is asked where anything was guessed.
    """

    def __init__(self, search: Search, root: State, stands: Callable[[State], bool]) -> None:
        self.root = root
        self._stands = stands
        self._judged: dict[State, bool] = {}
        self.ways = search.apart(root)
        self.standing = [self._those(ways, True) for ways in self.ways]
        self.loose = [self._those(ways, False) for ways in self.ways]

    def _those(self, ways: Ways, standing: bool) -> Ways:
        kept = (state for state in ways if self._judge(ways.group, state) is standing)
        return Ways(ways.group, kept)

    def _judge(self, group: Group, state: State) -> bool:
        if not state.supposed:
            return True
        if state not in self._judged:
            self._judged[state] = self._stands(joined(self.root, [(group, state)]))
        return self._judged[state]

    def any(self) -> bool:
        """Whether every group has a way that stands.

        One that has none decides, whatever cannot be found out of others. Raises `LayerlawError`
        where it is left to these.
        """
        failed: LayerlawError | None = None
        for ways in self.standing:
            try:
                if not ways.any:
                    return False
            except LayerlawError as error:
                failed = failed or error
        if failed is not None:
            raise failed
        return True

    def grounded(self) -> Iterator[State]:
        """Every state all of whose groups stand."""
        return product(self.root, self.standing)

    def lifted(self) -> Iterator[State]:
        """Every other state; first those of which one group alone lifts itself.

        Of the groups beside it each is decided in its first way that stands.
        """
        alone = set()
        for chosen in self._alone():
            alone.add(chosen)
            yield self._joined(chosen)
        for place in range(len(self.ways)):
            mixed = [*self.standing[:place], self.loose[place], *self.ways[place + 1 :]]
            if mixed[place].any:
                for chosen in combinations(mixed):
                    if chosen not in alone:
                        yield self._joined(chosen)

    def _alone(self) -> Iterator[tuple[State, ...]]:
        for place, loose in enumerate(self.loose):
            beside = [ways for other, ways in enumerate(self.standing) if other != place]
            if loose.any and all(ways.any for ways in beside):
                first = [next(iter(ways)) for ways in beside]
                for state in loose:
                    yield (*first[:place], state, *first[place:])

    def _joined(self, chosen: tuple[State, ...]) -> State:
        groups = (ways.group for ways in self.ways)
        return joined(self.root, list(zip(groups, chosen, strict=True)))
