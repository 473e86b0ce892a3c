"""The oracle's grounded answers: all deeds of a board gathered from none, set of deeds by set."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations

from layerlaw.model.algebra import Ignore, Operation, Permission, Redirect
from oracle.board import Board
from oracle.candidates import TooBig
from oracle.effects import Course, effects_on, exists, part_of
from oracle.kinds import modifies
from oracle.layering import is_immune
from oracle.observe import copied_by, scope_of
from oracle.operations import operands, write
from oracle.printed import printed_board
from oracle.view import View
from oracle.world import Effect, World

MOST_DEEDS = 9
"""Of at most so many deeds every set is tried."""


MARKS = (Permission, Ignore, Redirect)


@dataclass(frozen=True)
class Deed:
    """What one operation of an instruction does to one object, its operands worked out."""

    effect: Effect
    place: int
    number: int
    operation: Operation
    target: str
    operands: tuple[object, ...]


def deeds_on(board: Board) -> list[Deed]:
    """All that the effects do on the board, in the order in which it is written."""
    world = board.world
    oldest_first = sorted(effects_on(board, Course(world)), key=lambda each: each.order)
    if world.policy("same step") == "oldest last":
        oldest_first.reverse()
    return [
        deed
        for layer in world.rulebook.layers
        for effect in oldest_first
        for place, _, steps in part_of(effect, layer.id, world)
        for number, operation in steps
        for object in world.by_entry()
        if (deed := deed_on(board, effect, place, number, operation, object)) is not None
    ]


def deed_on(
    board: Board, effect: Effect, place: int, number: int, operation: Operation, object: str
) -> Deed | None:
    """What the operation does to the object on the board, or None."""
    course = Course(board.world)
    instruction = effect.ability.instructions[place]
    if not exists(effect, board, course):
        return None
    marked = not modifies(operation)
    if object not in scope_of(effect, place, instruction, board, course, marked=marked):
        return None
    if is_immune(object, operation, instruction.scope, board):
        return None
    it = View(board, effect, object)
    copied = copied_by(effect, place, number, operation, it)
    return Deed(effect, place, number, operation, object, operands(operation, copied, it))


def is_done(deed: Deed, board: Board) -> bool:
    """Whether the effects do just this on the board."""
    found = deed_on(board, deed.effect, deed.place, deed.number, deed.operation, deed.target)
    return found is not None and found.operands == deed.operands


def made_by(deeds: list[Deed], world: World) -> Board:
    """The printed board with these deeds, and nothing else."""
    board = printed_board(world)
    for each in deeds:
        write(each.target, each.operation, each.operands, each.effect, board)
    return board


def is_gathered(board: Board) -> bool:
    """Whether all deeds of a fixed point are gathered from none: again and again those join that
    are done on every board made by a set of deeds between those gathered and all."""
    every = deeds_on(board)
    gathered: list[int] = []
    while len(gathered) < len(every):
        certain = [number for number in range(len(every)) if number not in gathered]
        # Whether a mark is there changes nothing that any effect could observe.
        free = [each for each in certain if not isinstance(every[each].operation, MARKS)]
        if len(free) > MOST_DEEDS:
            raise TooBig(f"{len(free)} deeds")
        for size in range(len(free) + 1):
            for more in combinations(free, size):
                between = sorted({*gathered, *more})
                made = made_by([every[number] for number in between], board.world)
                certain = [number for number in certain if is_done(every[number], made)]
            if not certain:
                return False
        gathered += certain
    return True
