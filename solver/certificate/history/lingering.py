"""What goes on of the static effects of objects that leave, as resolved effects."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from layerlaw.model import algebra as a
from layerlaw.solver.certificate.history.effects import Lasting, Making
from layerlaw.solver.certificate.history.making import names

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from layerlaw.solver.certificate.history.log import Incarnation
    from layerlaw.solver.certificate.history.proceedings import Proceedings
    from layerlaw.solver.certificate.history.states import ReplayedState
    from layerlaw.solver.certificate.replay.parts import ReplayEffect


def go_on(known: Proceedings, leaving: Sequence[Incarnation], state: ReplayedState | None) -> None:
    """Static effects that outlast their source stand from now on without it."""
    if not known.heard.lingering:
        return
    state = state or known.state()
    found = [(one, effect) for one in leaving for effect in _outlasting(state, one.id)]
    taken = {one.making.id for one in known.standing}
    for one, effect in sorted(found, key=lambda pair: pair[1].id):
        until = effect.ability.until
        assert isinstance(until, a.AfterLeaving)
        ability = replace(effect.ability, condition=None, until=until.until, zones=())
        id = next(name for name in names(f"{effect.id}.lingering") if name not in taken)
        taken.add(id)
        making = Making(
            id,
            one,
            state.controller(one.id),
            ability,
            effect.timestamp,
            effect.rank,
            (),
            (None,) * len(ability.instructions),
            (),
            effect.choice,
            known.log.next(),
            len(known.turns),
        )
        known.standing.append(Lasting(making))


def _outlasting(state: ReplayedState, id: str) -> Iterator[ReplayEffect]:
    """The effects of the object that exist in the state, and say that they go on."""
    effects, place = state.effects, state.table.index[id]
    if state.disabled(id) or not state.controller(id):
        return
    for instance in state.board.held.get(place, ()):
        ability = instance.ability
        if not instance.static or not isinstance(ability.until, a.AfterLeaving):
            continue
        if not state.table.where(ability.zones) >> place & 1:
            continue
        effect = effects.static(instance, id)
        if ability.condition is None:
            yield effect
        elif effects.at_checks:
            if effect.at_check in state.situation.on:
                yield effect
        elif effects.view(effect, state.board).holds(ability.condition):
            yield effect
