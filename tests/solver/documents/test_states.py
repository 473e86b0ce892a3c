"""Boards with no state and with several, of documents whose effects apply at the same time."""

from functools import cache

import pytest

from layerlaw.model.shipped import shipped_rulebook
from layerlaw.solver.documents.audit.findings import Finding
from layerlaw.solver.documents.audit.states import state_findings
from layerlaw.solver.documents.boards.real_cards import cards_that_enter
from layerlaw.solver.play.solve import solve


@cache
def findings(book: str) -> tuple[Finding, ...]:
    """What is found of a rulebook, looked for once."""
    return state_findings(shipped_rulebook(book))


def found(book: str, kind: str) -> Finding:
    """The finding of that kind."""
    [finding] = [each for each in findings(book) if each.kind == kind]
    return finding


@pytest.mark.slow
@pytest.mark.parametrize(
    "book", ["duel-masters-1.28-en", "duel-masters-1.28-ja", "grand-archive-2021"]
)
def test_one_card_can_leave_no_state(book: str) -> None:
    """An effect on what it itself undoes: with it there is nothing to do, without it there is."""
    finding = found(book, "no state")
    assert finding.board is not None
    assert len(finding.board.play) == 1
    assert solve(finding.board).verdict == "paradox"


@pytest.mark.slow
@pytest.mark.parametrize("book", ["duel-masters-1.28-en", "duel-masters-1.28-ja"])
def test_two_cards_can_leave_several_states(book: str) -> None:
    """Each changes what the other is on; the states are told apart."""
    finding = found(book, "several states")
    assert finding.board is not None
    answer = solve(finding.board)
    assert answer.verdict == "several"
    assert len(finding.shown) == len(answer.states) == len(set(finding.shown))


@pytest.mark.slow
def test_what_is_not_found_says_on_how_many_boards() -> None:
    """Of the guide of 2021, by which the newest of two that contradict each other prevails."""
    finding = found("grand-archive-2021", "clean")
    assert finding.title == "No board with several states was found."
    assert "real cards" in finding.reason
    assert "made-up cards" in finding.reason


@pytest.mark.parametrize("book", ["sorcery-2026-01", "grand-archive-2025-09"])
def test_one_after_another_leads_to_one_state(book: str) -> None:
    """Nothing is asked of documents with layers."""
    assert findings(book) == ()


def test_real_cards_need_nothing_to_be_played() -> None:
    """Cards that ask for a place, a target or a choice are left out; the simplest come first."""
    cards = cards_that_enter(shipped_rulebook("duel-masters-1.28-en"))
    assert not cards[0].abilities
    assert len({card.name for card in cards}) == len(cards)
    assert [len(card.abilities) for card in cards] == sorted(len(card.abilities) for card in cards)
