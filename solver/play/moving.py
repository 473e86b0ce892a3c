"""Moves objects between zones; what comes into play enters as it says, and its entry resolves."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from layerlaw.model.algebra import ChosenNumber
from layerlaw.model.algebra.mentions import speaks_of_target
from layerlaw.model.algebra.trees import mentions
from layerlaw.model.errors import Where
from layerlaw.model.scenarios.events import MoveZone
from layerlaw.solver.play.announced import bare, placed
from layerlaw.solver.play.arriving import arrive
from layerlaw.solver.play.choosing import note_choices
from layerlaw.solver.play.counting import mark_as_it_enters
from layerlaw.solver.play.entering_copies import enter_as_copies
from layerlaw.solver.play.resolving import Use, make_effects
from layerlaw.solver.play.wording import said_now
from layerlaw.solver.play.zones import leave

if TYPE_CHECKING:
    from layerlaw.solver.play.table import GameTable


def move_to_zone(table: GameTable, event: MoveZone) -> None:
    """Moves the object to the zone, as a new object; if that is in play, its entry resolves."""
    table.need_a_zone(event.object, event.where)
    before = table.things[event.object].zone
    origin = "play" if before == table.rulebook.in_play else f"the {before}"
    to = "play" if event.zone == table.rulebook.in_play else f"the {event.zone}"
    what = f"leaves {origin} for {to}"
    lives = table.lives[event.object]
    leave(table, event.object, event.zone, what, "")
    if before == event.zone and table.lives[event.object] == lives:
        where = "in play" if before == table.rulebook.in_play else f"in the {before}"
        table.note_idle(event.object, f"is {where} already: it moves nowhere")
    if before != table.rulebook.in_play and table.playing(event.object):
        chosen = None if event.way is None else str(event.way)
        enter_play(table, event.object, event.where, chosen)


def enter_play(table: GameTable, id: str, where: Where, chosen: str | None = None) -> None:
    """What has just come to the zone of play enters as and with what is said, and its entry
    resolves.

    chosen: the number that is chosen for it.
    """
    owner = table.things[id].owner
    if chosen is not None:
        table.put(replace(table.things[id], choice=chosen))
    mark_as_it_enters(table, id)
    besides = enter_as_copies(table, id, where, owner)
    arrive(table, id, where, besides)
    entry = placed(table.form(id), "on entry")
    if any(speaks_of_target(printed.ability, printed.only_if) for _, printed in entry):
        table.note_idle(id, "is moved into play, so nothing is chosen as its target")
    if chosen is not None and not mentions(table.form(id).abilities, ChosenNumber):
        table.note_idle(id, f"speaks of no number, and {chosen} is chosen for nothing")
    resolve_entry(table, where, id, owner, (), chosen)


def resolve_entry(
    table: GameTable,
    where: Where,
    id: str,
    player: str,
    targets: tuple[str, ...],
    choice: str | None,
) -> None:
    """Resolve what the object does as it enters play.

    What is silenced or disabled as it enters triggers nothing. Clause: SORC-TS-2.
    """
    on_entry = placed(table.form(id), "on entry")
    if not on_entry:
        return
    note_choices(table, player, id, targets, bare(on_entry))
    disabled = table.derivation().disabled_by(id)
    kept = [] if disabled else said_now(table, where, id, on_entry)
    use = Use(id, player, kept, f"{id}.entry", table.timestamp, targets, targets, choice)
    make_effects(table, use)
