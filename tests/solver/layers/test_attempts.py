"""Trials on the board itself, and steps that try again only what writes over what they changed."""

from __future__ import annotations

from random import Random

import pytest

from layerlaw.model import loads_scenario
from layerlaw.solver.board.columns import Board
from layerlaw.solver.board.kinds import Objects
from layerlaw.solver.derivation.derive import derive
from layerlaw.solver.facts.situation import Situation
from layerlaw.solver.play.history import History
from mutation.boards import alike_on_the_way

WORDS = ("a", "b", "c", "d")


def contents(board: Board) -> dict[str, list[tuple[object, int]]]:
    """All columns that hold anything, their values in order."""
    return {name: list(column.items()) for name, column in board.columns.items() if column}


def scribble(board: Board, random: Random) -> None:
    """Write something to the board."""
    name, scope = random.choice(("words", "numbers")), Objects(random.randrange(1, 32))
    value = random.choice(WORDS)
    match random.randrange(5):
        case 0:
            board.add(name, value, scope)
        case 1:
            board.remove(name, value, scope)
        case 2:
            board.clear(name, scope)
        case 3:
            board.assign(name, value, scope)
        case _:
            board.replace(name, {value: scope, "e": Objects(1)})


@pytest.mark.parametrize("seed", range(200))
def test_after_an_attempt_the_board_is_as_before_in_the_same_order(seed: int) -> None:
    """Whatever was written in it; forks from before it see nothing of it, and it can be written."""
    random = Random(seed)
    board = Board({"words": {"a": Objects(3), "b": Objects(4)}})
    earlier = board.fork() if seed % 2 else Board({})
    for _ in range(random.randrange(4)):
        scribble(board, random)
    shared = board.fork() if seed % 3 == 0 else Board({})
    if seed % 3 == 0:
        board = board.fork()
    before, others = contents(board), (contents(earlier), contents(shared))
    copied = {name: dict(column) for name, column in board.columns.items()}
    for _ in range(2):
        written = board.attempt()
        for _ in range(random.randrange(1, 8)):
            scribble(board, random)
        after = contents(board)
        flips = list(written)
        board.take_back()
        assert contents(board) == before
        assert (contents(earlier), contents(shared)) == others
        for flip in flips:
            board.flip(*flip)
        assert {name: dict(column) for name, column in contents(board).items()} == {
            name: dict(column) for name, column in after.items()
        }
        for flip in flips:
            board.flip(*flip)
        board = Board({name: {**column} for name, column in copied.items()})


WHO = (
    "minions",
    "other minions",
    "beasts",
    "other beasts",
    "mortals",
    "undead",
    "minions with Lethal",
    "minions without Lethal",
    "minions with power >= 3",
    "M0",
    "M1",
)
DOES = (
    "gain Lethal",
    "gain Airborne",
    "lose Lethal",
    "lose Airborne",
    "lose all abilities",
    "silenced",
    "power += 1",
    "power := 3",
    "subtypes += beast",
    "subtypes -= beast",
    "subtypes := undead",
    "gain [minions: power += 1]",
    "gain [other minions: gain Lethal]",
    "subtypes += mortal, gain Lethal",
    "gain Airborne, lose Lethal",
)
BECOMES = ("mortals: mortal becomes beast", "beasts: beast becomes undead")


def writing_board(seed: int) -> Situation:
    """Three to eight minions whose effects give and take words and abilities."""
    random = Random(seed)
    lines = [*(f"{who}: {does}" for who in WHO for does in DOES), *BECOMES]
    count = random.randrange(3, 9)
    text = "title: board\nrulebook: sorcery-2026-01\nplayers: [you, me]\n"
    text += "readings: {SORC-OPEN-GRAPH: each-step, SORC-OPEN-FREED: compete}\ncards:\n"
    for number in range(count):
        kind = random.choice(("mortal", "beast", "undead"))
        has = random.sample(lines, random.choice((1, 1, 1, 2)))
        text += f"  C{number}:\n    is: [minion, {kind}]\n    power: 1\n    has:\n"
        text += "".join(f"      - {line!r}\n" for line in has)
    text += "play:\n" + "".join(f"  - you: C{number} as M{number}\n" for number in range(count))
    history = History(loads_scenario(text, "board"))
    for _ in history.play():
        pass
    return history.table.situation


@pytest.mark.parametrize("seed", range(40))
def test_steps_that_try_little_again_find_the_same_graphs(seed: int) -> None:
    """Against trials of all pairs on boards of their own, after every step."""
    here = writing_board(seed)
    alike_on_the_way(derive(here), derive(here, prune=False))
