"""Who may go next besides the oldest, and how many orders that makes where nothing joins."""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.solver.certainty.orders.interleavings import (
    Profile,
    Profiles,
    Rank,
    add_turn,
    add_turns,
)
from layerlaw.solver.certainty.orders.linear_extensions import LIMIT, circular, linear_extensions
from layerlaw.solver.layers.graph import tiers

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping

    from layerlaw.solver.layers.graph import Standing
    from layerlaw.solver.layers.procedure import Rules


def offered(pending: Collection[str], stand: Standing, rules: Rules) -> tuple[int, list[str]]:
    """The set that the oldest timestamp would be taken of, sorted, and a number for its kind.

    Of several groups of effects that have nothing to do with each other, those with the least
    number go. There must be a pending one.
    """

    every = sorted(pending)
    for number, (_, group) in enumerate(tiers(rules)):
        names = every
        if group in ("ready", "freed"):
            names = [name for name in names if stand.awaited[name].isdisjoint(pending)]
        if group in ("independent", "freed"):
            independent = group == "independent"
            names = [name for name in names if (name in stand.independent) is independent]
        if names:
            return min(number, 2), names
    raise AssertionError("nothing is pending")


def group_profiles(
    names: Collection[str],
    stand: Standing,
    rules: Rules,
    ages: Mapping[str, Rank] | None = None,
    limit: int = LIMIT,
) -> tuple[Profiles, bool]:
    """The orders of a group that waits for nobody outside, and whether these are all.

    Nobody outside waits for one of them either.
    """
    ranks = {(ages or {}).get(name, ()) for name in names}
    order = _as_order(names, stand, rules) if len(ranks) == 1 else None
    if order is None:
        return _gone_through(names, stand, rules, ages or {}, limit)
    [age] = ranks
    before, profile = order
    count = linear_extensions(before, limit)
    return {tuple(((*kind, *age), turns) for kind, turns in profile): count.number}, count.exact


def must_go_before(
    names: Collection[str], stand: Standing, rules: Rules
) -> Mapping[str, frozenset[str]] | None:
    """For each name those that go before it in every order, directly; None where no such thing
    describes all orders. Names that wait for each other in a circle are no order either."""
    own = frozenset(names)
    independent = stand.independent & own
    if rules.freed == "at once":
        return None
    before = {name: stand.awaited[name] & own for name in sorted(own)}
    if rules.freed == "after all":
        if rules.dependents != "topological":
            before = dict.fromkeys(before, frozenset())
        before = {
            name: frozenset() if name in independent else awaited | independent
            for name, awaited in before.items()
        }
    return None if circular(before) else before


def _as_order(
    names: Collection[str], stand: Standing, rules: Rules
) -> tuple[Mapping[str, frozenset[str]], Profile] | None:
    """The partial order whose linear extensions are the orders, and the profile they all have."""
    before = must_go_before(names, stand, rules)
    if before is None:
        return None
    size = len(before)
    if rules.freed == "compete":
        return before, (((0,), size),)
    independent = sum(name in stand.independent for name in before)
    blocks = (((0,), independent), ((1,), size - independent))
    return before, tuple(block for block in blocks if block[1])


def _gone_through(
    names: Collection[str],
    stand: Standing,
    rules: Rules,
    ages: Mapping[str, Rank],
    limit: int,
) -> tuple[Profiles, bool]:
    """Every set of effects that may still be pending, one after another."""
    states: dict[frozenset[str], Profiles] = {frozenset(names): {(): 1}}
    seen = 0
    for left in range(len(names), 0, -1):
        after: dict[frozenset[str], Profiles] = {}
        for pending, profiles in states.items():
            rank, going = going_next(pending, stand, rules, ages)
            for name in going:
                into = after.setdefault(pending - {name}, {})
                add_turn(into, profiles, rank)
        states = after
        seen += len(states)
        if seen > limit and left > 1:
            # Each of these goes on somehow.
            found: Profiles = {}
            for pending, profiles in states.items():
                add_turns(found, profiles, _somehow(pending, stand, rules, ages))
            return found, False
    return states[frozenset()], True


def going_next(
    pending: frozenset[str], stand: Standing, rules: Rules, ages: Mapping[str, Rank]
) -> tuple[Rank, list[str]]:
    """Those that may go next, and their rank among other groups."""
    kind, names = offered(pending, stand, rules)
    age = min(ages.get(name, ()) for name in names)
    return (kind, *age), [name for name in names if ages.get(name, ()) == age]


def _somehow(
    pending: frozenset[str], stand: Standing, rules: Rules, ages: Mapping[str, Rank]
) -> Iterable[Rank]:
    while pending:
        rank, going = going_next(pending, stand, rules, ages)
        yield rank
        pending = pending - {going[0]}
