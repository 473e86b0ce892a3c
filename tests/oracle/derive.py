"""The oracle's derivation: all layers from the printed board to the final state."""

from __future__ import annotations

from dataclasses import dataclass

from layerlaw.model.algebra import SEVERAL_NAMES
from layerlaw.model.rulebooks.rulebook import StateCheck
from oracle.board import Board
from oracle.effects import Course, condition_holds, is_static, static_effect
from oracle.order import play_layer
from oracle.permissions import Question, may
from oracle.printed import printed_board
from oracle.selectors import controller_of, select
from oracle.simultaneous import Answers, answers
from oracle.view import View
from oracle.world import Key, World

Fates = dict[str, tuple[str, str]]
"""What the state-based checks say: object -> (verdict, zone)."""


@dataclass
class Answer:
    """One whole derivation.

    board: the final state, the first one of several. course: what that one remembers. edges: layer
    id -> pairs (x, y) of effect ids, x depends on y, when the layer began. turns: layer id ->
    (effect id, "applied" or "lost") in order. answers: where effects apply at the same time.
    """

    board: Board
    course: Course
    edges: dict[str, frozenset[tuple[str, str]]]
    turns: dict[str, tuple[tuple[str, str], ...]]
    answers: Answers | None = None

    @property
    def states(self) -> list[Board]:
        """All answers; a single one where effects apply one after another, none in a paradox."""
        if self.answers is None:
            return [self.board]
        return [each.with_floors() for each in self.answers.boards]


class NeverSettles(Exception):
    """Conditions, or state-based checks, go on changing for ever."""


def derive(world: World) -> Answer:
    """The complete state of the world as it is now."""
    if not world.layered:
        return derive_at_once(world)
    if world.policy("condition read") == "while applying":
        return derive_layers(world, None)
    on, seen = world.on, [world.on]
    while True:
        derivation = derive_layers(world, on)
        holding = conditions_that_hold(derivation)
        if holding == on:
            return derivation
        if holding in seen:
            raise NeverSettles(sorted(on ^ holding))
        seen.append(holding)
        on = holding


def derive_layers(world: World, on: frozenset[Key] | None) -> Answer:
    """Apply every layer to the printed board, then the floors."""
    board = printed_board(world)
    course = Course(world, on=on)
    derivation = Answer(board, course, {}, {})
    for layer in world.rulebook.layers:
        edges, turns = play_layer(layer.id, board, course)
        derivation.edges[layer.id] = frozenset(edges)
        derivation.turns[layer.id] = tuple(turns)
    derivation.board = board.with_floors()
    return derivation


def conditions_that_hold(derivation: Answer) -> frozenset[Key]:
    """The effects, of what the final board holds where it works, whose condition holds there."""
    board = derivation.board
    found = set()
    for holder, instances in board.abilities.items():
        for instance in instances:
            works = board.world.works_in(holder, instance.ability.zones)
            works = works and not board.is_disabled(holder)
            if works and is_static(instance) and instance.ability.condition is not None:
                effect = static_effect(instance, board)
                if condition_holds(effect, View(board, effect), Course(board.world)):
                    found.add(effect.key)
    return frozenset(found)


def derive_at_once(world: World) -> Answer:
    """All effects at the same time; what events need to know is read on the first answer."""
    found = answers(world)
    board, course = printed_board(world), Course(world)
    if found.boards:
        board = found.boards[0]
        course = found.course(board)
    return Answer(board.with_floors(), course, {}, {}, found)


def fates(derivation: Answer) -> Fates:
    """What the state-based checks say in all answers alike, by the first check that does."""
    each = [fates_on(board) for board in derivation.states]
    if not each:
        return {}
    return {
        object: fate
        for object, fate in each[0].items()
        if all(other.get(object) == fate for other in each)
    }


def fates_on(board: Board) -> Fates:
    """What the state-based checks say of one state."""
    found: Fates = {}
    for check in board.world.rulebook.checks:
        selected = select(check.who, View(board))
        hit = [each for each in board.world.by_entry() if each in selected and each not in found]
        safe = {
            object
            for object in hit
            if check.obeys and not may(Question(object, check.obeys, passive=True), board)
        }
        if check.cannot:
            safe |= {
                object
                for object in hit
                if (bearer := board.world.things[object].bearer) is None
                or may(Question(object, check.cannot, to=bearer), board)
            }
        if check.one_for_each:
            safe |= {
                one
                for one in hit
                if staying(like(one, hit, check, board), safe, check, board) == one
            }
        for object in hit:
            if object not in safe:
                found[object] = (check.verdict, check.zone)
    return found


def like(object: str, hit: list[str], check: StateCheck, board: Board) -> list[str]:
    """Those that have all in common with it that the check asks for; itself among them."""

    def same(way: str, other: str) -> bool:
        match way:
            case "controller":
                return controller_of(object, board) == controller_of(other, board)
            case "owner":
                return board.world.things[object].owner == board.world.things[other].owner
            case "bearer":
                things = board.world.things
                return things[object].bearer == things[other].bearer
            case "name":
                return bool(names(object) & names(other))
        return True

    def names(one: str) -> set[str]:
        return set(board.names[one].split(SEVERAL_NAMES)) - {""}

    # No name is none in common.
    return [
        other
        for other in hit
        if other == object or all(same(way, other) for way in check.one_for_each)
    ]


def staying(group: list[str], safe: set[str], check: StateCheck, board: Board) -> str | None:
    """One of the group that stays: the newest, but a wanted one first, or one that is safe.

    Newest by timestamp: what was transformed may have a new one. None stays where the check says
    so of several that came at one moment.
    """
    things = board.world.things
    wanted = set() if check.prefers is None else select(check.prefers, View(board))
    for few in (safe, wanted, set(group)):
        best = [each for each in group if each in few]
        moments = sorted((things[each].static_stamp[0] for each in best), reverse=True)
        if check.ties and few is not safe and len(best) > 1 and moments[0] == moments[1]:
            return None
        if best:
            return max(best, key=lambda each: (things[each].static_stamp, group.index(each)))
    raise AssertionError(group)
