"""Cards that objects hold, and top cards that are taken off again."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from layerlaw.solver.facts.situation import NOWHERE, Thing
from layerlaw.solver.play.zones import change_zone, redirected_to

if TYPE_CHECKING:
    from layerlaw.model.scenarios.held_events import Hold, Uncover
    from layerlaw.solver.play.table import GameTable


def hold(table: GameTable, event: Hold) -> None:
    """Puts the card under the object, in the zone that the rulebook's word names.

    What came along with it lies there, too.
    """
    table.need_in_play((event.holder,), event.where)
    table.need_a_zone(event.object, event.where)
    zone = table.rulebook.holding[event.word].zone
    left_in = table.rulebook.left_in
    to = redirected_to(table, event.object, zone, None)
    along = [
        one.id
        for one in table.borne_by(event.object)
        if not table.playing(one.id) and one.zone not in left_in
    ]
    change_zone(table, event.object, to)
    if to == zone:
        for id in (event.object, *along):
            table.put(replace(table.things[id], bearer=event.holder))


def uncover(table: GameTable, event: Uncover) -> None:
    """Takes the top card off the object, which has the printed form of the card below it again.

    That card is no card of its own any more; what keeps to the object stays with it.
    """
    table.need_in_play((event.object,), event.where)
    thing = table.things[event.object]
    way = next(each for each in table.rulebook.stacking.values() if each.undone == event.word)
    below = [one for one in table.borne_by(event.object) if one.zone == way.zone]
    if not below:
        message = f"'{event.object}' has no card below its top card"
        raise table.refuse(event.where, message, "an object with a card below")
    shown = max(below, key=lambda card: card.entered)
    anew = table.rulebook.policy("static timestamp") == "entry of its card"
    table.put(
        replace(
            thing,
            card=shown.card,
            copied=None,
            entered=shown.entered if anew else thing.entered,
            topped=shown.entered,
        )
    )
    about = table.effects.about(event.object)
    table.end(about, lambda effect: effect.id == f"{event.object}.copy", "ends with the old form")
    table.renew(
        Thing(
            event.top,
            thing.card,
            thing.owner,
            thing.owner,
            event.zone or way.back_to,
            None,
            None,
            table.timestamp,
            {},
        )
    )
    table.put(replace(shown, zone=NOWHERE, bearer=None))
