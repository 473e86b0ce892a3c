"""Two orders that differ as little as possible, and lead to different outcomes."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from layerlaw.model.errors import LayerlawError
from layerlaw.solver.answer.difference.cells import FATE, Difference
from layerlaw.solver.certainty.orders.linear_extensions import Count
from layerlaw.solver.certainty.orders.search import Node, follow
from layerlaw.solver.certainty.orders.verdict import Pair
from layerlaw.solver.certainty.orders.walks import along, by_rank, paths_of, ranks_of, walk, woven

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from layerlaw.solver.answer.difference.outcome import Outcome
    from layerlaw.solver.certainty.orders.layer_orders import Finding, Group
    from layerlaw.solver.certainty.orders.search import Led, Path, Search
    from layerlaw.solver.certainty.orders.transition_system import Handle, State
    from layerlaw.solver.certainty.orders.verdict import Turns
    from layerlaw.solver.facts.records import Value

TRIES = 400
"""So many pairs of neighbours are tried out."""


@dataclass(frozen=True, slots=True)
class _Found:
    """Two courses with different outcomes."""

    one: Led
    other: Led
    own: bool
    swaps: int


def find_pair(search: Search) -> Pair | None:
    """Two orders with different outcomes: a swap of neighbours, of the derivation's own order if
    it can be; else the fewest swaps of that order that were found. None if none was."""
    best: _Found | None = None
    for found in _candidates(search):
        if found.swaps == 1 and found.own:
            best = found
            break
        if best is None or _worth(found) < _worth(best):
            best = found
    return None if best is None else _pair(search, best)


def find_aged_pair(search: Search) -> Pair | None:
    """Two orders of timestamps by which something else decides in the end, few swaps apart.

    Where the effects' turns change places with their ages, the orders of turns say so too.
    """
    own = search.ends[0]
    one = min(search.weighed, key=lambda one: (one.led is not own, one.ages.swaps))
    ids = {effect for pair in search.rivals for effect in pair}
    wanted: dict[int, list[str]] = {}
    for layer, turns in search.own.items():
        mine = [place for place, effect in enumerate(turns) if effect in ids]
        order = list(turns)
        aged = sorted((turns[place] for place in mine), key=one.ages.place)
        for place, effect in zip(mine, aged, strict=True):
            order[place] = effect
        wanted[layer] = order
    courses = search.courses
    other = one.led
    if one.led is own:
        try:
            node = follow(courses, Node(courses.start(), Count(1), (), 0, False), 0, wanted)
            ages = {id: effect for id, effect in one.ages.effects.items() if id in ids}
            there = {**search.effects(courses, node), **ages}
            led = search.led(node)
            if led.settled and search.outcome(courses, node, there) == one.outcome:
                other = led
        except LayerlawError:
            # Something grows without end in that order; the ages alone tell of it, too.
            pass
    first = own if one.led is own else one.led
    found = _Found(first, replace(other, outcome=one.outcome), first is own, one.ages.swaps)
    pair = _pair(search, found)
    effects = search.effects(courses, first.node)
    those = sorted(ids & effects.keys(), key=lambda id: effects[id].key)
    ages_of = (tuple(those), tuple(sorted(those, key=one.ages.place)))
    older, newer = one.ages.last
    pair = replace(pair, ages=ages_of)
    if pair.one == pair.other:
        pair = replace(pair, first=older, second=newer)
    return pair


def _worth(found: _Found) -> tuple[int, bool]:
    return found.swaps, not found.own


def _candidates(search: Search) -> Iterator[_Found]:
    """Pairs, those that differ in one swap of the derivation's own order first."""
    own = search.ends[0]
    for layer, finding in search.findings.items():
        before = tuple(turn for turn in own.node.path if turn[0] < layer)
        start = Node(finding.entry, Count(1), before, 0, True)
        for number in range(len(finding.own) - 1):
            other = _swapped(search, start, finding, number)
            if other is not None and other.outcome != own.outcome:
                yield _Found(own, other, True, 1)
    for layer, finding in search.findings.items():
        before = tuple(turn for turn in own.node.path if turn[0] < layer)
        start = Node(finding.entry, Count(1), before, 0, False)
        yield from _neighbours(search, start, finding)
    for layer in sorted(search.elsewhere):
        for node, finding in search.elsewhere[layer][:8]:
            yield from _neighbours(search, node, finding)
    for led in search.ends:
        if led.outcome != own.outcome:
            yield _Found(own, led, True, max(led.node.cost, 1))


def _swapped(search: Search, start: Node, finding: Finding, number: int) -> Led | None:
    """The derivation's own order with two neighbours swapped; None if that may not be."""
    courses, own = search.courses, finding.own
    wanted = (*own[:number], own[number + 1], own[number])
    state = courses.begin(finding.entry, finding.layer)
    assert state is not None
    turns: list[Handle] = []
    try:
        state = walk(courses, state, along(wanted), turns)
    except LayerlawError as error:
        return search.led(_refused(_path(start, finding, turns), error))
    if len(turns) < len(wanted):
        return None
    return _gone_on(search, start, finding, state, turns)


def _path(start: Node, finding: Finding, turns: Iterable[Handle]) -> Path:
    return (*start.path, *((finding.layer, handle) for handle in turns))


def _gone_on(
    search: Search, start: Node, finding: Finding, state: State, turns: Sequence[Handle]
) -> Led:
    """The course that goes on from there as the derivation does; turns: of the layer, so far."""
    courses = search.courses
    gone_on = list(turns)
    try:
        state = walk(courses, state, by_rank(ranks_of(finding.own)), gone_on)
        node = Node(courses.ended(state), Count(1), _path(start, finding, gone_on), 0, False)
        return search.led(follow(courses, node, finding.layer + 1, search.own))
    except LayerlawError as error:
        return search.led(_refused(_path(start, finding, gone_on), error))


def _refused(path: Path, error: LayerlawError) -> Node:
    return Node(None, Count(1), path, 0, False, str(error))


def _neighbours(search: Search, start: Node, finding: Finding) -> Iterator[_Found]:
    """Two that stand next to each other in some order, and may go the other way round."""
    left = TRIES
    for number, group in enumerate(finding.groups):
        if group.explored is None:
            continue
        moves = group.explored.moves
        for state, after in moves.items():
            for one in after:
                for other in after:
                    if left == 0:
                        return
                    if one >= other or _meet(moves, state, one, other) is not False:
                        continue
                    left -= 1
                    found = _side_by_side(search, start, finding, number, group, state, one, other)
                    if found is not None:
                        yield found


def _meet(
    moves: Mapping[State, Mapping[Handle, State]], state: State, one: Handle, other: Handle
) -> bool | None:
    """Whether one and other, in both orders, lead to one state; None where not both may go."""
    first = moves.get(moves[state][one], {}).get(other)
    second = moves.get(moves[state][other], {}).get(one)
    return None if first is None or second is None else first == second


def _side_by_side(
    search: Search,
    start: Node,
    finding: Finding,
    number: int,
    group: Group,
    there: State,
    one: Handle,
    other: Handle,
) -> _Found | None:
    """The two orders that come to that state of the group and go on with the two, either way."""
    courses = search.courses
    assert group.explored is not None
    handles = [each.handles for each in finding.groups]
    paths = [each.ends[0].path for each in finding.groups]
    paths[number] = group.explored.path(there)
    start_of_layer = courses.begin(finding.entry, finding.layer)
    assert start_of_layer is not None
    both = frozenset((one, other))
    left = paths_of(handles, paths)
    own_path = left[group.handles[0]]
    turns: list[Handle] = []
    choose = woven(left, ranks_of(finding.own), until=both, path=own_path)
    state = walk(courses, start_of_layer, choose, turns)
    if own_path or not both <= state.pending or not both.issubset(courses.options(state)[1]):
        return None
    sides = []
    for pair in ((one, other), (other, one)):
        side = list(turns)
        after = walk(courses, state, along(pair), side)
        if len(side) < len(turns) + 2:
            return None
        sides.append(_gone_on(search, start, finding, after, side))
    if sides[0].outcome == sides[1].outcome:
        return None
    return _Found(sides[0], sides[1], False, 1)


# --- what is told -----------------------------------------------------------------------------


def _pair(search: Search, found: _Found) -> Pair:
    one, other = _turns(search, found.one.node.path), _turns(search, found.other.node.path)
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


def _turns(search: Search, path: Path) -> Turns:
    layers = search.courses.world.rulebook.layers
    return tuple(
        (layers[layer].id, search.courses.effect_id(handle, layer)) for layer, handle in path
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
