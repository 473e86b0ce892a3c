"""How old effects are as far as the rules say: what no rule orders is of one age class."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from layerlaw.solver.certainty.orders.simultaneous_events import blocks_of, groups_of
from layerlaw.solver.effects.pseudo_objects import RULES

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from layerlaw.model.scenarios.scenario import Scenario
    from layerlaw.solver.effects.parts import Effect
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


def by_groups(groups: Mapping[Timestamp, Age]) -> Callable[[Effect], Age]:
    """The age of an effect whose arrivals are grouped like this; see `arrival_groups`."""
    return lambda effect: groups.get(effect.timestamp, effect.timestamp)


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
