"""What is selected on a board that is being built up only grows as the board does."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from docs.test_notation_page import samples
from hypothesis import given, settings
from hypothesis import strategies as st

from layerlaw.model import loads_scenario, vocabulary
from layerlaw.model.algebra import Exists, Negation, Not, Sharing
from layerlaw.model.notation.parsing import parse_condition, parse_selector
from layerlaw.solver.board.columns import ABILITIES, NAME, Board, LiftedBoard
from layerlaw.solver.board.kinds import Index, Objects
from layerlaw.solver.effects.context import Context
from layerlaw.solver.effects.evaluate import condition, referring, scoped
from layerlaw.solver.play.solve import solve

if TYPE_CHECKING:
    from layerlaw.model.algebra import Condition, Selector

ANSWER = solve(
    loads_scenario(
        """
title: Mortals and others
rulebook: sorcery-2026-01
players: [you, me]
cards:
  Angel: {is: [minion, mortal], power: 3, has: [Airborne]}
  Blade: {is: [artifact, weapon]}
play:
  - you: Foot Soldier as A at 3
  - me: Foot Soldier as B at 4
  - me: Angel as C at 9
  - you: Blade on A as D
  - me: Angel as E at 10
  - gets: B silenced
  - gets: E disabled
"""
    )
)
PRESENCE = ("types", "subtypes", ABILITIES, NAME, "silenced", "disabled")
MASKS = st.lists(st.integers(0, 2**8 - 1), min_size=4, max_size=4)


def cut(board: Board, masks: list[int]) -> Board:
    """The board with less presence on it."""
    columns = dict(board.columns)
    for name in PRESENCE:
        values = board.column(name).items()
        columns[name] = {
            value: Objects(held & ~masks[number % len(masks)])
            for number, (value, held) in enumerate(values)
        }
    return Board(columns, board.had)


def boards(low: list[int], more: list[int]) -> tuple[Board, Board, Board]:
    """A board on which little is built, one with more, and the state; all read over the state."""
    state = ANSWER.end
    middle = [a & b for a, b in zip(low, more, strict=True)]
    built = (cut(state, low), cut(state, middle), state)
    little, rather_more, all_of_it = (LiftedBoard(one, state) for one in built)
    return little, rather_more, all_of_it


WORDS = vocabulary(ANSWER.world.rulebook)
SHOWN = [parse_selector(text, WORDS) for text in samples("selectors")]
SELECTORS = [*SHOWN, *map(Not, SHOWN), *(Sharing("types", one) for one in SHOWN)]
"""What the page of the notation shows, which is every word; and the same inside others."""
TESTED = [parse_condition(text, WORDS) for text in samples("conditions")]
CONDITIONS = [*TESTED, *map(Negation, TESTED), *map(Exists, SELECTORS)]
CONTEXT = Context(ANSWER.world, ANSWER.instances, Index(0), None, Objects(0b10))


@pytest.mark.slow
@given(st.sampled_from(SELECTORS), MASKS, MASKS)
@settings(max_examples=1500, deadline=None)
def test_a_selection_grows_with_the_board(
    selector: Selector, low: list[int], more: list[int]
) -> None:
    """And ends as what is selected on the state."""
    for select in (scoped(selector, CONTEXT), referring(selector, CONTEXT)):
        least, middle, most = (select(board, -1) for board in boards(low, more))
        assert not least & ~middle and not middle & ~most
        assert most == select(ANSWER.end, -1)


@pytest.mark.slow
@given(st.sampled_from(CONDITIONS), MASKS, MASKS)
@settings(max_examples=600, deadline=None)
def test_a_condition_stays_true(tested: Condition, low: list[int], more: list[int]) -> None:
    """Once it holds on the board that is built up."""
    holds = condition(tested, CONTEXT)
    found = [holds(board, -1) for board in boards(low, more)]
    assert found == sorted(found)
    assert found[-1] == holds(ANSWER.end, -1)
