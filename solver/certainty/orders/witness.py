"""Two orders that differ as little as possible, and lead to different outcomes."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from layerlaw.model.dataclass import dataclass
from layerlaw.model.errors import LayerlawError
from layerlaw.solver.answer.difference.cells import FATE, Difference
from layerlaw.solver.board.kinds import FIRST_LAYER, LayerNumber
from layerlaw.solver.certainty.orders.ages import place_of
from layerlaw.solver.certainty.orders.linear_extensions import OrderCount
from layerlaw.solver.certainty.orders.search import Prefix, first_prefix, follow
from layerlaw.solver.certainty.orders.verdict import Pair
from layerlaw.solver.certainty.orders.walks import along, by_rank, paths_of, ranks_of, walk, woven

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from layerlaw.solver.answer.difference.outcome import Outcome
    from layerlaw.solver.certainty.orders.layer_orders import EffectGroup, ExploredLayer
    from layerlaw.solver.certainty.orders.layer_states import Handle, LayerState
    from layerlaw.solver.certainty.orders.search import CourseEnd, OrderSearch, Path
    from layerlaw.solver.certainty.orders.verdict import Turns
    from layerlaw.solver.facts.records import Value

TRIES = 400
"""The most pairs of neighbours that are tried."""


@dataclass(frozen=True, slots=True)
class _TwoCourses:
    """Two courses with different outcomes."""

    one: CourseEnd
    other: CourseEnd
    own: bool
    swaps: int


def find_pair(search: OrderSearch) -> Pair | None:
    """Two orders with different outcomes: a swap of neighbours, of the derivation's own order if
    it can be; else the fewest swaps of that order that were found. None if none was."""
    best: _TwoCourses | None = None
    for found in _candidates(search):
        if found.swaps == 1 and found.own:
            best = found
            break
        if best is None or _worth(found) < _worth(best):
            best = found
    return None if best is None else _pair(search, best)


def find_aged_pair(search: OrderSearch) -> Pair | None:
    """Two orders of timestamps by which something else decides in the end, few swaps apart.

    Where the effects' turns change places with their ages, the orders of turns say so too.
    """
    own = search.ends[0]
    one = min(search.aged_ends, key=lambda one: (one.end is not own, one.ages.swaps))
    ids = {effect for pair in search.rivals for effect in pair}
    wanted: dict[LayerNumber, list[str]] = {}
    for layer, turns in search.own.items():
        mine = [place for place, effect in enumerate(turns) if effect in ids]
        order = list(turns)
        aged = sorted((turns[place] for place in mine), key=one.ages.place)
        for place, effect in zip(mine, aged, strict=True):
            order[place] = effect
        wanted[layer] = order
    system = search.system
    other = one.end
    if one.end is own:
        try:
            prefix = follow(system, first_prefix(system), FIRST_LAYER, wanted)
            ages = {one: effect for one, effect in one.ages.effects.items() if effect.id in ids}
            there = {**search.effects(system, prefix), **ages}
            end = search.end_of(prefix)
            if end.settled and search.outcome(system, prefix, there) == one.outcome:
                other = end
        except LayerlawError:
            # Something grows without end in that order; the ages alone tell of it, too.
            pass
    first = own if one.end is own else one.end
    found = _TwoCourses(first, replace(other, outcome=one.outcome), first is own, one.ages.swaps)
    pair = _pair(search, found)
    effects = search.effects(system, first.prefix)
    there_is = {maker.id for maker in effects}
    those = sorted(ids & there_is, key=lambda id: place_of(id, effects))
    ages_of = (tuple(those), tuple(sorted(those, key=one.ages.place)))
    older, newer = one.ages.last
    pair = replace(pair, ages=ages_of)
    if pair.one == pair.other:
        pair = replace(pair, first=older, second=newer)
    return pair


def _worth(found: _TwoCourses) -> tuple[int, bool]:
    return found.swaps, not found.own


def _candidates(search: OrderSearch) -> Iterator[_TwoCourses]:
    """Pairs, those that differ in one swap of the derivation's own order first."""
    own = search.ends[0]
    for layer, explored in search.layers_explored.items():
        before = tuple(turn for turn in own.prefix.path if turn[0] < layer)
        start = Prefix(explored.entry, OrderCount(1), before, 0, True)
        for number in range(len(explored.own) - 1):
            other = _swapped(search, start, explored, number)
            if other is not None and other.outcome != own.outcome:
                yield _TwoCourses(own, other, True, 1)
    for layer, explored in search.layers_explored.items():
        before = tuple(turn for turn in own.prefix.path if turn[0] < layer)
        start = Prefix(explored.entry, OrderCount(1), before, 0, False)
        yield from _neighbours(search, start, explored)
    for layer in sorted(search.elsewhere):
        for prefix, explored in search.elsewhere[layer][:8]:
            yield from _neighbours(search, prefix, explored)
    for end in search.ends:
        if end.outcome != own.outcome:
            yield _TwoCourses(own, end, True, max(end.prefix.cost, 1))


def _swapped(
    search: OrderSearch, start: Prefix, explored: ExploredLayer, number: int
) -> CourseEnd | None:
    """The derivation's own order with two neighbours swapped; None if that may not be."""
    system, own = search.system, explored.own
    wanted = (*own[:number], own[number + 1], own[number])
    state = system.begin(explored.entry, explored.layer)
    assert state is not None
    turns: list[Handle] = []
    try:
        state = walk(system, state, along(wanted), turns)
    except LayerlawError as error:
        return search.end_of(_refused(_path(start, explored, turns), error))
    if len(turns) < len(wanted):
        return None
    return _gone_on(search, start, explored, state, turns)


def _path(start: Prefix, explored: ExploredLayer, turns: Iterable[Handle]) -> Path:
    return (*start.path, *((explored.layer, handle) for handle in turns))


def _gone_on(
    search: OrderSearch,
    start: Prefix,
    explored: ExploredLayer,
    state: LayerState,
    turns: Sequence[Handle],
) -> CourseEnd:
    """The course that goes on from there as the derivation does; turns: of the layer, so far."""
    system = search.system
    gone_on = list(turns)
    try:
        state = walk(system, state, by_rank(ranks_of(explored.own)), gone_on)
        prefix = Prefix(
            system.ended(state), OrderCount(1), _path(start, explored, gone_on), 0, False
        )
        return search.end_of(follow(system, prefix, LayerNumber(explored.layer + 1), search.own))
    except LayerlawError as error:
        return search.end_of(_refused(_path(start, explored, gone_on), error))


def _refused(path: Path, error: LayerlawError) -> Prefix:
    return Prefix(None, OrderCount(1), path, 0, False, str(error))


def _neighbours(
    search: OrderSearch, start: Prefix, explored: ExploredLayer
) -> Iterator[_TwoCourses]:
    """Two that stand next to each other in some order, and may go the other way round."""
    left = TRIES
    for number, group in enumerate(explored.groups):
        if group.exploration is None:
            continue
        moves = group.exploration.moves
        for state, after in moves.items():
            for one in after:
                for other in after:
                    if left == 0:
                        return
                    if one >= other or _meet(moves, state, one, other) is not False:
                        continue
                    left -= 1
                    found = _side_by_side(search, start, explored, number, group, state, one, other)
                    if found is not None:
                        yield found


def _meet(
    moves: Mapping[LayerState, Mapping[Handle, LayerState]],
    state: LayerState,
    one: Handle,
    other: Handle,
) -> bool | None:
    """Whether one and other, in both orders, lead to one state; None where not both may go."""
    first = moves.get(moves[state][one], {}).get(other)
    second = moves.get(moves[state][other], {}).get(one)
    return None if first is None or second is None else first == second


def _side_by_side(
    search: OrderSearch,
    start: Prefix,
    explored: ExploredLayer,
    number: int,
    group: EffectGroup,
    there: LayerState,
    one: Handle,
    other: Handle,
) -> _TwoCourses | None:
    """The two orders that come to that state of the group and go on with the two, either way."""
    system = search.system
    assert group.exploration is not None
    handles = [each.handles for each in explored.groups]
    paths = [each.ends[0].path for each in explored.groups]
    paths[number] = group.exploration.path(there)
    start_of_layer = system.begin(explored.entry, explored.layer)
    assert start_of_layer is not None
    both = frozenset((one, other))
    left = paths_of(handles, paths)
    own_path = left[group.handles[0]]
    turns: list[Handle] = []
    choose = woven(left, ranks_of(explored.own), until=both, path=own_path)
    state = walk(system, start_of_layer, choose, turns)
    if own_path or not both <= state.pending or not both.issubset(system.options(state)[1]):
        return None
    sides = []
    for pair in ((one, other), (other, one)):
        side = list(turns)
        after = walk(system, state, along(pair), side)
        if len(side) < len(turns) + 2:
            return None
        sides.append(_gone_on(search, start, explored, after, side))
    if sides[0].outcome == sides[1].outcome:
        return None
    return _TwoCourses(sides[0], sides[1], False, 1)


# --- what is told -----------------------------------------------------------------------------


def _pair(search: OrderSearch, found: _TwoCourses) -> Pair:
    one, other = _turns(search, found.one.prefix.path), _turns(search, found.other.prefix.path)
    after = 0
    while after < min(len(one), len(other)) and one[after] == other[after]:
        after += 1
    layer, first = one[after] if after < len(one) else ("", "")
    there, second = other[after] if after < len(other) else ("", "")
    layer = layer or there
    return Pair(
        one,
        other,
        found.own,
        found.swaps,
        layer,
        sum(turn[0] == layer for turn in one[:after]),
        first,
        second,
        (found.one.outcome, found.other.outcome),
        differences(found.one.outcome, found.other.outcome),
    )


def _turns(search: OrderSearch, path: Path) -> Turns:
    layers = search.system.world.rulebook.layers
    return tuple(
        (layers[layer].id, search.system.effect_id(handle, layer)) for layer, handle in path
    )


def differences(one: Outcome, other: Outcome) -> tuple[Difference[Value], ...]:
    """Every cell that is not the same in both, and what the checks would do."""
    ours, theirs = one.cells, other.cells
    found: list[Difference[Value]] = [
        Difference(*cell, (ours.get(cell), theirs.get(cell)))
        for cell in sorted({*ours, *theirs})
        if ours.get(cell) != theirs.get(cell) or (cell in ours) != (cell in theirs)
    ]
    fates: list[dict[str, Value]] = [
        {fate.object: f"{fate.verdict} ({fate.zone})" for fate in outcome.fates}
        for outcome in (one, other)
    ]
    for object in sorted({*fates[0], *fates[1]}):
        verdicts = fates[0].get(object), fates[1].get(object)
        if verdicts[0] != verdicts[1]:
            found.append(Difference(object, FATE, verdicts))
    return tuple(found)
