"""What holds under one reading is accepted under another one where it holds there, too, and nowhere
else.

Such facts are in order in every respect but that one: whole derivations, with every change, graph
and final cell to fit. What they are held against is what the solver derives by the other reading.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from random import Random

import pytest

from exhaustive.rules import LAYERS
from layerlaw.model.rulebooks.policies import POLICIES
from layerlaw.model.rulebooks.rulebook import Layer, PolicyValue, Rulebook
from layerlaw.solver import derive
from layerlaw.solver.certificate import Certificate
from layerlaw.solver.facts.records import Facts
from layerlaw.solver.facts.situation import Situation
from layerlaw.solver.play.solve import solve
from mutation.boards import FOCI, STATUSES, focused_board, rich_board

FIRST, SECOND, *REST = LAYERS["many"]
VERBS = tuple(each.name for each in STATUSES)
MANY = (FIRST, replace(SECOND, does=(*SECOND.does, *VERBS)), *REST)
OUT = ("ability added or removed", "condition on a later layer")
BOARDS = {
    "test": ((0, 3, 8), (2, 3, 7)),
    "parity": ((26, 34, 42, 46), (50,)),
    "graph": ((0, 1, 4), (1, 2, 4)),
    "freed": ((7, 10, 13, 22), (7,)),
    "dependents": ((4, 14, 22), (4,)),
    "independent": ((0, 10, 37, 49, 74), (37,)),
    "loop": ((0, 10, 78, 110, 162), (10,)),
    "set": ((88, 122, 138, 290, 360), (18, 22, 40, 52)),
    "ability lost": ((194, 218, 316, 460), (62, 64, 76, 186)),
    "loss": ((10, 16, 28, 43), (16,)),
    "granted timestamp": ((14, 16, 30), (10, 15, 40)),
    "several": ((0, 2, 8), (2,)),
    "floor": ((1, 12, 40), (12,)),
    "ability added or removed": ((), (45, 60, 64, 69, 71, 98, 99, 101)),
    "condition on a later layer": ((), (2, 4, 6, 7, 14, 18, 19)),
}
"""Boards to which the policy matters, as they are, and with places between layers."""

OTHERS = (5, 9, 12, 17)
"""Boards to which most policies do not matter."""


def with_places(layers: tuple[Layer, ...]) -> tuple[Layer, ...]:
    """The layers, and before each a place for what acts out of its own layer."""
    placed: list[Layer] = []
    for layer in layers:
        before = Layer(
            f"before {layer.id}", layer.name, layer.clause, (), test="removal", between=True
        )
        placed += [before, layer]
    return tuple(placed)


@cache
def situation_of(seed: int, places: bool) -> Situation:
    """A board of two to four objects, under any policies."""
    random = Random(f"{seed} {places}")
    test = random.choice(("action", "action", "result", "removal"))
    board = (
        focused_board(seed, random.choice(sorted(FOCI)), test)
        if seed % 2
        else rich_board(seed, test, immune=seed % 4 == 0)
    )
    found = solve(board).facts.situation
    if not places:
        return found
    book = replace(found.rulebook, layers=with_places(MANY))
    for name in OUT:
        book = read(book, name, random.choice(POLICIES[name]))
    return replace(found, rulebook=book)


def read(book: Rulebook, policy: str, value: str) -> Rulebook:
    """The rulebook with another answer to the question of that policy."""
    known = book.policies[policy]
    return replace(book, policies={**book.policies, policy: PolicyValue(value, known.clause)})


@cache
def derived(seed: int, places: bool, policy: str = "", value: str = "") -> Facts:
    """The facts of the board, under that reading."""
    found = situation_of(seed, places)
    if policy:
        found = replace(found, rulebook=read(found.rulebook, policy, value))
    return derive(found).facts


@cache
def pairs(seed: int, places: bool, policy: str) -> tuple[tuple[Facts, bool], ...]:
    """The facts of a board put forward under other answers, and whether they hold there."""
    own = derived(seed, places)
    found = []
    for value in POLICIES[policy]:
        other = derived(seed, places, policy, value)
        moved = replace(own, situation=other.situation)
        found.append((moved, moved == other))
    return tuple(found)


def judged(seed: int, policy: str, *, places: bool) -> Iterator[bool]:
    """For each answer whether the facts hold under it; they pass where they do."""
    for facts, holds in pairs(seed, places, policy):
        assert Certificate(facts).check().ok == holds
        yield holds


@pytest.mark.parametrize(
    ("policy", "places", "seed"),
    [
        (policy, places, seed)
        for policy, both in BOARDS.items()
        for places, seeds in enumerate(both)
        for seed in seeds
    ],
)
def test_facts_pass_under_the_readings_that_they_hold_under(
    policy: str, places: int, seed: int
) -> None:
    """Under their own, and not under one that matters."""
    assert True in {*judged(seed, policy, places=bool(places))}


@pytest.mark.parametrize("policy", BOARDS)
def test_a_reading_that_does_not_matter_changes_nothing(policy: str) -> None:
    """Most do not, to most boards."""
    for seed in OTHERS:
        assert True in {*judged(seed, policy, places=policy in OUT)}


@pytest.mark.parametrize("policy", BOARDS)
def test_the_boards_are_those_that_the_reading_matters_to(policy: str) -> None:
    """So that the tests above ask something."""
    places = policy in OUT
    for seed in BOARDS[policy][places]:
        assert {holds for _, holds in pairs(seed, places, policy)} == {True, False}
