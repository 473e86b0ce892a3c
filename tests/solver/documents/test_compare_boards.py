"""The boards that show one difference of two documents: made of its words, or why there is none."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations

import pytest

from layerlaw.model import shipped_rulebook, shipped_rulebooks
from layerlaw.model.rulebooks.rulebook import Rulebook
from layerlaw.solver.documents.boards.small_boards import SharedWords
from layerlaw.solver.documents.boards.word_boards import spoken_words, word_boards
from layerlaw.solver.documents.compare import compare
from layerlaw.solver.documents.compare.comparison import SingleDifference
from layerlaw.solver.documents.compare.differences import alignment, lacking
from layerlaw.solver.documents.compare.playing import BothDocuments
from layerlaw.solver.documents.compare.shipped import boards_of_both
from layerlaw.solver.documents.compare.single import single_differences
from layerlaw.solver.documents.compare.toggles import taken_over, toggles

OLD, NEW = "grand-archive-2021", "grand-archive-2025-09"


def differences(one: Rulebook, other: Rulebook) -> dict[str, SingleDifference]:
    """Their single differences by what they are about, on made-up boards alone."""
    found = single_differences(BothDocuments(one, other, None), SharedWords(one, other), ())
    return {each.what: each for each in found}


@pytest.mark.slow
def test_a_rule_on_a_status_is_shown_on_an_object_that_has_it() -> None:
    """What is rested can't attack; without the rule it can.

    Clause: GA-ATTACK-1.
    """
    book = shipped_rulebook(NEW)
    without = replace(
        book, id="changed", rules=tuple(rule for rule in book.rules if rule.id != "rested")
    )
    shown = differences(book, without)["rule rested"]
    assert shown.board is not None
    events = shown.board.boards[0].play
    assert any(getattr(event, "status", "") == "rested" for event in events)
    [cause] = [each for each in shown.board.causes if each.what == "rule rested"]
    assert cause.sufficient and cause.necessary


@pytest.mark.slow
def test_what_another_difference_makes_up_for_is_said() -> None:
    """The play guide lets an ally die whose damage is at least its life, so that one of life 0 dies
    without a wound; the page asks for a wound and has a check on life 0 of its own. Each by itself
    would show; both together come to the same.
    """
    book = shipped_rulebook(NEW)
    [of_2021] = [check for check in shipped_rulebook(OLD).checks if check.id == "damage"]
    before = tuple(
        of_2021 if check.id == "damage" else check for check in book.checks if check.id != "life"
    )
    found = differences(replace(book, id="changed", checks=before), book)
    for what, beside in (("check damage", "check life"), ("check life", "check damage")):
        assert found[what].board is None
        assert found[what].looked > 0
        assert found[what].why.startswith(f"{beside} makes up for it")


def test_real_cards_come_before_made_up_ones_of_as_many_objects() -> None:
    """For the word `regalia` the first boards have one object each, the first ones a real card."""
    book = shipped_rulebook(NEW)
    rule = next(each for each in book.rules if each.id == "regalia")
    boards = word_boards(SharedWords(book), spoken_words((book, book), [rule.ability]), "regalia")
    names = [getattr(board.play[0], "card").name for board in boards]  # noqa: B009
    alone = [name for name, board in zip(names, boards, strict=True) if len(board.play) == 1]
    assert alone[0] != "Victim"
    assert "Victim" in alone
    assert "Victim" not in alone[: alone.index("Victim")]


def test_a_rule_works_in_the_layer_of_what_it_does_where_its_own_is_not_there() -> None:
    """Debuff counters work in a layer of 2025; taken over into the guide of 2021, without its
    layers, they change power where the guide changes power."""
    old, new = shipped_rulebook(OLD), shipped_rulebook(NEW)
    [debuff] = [each for each in toggles(old, new) if each.what == "rule debuff"]
    book = taken_over(old, new, [debuff])
    assert book is not None
    [rule] = [each for each in book.rules if each.id == "debuff"]
    assert rule.ability.layer is None


def test_what_stands_in_a_later_document_is_no_statement_of_the_page() -> None:
    """Levelling is told of the whole rulebook of 2026 alone; the page of 2025 has no sentence on
    it, so that the Chinese page does not lack it."""
    english, chinese = shipped_rulebook(NEW), shipped_rulebook("grand-archive-zh")
    aligned = alignment(english, chinese)
    [permissions] = [each for each in aligned if each.fixes == "restrictions"]
    assert permissions.one == ()
    assert "GA-BONUS-1" in permissions.elsewhere[0]
    first, second = lacking(english, chinese, aligned)
    assert "restrictions" not in (*first, *second)


@pytest.mark.slow
def test_a_shipped_board_is_played_where_both_documents_can_read_it() -> None:
    """Cards of 2026 speak of words that the guide of 2021 does not know; they are left out."""
    old, new = shipped_rulebook(OLD), shipped_rulebook("grand-archive-2026-08")
    boards = boards_of_both(old, new)
    assert boards
    assert all(board.made.board.rulebook.id == old.id for board in boards)
    played = BothDocuments(old, new, None)
    assert all(isinstance(played.parts(board.made), bool) for board in boards[-5:])
    assert boards_of_both(old, shipped_rulebook("sorcery-2026-01")) == ()


@pytest.mark.slow
@pytest.mark.parametrize(("one", "other"), list(permutations(("duel-masters-1.28-ja", OLD), 2)))
def test_rulebooks_of_two_games_are_compared_in_either_order(one: str, other: str) -> None:
    """Words that one game lacks are no crash, whichever comes first."""
    assert {one, other} <= set(shipped_rulebooks())
    found = compare(shipped_rulebook(one), shipped_rulebook(other), n=1)
    assert found.differences == ()
    assert not found.equivalent
