"""How old effects are as far as rules say: what no rule orders has the same age."""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.model.scenarios.scenario import Leave, MoveZone, Play, Together, UseAbility
from layerlaw.solver.effects.pseudo_objects import RULES
from layerlaw.solver.play.history import History

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from layerlaw.model.scenarios.scenario import Scenario
    from layerlaw.solver.derivation.answer import Answer
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

    def found(effect: Effect) -> tuple[int, ...]:
        if effect.source == RULES:
            return (0, *effect.key[len(effect.timestamp) :])
        return (1,) if age is None else (1, *age(effect))

    return found


def by_timestamp(effect: Effect) -> Age:
    """The age of an effect where every arrival is ordered: moment and place."""
    return effect.timestamp


def by_groups(groups: Mapping[Timestamp, Age]) -> Callable[[Effect], Age]:
    """The age of an effect whose arrivals are grouped like this; see `arrival_groups`."""
    return lambda effect: groups.get(effect.timestamp, effect.timestamp)


def arrival_groups(scenario: Scenario) -> Mapping[Timestamp, Age]:
    """The arrivals in a `together` that no rule orders, as (moment, place) -> (moment, group).

    What one player does in it is one group; where the rulebook says nothing (policy
    `simultaneous entry`: `unsaid`), all of it is. Every other timestamp is a group by itself.
    Raises `BadInput` where an event cannot happen.
    """
    history = History(scenario)
    unsaid = history.table.rulebook.policy("simultaneous entry") == "unsaid"
    found: dict[Timestamp, Age] = {}
    events = iter(history.play())
    for moment, event in enumerate(scenario.events, 1):
        if isinstance(event, Together):
            whose = [""] * len(event.events)
            if not unsaid:
                controlled = any(isinstance(one, MoveZone | Leave) for one in event.events)
                before = history.table.derivation() if controlled else None
                whose = [_player(one, before) for one in event.events]
            place = 0
            # They take place player by player; each one's first place names the group.
            for player in _in_turn(whose, history.table.active, scenario.players):
                first = place + 1
                for _ in range(whose.count(player)):
                    place += 1
                    found[moment, place] = (moment, first)
        next(events, None)
    return found


def _player(event: Play | UseAbility | MoveZone | Leave, before: Answer | None) -> str:
    """Whose event it is; "" for nobody's."""
    if isinstance(event, Play | UseAbility):
        return event.player
    if before is None or event.object not in before.world.index:
        return ""
    return str(before.end.value("controller", before.index(event.object)) or "")


def _in_turn(whose: list[str], active: str | None, players: tuple[str, ...]) -> list[str]:
    """The active player, then the others in seating order; what is nobody's comes last."""
    ranks = {player: number + 1 for number, player in enumerate(players)}
    if active is not None:
        ranks[active] = 0
    return sorted(dict.fromkeys(whose), key=lambda player: ranks.get(player, len(ranks) + 1))
