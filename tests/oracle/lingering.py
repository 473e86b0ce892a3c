"""The oracle's static effects that go on after their source has left."""

from __future__ import annotations

from dataclasses import replace

from layerlaw.model.algebra import AfterLeaving
from oracle.board import Board
from oracle.effects import Course, condition_holds, is_static, static_effect
from oracle.resolving import new_names
from oracle.selectors import controller_of
from oracle.view import View
from oracle.world import Resolved, World


def go_on(world: World, object: str, board: Board) -> None:
    """What the object's abilities do, and say that they do it for some time after it has left.

    board: the complete one right before.
    """
    player = controller_of(object, board)
    if player is None or board.is_disabled(object):
        return
    course = Course(world)
    if world.policy("process") == "layered" and world.policy("condition read") == "at checks":
        course.on = world.on
    going = []
    for instance in board.abilities[object]:
        until = instance.ability.until
        if not is_static(instance) or not isinstance(until, AfterLeaving):
            continue
        effect = static_effect(instance, board)
        there = world.works_in(object, instance.ability.zones)
        if there and condition_holds(effect, View(board, effect), course):
            going.append((effect, instance, until.until))
    for effect, instance, until in sorted(going, key=lambda one: one[0].id):
        rank = effect.order[-3]
        [name] = new_names(world, f"{effect.id}.lingering", ".", 1)
        gone = replace(
            effect,
            id=name,
            ability=replace(instance.ability, condition=None, until=until, zones=()),
            instance=None,
            player=player,
            order=(effect.stamp, 0, 0, rank, 1, 0),
            choice=world.things[object].choice,
        )
        world.resolved.append(Resolved(gone))
