"""Random boards of the cards of four games: solver, oracle and certificate agree on them."""

from __future__ import annotations

from collections import Counter
from contextlib import suppress
from functools import cache

import pytest

from comparing import assert_same
from layerlaw.model import BadInput, Scenario, loads_scenario
from layerlaw.model.errors import LayerlawError
from layerlaw.solver import certificate_of, solve, verify, written_certificate
from oracle.candidates import TooBig
from oracle.generate_boards import drawn_board, shipped_deck
from oracle.generate_placed import PlacedDrawing

BOOKS = (
    "sorcery-2026-07",
    "sorcery-2026-01",
    "grand-archive-2026-08",
    "duel-masters-1.28-en",
    "magic-2026-04",
)
MISTAKES = ("cannot carry", "is no object yet")
"""What files are refused for, and the oracle, which reads none, is not."""
MADE_UP = ("certificate:history", "has no bearer", "speaks of a target")
"""What a made-up card says that no file may."""


deck = cache(shipped_deck)


def outcome(scenario: Scenario) -> str:
    """Fail unless solver, oracle and certificate agree; what the written certificate comes to."""
    with suppress(LayerlawError):
        # What is refused otherwise the oracle refuses too.
        try:
            solve(scenario)
        except BadInput as error:
            if any(mistake in str(error) for mistake in MISTAKES):
                return "mistaken"
    answer = assert_same(scenario)
    if answer is None:
        return "refused"
    verdict = certificate_of(answer).check()
    assert not verdict.failures
    assert verdict.ok or answer.verdict == "paradox"
    try:
        return verify(written_certificate(answer), scenario.rulebook).outcome
    except BadInput as error:
        if not any(each in str(error) for each in MADE_UP):
            raise
        return "made up"


@pytest.mark.slow
@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("first", range(0, 36, 6))
def test_all_agree(book: str, first: int) -> None:
    """Six boards for each part; what is written of most of them is verified."""
    outcomes: Counter[str] = Counter()
    for seed in range(first, first + 6):
        try:
            outcomes[outcome(drawn_board(seed, deck(book), 4, 3, PlacedDrawing))] += 1
        except TooBig:
            outcomes["too big"] += 1
    assert outcomes["verified"] > 0
    assert not outcomes["refuted"]


MIRRORS = """
title: mirrors
rulebook: duel-masters-1.28-en
players: [you, me]
cards:
  Mirror: {is: [creature], power: 2000, has: ["self: copy of Q"]}
  Plain: {is: [creature], power: 3000}
play:
  - you: Mirror as Q
  - you: Plain as R
"""


def test_the_oracle_knows_copies_that_make_themselves() -> None:
    """R is what it is, and would be a copy of Q by what it has only as that copy."""
    answer = assert_same(loads_scenario(MIRRORS))
    assert answer is not None
    assert answer.value("R", "power") == 3000
    assert [one.final["R", "power"] for one in answer.facts.lifted] == [2000]
    assert certificate_of(answer).check().ok
