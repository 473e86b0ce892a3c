"""What an answer asks about ground that the scenario does not name: its numbers, words, name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.model.algebra import Ability
from layerlaw.model.algebra.mentions import chooses_name, keywords_asked, names_asked
from layerlaw.model.scenarios.unnamed_ground import counts_ground, is_unnamed
from layerlaw.solver.board.columns import ABILITIES, BENEATH, NAME
from layerlaw.solver.board.kinds import NO_OBJECTS
from layerlaw.solver.derivation.checks import fates, marked
from layerlaw.solver.effects.context import AbilityInstance
from layerlaw.solver.effects.effects import Effects
from layerlaw.solver.layers.observe import Observer

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from layerlaw.model.algebra import Selector
    from layerlaw.solver.board.columns import Board
    from layerlaw.solver.board.kinds import Objects
    from layerlaw.solver.derivation.answer import Answer
    from layerlaw.solver.effects.parts import Part

CHECKS = "checks"
"""The name of the state-based checks among those who ask."""


def asked_of_unnamed(answer: Answer) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The effects that would act differently if the ground were different, and the checks likewise.

    With each comes what it asks for: a number, "name", "words", "abilities", "controller". Each
    part is observed once more on the board of its turn, with the ground changed; the consequences
    are not followed.
    """
    world = answer.world
    ids = [thing.id for thing in world.things if is_unnamed(thing.id)]
    if not ids or answer.answers is not None:
        return
    unnamed = world.mask(ids)
    observer = Observer(Effects(world, answer.instances))
    names, abilities = _names(answer), _abilities(answer)
    asked_by: dict[str, dict[str, None]] = {}
    for run in answer.runs:
        for turn in run.turns:
            board = turn.before
            now = _look(observer, turn.part, board)
            for what, other in _otherwise(answer, board, unnamed, names, abilities):
                if _look(observer, turn.part, other) != now:
                    asked_by.setdefault(turn.part.id, {})[what] = None
    ending = fates(world, answer.instances, answer.end, marked(answer.end, {}))
    end = answer.end
    for what, other in _otherwise(answer, end, unnamed, names, abilities):
        if fates(world, answer.instances, other, marked(other, {})) != ending:
            asked_by.setdefault(CHECKS, {})[what] = None
    for who, asked in asked_by.items():
        yield who, tuple(asked)


def _look(observer: Observer, part: Part, board: Board) -> object:
    holds = part.condition is None or part.condition(board, -1)
    return observer.look(part, board) if holds else None


def counting_unnamed(answer: Answer) -> Iterator[str]:
    """The effects that count such ground, so that one square more or less makes a difference."""
    world, space = answer.world, answer.rulebook.space
    unnamed = world.mask(thing.id for thing in world.things if is_unnamed(thing.id))
    if not unnamed or space is None or answer.answers is not None:
        return
    observer = Observer(Effects(world, answer.instances))
    counting: dict[str, None] = {}
    for run in answer.runs:
        for turn in run.turns:
            part = turn.part
            if part.id in counting or not counts_ground(part.effect.ability, space):
                continue
            other = turn.before.fork()
            other.remove(space.types, space.ground, unnamed)
            if _look(observer, part, other) != _look(observer, part, turn.before):
                counting[part.id] = None
    yield from counting


def _names(answer: Answer) -> list[str]:
    """The names that effects, rules or checks ask for, or that were chosen."""
    situation = answer.situation
    asked: set[str] = set().union(*map(names_asked, _trees(answer)))
    if any(chooses_name(effect.ability) for effect in answer.effects.values()):
        asked |= {thing.choice for thing in situation.things if thing.choice}
        asked |= {effect.choice for effect in situation.effects if effect.choice}
    return sorted(asked)


def _abilities(answer: Answer) -> list[int]:
    """An instance of each keyword that anything asks for, and one without a keyword."""
    asked: set[str | None] = set().union(*map(keywords_asked, _trees(answer)))
    return [
        answer.instances.number(
            ("unnamed ground", keyword),
            AbilityInstance(Ability(keyword), keyword or "ability", 0, None, static=False),
        )
        for keyword in sorted(asked, key=str)
    ]


def _trees(answer: Answer) -> list[Ability | Selector]:
    return [
        *(effect.ability for effect in answer.effects.values()),
        *(rule.ability for rule in answer.rulebook.rules),
        *(check.who for check in answer.rulebook.checks),
    ]


def _otherwise(
    answer: Answer,
    board: Board,
    unnamed: Objects,
    names: Iterable[str],
    abilities: Iterable[int],
) -> Iterator[tuple[str, Board]]:
    """The boards on which one thing about the ground is different, with what that is."""
    rulebook = answer.rulebook
    assert rulebook.space is not None
    ground = rulebook.space.unnamed
    assert ground is not None
    for number in ground.numbers:
        other = board.fork()
        other.assign(number, 1, unnamed & board.column(number).get(0, NO_OBJECTS))
        yield number, other
    for name in names:
        other = board.fork()
        other.assign(NAME, name, unnamed)
        yield "name", other
    other = board.fork()
    for instance in abilities:
        other.add(ABILITIES, instance, unnamed)
    yield "abilities", other
    other = board.fork()
    for characteristic in rulebook.characteristics.values():
        for word in characteristic.words:
            if word in ground.words:
                other.add(characteristic.name, word, unnamed)
    yield "words", other
    for player in answer.situation.players:
        other = board.fork()
        free = unnamed & ~board.having(rulebook.control)
        other.add(rulebook.control, player, free)
        other.add(BENEATH, player, free)
        yield rulebook.control, other
