"""Random boards of Magic's cards, and of cards made of their words: solver, oracle, certificate.

`LAYERLAW_BOARDS=20000 python -m pytest tests/solver/layers/test_random_boards.py -k same_answer`
draws so many, from number `LAYERLAW_BOARDS_FROM` on.
"""

from __future__ import annotations

import os
from collections import Counter
from dataclasses import replace
from functools import cache

import pytest

from comparing import assert_same
from layerlaw.model import BadInput, Scenario
from layerlaw.solver import certificate_of, solve, verify, written_certificate
from layerlaw.solver.layers.pending import SameId
from oracle.generate_boards import Deck, drawn_board, shipped_deck

BOOK = "magic-2026-04"
CHUNK = 6
MANY = int(os.environ.get("LAYERLAW_BOARDS", "240"))
FIRST = int(os.environ.get("LAYERLAW_BOARDS_FROM", "0"))


@cache
def deck() -> Deck:
    """Every shipped card of the game."""
    return shipped_deck(BOOK)


def boards(first: int, many: int = CHUNK) -> list[Scenario]:
    """So many random boards, by their numbers."""
    return [drawn_board(number, deck()) for number in range(first, first + many)]


@pytest.mark.slow
@pytest.mark.parametrize("first", range(FIRST, FIRST + MANY, CHUNK))
def test_the_oracle_has_the_same_answer(first: int) -> None:
    """States, turns, dependencies and their evidence, fates, or both refuse an event."""
    differing = []
    for number, board in enumerate(boards(first), first):
        try:
            assert_same(board)
        except AssertionError as difference:
            differing.append((number, str(difference)[:2000]))
        except SameId:
            # A made-up card whose one ability copies and gives: refused, as docs/limits.md says.
            continue
    assert not differing


@pytest.mark.slow
@pytest.mark.parametrize("first", range(1000, 1060, CHUNK))
def test_the_certificate_confirms_it(first: int) -> None:
    """What was derived, and the file that is written of it, replayed from the events."""
    outcomes: Counter[str] = Counter()
    for number, board in enumerate(boards(first), first):
        try:
            found = solve(board)
        except (BadInput, SameId):
            continue
        assert certificate_of(found).check().ok, number
        if not number % 2:
            # The file has the shipped rulebook, with the rules that the oracle is spared.
            whole = solve(replace(board, rulebook=deck().rulebook))
            assert whole.final == found.final, number
            try:
                outcomes[verify(written_certificate(whole), deck().rulebook).outcome] += 1
            except BadInput as error:
                # A made-up card may say what no file may: of a bearer, or of a target not chosen.
                assert "has no bearer" in str(error) or "speaks of a target" in str(error)
    assert {*outcomes} == {"verified"}


@pytest.mark.slow
def test_boards_meet_what_they_are_drawn_for() -> None:
    """Most can happen; copies, attachments, faces, merging, counters and made-up cards come up."""
    events: Counter[str] = Counter()
    happened = copies = dependencies = 0
    for board in boards(0, 60):
        events.update(type(each).__name__ for each in board.play)
        try:
            found = solve(board)
        except (BadInput, SameId):
            continue
        happened += 1
        copies += any(each.id.endswith(".copy") for each in found.situation.effects)
        dependencies += any(graph.found for record in found.layers for graph in record.graphs)
    assert happened >= 30
    assert {"Attach", "ChangeCounters", "GetsStatus", "Stack", "Transform", "UseAbility"} <= {
        *events
    }
    assert copies >= 2
    assert dependencies >= 2
