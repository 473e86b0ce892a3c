"""The oracle's effects that apply at the same time: fixed points, and which are the answers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import product
from typing import Any

from layerlaw.model.algebra import Instruction, Operation
from oracle.board import Board, numbers_with_base, title
from oracle.candidates import Atom, Guess, all_candidates, guessed
from oracle.cells import same
from oracle.effects import Course, effects_on, exists, part_of
from oracle.grounds import is_gathered
from oracle.kinds import modifies
from oracle.layering import is_immune, lifts
from oracle.observe import copied_by, scope_of
from oracle.operations import operands, write
from oracle.printed import printed_board
from oracle.selectors import controller_of
from oracle.view import View
from oracle.world import Effect, Key, World

PATIENCE = 60
"""After so many rounds nothing settles any more."""


@dataclass
class Answers:
    """The grounded fixed points in their order, those that lift themselves, and which are meant.

    Under `newest wins` `boards` holds the first of the grounded ones alone.
    """

    world: World
    boards: list[Board]
    loose: list[Board]

    def course(self, board: Board) -> Course:
        """What an answer remembers: the objects that effects were applied to."""
        course = Course(self.world)
        for effect in effects_on(board, course):
            if exists(effect, board, course):
                for place, instruction in enumerate(effect.ability.instructions):
                    marked = not all(map(modifies, instruction.operations))
                    scope = scope_of(effect, place, instruction, board, course, marked=marked)
                    course.reached.setdefault(effect.key, set()).update(scope)
        return course


def answers(world: World) -> Answers:
    """All fixed points, sorted out."""
    found = fixed_points(world)
    grounded = in_order([each for each in found if is_grounded(each)], world)
    loose = in_order([each for each in found if not is_grounded(each)], world)
    if world.policy("process") == "newest wins":
        grounded = grounded[:1]
    return Answers(world, grounded, loose)


def fixed_points(world: World) -> list[Board]:
    """Every board that comes out of itself: whatever goes in circles is guessed in every way."""
    atoms = guessed(world)
    found: list[Board] = []
    for values in product((True, False), repeat=len(atoms)):
        guess: Guess = dict(zip((each[:2] for each in atoms), values, strict=True))
        effects = [each[2] for each in atoms]
        board = printed_board(world)
        for _ in range(PATIENCE):
            before, board = board, outcome(board, None, guess, effects)
            if same(before, board):
                break
        again = outcome(board)
        if same(board, again) and not any(same(again, each) for each in found):
            found.append(again)
    return found


def with_existence(world: World, there: Mapping[str, bool]) -> Board | None:
    """What comes out where these effects, by their ids, exist or not whatever is observed.

    None where it does not come to rest.
    """
    effects = list(all_candidates(world).effects.values())
    guess: Guess = {("exists", (one.key,)): there[one.id] for one in effects if one.id in there}
    board = printed_board(world)
    for _ in range(PATIENCE):
        before, board = board, outcome(board, None, guess, effects)
        if same(before, board):
            return board
    return None


def outcome(
    board: Board,
    lifted: Board | None = None,
    guess: Guess | None = None,
    more: list[Effect] | None = None,
    without_lifting: bool = False,
) -> Board:
    """What comes out when every effect is observed on the board, and all is written.

    lifted: where it is another board, lifting operations are observed on that one. guess: what is
    taken for granted instead of being observed, with the effects that this speaks of.
    without_lifting: lifting operations are left out.
    """
    world = board.world
    course = Course(world)
    result = printed_board(world)
    effects: dict[Key, Effect] = {}
    for each in [*effects_on(board, course), *effects_on(lifted or board, course), *(more or [])]:
        effects.setdefault(each.key, each)
    oldest_first = sorted(effects.values(), key=lambda each: each.order)
    if world.policy("same step") == "oldest last":
        oldest_first.reverse()
    for layer in world.rulebook.layers:
        for effect in oldest_first:
            for place, instruction, steps in part_of(effect, layer.id, world):
                for number, operation in steps:
                    on = View(board, effect)
                    if lifted is not None and lifts(operation, world.rulebook):
                        if without_lifting:
                            continue
                        on = View(lifted, effect, settled=board)
                    for object in applied_to(on, place, instruction, operation, guess or {}):
                        it = View(on.board, effect, object, on.settled)
                        copied = copied_by(effect, place, number, operation, it)
                        write(object, operation, operands(operation, copied, it), effect, result)
    return result


def applied_to(
    view: View, place: int, instruction: Instruction, operation: Operation, guess: Guess
) -> Iterator[str]:
    """The objects that an operation of an effect is done to, in the order of entry."""
    effect, board = view.effect, view.board
    assert effect is not None
    course = Course(board.world)
    existence: Atom = ("exists", (effect.key,))
    there = guess.get(existence)
    if there is None:
        there = exists(effect, board, course, view.settled)
    if not there:
        return
    changing = modifies(operation)
    scope = scope_of(effect, place, instruction, board, course, view.settled, marked=not changing)
    for object in board.world.by_entry():
        member: Atom = ("scope", (effect.key, place, object, changing))
        immune = is_immune(object, operation, instruction.scope, view.firm.board)
        if guess.get(member, object in scope) and not immune:
            yield object


def is_grounded(board: Board) -> bool:
    """Whether the board is an answer, by the policy `groundedness`."""
    match board.world.policy("groundedness"):
        case "all deeds":
            return is_gathered(board)
        case "what is added":
            return is_reached_by_adding(board)
    return True


def is_reached_by_adding(board: Board) -> bool:
    """Whether the board is reached from the printed one by what lifts itself step by step."""
    lifted = outcome(board, printed_board(board.world), without_lifting=True)
    for _ in range(PATIENCE):
        before, lifted = lifted, outcome(board, lifted)
        if same(before, lifted):
            return same(lifted, board)
    return False


def in_order(boards: list[Board], world: World) -> list[Board]:
    """That in which the newest effect exists comes first, and so on; then by their cells."""
    course = Course(world)
    existing = [
        {each.key: each for each in effects_on(board, course) if exists(each, board, course)}
        for board in boards
    ]
    every = {key: effect for each in existing for key, effect in each.items()}
    newest_first = sorted(every.values(), key=lambda each: each.order, reverse=True)
    keys: list[Any] = [
        ([effect.key not in each for effect in newest_first], in_words(board))
        for board, each in zip(boards, existing, strict=True)
    ]
    return [boards[place] for place in sorted(range(len(boards)), key=lambda place: keys[place])]


def in_words(board: Board) -> list[object]:
    """The cells by which answers are ordered at last, object after object."""
    world, shown = board.world, board.with_floors()
    found: list[object] = []
    for object in world.by_entry():
        found.append(shown.names[object])
        for each in world.rulebook.characteristics.values():
            cell = (object, each.name)
            if each.kind == "set":
                found.append(sorted(shown.sets[cell]))
            elif each.kind == "player":
                found.append(controller_of(object, shown) or "")
            elif each.kind == "number":
                found.append(number_in_words(shown.numbers[cell]))
            else:
                found.append(shown.statuses[cell])
        bases = numbers_with_base(world)
        found += [number_in_words(shown.numbers[object, f"base {name}"]) for name in bases]
        found += [shown.statuses[object, name] for name in world.rulebook.statuses]
        abilities = [each.ability for each in shown.abilities[object]]
        found.append(sorted(title(each) or repr(each) for each in abilities))
        found.append(sorted(map(repr, shown.marks[object])))
    return found


def number_in_words(number: int | None) -> list[int]:
    """A number, of which a missing one is the least."""
    return [] if number is None else [number]
