"""The oracle's early layers: what they did goes with the ability, unless its effect has begun."""

from __future__ import annotations

from layerlaw.model.algebra import Animate
from oracle.board import Board
from oracle.effects import Course, Gift, part_of
from oracle.world import Effect, World


def is_early(layer: str, world: World) -> bool:
    """Whether a part in the layer does not make its effect begun."""
    return any(each.early for each in world.rulebook.layers if each.id == layer)


def remember(
    effect: Effect, layer: str, scopes: tuple[frozenset[str], ...], before: Board, course: Course
) -> None:
    """Note what the part gives, as it is applied for good: types to objects that lacked them."""
    given_before = {gift for _, gifts in course.early.values() for gift in gifts}
    gifts: set[Gift] = set()
    part = part_of(effect, layer, before.world)
    for (_, _, steps), scope in zip(part, scopes, strict=True):
        for _, operation in steps:
            if isinstance(operation, Animate):
                for object in scope:
                    gift = (object, operation.type)
                    lacks = operation.type not in before.sets[object, before.world.rulebook.types]
                    if lacks or gift in given_before:
                        gifts.add(gift)
    _, before_this_layer = course.early.get(effect.key, (effect, set()))
    course.early[effect.key] = (effect, gifts | before_this_layer)


def take_back(effect: Effect, layer: str, board: Board, course: Course) -> None:
    """After a part was written, take back what effects without their abilities did early."""
    world = board.world
    if is_early(layer, world):
        return
    kept: set[Gift] = set()
    ended: list[tuple[Effect, set[Gift]]] = []
    for key, (other, gifts) in course.early.items():
        if other.instance is None or key in course.begun or key == effect.key:
            kept |= gifts
            continue
        source = other.source
        if other.instance in board.abilities[source] and not board.is_disabled(source):
            kept |= gifts
        else:
            ended.append((other, gifts))
    for other, gifts in ended:
        board.status_bars = {bar for bar in board.status_bars if bar[2] != other.key}
        board.unmodifiable = {mark for mark in board.unmodifiable if mark[1] != other.key}
        for object, marks in board.marks.items():
            board.marks[object] = frozenset(mark for mark in marks if mark.by != other.key)
        if not types_are_given(layer, world):
            for object, type in gifts - kept:
                board.sets[object, world.rulebook.types] -= {type}


def types_are_given(layer: str, world: World) -> bool:
    """Whether it is, or is after, the first layer of the document that gives types."""
    for each in world.rulebook.layers:
        if not each.early and {"add types", "change types"} & set(each.does):
            return True
        if each.id == layer:
            return False
    return False
