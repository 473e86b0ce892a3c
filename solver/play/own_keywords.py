"""Keywords that an object has by effects of its own: marks that it keeps, and those of counters."""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.solver.effects.own_keywords import gains_itself, given_by_counters
from layerlaw.solver.facts.situation import OWN, ResolvedEffect

if TYPE_CHECKING:
    from collections.abc import Mapping

    from layerlaw.model.rulebooks.rulebook import Rulebook
    from layerlaw.solver.play.table import GameTable


def give_itself(table: GameTable, id: str, keyword: str, name: str) -> None:
    """The object has the keyword from now on, by an effect of its own, until it leaves play.

    name: what the effect is called behind the object's id.
    """
    thing = table.things[id]
    ability = gains_itself(table.rulebook, keyword)
    table.effects.append(
        ResolvedEffect(
            f"{id}.{name}", id, thing.controller, ability, table.timestamp, OWN, (), (None,)
        )
    )


def effects_of_counters(rulebook: Rulebook, id: str) -> frozenset[str]:
    """The ids of the effects by which counters on the object give it keywords."""
    return frozenset(f"{id}.{counter}" for counter in given_by_counters(rulebook))


def settle_counters(table: GameTable, id: str, before: Mapping[str, int], put: str = "") -> None:
    """Gives the keywords of the counters on the object, and ends those of counters that are gone.

    A counter that is put on it makes all of its kind as young as itself. before: how many there
    were. put: the counters that were put on it, if any were. Clause: CR-613.7c.
    """
    counters = table.things[id].counters
    for counter, keyword in given_by_counters(table.rulebook).items():
        there = counters.get(counter, 0) > 0
        anew = there and counter == put
        if before.get(counter, 0) > 0 and (anew or not there):
            why = "is given anew" if anew else f"ends, for {id} has no {counter} any more"
            _end(table, id, counter, why, () if anew else (id,))
        if anew:
            give_itself(table, id, keyword, counter)


def _end(table: GameTable, id: str, counter: str, why: str, about: tuple[str, ...]) -> None:
    """Ends the effect by which such counters gave the object a keyword."""
    table.end(table.effects.about(id), lambda effect: effect.id == f"{id}.{counter}", why, about)
