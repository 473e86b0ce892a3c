"""The oracle's observation of a part on a board, and its application to the board."""

from __future__ import annotations

from dataclasses import dataclass

from layerlaw.model.algebra import CopyOf, Instruction, Operation
from layerlaw.model.cards.card import Card
from oracle.board import Board, Cell
from oracle.cells import cells_of
from oracle.early import is_early, remember, take_back
from oracle.effects import Course, exists, part_of
from oracle.joined import shared_out, stands_for
from oracle.layering import is_immune
from oracle.operations import card_to_copy, operands, write
from oracle.selectors import select
from oracle.view import View
from oracle.world import Chosen, Effect

Work = tuple[int, Operation, tuple[object, ...]]
"""An operation, its place in the instruction, and its operands worked out."""


@dataclass(frozen=True)
class Observation:
    """What a part is on a board: whether it exists, its scopes, and what it would do to each.

    scopes and actions have one item for each instruction of the part, in their order.
    """

    exists: bool
    scopes: tuple[frozenset[str], ...]
    actions: tuple[dict[str, list[Work]], ...]


def observe(effect: Effect, layer: str, board: Board, course: Course) -> Observation:
    """What the effect's part in the layer is on the board."""
    if not exists(effect, board, course):
        return Observation(False, (), ())
    scopes, actions = [], []
    for place, instruction, steps in part_of(effect, layer, board.world):
        scope = scope_of(effect, place, instruction, board, course)
        action: dict[str, list[Work]] = {}
        for object in scope:
            view = View(board, effect, object)
            action[object] = []
            for number, operation in steps:
                if not is_immune(object, operation, instruction.scope, board):
                    copied = copied_by(effect, place, number, operation, view)
                    action[object].append((number, operation, operands(operation, copied, view)))
        scopes.append(scope)
        actions.append(action)
    return Observation(True, tuple(scopes), tuple(actions))


def copied_by(
    effect: Effect, place: int, number: int, operation: Operation, view: View
) -> Card | None:
    """The card that a copy operation copies: read at resolution, or now for a static effect."""
    if not isinstance(operation, CopyOf):
        return None
    for at_place, at_number, card in effect.copied:
        if (at_place, at_number) == (place, number):
            return card
    return card_to_copy(operation, view)


def scope_of(
    effect: Effect,
    place: int,
    instruction: Instruction,
    board: Board,
    course: Course,
    settled: Board | None = None,
) -> frozenset[str]:
    """The objects that an instruction applies to (`settled`: see `View`)."""
    world = board.world
    view = View(board, effect, settled=settled)
    locked: dict[int, frozenset[Chosen]] = dict(effect.locked)
    if world.policy("set") == "kept" and (effect.key, place) in course.kept:
        scope = course.kept[effect.key, place]
    elif place in locked:
        scope = frozenset(each[0] for each in locked[place] if world.alive(each))
    else:
        scope = shared_out(select(instruction.scope, view), effect, place, world)
    left: set[str] = set()
    for object in scope:
        chosen = (object, world.things[object].life)
        own = (effect.source, effect.life) == chosen
        over = any(stands_for(each, effect) and chosen in each.over_for for each in world.resolved)
        marks = view.firm.board.unmodifiable
        marked = any(one == object and by != effect.key for one, by in marks)
        if (own or not marked) and not over:
            left.add(object)
    return frozenset(left)


def apply(effect: Effect, layer: str, board: Board, course: Course) -> set[Cell]:
    """Apply the effect's part to the board, if it exists; the cells that it writes."""
    observation = observe(effect, layer, board, course)
    written: set[Cell] = set()
    if not observation.exists:
        return written
    part = part_of(effect, layer, board.world)
    for (_, _, steps), action in zip(part, observation.actions, strict=True):
        for number, _ in steps:
            for object in board.world.by_entry():
                for worked_number, operation, worked_out in action.get(object, []):
                    if worked_number == number:
                        written |= cells_of(object, operation, board)
                        write(object, operation, worked_out, effect, board)
    take_back(effect, layer, board, course)
    return written


def apply_for_good(effect: Effect, layer: str, board: Board, course: Course) -> None:
    """Apply the part in the derivation itself, which remembers its scopes."""
    observation = observe(effect, layer, board, course)
    part = part_of(effect, layer, board.world)
    early = is_early(layer, board.world)
    if early:
        remember(effect, layer, observation.scopes, board, course)
    else:
        course.begun.add(effect.key)
    for (place, _, _), scope in zip(part, observation.scopes, strict=True):
        if not early:
            course.kept.setdefault((effect.key, place), scope)
        course.reached.setdefault(effect.key, set()).update(scope)
    apply(effect, layer, board, course)
