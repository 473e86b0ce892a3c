"""What a board asks of its rulebook is noted, whatever was worked out for it before."""

from __future__ import annotations

from dataclasses import replace

import pytest

from layerlaw.model.scenarios.scenario import Scenario
from layerlaw.model.shipped import shipped_rulebook
from layerlaw.solver import Answer
from layerlaw.solver.answer.difference.outcome import outcome
from layerlaw.solver.documents.boards.noting import NotingCache, NotingRulebook, PolicyNotes
from layerlaw.solver.documents.boards.real_cards import shipped_boards
from layerlaw.solver.documents.boards.small_boards import TooLong, answered

BOOKS = ("duel-masters-1.28-en", "grand-archive-2025-09", "magic-2026-04", "sorcery-2026-07")


def asked_of(board: Scenario, book: NotingRulebook) -> set[str]:
    """The policies that the board asks the rulebook for."""
    with book.notes.taken() as asked:
        answer = answered(replace(board, rulebook=book))
        if not isinstance(answer, str):
            outcome(answer)
    return asked


def comes_to(answer: Answer | str) -> object:
    """What is on the table in the end, or why it comes to nothing."""
    return answer if isinstance(answer, str) else outcome(answer)


@pytest.mark.slow
@pytest.mark.parametrize("id", BOOKS)
def test_what_is_kept_asks_as_it_did_when_it_was_made(id: str) -> None:
    """A rulebook that has been asked much notes the same for a board as a new one."""
    book = shipped_rulebook(id)
    kept = NotingRulebook.of(book)
    for board in [*shipped_boards(book, (id,))][::25]:
        try:
            fresh = asked_of(board, NotingRulebook.of(book))
        except TooLong:
            continue
        assert fresh
        assert asked_of(board, kept) == fresh == asked_of(board, kept)


@pytest.mark.slow
@pytest.mark.parametrize("id", BOOKS)
def test_what_is_not_asked_for_changes_nothing(id: str) -> None:
    """Where a board asks for none of a point's policies, all its readings come to one outcome."""
    book = shipped_rulebook(id)
    kept = NotingRulebook.of(book)
    silent = 0
    for board in [*shipped_boards(book, (id,))][::12]:
        try:
            asked = asked_of(board, kept)
            plain = answered(board)
            noted = answered(replace(board, rulebook=kept))
        except TooLong:
            continue
        assert comes_to(noted) == comes_to(plain)
        for point in book.points.values():
            if point.verbs or not asked.isdisjoint(point.policies):
                continue
            silent += 1
            for reading in point.readings:
                answer = answered(board, {point.id: reading.id})
                assert comes_to(answer) == comes_to(plain)
    assert silent


def test_a_kept_thing_brings_what_was_asked_for_it() -> None:
    """By tree and by value, also where one kept thing is made with another."""
    notes = PolicyNotes()
    cache = NotingCache(notes)
    tree = ("a tree",)

    def inner(owner: object, value: int) -> int:
        notes.note({"inner"})
        return value

    def outer(owner: object, of: object) -> int:
        notes.note({"outer"})
        return cache.of_value(inner, owner, 3)

    for _ in range(2):
        with notes.taken() as asked:
            assert cache.of_tree(outer, None, tree) == 3
        assert asked == {"inner", "outer"}
    with notes.taken() as asked:
        assert cache.of_value(inner, None, 3) == 3
    assert asked == {"inner"}
