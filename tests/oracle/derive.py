"""The oracle's derivation: all layers from the printed board to the final state."""

from __future__ import annotations

from dataclasses import dataclass

from oracle.board import Board, printed_board
from oracle.effects import Course
from oracle.order import play_layer
from oracle.selectors import View, select
from oracle.world import World


@dataclass
class Derivation:
    """One whole derivation.

    edges: layer id -> pairs (x, y) of effect ids, x depends on y, when the layer began.
    turns: layer id -> (effect id, "applied" or "lost") in order.
    """

    board: Board
    course: Course
    edges: dict[str, frozenset[tuple[str, str]]]
    turns: dict[str, tuple[tuple[str, str], ...]]


def derive(world: World) -> Derivation:
    """Apply every layer to the printed board, then the floors."""
    board = printed_board(world)
    course = Course(world)
    derivation = Derivation(board, course, {}, {})
    for layer in world.rulebook.layers:
        edges, turns = play_layer(layer.id, board, course)
        derivation.edges[layer.id] = frozenset(edges)
        derivation.turns[layer.id] = tuple(turns)
    if world.policy("floor") != "none":
        for (object, name), value in list(board.numbers.items()):
            if value is not None:
                board.numbers[object, name] = board.cut(name, value)
    return derivation


def fates(derivation: Derivation) -> dict[str, tuple[str, str]]:
    """What the state-based checks say: object -> (verdict, zone), by the first check that does."""
    found: dict[str, tuple[str, str]] = {}
    for check in derivation.board.world.rulebook.checks:
        for object in select(check.who, View(derivation.board)):
            found.setdefault(object, (check.verdict, check.zone))
    return found
