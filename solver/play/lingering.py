"""Static effects that go on after their source has left: they are resolved ones from then on."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from layerlaw.model.algebra import AfterLeaving
from layerlaw.solver.board.columns import bits
from layerlaw.solver.effects.effects import Effects
from layerlaw.solver.effects.evaluate import condition
from layerlaw.solver.facts.situation import ResolvedEffect

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from layerlaw.solver.derivation.answer import Answer
    from layerlaw.solver.play.table import GameTable


def linger(table: GameTable, ids: Iterable[str], state: Answer | None) -> None:
    """Makes resolved effects of those of leaving objects that go on.

    state: the last complete state, if it is not the present one.
    """
    if not table.watches.lingers:
        return
    answer = state or table.derivation()
    leaving = frozenset(ids)
    found = sorted(_going_on(answer, leaving), key=lambda one: one.id)
    for effect in found:
        id, again = effect.id, 1
        while table.effects.has_id(id):
            id, again = f"{effect.id}.again{again if again > 1 else ''}", again + 1
        table.effects.append(replace(effect, id=id))
        what = f"goes on after {effect.source} has left"
        table.note_effect(id, effect.source, what, about=(effect.source,))


def _going_on(answer: Answer, leaving: frozenset[str]) -> Iterator[ResolvedEffect]:
    """The effects, as old as they were, whose ability works on the complete state."""
    board, world = answer.board, answer.world
    effects = Effects(world, answer.instances)
    disabled = 0
    for status in world.disabling:
        disabled |= board.column(status).get(True, 0)
    for number, holders in effects.held(board):
        instance = answer.instances[number]
        until = instance.ability.until
        if not isinstance(until, AfterLeaving):
            continue
        for holder in bits(holders & world.mask(leaving) & ~disabled):
            name, thing = effects.name(number, holder), world.things[holder]
            asked = instance.ability.condition
            if asked is not None:
                if effects.at_checks:
                    holds = effects.at_check(number, holder) in answer.situation.on
                else:
                    holds = condition(asked, effects.context(number, holder))(board, -1)
                if not holds:
                    continue
            player = board.value(world.rulebook.control, holder)
            parts = effects.parts_of(number, holder)
            if player is None or not parts:
                continue
            yield ResolvedEffect(
                f"{name}.lingering",
                thing.id,
                str(player),
                replace(instance.ability, condition=None, until=until.until, zones=()),
                next(iter(parts.values())).effect.timestamp,
                instance.rank,
                (),
                (None,) * len(instance.ability.instructions),
                choice=thing.choice,
            )
