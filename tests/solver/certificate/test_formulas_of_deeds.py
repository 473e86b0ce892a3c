"""What is done on any board that some deeds of another one make, by formulas and by the replay."""

from __future__ import annotations

from functools import cache
from itertools import product
from random import Random

import pytest
from gathered import chosen_by, every_deed, is_done, is_grounded, row_of
from half_known import WorkedOut, far_boards, said, together_of

from layerlaw.solver.certificate.confirm import another
from layerlaw.solver.certificate.fixpoints.board import Coding
from layerlaw.solver.certificate.fixpoints.grounds import Grounds
from layerlaw.solver.certificate.fixpoints.question import Formulas
from layerlaw.solver.certificate.replay.board import ReplayBoard
from layerlaw.solver.certificate.replay.together import same
from together import random_table, table


def grounds_of(seed: int) -> list[Grounds]:
    """The deeds of some boards, fixed points or not."""
    together = together_of(random_table(seed))
    coding = Coding(together.effects)
    boards = [far_boards(together, Random(f"{seed} {number}"))[-1] for number in range(2)]
    return [Grounds(together, coding, board) for board in boards]


@pytest.mark.parametrize("first", range(0, 80, 4))
def test_what_is_done(first: int) -> None:
    """Of each deed, with its operand, whichever of the others are done."""
    for seed in range(first, first + 4):
        for grounds in grounds_of(seed):
            deeds = grounds.deeds
            asked = [(deed, grounds._is_done(*deed)) for deed in every_deed(deeds)]
            worked_out, random = WorkedOut(grounds.terms), Random(seed)
            for share in (0.2, 0.5, 0.8, 1):
                chosen = [one for one, _ in asked if random.random() <= share]
                board = deeds.board(row_of(deeds, chosen))
                known = worked_out.where({str(grounds.unknown[o]): o in chosen for o, _ in asked})
                for deed, formula in asked:
                    assert bool(said(formula, known)) is is_done(deeds, deed, board)


TABLES = (
    {"P": "1 | creatures: gain haste as long as self has haste", "Q": "1"},
    {"P": "1 | Q: gain haste | creatures with haste: colours += light", "Q": "1"},
    {
        "P": "blocker 1 | (creatures without flyer) or (dark creatures): frozen",
        "Q": "relic | P: colours += dark as long as P is frozen"
        " | P: gain flyer as long as P is frozen",
    },
    {"P": "1 | self: gain haste as long as self is light or self is not light", "Q": "1"},
    {"P": "1 | Q: copy of R", "Q": "dark 2", "R": "light 3 | creatures named R: power += 1"},
    {"Q": "dark 2 | self: copy of Q", "R": "3"},
    {"P": "1 | creatures: colours += colours of Q", "Q": "dark 2", "R": "light 3"},
    {"P": "1 | Q: colours += colours of light creatures", "Q": "dark 2", "R": "light fire 3"},
    {"P": "1 | creatures: power += number of light creatures", "Q": "light 2"},
    {"P": "1 | Q: controller := controller of R", "Q": "2", "R": "me 3"},
    {"P": "1 | creatures you control: power += 1 | Q: controller := me", "Q": "2"},
    {"P": "1 | creatures: power += 1 as long as power of self >= 2", "Q": "1"},
    {"P": "1 | Q: can't be modified | other creatures: power += 1", "Q": "2"},
)


@cache
def fixed_points(number: int) -> list[Grounds]:
    """The deeds of every fixed point of a table, or of one drawn at random."""
    situation = table(TABLES[number]) if number < len(TABLES) else random_table(number)
    formulas = Formulas(together_of(situation))
    points: list[ReplayBoard] = []
    while len(points) < 8 and (found := another(formulas.question(points))).outcome == "one":
        points.append(formulas.board(found.point))
    return [Grounds(formulas.together, formulas.coding, point) for point in points]


@pytest.mark.parametrize("number", range(len(TABLES) + 30))
def test_deeds_are_gathered_where_they_are_certain_on_all_boards_between(number: int) -> None:
    """Of every fixed point, whether it stands or only holds itself up; and what they make."""
    for known in fixed_points(number):
        together, point = known.together, known.deeds.point
        grounds = Grounds(together, Coding(together.effects), point)
        assert same(grounds.deeds.board(grounds.deeds.row), point)
        if len(every_deed(grounds.deeds)) < 7:
            assert grounds.gather().complete is is_grounded(known)


@pytest.mark.parametrize("number", range(len(TABLES)))
def test_whichever_are_done_each_is_done_or_not(number: int) -> None:
    """By formulas as by the replay, with its operand, for all ways or some of them."""
    for known in fixed_points(number):
        together, deeds = known.together, known.deeds
        grounds = Grounds(together, Coding(together.effects), deeds.point)
        asked = [(deed, grounds._is_done(*deed)) for deed in every_deed(deeds)]
        worked_out = WorkedOut(grounds.terms)
        ways = [*product((False, True), repeat=len(asked))]
        for way in ways[:: 1 + len(ways) // 32]:
            chosen = chosen_by(deeds, way)
            board = deeds.board(row_of(deeds, chosen))
            values = {str(grounds.unknown[deed]): deed in chosen for deed, _ in asked}
            known_now = worked_out.where(values)
            for deed, formula in asked:
                assert bool(said(formula, known_now)) is is_done(deeds, deed, board)
