"""What was announced, as it is when it resolves: its age, its targets, what it reads."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from layerlaw.model.scenarios.events import Play
from layerlaw.solver.facts.situation import Timestamp
from layerlaw.solver.play.announced import Announced
from layerlaw.solver.play.last_known import answered

if TYPE_CHECKING:
    from layerlaw.solver.play.announced import PlacedAbilities
    from layerlaw.solver.play.table import GameTable


def same_targets(
    table: GameTable, announced: Announced, targets: tuple[str, ...]
) -> tuple[str, ...]:
    """The targets that are still the objects that were chosen."""
    return tuple(id for id in targets if table.lives.get(id, 0) == announced.lives[id])


def with_answers(
    table: GameTable, abilities: PlacedAbilities, announced: Announced | None
) -> PlacedAbilities:
    """The abilities with what they read of objects that left filled in.

    What carried the source then is meant only as long as it has not become a new object.
    """
    if announced is None or not announced.known:
        return abilities
    known = dict(announced.known)
    for kind, last in announced.known.items():
        if last.bearer is not None and table.lives.get(last.bearer[0], 0) != last.bearer[1]:
            known[kind] = replace(last, bearer=None)
    return [(n, replace(p, ability=answered(p.ability, known))) for n, p in abilities]


def timestamp_of(table: GameTable, announced: Announced | None) -> Timestamp:
    """The timestamp of what resolves, by policy `resolved timestamp`. Clause: SORC-TS-2."""
    if announced is None:
        return table.timestamp
    now, then = table.timestamp, announced.timestamp
    ages = {
        "resolution": now,
        "activation or trigger": then,
        "activation or trigger, spells on resolution": (
            now if isinstance(announced.what, Play) else then
        ),
    }
    return table.rulebook.decided(("resolved timestamp",), lambda values: ages[values[0]])
