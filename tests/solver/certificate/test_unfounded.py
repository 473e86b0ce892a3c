"""Why the deeds of a fixed point are not gathered, and which other ones are not for that reason."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from random import Random

import pytest
from gathered import every_deed, is_grounded, literally, row_of
from half_known import WorkedOut, cell_values, said, together_of

from layerlaw.solver import derive
from layerlaw.solver.certificate import Certificate
from layerlaw.solver.certificate.fixpoints.grounds import Grounding, Grounds
from layerlaw.solver.certificate.fixpoints.others import OtherPoints
from layerlaw.solver.certificate.fixpoints.question import Formulas
from layerlaw.solver.certificate.fixpoints.unfounded import Unfounded
from layerlaw.solver.certificate.replay.board import ReplayBoard, ones
from layerlaw.solver.certificate.terms import Truth
from layerlaw.solver.facts.situation import Situation
from together import game, random_table, table

KEPT = "self: gain haste as long as self has haste"
KNOTS = (
    {"P": "1 | creatures with power >= 2: power += 1", "Q": "2", "R": "1"},
    {
        "P": "2 | other creatures with power >= 3: power += 1",
        "Q": "2 | P: power += 1 as long as power of self >= 3",
    },
    {
        "P": "1 | creatures: gain haste as long as self has haste",
        "Q": "1 | creatures with haste: gain flyer",
        "R": "1",
    },
    {
        "P": "1 | Q: gain haste as long as self has haste",
        "Q": "1 | P: gain haste as long as self has haste",
    },
    {
        "P": "1 | self: gain haste as long as self has flyer",
        "Q": "1 | P: gain flyer as long as P has haste",
    },
    {
        "P": "1 | creatures named Q: lose all abilities",
        "Q": "2 | creatures named P: lose all abilities",
        "R": f"1 | {KEPT}",
    },
    {"P": f"1 | other creatures: gain [{KEPT}]", "Q": "1"},
    {
        "P": "1 | creatures: power += number of creatures with haste",
        "Q": "1 | creatures with power >= 3: gain haste",
        "R": "1",
    },
    {
        "P": "1 | other creatures with power <= 1: power -= 1",
        "Q": "2 | other creatures with power < power of self: power -= 1",
        "R": "2",
    },
)
"""Boards of which some fixed points only hold themselves up."""

SEEDS = (
    *(1003, 1006, 1010, 1039, 1041, 1046, 1048, 1087, 1094, 1129, 1141, 1167, 1288, 1292, 1334),
    *(1367, 1368, 1404, 1423, 1462, 1476, 1489, 1510, 1540, 1582, 1625, 1671, 1741, 1765, 1830),
)
"""Drawn tables of which some fixed points only hold themselves up."""

ENDLESS = (1019, 1064)
"""Drawn tables with more fixed points than are looked at; the solver gives up on their numbers."""

EVERY = (*range(len(KNOTS)), *SEEDS)


def situation_of(number: int) -> Situation:
    """One of the knots, or a table drawn at random."""
    return table(KNOTS[number], {}, game()) if number < len(KNOTS) else random_table(number)


@cache
def fixed_points(number: int) -> tuple[Formulas, list[ReplayBoard]]:
    """The formulas of a situation, and up to 24 of its fixed points."""
    formulas = Formulas(together_of(situation_of(number)))
    search = OtherPoints(formulas, [])
    while len(search.points) < 24 and search.find() is not None:
        pass
    assert not search.unknown
    return formulas, search.points


def grounds_of(formulas: Formulas, point: ReplayBoard) -> Grounds:
    """The deeds of one of the fixed points."""
    return Grounds(formulas.together, formulas.coding, point)


def grounded(formulas: Formulas, point: ReplayBoard) -> bool:
    """Whether a fixed point is grounded, by a look at every board between if these are few."""
    grounds = grounds_of(formulas, point)
    few = len(every_deed(grounds.deeds)) < 8
    return is_grounded(grounds) if few else grounds.gather().complete


def holding(formulas: Formulas, formula: Truth, points: list[ReplayBoard]) -> list[bool]:
    """Of which of the fixed points it holds."""
    worked_out = WorkedOut(formulas.terms)
    cells = [cell_values(formulas.unknown.looked, formulas.coding.cells(one)) for one in points]
    return [bool(said(formula, worked_out.where(one))) for one in cells]


@pytest.mark.sample(12)
@pytest.mark.parametrize("number", (*EVERY, *ENDLESS))
def test_what_is_unfounded_like_another_is_not_grounded(number: int) -> None:
    """Whichever fixed point it is like; and one that is not grounded is like itself."""
    formulas, points = fixed_points(number)
    stand = [grounded(formulas, point) for point in points]
    grounding = Grounding(formulas.together)
    for place, point in enumerate(points):
        assert grounding.of(point) is stand[place]
        like = holding(formulas, grounding.unfounded_like(point, formulas), points)
        assert like[place] is not stand[place]
        assert not any(one and other for one, other in zip(like, stand, strict=True))


@pytest.mark.sample(12)
@pytest.mark.parametrize("number", (*EVERY, *ENDLESS))
def test_no_set_of_deeds_is_unfounded_where_some_of_it_is_gathered(number: int) -> None:
    """Any deeds, on boards that go without any of them."""
    formulas, points = fixed_points(number)
    gathered = {}
    for point in points:
        deeds = grounds_of(formulas, point).deeds
        if len(every_deed(deeds)) < 8:
            gathered[point] = deeds.keys(row_of(deeds, literally(deeds)))
    random, every = Random(number), list(formulas.deeds)
    for _ in range(12):
        own = [key for key in every if random.random() < random.choice((0.2, 0.5, 0.9))]
        without = [frozenset(one for one in own if random.random() < 0.6) for _ in range(2)]
        drawn = Unfounded(frozenset(own), (frozenset(own), *without))
        told = holding(formulas, drawn.holds(formulas), list(gathered))
        for holds, keys in zip(told, gathered.values(), strict=True):
            assert not holds or not keys & drawn.deeds


def sets_of(number: int) -> Iterator[tuple[Grounds, ReplayBoard, tuple[Unfounded, ...]]]:
    """For each fixed point that is not grounded the unfounded sets that are found in it."""
    formulas, points = fixed_points(number)
    for point in points:
        grounds = grounds_of(formulas, point)
        gathering = grounds.gather()
        if not gathering.complete:
            yield grounds, point, gathering.beyond().sets


@pytest.mark.sample(12)
@pytest.mark.parametrize("number", (*EVERY, *ENDLESS))
def test_small_sets_hold_for_themselves(number: int) -> None:
    """Each is unfounded on its fixed point, they have nothing in common, the last is the rest."""
    formulas, _ = fixed_points(number)
    told = list(sets_of(number))
    assert told or number == 0
    for grounds, point, (*small, rest) in told:
        assert rest.deeds <= grounds.deeds.keys(grounds.deeds.row)
        assert small
        met: set[object] = set()
        for one in small:
            assert one.deeds and one.deeds <= rest.deeds and not one.deeds & met
            met |= one.deeds
            assert holding(formulas, one.holds(formulas), [point]) == [True]
            assert all(left <= one.deeds for left in one.without)


def test_a_set_is_as_small_as_its_object_and_its_effect() -> None:
    """Three that hold themselves up on their own are three sets."""
    cards = dict.fromkeys("PQR", f"1 | {KEPT}")
    formulas = Formulas(together_of(table(cards, {}, game())))
    search = OtherPoints(formulas, [])
    while (point := search.find()) is not None:
        gathering = grounds_of(formulas, point).gather()
        sets = () if gathering.complete else gathering.beyond().sets
        assert all(len(one.deeds) == 1 for one in sets[:-1])
        assert len(sets[-1].deeds if sets else ()) == len(sets[:-1])
    assert len(search.points) == 8


@pytest.mark.sample(12)
@pytest.mark.parametrize("number", EVERY)
def test_an_answer_that_is_not_told_is_found_all_the_same(number: int) -> None:
    """Where not all that hold themselves up are told, too; and none of those need be told."""
    facts = derive(situation_of(number)).facts
    assert facts.answers is not None
    for kept in ((), facts.lifted[:1], facts.lifted[1:]):
        told = replace(facts, lifted=kept, complete=False)
        named = {id for one in (*facts.answers, *kept) for id in one.effects} | {*facts.conflict}
        told = replace(told, effects=tuple(one for one in facts.effects if one.id in named))
        assert Certificate(told).check().outcome == "confirmed"
        for missing in facts.answers:
            rest = tuple(one for one in facts.answers if one is not missing)
            wrong = Certificate(replace(told, answers=rest)).check()
            assert any("an answer is not told" in one.message for one in wrong.failures)


def test_a_deed_with_an_operand_of_its_own_is_done_for_each_object_by_itself() -> None:
    """Without what sets the power of one, the others still get the same."""
    cards = {"S": "1 | Q: power := 3", "P": "2 | creatures: power += its base power", "Q": "1"}
    formulas = Formulas(together_of(table(cards, {}, game())))
    point = OtherPoints(formulas, []).find()
    assert point is not None
    deeds = grounds_of(formulas, point).deeds
    acts = {act.effect.id: number for number, act in enumerate(deeds.acts)}
    less = tuple(0 if n == acts["S.1"] else bits for n, bits in enumerate(deeds.row))
    ids = formulas.effects.table.ids
    done = deeds.done(deeds.board(less))[acts["P.1"]]
    assert {ids[place] for place in ones(done)} == {"S", "P"}


def test_one_reason_passes_by_all_that_hold_themselves_up_so() -> None:
    """Two answers, and with each of them any of six that hold themselves up: 126 states."""
    cards = {
        "P": "1 | creatures named Q: lose all abilities",
        "Q": "2 | creatures named P: lose all abilities",
        **dict.fromkeys("ABCDEF", f"1 | {KEPT}"),
    }
    formulas = Formulas(together_of(table(cards, {}, game())))
    grounding, search = Grounding(formulas.together), OtherPoints(formulas, [])
    stand = 0
    while (point := search.find()) is not None:
        stand += grounding.of(point) is True
        if not grounding.of(point):
            search.pass_by_like(point, grounding)
    assert (stand, search.unknown) == (2, "")
    assert len(search.points) <= 2 + 6
