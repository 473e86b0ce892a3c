"""The oracle's observation of a part on a board, and its application to the board."""

from __future__ import annotations

from dataclasses import dataclass

from layerlaw.model.algebra import CopyOf, Instruction, Operation
from layerlaw.model.cards.card import Card
from oracle.board import Board, Cell
from oracle.cells import cells_of
from oracle.early import is_early, remember, take_back
from oracle.effects import (
    Course,
    done_ahead,
    effects_on,
    exists,
    is_static,
    own_layers,
    part_of,
    static_effect,
)
from oracle.joined import shared_out, stands_for
from oracle.kinds import modifies
from oracle.layering import is_immune
from oracle.operations import card_to_copy, operands, write
from oracle.places import ahead_in
from oracle.selectors import select
from oracle.view import View
from oracle.world import Chosen, Effect, Key

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


def existing(board: Board, layer: str, course: Course) -> list[Effect]:
    """The effects that have their turn in the layer and exist on the board, oldest first."""
    found = [
        effect
        for effect in effects_on(board, course)
        if part_of(effect, layer, board.world) and acts_in(effect, layer, board, course)
    ]
    return sorted(found, key=lambda effect: effect.order)


def acts_in(effect: Effect, layer: str, board: Board, course: Course) -> bool:
    """Whether the effect exists on the board and has its turn in the layer."""
    if not exists(effect, board, course) or done_ahead(effect, layer, course):
        return False
    if not ahead_in(layer, effect.ability, board.world):
        return True
    return effect.key in going_ahead(layer, board, course)


def going_ahead(layer: str, board: Board, course: Course) -> set[Key]:
    """The effects that act in this place before their own layers.

    Each would add or remove an ability of another effect that acts in the next layer, or here.
    """
    world = board.world
    how = world.policy("ability added or removed")
    if how == "in its own layer":
        return set()
    ids = [each.id for each in world.rulebook.layers]
    following = ids[ids.index(layer) + 1]
    touched = {
        effect.key: touched_by(effect, layer, board, course)
        for effect in effects_on(board, course)
        if part_of(effect, layer, world)
        and ahead_in(layer, effect.ability, world)
        and exists(effect, board, course)
        and not done_ahead(effect, layer, course)
    }
    going: set[Key] = set()

    def acts_next(other: Effect) -> bool:
        if part_of(other, following, world) and not done_ahead(other, following, course):
            return True
        if not part_of(other, layer, world):
            return False
        if ahead_in(layer, other.ability, world):
            return how == "before the ability's layer" and other.key in going
        return True

    while True:
        more = {key for key, others in touched.items() if any(map(acts_next, others))} - going
        if not more:
            return going
        going |= more


def touched_by(effect: Effect, layer: str, board: Board, course: Course) -> list[Effect]:
    """The other effects whose abilities it would add, remove, or keep from working."""
    world = board.world
    after = board.copy()
    apply(effect, layer, after, course, ahead=True)
    others = []
    for object in after.abilities:
        old, new = board.abilities[object], after.abilities[object]
        changed = [each for each in old if each not in new] + [x for x in new if x not in old]
        if after.is_disabled(object) and not board.is_disabled(object):
            changed += [each for each in old if each not in changed]
        for instance in changed:
            if is_static(instance) and world.works_in(object, instance.ability.zones):
                others.append(static_effect(instance, after if instance in new else board))
    return [other for other in others if other.key != effect.key]


def observe(
    effect: Effect, layer: str, board: Board, course: Course, *, ahead: bool = False
) -> Observation:
    """What the effect's part in the layer is on the board.

    ahead: as if it had its turn there.
    """
    if not (ahead or acts_in(effect, layer, board, course)):
        return Observation(False, (), ())
    scopes, actions = [], []
    for place, instruction, steps in part_of(effect, layer, board.world):
        marked = not modifies(steps[0][1])
        scope = scope_of(effect, place, instruction, board, course, marked=marked)
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
    if not isinstance(operation, CopyOf) or operation.itself:
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
    *,
    marked: bool,
) -> frozenset[str]:
    """The objects that an instruction applies to (`settled`: see `View`).

    marked: those too that can't be modified.
    """
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
        fixed = any(one == object and by != effect.key for one, by in marks)
        if (marked or own or not fixed) and not over:
            left.add(object)
    return frozenset(left)


def apply(
    effect: Effect, layer: str, board: Board, course: Course, *, ahead: bool = False
) -> set[Cell]:
    """Apply the effect's part to the board, if it exists; the cells that it writes.

    ahead: as for `observe`.
    """
    observation = observe(effect, layer, board, course, ahead=ahead)
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
    selected = [
        scope_of(effect, place, instruction, board, course, marked=True)
        for place, instruction, _ in part
    ]
    if early:
        remember(effect, layer, observation.scopes, board, course)
    else:
        course.begun.add(effect.key)
    for number, (place, _, _) in enumerate(part):
        if not early and observation.exists:
            course.kept.setdefault((effect.key, place), selected[number])
    for scope in observation.scopes:
        course.reached.setdefault(effect.key, set()).update(scope)
    if effect.instance is not None:
        note_copied(effect, layer, board, course)
    apply(effect, layer, board, course)
    if ahead_in(layer, effect.ability, board.world):
        course.ahead |= {(effect.key, own) for own in own_layers(effect, layer, board.world)}


def note_copied(effect: Effect, layer: str, board: Board, course: Course) -> None:
    """What a static effect copies that is applied, for all that it is applied to."""
    _, copied = course.applied.setdefault(effect.key, (effect, []))
    for place, instruction, steps in part_of(effect, layer, board.world):
        marked = not modifies(steps[0][1])
        scope = scope_of(effect, place, instruction, board, course, marked=marked)
        for number, operation in steps:
            if scope and isinstance(operation, CopyOf):
                card = copied_by(effect, place, number, operation, View(board, effect))
                if card is not None:
                    copied.append((place, number, card))
