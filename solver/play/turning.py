"""What an object becomes as it loses a status: one of several, as its own ability says."""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.model.algebra import EnterAlso, LoseStatusAsOneOf
from layerlaw.model.notation.printing import print_operation
from layerlaw.solver.facts.situation import AS_IT_ENTERED, ResolvedEffect
from layerlaw.solver.play.arriving import no_way_chosen

if TYPE_CHECKING:
    from layerlaw.model.scenarios.events import GetsStatus
    from layerlaw.solver.play.table import GameTable


def become_without(table: GameTable, event: GetsStatus) -> None:
    """Makes the object what was chosen, if it has an ability for that now without the status.

    Raises `BadInput` where it is one of several and none is chosen, or would be twice. Clauses:
    CR-613.2a, CR-614.1e, CR-708.11.
    """
    id, way = event.object, event.way
    said = _said(table, id, event.status) if table.watches.arrives and table.playing(id) else []
    if not said:
        if way is not None:
            what = f"has nothing to be chosen as it loses {event.status}"
            table.note_idle(id, f"{what}: 'choosing {way}' changes nothing")
        return
    one, *others = said
    if others:
        message = f"'{id}' becomes one of several by more than one ability"
        raise table.refuse(event.where, message, "one ability by which it does")
    number = 1 if way is None and len(one.ways) == 1 else way or 0
    if not 1 <= number <= len(one.ways):
        does = f"loses {event.status}"
        raise table.refuse(event.where, *no_way_chosen(id, does, len(one.ways)))
    also = EnterAlso((one.ways[number - 1],))
    what = print_operation(also, table.rulebook.plurals).removeprefix("enters ")
    table.note(id, f"loses {event.status} {what}", "")
    player = table.things[id].controller
    name, times = f"{id}.became", 1
    taken = {table.effects[number].id for number in table.effects.about(id)}
    while name in taken:
        name, times = f"{id}.became.again{times if times > 1 else ''}", times + 1
    table.effects.append(
        ResolvedEffect(name, id, player, also.ability, table.timestamp, AS_IT_ENTERED, (), (None,))
    )


def _said(table: GameTable, id: str, status: str) -> list[LoseStatusAsOneOf]:
    """What its own abilities say that it becomes, once each, as it is now. Clause: CR-708.11."""
    now = table.derivation()
    if now.disabled_by(id):
        return []
    own = 1 << now.index(id)
    abilities = (now.instances[number].ability for number in now.abilities(id))
    found = (
        arrival
        for ability in abilities
        if own & now.world.works(ability.zones)
        for entering in ability.entering
        for arrival in entering.arrivals
    )
    return list(
        dict.fromkeys(
            one for one in found if isinstance(one, LoseStatusAsOneOf) and one.status == status
        )
    )
