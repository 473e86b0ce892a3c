"""What an answer asks of ground that the scenario does not name: its numbers, words, controller."""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.model.unnamed import is_unnamed
from layerlaw.solver.board import BENEATH
from layerlaw.solver.checks import fates
from layerlaw.solver.effects import Effects
from layerlaw.solver.observe import Observer

if TYPE_CHECKING:
    from collections.abc import Iterator

    from layerlaw.solver.board import Board
    from layerlaw.solver.derivation import Derivation
    from layerlaw.solver.parts import Part

CHECKS = "checks"
"""Who asks, where it is the state-based checks."""


def asked_of_unnamed(derivation: Derivation) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Every effect, and the checks, that would do something else if the ground were otherwise.

    With each, what it asks for: a number, "words", "controller". Each part is looked at once more
    on the board of its turn, with the ground changed; what follows from that is not looked at.
    """
    world = derivation.world
    ids = [thing.id for thing in world.things if is_unnamed(thing.id)]
    if not ids or derivation.answers is not None:
        return
    unnamed = world.mask(ids)
    observer = Observer(Effects(world, derivation.instances))
    found: dict[str, dict[str, None]] = {}
    for run in derivation.runs:
        for turn in run.turns:
            board = turn.before
            now = _look(observer, turn.part, board)
            for what, other in _otherwise(derivation, board, unnamed):
                if _look(observer, turn.part, other) != now:
                    found.setdefault(turn.part.id, {})[what] = None
    ending = fates(world, derivation.instances, derivation.end, {})
    for what, other in _otherwise(derivation, derivation.end, unnamed):
        if fates(world, derivation.instances, other, {}) != ending:
            found.setdefault(CHECKS, {})[what] = None
    for who, asked in found.items():
        yield who, tuple(asked)


def _look(observer: Observer, part: Part, board: Board) -> object:
    holds = part.condition is None or part.condition(board, -1)
    return observer.look(part, board) if holds else None


def _otherwise(derivation: Derivation, board: Board, unnamed: int) -> Iterator[tuple[str, Board]]:
    """The board with one thing about the ground otherwise, and what that is."""
    rulebook = derivation.rulebook
    assert rulebook.space is not None
    ground = rulebook.space.unnamed
    assert ground is not None
    for number in ground.numbers:
        other = board.fork()
        other.assign(number, 1, unnamed & board.column(number).get(0, 0))
        yield number, other
    other = board.fork()
    for characteristic in rulebook.characteristics.values():
        for word in characteristic.words:
            if word in ground.words:
                other.add(characteristic.name, word, unnamed)
    yield "words", other
    for player in derivation.situation.players:
        other = board.fork()
        free = unnamed & ~board.having("controller")
        other.add("controller", player, free)
        other.add(BENEATH, player, free)
        yield "controller", other
