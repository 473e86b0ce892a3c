"""Every state that a group of effects can be in, visited once, with the orders that lead there."""

from __future__ import annotations

import heapq
from dataclasses import field
from typing import TYPE_CHECKING

from layerlaw.model.dataclass import dataclass
from layerlaw.model.errors import LayerlawError
from layerlaw.solver.certainty.orders.interleavings import add_turn, add_turns
from layerlaw.solver.certainty.orders.schedules import group_profiles, must_go_before

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping

    from layerlaw.solver.certainty.orders.interleavings import Profiles, Rank
    from layerlaw.solver.certainty.orders.layer_states import Handle, LayerEntry, LayerState
    from layerlaw.solver.certainty.orders.transition_system import TransitionSystem

FINISHED = 40
"""The most orders cut short by the limit that are still followed to their ends."""


class Budget:
    """How many turns may be taken, and who is notified of each.

    progress: called with the numbers of states and turns after every turn. interrupted: it, or the
    user, raised `KeyboardInterrupt`; from then on nothing is left.
    """

    def __init__(self, limit: int, progress: Callable[[int, int], None] | None = None) -> None:
        self.limit = limit
        self.states = 0
        self.steps = 0
        self.interrupted = False
        self._progress = progress

    @property
    def spent(self) -> bool:
        """Whether nothing is left."""
        return self.interrupted or self.steps >= self.limit

    def step(self) -> None:
        """One more turn was taken."""
        self.steps += 1
        if self._progress is not None and not self.interrupted:
            self._progress(self.states, self.steps)


@dataclass(slots=True)
class End:
    """One state in which a group can end.

    entry: the board and so on, as if there were no other effects; None where a number grew
    without end, and then `refused` says so. path: the order that departs least from the
    derivation's own. cost: by so many swaps. profiles: all orders that end like this.
    """

    entry: LayerEntry | None
    path: tuple[Handle, ...]
    cost: int
    profiles: Profiles
    refused: str = ""


@dataclass(slots=True)
class Exploration:
    """All that a group can do. complete: whether these are all ends.

    exact: whether all orders that lead there are counted. moves: every turn that was taken, from
    which state to which. came: for each state the turn before it, in the order with the fewest
    swaps.
    """

    ends: list[End]
    complete: bool
    states: int
    steps: int
    moves: dict[LayerState, dict[Handle, LayerState]]
    came: dict[LayerState, tuple[LayerState, Handle] | None]
    exact: bool = True

    def path(self, state: LayerState) -> tuple[Handle, ...]:
        """The turns that lead to the state, in the order with the fewest swaps."""
        return _path(state, self.came.__getitem__)


@dataclass(slots=True)
class _Met:
    """What is known of a state: the orders that lead to it, and the one with the fewest swaps."""

    profiles: Profiles = field(default_factory=dict)
    cost: int = 0
    came: tuple[LayerState, Handle] | None = None


class Explorer:
    """Visits the states of a group of effects of one layer.

    group: its effects; None: all. ranks: the place of each effect in the derivation's own order.
    """

    def __init__(
        self,
        system: TransitionSystem,
        group: Collection[Handle] | None,
        ranks: Mapping[Handle, int],
        budget: Budget,
    ) -> None:
        self.system = system
        self.group = group
        self.ranks = ranks
        self.budget = budget
        self.met: dict[LayerState, _Met] = {}
        self.moves: dict[LayerState, dict[Handle, LayerState]] = {}
        self.ends: dict[LayerEntry | str, End] = {}
        self.exact = True
        self._idly: dict[object, tuple[Profiles, bool]] = {}

    def explore(self, start: LayerState) -> Exploration:
        """Everything from that state on, or as much as the budget allows."""
        states, steps = self.budget.states, self.budget.steps
        self.met = {start: _Met({(): 1})}
        queue = [(self._depth(start), 0, start)]
        number = 0
        open_ones: dict[LayerState, None] = {start: None}
        try:
            while queue and not self.budget.spent:
                state = queue[0][2]
                for other in self._follow(state):
                    number += 1
                    heapq.heappush(queue, (self._depth(other), number, other))
                    open_ones[other] = None
                # Whatever it leads to is deeper, so that it still comes first.
                heapq.heappop(queue)
                del open_ones[state]
        except KeyboardInterrupt:
            self.budget.interrupted = True
        if open_ones:
            self._finish(list(open_ones))
        ends = sorted(self.ends.values(), key=lambda end: end.cost)
        return Exploration(
            ends,
            not open_ones,
            self.budget.states - states,
            self.budget.steps - steps,
            self.moves,
            {state: met.came for state, met in self.met.items()},
            self.exact and not open_ones,
        )

    @staticmethod
    def _depth(state: LayerState) -> tuple[int, int]:
        """A turn only leads to states that are deeper."""
        return len(state.done), -len(state.pending)

    def _follow(self, state: LayerState) -> list[LayerState]:
        """Take every turn that may come next; returns the states that were not met before."""
        met = self.met[state]
        self.budget.states += 1
        if not state.pending:
            self._end(self.system.ended(state), met.profiles, met.cost, self._path(state))
            return []
        if self._idle(state):
            self._finish_idly(state)
            return []
        rank, options = self.system.options(state)
        found: list[tuple[Handle, LayerState | str]] = []
        for handle in options:
            self.budget.step()
            found.append((handle, self._step(state, handle)))
        new = []
        for handle, after in found:
            cost = met.cost + self._swaps(state, handle)
            profiles: Profiles = {}
            add_turn(profiles, met.profiles, rank)
            if isinstance(after, str):
                self._end(None, profiles, cost, (*self._path(state), handle), after)
                continue
            self.moves.setdefault(state, {})[handle] = after
            known = self.met.get(after)
            if known is None:
                self.met[after] = _Met(profiles, cost, (state, handle))
                new.append(after)
                continue
            for profile, count in profiles.items():
                known.profiles[profile] = known.profiles.get(profile, 0) + count
            if cost < known.cost:
                known.cost, known.came = cost, (state, handle)
        return new

    def _idle(self, state: LayerState) -> bool:
        """Whether nothing that is pending exists any more, so that no turn does anything.

        Only a write could bring something back. The oldest first is then an order with the fewest
        swaps, where a partial order says which may go.
        """
        system = self.system
        if system.anew or not state.pending <= self.ranks.keys():
            return False
        if any(system.exists(handle, state) for handle in state.pending):
            return False
        if len({system.aged(handle, state) for handle in state.pending}) > 1:
            return False
        names = [system.id(handle, state) for handle in state.pending]
        return must_go_before(names, system.stand(state), system.rules) is not None

    def _finish_idly(self, state: LayerState) -> None:
        """The end to which all turns of effects that do not exist lead, in whatever order."""
        met = self.met[state]
        ages = {
            self.system.id(handle, state): self.system.aged(handle, state)
            for handle in state.pending
        }
        key = frozenset(ages), state.named, state.edges
        known = self._idly.get(key)
        if known is None:
            known = group_profiles(ages, self.system.stand(state), self.system.rules, ages)
            self._idly[key] = known
        turns, exact = known
        self.exact = self.exact and exact
        profiles: Profiles = {}
        for rest, count in turns.items():
            ranks = [rank for rank, blocks in rest for _ in range(blocks)]
            add_turns(
                profiles, {one: before * count for one, before in met.profiles.items()}, ranks
            )
        self.moves[state] = {
            handle: self.system.lost(state, handle) for handle in self.system.options(state)[1]
        }
        path, cost = list(self._path(state)), met.cost
        now = state
        while now.pending:
            handle = min(self.system.options(now)[1], key=self._place)
            path.append(handle)
            cost += self._swaps(now, handle)
            now = self.system.lost(now, handle)
        self._end(self.system.ended(now), profiles, cost, tuple(path))

    def _step(self, state: LayerState, handle: Handle) -> LayerState | str:
        try:
            return self.system.step(state, handle, self.group).state
        except LayerlawError as error:
            return str(error)

    def _swaps(self, state: LayerState, handle: Handle) -> int:
        """How many that would have had their turn before it are passed over."""
        place = self._place(handle)
        return sum(self._place(other) < place for other in state.pending)

    def _place(self, handle: Handle) -> tuple[int, Handle]:
        return self.ranks.get(handle, len(self.ranks)), handle

    def _path(self, state: LayerState) -> tuple[Handle, ...]:
        return _path(state, lambda one: self.met[one].came)

    def _end(
        self,
        entry: LayerEntry | None,
        profiles: Profiles,
        cost: int,
        path: tuple[Handle, ...],
        refused: str = "",
    ) -> None:
        key = refused if entry is None else entry
        known = self.ends.get(key)
        if known is None:
            self.ends[key] = End(entry, path, cost, dict(profiles), refused)
            return
        for profile, count in profiles.items():
            known.profiles[profile] = known.profiles.get(profile, 0) + count
        if cost < known.cost:
            known.cost, known.path = cost, path

    def _finish(self, states: list[LayerState]) -> None:
        """Let some orders that were cut short go on as the derivation would."""
        states.sort(
            key=lambda state: (self.met[state].cost, -sum(self.met[state].profiles.values()))
        )
        most = 1 if self.budget.interrupted else FINISHED
        if self.ends and self.budget.interrupted:
            return
        for state in states[:most]:
            met = self.met[state]
            path = list(self._path(state))
            cost = met.cost
            ranks: list[Rank] = []
            now: LayerState | str = state
            while not isinstance(now, str) and now.pending:
                rank, options = self.system.options(now)
                handle = min(options, key=self._place)
                ranks.append(rank)
                path.append(handle)
                cost += self._swaps(now, handle)
                now = self._step(now, handle)
            profiles: Profiles = {}
            add_turns(profiles, met.profiles, ranks)
            if isinstance(now, str):
                self._end(None, profiles, cost, tuple(path), now)
            else:
                self._end(self.system.ended(now), profiles, cost, tuple(path))


def _path(
    state: LayerState, came: Callable[[LayerState], tuple[LayerState, Handle] | None]
) -> tuple[Handle, ...]:
    """The turns that lead to a state; came: the turn before each state, None for the first."""
    turns = []
    while (before := came(state)) is not None:
        state, handle = before
        turns.append(handle)
    return tuple(reversed(turns))
