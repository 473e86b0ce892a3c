"""What a permanent becomes as it is turned face up, or loses another status, by its own ability."""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.model import algebra as a
from layerlaw.solver.certificate.history.making import names, stand
from layerlaw.solver.certificate.history.states import CannotHappen
from layerlaw.solver.facts.situation import AS_IT_ENTERED, ResolvedEffect

if TYPE_CHECKING:
    from layerlaw.solver.certificate.history.proceedings import Proceedings


def without_status(known: Proceedings, id: str, status: str, chosen: int | None) -> None:
    """It has just lost the status, and becomes what was chosen if it has an ability that says so.

    chosen: the number of the way. Clauses: CR-614.1e, CR-708.11.
    """
    if not known.heard.entering or not known.playing(id):
        return
    state = known.state()
    if state.disabled(id):
        return
    place = state.table.index[id]
    wanted: set[tuple[a.CopyOf, ...]] = set()
    for instance in state.board.held.get(place, ()):
        for entering in instance.ability.entering:
            if instance.resolves or not state.table.where(instance.ability.zones) >> place & 1:
                continue
            for one in entering.arrivals:
                if isinstance(one, a.LoseStatusAsOneOf) and one.status == status:
                    wanted.add(one.ways)
    if not wanted:
        return
    if len(wanted) > 1:
        raise CannotHappen(f"{id} becomes one of several twice")
    ways = dict(enumerate(wanted.pop(), start=1))
    if chosen is None and len(ways) == 1:
        chosen = 1
    if chosen not in ways:
        raise CannotHappen(f"nothing says what {id} becomes")
    instruction = a.Instruction(a.Self(), (ways[chosen],))
    taken = {one.making.id for one in known.standing}
    stand(
        known,
        ResolvedEffect(
            next(name for name in names(f"{id}.became") if name not in taken),
            id,
            known.thing(id).controller,
            a.Ability(None, (instruction,), until=a.SourceLeaves()),
            known.now,
            AS_IT_ENTERED,
            (),
            (None,),
        ),
    )
