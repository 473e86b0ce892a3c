"""How old effects are as far as the rules say, and every order of ages that this leaves open."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import combinations
from typing import TYPE_CHECKING

from layerlaw.model.dataclass import dataclass
from layerlaw.solver.board.columns import PERMISSIONS, Maker, Permit, Redirection
from layerlaw.solver.certainty.orders.simultaneous_events import blocks_of, groups_of
from layerlaw.solver.certainty.orders.swaps import by_swaps, pieces_of_pairs, replaced
from layerlaw.solver.effects.indifference import BY_AGE
from layerlaw.solver.facts.situation import AS_IT_ENTERED, RULES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from layerlaw.model.scenarios.scenario import Scenario
    from layerlaw.solver.board.columns import Board
    from layerlaw.solver.derivation.makers import Makers
    from layerlaw.solver.effects.parts import Effect
    from layerlaw.solver.effects.world import World
    from layerlaw.solver.facts.situation import Timestamp

Age = tuple[int, int]
"""A moment, and a group of arrivals in it: the lesser is the older; equal ones are unordered."""


def after_the_rules(
    age: Callable[[Effect], tuple[int, ...]] | None,
) -> Callable[[Effect], tuple[int, ...]]:
    """The age of an effect with the game's rules before all others, as they are listed.

    age: how old the others are among themselves; None: all of one age.
    """

    def ranked(effect: Effect) -> tuple[int, ...]:
        if effect.source == RULES:
            return (0, *effect.key[len(effect.timestamp) :])
        return (1,) if age is None else (1, *age(effect))

    return ranked


def by_groups(groups: Mapping[Timestamp, Age]) -> Callable[[Effect], tuple[int, ...]]:
    """The age of an effect whose arrivals are grouped like this; see `arrival_groups`."""
    several = {group for group, size in Counter(groups.values()).items() if size > 1}

    def age(effect: Effect) -> tuple[int, int, int, bool]:
        # What counts as older than it is comes before those of that moment.
        moment, place, before, _, rank, *_ = effect.key
        group = groups.get((moment, place), (moment, place))
        # What one object entered as goes behind all else that began with that entry.
        as_it_entered = rank >= AS_IT_ENTERED and group not in several
        return (*group, min(before, 0), as_it_entered)

    return age


def arrival_groups(scenario: Scenario) -> Mapping[Timestamp, Age]:
    """The arrivals in a `together` that no rule orders, as (moment, place) -> (moment, group).

    What one player does in it is one group; where the rulebook says nothing (policy
    `simultaneous entry`: `unsaid`), all of it is. Every other timestamp is a group by itself.
    Raises `LayerlawError` where an event cannot happen.
    """
    policy = scenario.rulebook.settled(scenario.readings).policy("simultaneous entry")
    history = replace(scenario, play=scenario.events)
    groups: dict[Timestamp, Age] = {}
    for block in blocks_of(history):
        moment, first = block.place + 1, 1
        for _, labels in groups_of(history, block, policy):
            # They take place group by group; the first place names the group.
            groups |= {(moment, first + n): (moment, first) for n in range(len(labels))}
            first += len(labels)
    return groups


# --- what decides by age ------------------------------------------------------------------

MOST = 5_040
"""The most orders of ages that are tried on one board."""

Rivals = frozenset[frozenset[Maker]]
"""Pairs of effects by what their marks bear: which of the two is the newer may decide."""


def rivals(
    world: World,
    board: Board,
    effects: Makers,
    age: Callable[[Effect], tuple[int, ...]],
) -> Rivals:
    """The pairs of effects of equal age whose marks on the board make the newer one decide.

    effects: by what their marks bear. age: how old they are; of those of another age it is known
    which is newer.
    """
    marks = [(mark, held) for mark, held in board.column(PERMISSIONS).items() if held]
    policy = world.rulebook.policy("prohibition")
    found = set()
    for (one, held), (other, also) in combinations(marks, 2):
        if isinstance(one, Permit) and isinstance(other, Permit):
            static = effects[one.effect].static and effects[other.effect].static
            against = (
                policy in BY_AGE
                and not (static and policy == "both static")
                and one.allowed is not other.allowed
                and _meet(world, one, held, other, also)
            )
        elif isinstance(one, Redirection) and isinstance(other, Redirection):
            zones = {one.instead_of, other.instead_of}
            against = (
                bool(held & also) and one.to != other.to and (len(zones) == 1 or None in zones)
            )
        else:
            continue
        if against and one.effect != other.effect:
            pair = effects[one.effect], effects[other.effect]
            if age(pair[0]) == age(pair[1]):
                found.add(frozenset((one.effect, other.effect)))
    return frozenset(found)


def _meet(world: World, one: Permit, held: int, other: Permit, also: int) -> bool:
    """Whether two marks can speak of one question."""
    first, second = (-1 if mark.to is None else mark.to for mark in (one, other))
    if (one.action, one.passive) == (other.action, other.passive):
        return bool(held & also) and bool(first & second)
    if one.passive is other.passive:
        return False
    verbs = (other.action, one.action) if one.passive else (one.action, other.action)
    paired = world.rulebook.actions.get(verbs[0]) == verbs[1]
    return paired and bool(held & second) and bool(also & first)


@dataclass(frozen=True, slots=True)
class Ages:
    """One order of ages: the effects, by what marks bear, with the keys that they have then.

    swaps: by how many swaps of neighbours it departs from the effects' own. last: the ids of the
    two that the last of them changed, the newer one then first.
    """

    effects: Makers
    swaps: int
    last: tuple[str, str]

    def place(self, id: str) -> tuple[object, ...]:
        """How old the effect of that id is: the less, the older."""
        return place_of(id, self.effects)


def place_of(id: str, effects: Makers) -> tuple[object, ...]:
    """How old the effect of that id is, of several the newest: the less, the older."""
    return max(effect.key for effect in effects.values() if effect.id == id)


def orders_of_ages(effects: Makers, between: Rivals) -> Iterator[Ages | None]:
    """Every order of ages that swaps some pair of rivals, those with few swaps first.

    Orders that agree on all pairs of rivals come once; the own order does not come. None comes
    last where there are too many to be gone through.
    """
    slots = [
        tuple(sorted(piece, key=lambda one: effects[one].key)) for piece in pieces_of_pairs(between)
    ]
    seen = {_agreed(slots, between)}
    for number, swap in enumerate(by_swaps(slots), 1):
        if number == MOST:
            yield None
            return
        agreed = _agreed(swap.after, between)
        if agreed not in seen:
            seen.add(agreed)
            aged = {
                newcomer: replace(effects[newcomer], key=effects[place].key)
                for place, newcomer in replaced(slots, swap.after)
            }
            yield Ages({**effects, **aged}, swap.swaps, (swap.first.id, swap.second.id))


def _agreed(order: Sequence[Sequence[Maker]], between: Rivals) -> frozenset[tuple[Maker, Maker]]:
    """For each pair of rivals the older one and the newer."""
    place = {one: number for number, one in enumerate(one for members in order for one in members)}
    return frozenset(
        (older, newer) for pair in between for older, newer in [sorted(pair, key=place.__getitem__)]
    )
