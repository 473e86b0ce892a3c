"""Which cells may still change, and which way: whatever is open, and in whatever order it is done.

Copies, and bars that come before what they bar or behind it, as the layers of a document have it.
"""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from half_decided import HalfDecided

from layerlaw.model.rulebooks.rulebook import Rulebook
from layerlaw.solver.board.columns import ABILITIES, BASE, NAME, Board
from layerlaw.solver.board.kinds import NO_OBJECTS, Objects
from layerlaw.solver.certificate import Certificate
from layerlaw.solver.derivation.simultaneous import Settling
from layerlaw.solver.together.keys import Key
from together import CHARACTERISTICS, STATUSES, STEPS, game, table

COPIED = (
    "copy of self",
    "copy of P",
    "copy of Q",
    "copy of R",
    "copy of other creatures",
    "copy of light creatures",
    "copy of creatures you control",
    "controller := me",
    "controller := you",
    "controller := controller of P",
    "colours += dark",
    "light becomes dark",
    "power += 1",
    "swap power and cost",
    "lose blocker",
    "lose all abilities",
    "gain haste",
    "types := relic",
    "silenced",
)
BARRED = (
    "silenced",
    "drained",
    "stunned",
    "can't be silenced",
    "can't be drained",
    "can't be stunned",
    "power := 3",
    "power += 1",
    "power fixed at 2",
    "power at least 2",
    "swap power and cost",
    "gain haste",
    "lose haste",
    "can't have haste",
    "lose all abilities but blocker",
    "copy of Q",
    "colours := fire",
    "light becomes dark",
    "controller := me",
    "can't be controlled by me",
)


def in_any_order(seed: int) -> Rulebook:
    """The game with its steps in an order of their own."""
    steps = list(STEPS)
    Random(seed).shuffle(steps)
    return replace(game({"loss": ("momentary", "bar")[seed % 2]}), layers=tuple(steps))


def shown(board: Board, column: str, values: list[object]) -> Objects:
    """The objects that have one of these in a column."""
    mine = NO_OBJECTS
    for value, held in board.column(column).items():
        if value in values:
            mine |= held
    return mine


def present(half: HalfDecided) -> list[tuple[Key, str, list[object]]]:
    """What may be there or not: the key, the column, and the values of it."""
    candidates = half.state.candidates
    found: list[tuple[Key, str, list[object]]] = [
        (("word", one.name, word), one.name, [word])
        for one in CHARACTERISTICS
        for word in one.words
    ]
    found += [(("status", one.name), one.name, [True]) for one in STATUSES]
    for keyword in ("blocker", "haste"):
        own: list[object] = [
            number
            for number in {n for _, board in half.made for n in board.column(ABILITIES)}
            if isinstance(number, int) and candidates.instances.keyword(number) == keyword
        ]
        found.append((("keyword", keyword), ABILITIES, own))
    for one in candidates.all:
        if one.effect.static:
            key = ("instance", one.effect.instance, one.effect.ability.keyword)
            found.append((key, ABILITIES, [one.effect.instance]))
    return found


OTHERS: tuple[tuple[Key, str], ...] = (
    (("number", "power"), "power"),
    (("number", BASE + "power"), BASE + "power"),
    (("number", "cost"), "cost"),
    (("name",), NAME),
    (("ability",), ABILITIES),
    (("any word", "colours"), "colours"),
    (("player", "controller"), "controller"),
)


def holds_on_all(half: HalfDecided, why: object) -> None:
    """Fail unless nothing but what may come or go does so on any board that is made."""
    partial = half.state.partial
    for key, column, values in present(half):
        had = shown(partial.board, column, values)
        for _, board in half.made:
            has = shown(board, column, values)
            assert not has & ~had & ~partial.gaining(key), (why, key)
            assert not had & ~has & ~partial.losing(key), (why, key)
    for key, column in OTHERS:
        for _, board in half.made:
            before, after = partial.board.column(column), board.column(column)
            for value in {**before, **after}:
                differing = before.get(value, 0) ^ after.get(value, 0)
                assert not differing & ~partial.doubtful(key), (why, key)


@pytest.mark.parametrize("start", range(0, 72, 9))
def test_what_copies_may_bring_and_take_is_told(start: int) -> None:
    """And nothing else comes or goes on any board that is made by what is open."""
    for seed in range(start, start + 9):
        holds_on_all(HalfDecided(seed, COPIED), seed)


@pytest.mark.parametrize("start", range(100, 172, 9))
def test_what_bars_may_keep_is_told(start: int) -> None:
    """What is kept from a status, or by it, may be there after all; whatever comes first."""
    for seed in range(start, start + 9):
        holds_on_all(HalfDecided(seed, BARRED, in_any_order(seed)), seed)


@pytest.mark.parametrize(
    ("bar", "done", "gone"),
    [
        ("can't be silenced", "silenced", "Q does not have blocker"),
        ("can't be drained", "drained", "power of Q = 0"),
        ("can't be drained", "drained; Q: power := 3", "base power of Q = 2"),
        ("can't be drained", "drained", 'there are no creatures named "Q"'),
    ],
)
def test_a_bar_that_comes_first_keeps_what_a_status_would_take(
    bar: str, done: str, gone: str
) -> None:
    """There is an answer in which what is barred is not gone, and one in which it is gone."""
    cards = {
        "P": f"relic | Q: {bar} as long as R is not light",
        "Q": "blocker 2",
        "M": f"relic | Q: {done}",
        "R": f"relic | self: colours += light as long as {gone}",
    }
    book = replace(game(), layers=(STEPS[-1], *STEPS[:-1]))
    found = Settling(table(cards, rulebook=book)).derivation()
    assert [one.effects for one in found.answers or ()] == [("M.1", "R.1"), ("P.1", "M.1")]
    assert Certificate(found.facts).check().ok
