"""One layer from one board: groups of effects that have nothing to do with each other, and ends."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

from layerlaw.model.dataclass import dataclass
from layerlaw.model.errors import LayerlawError
from layerlaw.solver.certainty.orders.commuting import Commuting
from layerlaw.solver.certainty.orders.exploration import Budget, End, Exploration, Explorer
from layerlaw.solver.certainty.orders.footprints import EffectFootprint
from layerlaw.solver.certainty.orders.interleavings import Profiles, shuffled
from layerlaw.solver.certainty.orders.linear_extensions import OrderCount, closed
from layerlaw.solver.certainty.orders.read_write_sets import LayerFootprints
from layerlaw.solver.certainty.orders.schedules import group_profiles, must_go_before
from layerlaw.solver.certainty.orders.swaps import pieces
from layerlaw.solver.certainty.orders.walks import paths_of, ranks_of, walk, woven

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from layerlaw.solver.board.kinds import LayerNumber
    from layerlaw.solver.certainty.orders.layer_states import Handle, LayerEntry, LayerState
    from layerlaw.solver.certainty.orders.transition_system import TransitionSystem
    from layerlaw.solver.layers.graph import Standing

MOST = 256
"""The most ends of one layer that are followed up."""


@dataclass(frozen=True, slots=True)
class EffectGroup:
    """Effects that have nothing to do with any others of the layer.

    proven: whether by what they read and write alone they end in one way only. profiles, exact:
    how many orders they have, as they fit in with others. exploration: None if nothing had to be.
    """

    handles: tuple[Handle, ...]
    start: LayerState
    proven: bool
    ends: tuple[End, ...]
    complete: bool
    profiles: Profiles
    exact: bool
    exploration: Exploration | None = None


@dataclass(frozen=True, slots=True)
class LayerEnd:
    """One end of a layer: where the next begins (None: `refused`), by how many orders, and one
    of them: that of the fewest swaps."""

    entry: LayerEntry | None
    count: OrderCount
    path: tuple[Handle, ...]
    cost: int
    refused: str = ""


@dataclass(frozen=True, slots=True)
class ExploredLayer:
    """All that is known of a layer from one board.

    own: the derivation's own order, or the oldest first where it never came here. ends: the first
    is that of `own`. complete: whether these are all. orders: how many in all.
    """

    layer: LayerNumber
    entry: LayerEntry
    own: tuple[Handle, ...]
    groups: tuple[EffectGroup, ...]
    ends: tuple[LayerEnd, ...]
    complete: bool
    orders: OrderCount
    footprints: LayerFootprints | None
    commuting: Commuting | None

    @property
    def proven(self) -> bool:
        """Whether what is read and written shows that there is one end only."""
        return all(group.proven for group in self.groups)


class _Grew(Exception):
    """A number grew without end in some order, so that groups are no use."""


def explore_layer(
    system: TransitionSystem,
    entry: LayerEntry,
    layer: LayerNumber,
    budget: Budget,
    wanted: Sequence[str] | None = None,
) -> ExploredLayer | None:
    """Everything a layer can lead to from its entry; None if no effect has a part in it.

    wanted: the ids of the effects in the order that is to be taken as `own`.
    """
    start = system.begin(entry, layer)
    if start is None:
        return None
    own = _own(system, start, wanted)
    footprints = LayerFootprints(system, entry, layer)
    entangled = footprints.entangled or own is None
    if not entangled:
        try:
            return _LayerSearch(system, start, own or (), budget, footprints).explored()
        except _Grew:
            pass
    return _LayerSearch(system, start, own or (), budget, None).explored()


def _own(
    system: TransitionSystem, start: LayerState, wanted: Sequence[str] | None
) -> tuple[Handle, ...] | None:
    """The order of these ids, else the oldest first; None if it can't be worked out."""
    left = list(wanted or ())

    def choose(state: LayerState, options: Sequence[Handle]) -> Handle:
        named = {system.id(handle, state): handle for handle in options}
        return named.get(left.pop(0), options[0]) if left else options[0]

    turns: list[Handle] = []
    try:
        walk(system, start, choose, turns)
    except LayerlawError:
        return None
    return tuple(turns)


class _LayerSearch:
    """One layer being explored. footprints: None if there is one group of all effects."""

    def __init__(
        self,
        system: TransitionSystem,
        start: LayerState,
        own: tuple[Handle, ...],
        budget: Budget,
        footprints: LayerFootprints | None,
    ) -> None:
        self.system = system
        self.start = start
        self.own = own
        self.ranks = ranks_of(own)
        self.budget = budget
        self.footprints = footprints
        self.commuting = None if footprints is None else Commuting(footprints)

    def explored(self) -> ExploredLayer:
        """Everything about it."""
        groups = [self._one_group()] if self.footprints is None else self._groups()
        merged = shuffled(group.profiles for group in groups)
        orders = OrderCount(merged.number, merged.exact and all(group.exact for group in groups))
        ends, all_ends = self._layer_ends(groups)
        complete = all_ends and all(group.complete for group in groups)
        return ExploredLayer(
            self.start.layer,
            self.start.entry,
            self.own,
            tuple(groups),
            ends,
            complete,
            orders,
            self.footprints,
            self.commuting,
        )

    # --- groups ------------------------------------------------------------------------------

    def _one_group(self) -> EffectGroup:
        exploration = Explorer(self.system, None, self.ranks, self.budget).explore(self.start)
        return self._explored_group(
            tuple(sorted(self.start.pending)), self.start, exploration, None
        )

    def _groups(self) -> list[EffectGroup]:
        footprints, commuting = self.footprints, self.commuting
        assert footprints is not None and commuting is not None
        every = footprints.all
        strict = commuting.rulebook.policy("test") == "result"
        tied: dict[str, list[str]] = {str(number): [] for number in range(len(every))}
        apart: dict[frozenset[int], bool] = {}
        for i, one in enumerate(every):
            for j in range(i):
                other = every[j]
                free = commuting.apart(one, other)
                apart[frozenset((i, j))] = free
                if not free or (strict and commuting.overlap(one, other)):
                    tied[str(i)].append(str(j))
        found = []
        for piece in pieces(tied):
            group = self._group(sorted(map(int, piece)), apart)
            if group is not None:
                found.append(group)
        return found

    def _group(
        self, members: list[int], apart: Mapping[frozenset[int], bool]
    ) -> EffectGroup | None:
        footprints = self.footprints
        assert footprints is not None
        those = [footprints.all[number] for number in members]
        if not any(one.pending for one in those):
            return None
        handles = [one.handle for one in those]
        entry, layer = self.start.entry, self.start.layer
        start = self.system.begin(entry, layer, frozenset(handles))
        assert start is not None
        profiles: tuple[Profiles, bool] | None = None
        if self._stays(those):
            pending = [one for one in those if one.pending]
            stand = self.system.stand(start)
            names = [one.part.id for one in pending]
            ages = self._ages(start, pending)
            rules = self.system.rules
            if not self.system.anew or not self._graph_can_change(members, apart):
                profiles = group_profiles(names, stand, rules, ages)
            free = _always_free(names, [n for n in members if footprints.all[n].pending], apart)
            if free or (not self.system.anew and self._ordered(pending, stand, members, apart)):
                assert profiles is not None
                path = self._own_path(start)
                end = End(entry, path, 0, profiles[0])
                return EffectGroup(
                    tuple(handles), start, True, (end,), True, profiles[0], profiles[1]
                )
        elif self._only_ends(those):
            # What is lost takes its turn all the same, so that the graph alone decides.
            stand = self.system.stand(start)
            names = [one.part.id for one in those]
            profiles = group_profiles(names, stand, self.system.rules, self._ages(start, those))
        exploration = Explorer(self.system, frozenset(handles), self.ranks, self.budget).explore(
            start
        )
        if any(end.entry is None for end in exploration.ends):
            raise _Grew
        return self._explored_group(tuple(handles), start, exploration, profiles)

    def _explored_group(
        self,
        handles: tuple[Handle, ...],
        start: LayerState,
        exploration: Exploration,
        profiles: tuple[Profiles, bool] | None,
    ) -> EffectGroup:
        if profiles is None or (exploration.exact and not profiles[1]):
            merged: Profiles = {}
            for end in exploration.ends:
                for profile, count in end.profiles.items():
                    merged[profile] = merged.get(profile, 0) + count
            profiles = merged, exploration.exact
        return EffectGroup(
            handles,
            start,
            False,
            tuple(exploration.ends),
            exploration.complete,
            *profiles,
            exploration,
        )

    def _stays(self, those: list[EffectFootprint]) -> bool:
        """Whether nothing can join or be lost, and all are there from the beginning."""
        footprints = self.footprints
        assert footprints is not None
        return all(one.pending for one in those) and not any(
            footprints.decides_on(one, other)
            for one in those
            for other in those
            if one is not other
        )

    def _only_ends(self, those: list[EffectFootprint]) -> bool:
        """Whether all are there from the beginning, the graph is kept, and nothing can join.

        Effects may end each other; nothing is given, so that what is lost stays lost.
        """
        return not self.system.anew and all(
            one.pending
            and one.part.condition is None
            and not any(deed.gains or deed.copies for deed in one.deeds)
            for one in those
        )

    def _graph_can_change(self, members: list[int], apart: Mapping[frozenset[int], bool]) -> bool:
        """Whether dependencies could be found anew: some touch each other, one way or another."""
        return not all(apart[frozenset((i, j))] for i in members for j in members if i < j)

    def _ages(
        self, start: LayerState, those: list[EffectFootprint]
    ) -> dict[str, tuple[int, ...]] | None:
        if self.system.age is None:
            return None
        return {one.part.id: self.system.aged(one.handle, start) for one in those}

    def _ordered(
        self,
        pending: list[EffectFootprint],
        stand: Standing,
        members: list[int],
        apart: Mapping[frozenset[int], bool],
    ) -> bool:
        """Whether dependencies put in order whatever may not change places."""
        names = [one.part.id for one in pending]
        before = must_go_before(names, stand, self.system.rules)
        if before is None:
            return False
        place = {name: number for number, name in enumerate(names)}
        earlier = closed([sum(1 << place[other] for other in before[name]) for name in names])
        return all(
            apart[frozenset((members[i], members[j]))] or earlier[i] >> j & 1 or earlier[j] >> i & 1
            for i in range(len(names))
            for j in range(i)
        )

    def _own_path(self, start: LayerState) -> tuple[Handle, ...]:
        """The derivation's own order of the effects of a group in which nothing joins."""
        return tuple(handle for handle in self.own if handle in start.pending)

    # --- ends --------------------------------------------------------------------------------

    def _layer_ends(self, groups: list[EffectGroup]) -> tuple[tuple[LayerEnd, ...], bool]:
        """An end of the layer for each choice of ends of the groups, as many as are followed up."""
        total = 1
        for group in groups:
            total *= len(group.ends)
        choices: list[tuple[End, ...]]
        if total <= MOST:
            choices = list(product(*(group.ends for group in groups)))
        else:
            first = tuple(group.ends[0] for group in groups)
            choices = [first]
            for number, group in enumerate(groups):
                for end in group.ends[1:]:
                    if len(choices) < MOST:
                        choices.append((*first[:number], end, *first[number + 1 :]))
        choices.sort(key=lambda ends: sum(end.cost for end in ends))
        known_all = all(group.complete and group.exact for group in groups)
        found: dict[LayerEntry | str, LayerEnd] = {}
        for ends in choices:
            number, exact = shuffled(end.profiles for end in ends)
            count = OrderCount(number, exact and known_all)
            layer_end = self._layer_end(groups, ends, count)
            key = layer_end.refused if layer_end.entry is None else layer_end.entry
            known = found.get(key)
            if known is not None:
                layer_end = LayerEnd(
                    known.entry, known.count.plus(count), known.path, known.cost, known.refused
                )
            found[key] = layer_end
        return tuple(found.values()), total == len(choices)

    def _layer_end(
        self, groups: list[EffectGroup], ends: tuple[End, ...], count: OrderCount
    ) -> LayerEnd:
        cost = sum(end.cost for end in ends)
        if len(groups) == 1 and groups[0].exploration is not None:
            # Nothing else has a turn, so that the layer ends as the group does.
            [end] = ends
            return LayerEnd(end.entry, count, end.path, cost, end.refused)
        paths = paths_of([group.handles for group in groups], [end.path for end in ends])
        turns: list[Handle] = []
        state = walk(self.system, self.start, woven(paths, self.ranks), turns)
        # A group never keeps another from going on as it would alone.
        assert not state.pending
        return LayerEnd(self.system.ended(state), count, tuple(turns), cost)


def _always_free(
    names: list[str], members: list[int], apart: Mapping[frozenset[int], bool]
) -> bool:
    return all(apart[frozenset((i, j))] for i in members for j in members if i < j)
