"""Which effects act before their own layer because of the abilities they touch, for the replay."""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.solver.certificate.replay.apply import apply
from layerlaw.solver.certificate.replay.parts import doing
from layerlaw.solver.certificate.replay.words import policy

if TYPE_CHECKING:
    from layerlaw.solver.certificate.replay.board import ReplayBoard
    from layerlaw.solver.certificate.replay.effects import ReplayEffects
    from layerlaw.solver.certificate.replay.instances import ReplayInstance
    from layerlaw.solver.certificate.replay.parts import ReplayEffect, ReplayPart


def acting_ahead(layer: int, board: ReplayBoard, effects: ReplayEffects) -> set[ReplayPart]:
    """The parts that act in a place between layers, whose own layer comes later."""
    value = policy(effects.rulebook, "ability added or removed")
    if value == "in its own layer":
        return set()
    known: dict[ReplayPart, None] = {}
    for effect in (*effects.resolved, *effects.started):
        parts = effects.parts(effect)
        if layer in parts:
            known[parts[layer]] = None
    known.update(dict.fromkeys(effects.standing(layer)))
    able = [
        part
        for part in known
        if part.ahead
        and (part.effect, part.own[-1]) not in effects.done
        and effects.stands(part, board)
    ]
    touched = {part: _touched(part, board, effects) for part in able}
    going: set[ReplayPart] = set()
    growing = True
    while growing:
        growing = False
        for part in able:
            if part not in going and any(
                _acts(other, layer, going, effects, value) for other in touched[part]
            ):
                going.add(part)
                growing = True
    return going


def _acts(
    other: ReplayEffect, layer: int, going: set[ReplayPart], effects: ReplayEffects, value: str
) -> bool:
    """Whether another effect acts in the next layer or, going by what is known, in this place."""
    parts = effects.parts(other)
    following = parts.get(layer + 1)
    if following is not None and (other, following.own[-1]) not in effects.done:
        return True
    here = parts.get(layer)
    if here is None:
        return False
    if here.ahead:
        return value == "before the ability's layer" and here in going
    return True


def _touched(part: ReplayPart, board: ReplayBoard, effects: ReplayEffects) -> list[ReplayEffect]:
    """The other effects whose abilities the part would add, remove, or keep from working."""
    table = effects.table
    trial = board.fork()
    disabled = {status: _flagged(status, trial, effects) for status in effects.rulebook.disabling}
    before = dict(trial.held)
    view = effects.view(part.effect, trial)
    seen = tuple(doing(step, effects.scope(part.effect, step, view), view) for step in part.steps)
    apply(part, seen, trial, effects)
    touched: dict[tuple[ReplayInstance, int], None] = {}
    for place in {**before, **trial.held}:
        old, new = before.get(place, ()), trial.held.get(place, ())
        touched.update(((one, place), None) for one in old if one not in new)
        touched.update(((one, place), None) for one in new if one not in old)
    for status, had in disabled.items():
        newly = _flagged(status, trial, effects) & ~had
        for place, held in before.items():
            if newly >> place & 1:
                touched.update(((one, place), None) for one in held)
    others = []
    for instance, place in touched:
        if effects.meet(instance, place):
            other = effects.static(instance, table.ids[place])
            if other is not part.effect:
                others.append(other)
    return others


def _flagged(status: str, board: ReplayBoard, effects: ReplayEffects) -> int:
    return board.having(status, True, (1 << len(effects.table.ids)) - 1)
