"""Two rules documents held against each other, worked out by hand from the documents."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import pytest

from layerlaw.model import shipped_rulebook
from layerlaw.model.rulebooks.axioms import exchanged
from layerlaw.model.rulebooks.rulebook import PolicyValue
from layerlaw.model.scenarios.events import Play
from layerlaw.solver.answer.difference.answers import difference
from layerlaw.solver.documents.compare import Comparison, compare
from layerlaw.solver.documents.compare.axioms import axiom_differences
from layerlaw.solver.documents.compare.differences import (
    alignment,
    lacking,
    policy_differences,
)
from layerlaw.solver.documents.compare.search import smallest_parting
from layerlaw.solver.play.solve import solve

NEW, OLD = "grand-archive-2025-09", "grand-archive-2021"


@cache
def compared(one: str, other: str) -> Comparison:
    """Two shipped rulebooks compared."""
    return compare(shipped_rulebook(one), shipped_rulebook(other))


@pytest.mark.slow
def test_a_rulebook_is_equivalent_to_itself() -> None:
    """Nothing differs, and nothing is looked for."""
    found = compared(NEW, NEW)
    assert found.equivalent
    assert (found.policies, found.open, found.layers) == ((), (), ())
    assert found.lacking == ((), ())


@pytest.mark.slow
def test_the_english_text_of_duel_masters_leaves_open_what_the_japanese_one_settles() -> None:
    """Rule 608.2b of the Japanese text keeps an effect to the cards that were there; the English
    text lacks it, so that there a creature that enters later may get the effect as well.

    Of real cards: Kiryu Jilves gives Slayer as he enters, and Gonta enters after that.

    Clause: DM-608.2b-ja.
    """
    found = compared("duel-masters-1.28-en", "duel-masters-1.28-ja")
    assert found.parted is None
    assert [each.policy for each in found.open] == ["resolved set"]
    assert found.open[0].points == (("DM-OPEN-RESOLVED-SET",), ())
    loose, of_characteristics = found.loose
    assert dict(loose.boards[0].readings) == {"DM-OPEN-RESOLVED-SET": "open"}
    # What may be summoned from the mana zone, on a shipped board of real cards.
    assert dict(of_characteristics.boards[0].readings) == {
        "DM-OPEN-RESOLVED-SET": "characteristics"
    }
    english, japanese = (solve(board) for board in loose.boards)
    assert {card.card.name for card in loose.boards[0].play if isinstance(card, Play)} == {
        "Burning Mane",
        "Kiryu Jilves, Gaia's Roar",
        "Gonta, the Warrior Savage",
    }
    assert "Slayer" in loose.shown[0]
    assert "Slayer" not in loose.shown[1]
    assert (english.value("B", "power"), japanese.value("B", "power")) == (4000, 4000)
    [cause] = [each for each in loose.causes if each.what == "resolved set"]
    assert cause.sufficient
    assert cause.necessary
    assert "DM-608.2b-ja" in cause.clauses


@pytest.mark.slow
def test_the_translation_is_found_from_either_side() -> None:
    """The Japanese text first: the reading that parts is still one of the English text."""
    found = compared("duel-masters-1.28-ja", "duel-masters-1.28-en")
    loose, _ = found.loose
    assert dict(loose.boards[0].readings) == {}
    assert dict(loose.boards[1].readings) == {"DM-OPEN-RESOLVED-SET": "open"}


@pytest.mark.slow
def test_a_reading_that_moves_layers_parts_from_a_text_that_does_not_leave_it_open() -> None:
    """Whether power stands apart from the other changes of layer E is open in the Chinese text
    (ZH-OPEN-STEPS); held against an English one in which it is settled, each reading has a board.

    Worked out by hand: V has power 5 and three buff counters. Counters come after the changes of
    layer E, so what gives speed to what has power 8 or more gives none there (5); where the other
    changes come after power and its counters (8), it does.
    """
    english = shipped_rulebook(NEW)
    points = {id: each for id, each in english.points.items() if id != "GA-OPEN-STEPS"}
    found = compare(replace(english, points=points), shipped_rulebook("grand-archive-zh"), n=2)
    assert not found.equivalent
    assert found.unshown == ()
    [opened] = [each for each in found.open if each.policy.startswith("layers of change level")]
    assert opened.points == ((), ("ZH-OPEN-STEPS",))
    assert opened.values == (("in-E",), ("in-E", "own", "first"))
    boards = {
        each.boards[1].readings["ZH-OPEN-STEPS"]: each.boards
        for each in found.loose
        if each.point == "ZH-OPEN-STEPS"
    }
    assert set(boards) == {"own", "first"}
    for one, other in boards.values():
        assert difference(solve(one), solve(other)).cells


@pytest.mark.slow
def test_only_the_english_text_leaves_open_when_counters_count() -> None:
    """Both leave the steps of layer E open; the English text also whether counters come after
    the other changes of power (GA-OPEN-COUNTERS), which the Chinese one settles.

    Worked out by hand: a Steed has power 1 and two buff counters, and its power is doubled: 4 where
    counters come after, 6 where they come before.
    """
    found = compare(shipped_rulebook(NEW), shipped_rulebook("grand-archive-zh"), n=1)
    assert found.parted is None
    assert not found.equivalent
    [opened] = found.open
    assert opened.points == (("GA-OPEN-COUNTERS",), ())
    [loose] = found.loose
    assert dict(loose.boards[0].readings) == {"GA-OPEN-COUNTERS": "before"}
    english, chinese = (solve(board).value("S", "power") for board in loose.boards)
    assert (english, chinese) == (6, 4)


@pytest.mark.slow
def test_the_play_guide_of_2021_has_no_layers_and_no_dependencies() -> None:
    """Newest wins there, layers and dependencies four years later; that alone parts a board."""
    one, other = shipped_rulebook(OLD), shipped_rulebook(NEW)
    policies = policy_differences(one, other)
    process = policies[0]
    assert process.policy == "process"
    assert process.one is not None and process.one.value == "newest wins"
    assert process.other is not None and process.other.value == "layered"
    assert {each.policy: each.one for each in policies}["graph"] is None
    parted = smallest_parting(one, other)
    assert parted is not None
    cause = parted.causes[0]
    assert cause.what == "process"
    assert cause.necessary
    assert {"PG-GE-1", "GA-LAYER-1"} <= set(cause.clauses)


def test_clauses_of_two_versions_are_aligned_by_what_they_fix() -> None:
    """Both say whose cards come first; the old guide says nothing of the layers."""
    one, other = shipped_rulebook(OLD), shipped_rulebook(NEW)
    found = alignment(one, other)
    aligned = {each.fixes: each for each in found}
    assert aligned["resolved set"].one == ("PG-RESOLVE-1",)
    assert "GA-INST-1" in aligned["resolved set"].other
    first, second = lacking(one, other, found)
    assert "layer A" in first
    assert "same step" in second


@pytest.mark.slow
def test_one_policy_changed_is_the_only_cause() -> None:
    """The 2025 rules, with losing an ability also a bar to gaining it."""
    book = shipped_rulebook(NEW)
    changed = replace(
        book,
        id="changed",
        policies={**book.policies, "loss": PolicyValue("bar", "GA-LAYER-D")},
    )
    found = compare(book, changed, n=2)
    assert [each.policy for each in found.policies] == ["loss"]
    assert found.parted is not None
    assert [(each.what, each.sufficient, each.necessary) for each in found.parted.causes] == [
        ("loss", True, True)
    ]
    assert found.parted.divergence is not None


@pytest.mark.slow
def test_two_games_are_compared_on_the_words_they_share() -> None:
    """Sorcery multiplies power in a layer after adding, Grand Archive goes by age in one layer."""
    found = compared("sorcery-2026-01", NEW)
    assert "power" in found.reason
    assert found.parted is not None
    first, second = (solve(board) for board in found.parted.boards)
    assert first.value("V", "power") != second.value("V", "power")
    pairs = {each.operations: (each.one, each.other) for each in found.layers}
    assert pairs["add power", "multiply power"] == ("before", "together")


@pytest.mark.slow
def test_every_difference_of_january_and_july_has_its_board() -> None:
    """Five questions of procedure and six moves between layers, none of them without a board.

    Worked out by hand: by "kept" what no longer has power 5 gets its +3 all the same (11, not 8:
    SORC-OPEN-SET); a Land
    Deed gives control before the fourth layer (SORC-OUT-1); the Bound Spirit waits for the
    Spellcaster of its Eerie Coral (SORC-WAIT-1); a minion made a beast in the second layer is no
    mortal for the King in the fourth (SORC-LAYER-2, SORC-LAYER-4).
    """
    found = compared("sorcery-2026-01", "sorcery-2026-07")
    boards = {each.what: each.board for each in found.differences}
    assert None not in boards.values()
    for board in boards.values():
        assert board is not None
        assert any(cause.sufficient or cause.necessary for cause in board.causes)
    values = {
        "set": ("V", "power", 8, 11),
        "ability added or removed": ("V", "controller", "me", "you"),
        "condition on a later layer": ("B", "disabled", True, False),
        "set, add, remove subtypes / set controller": ("F", "controller", "you", "me"),
    }
    for what, (object, characteristic, *expected) in values.items():
        board = boards[what]
        assert board is not None
        answers = [solve(side) for side in board.boards]
        assert [each.value(object, characteristic) for each in answers] == expected


@pytest.mark.slow
def test_may_and_july_part_where_the_example_of_watchtower_was_taken_out() -> None:
    """They fix the same by default; May's text counts the Watchtower to giving abilities, July's
    does not say, so that May alone admits the reading by which it works in that layer.

    Point: SORC-OPEN-WATCHTOWER.
    """
    found = compared("sorcery-2026-05", "sorcery-2026-07")
    assert found.parted is None
    assert found.differences == ()
    assert not found.parts_by_default
    assert not found.equivalent
    assert "SORC-OPEN-WATCHTOWER" in {each.point for each in found.loose}


def test_the_orders_that_the_sentences_of_january_and_july_admit_are_compared() -> None:
    """Alpha, the oldest, depends on Beta and Beta on Gamma. January asks dependent ones to go by
    age (Alpha before Beta) and also the other way round, so that no order keeps all; July waits
    at each step for what is depended on: Gamma, Beta, Alpha.

    Clauses: SORC-DEP-4 of January, SORC-TS-0 of July.
    """
    books = [shipped_rulebook(f"sorcery-2026-{month}") for month in ("01", "07")]
    [difference] = axiom_differences(books[0], books[1], 3)
    assert difference.instance is not None
    assert difference.instance.edges == ((0, 1), (1, 2))
    assert difference.orders == ((), ((2, 1, 0),))
    assert axiom_differences(books[0], books[0], 3) == ()


@pytest.mark.slow
def test_axioms_turned_upside_down_are_no_equal_ones() -> None:
    """A rulebook whose axioms ask for the youngest first fixes the same layers and policies, and
    is not said to be equivalent."""
    book = shipped_rulebook("sorcery-2026-07")
    upside_down = [replace(each, when=exchanged(each.when)) for each in book.axioms]
    found = compare(book, replace(book, id="changed", axioms=tuple(upside_down)), n=2)
    assert found.parted is None
    assert found.axioms
    assert not found.equivalent


@pytest.mark.slow
def test_a_status_that_does_something_else_is_a_difference_with_a_board() -> None:
    """July's rules with a `silenced` that takes no abilities away: a board shows it."""
    book = shipped_rulebook("sorcery-2026-07")
    statuses = {**book.statuses, "silenced": replace(book.statuses["silenced"], silences=False)}
    found = compare(book, replace(book, id="changed", statuses=statuses), n=1)
    [difference] = found.differences
    assert difference.what == "status silenced"
    assert difference.board is not None


@pytest.mark.slow
def test_what_the_page_of_august_adds_is_told_one_by_one() -> None:
    """Who joins an open set, and the checks on unique objects and masteries: each with a board.
    Being face down is a word that September does not have: no board can be played under both.

    Clauses: GA-SYNTAX-1, GA-UNIQUE-1, GA-MASTERY-1 of grand-archive-2026-08.
    """
    found = compared(NEW, "grand-archive-2026-08")
    boards = {each.what: each.board for each in found.differences}
    for what in ("timestamp in an open set", "check unique", "check mastery"):
        board = boards[what]
        assert board is not None
        [cause] = [each for each in board.causes if each.what == what]
        assert cause.sufficient
    words = [each for each in found.differences if each.what == "status face-down"]
    assert [(each.sides, each.board, each.looked) for each in words] == [
        (("", "face-down"), None, 0)
    ]


@pytest.mark.slow
def test_a_check_that_one_document_lacks_is_a_difference_with_a_board() -> None:
    """The rules of January without the check on damage: a minion that is hurt survives."""
    book = shipped_rulebook("sorcery-2026-01")
    checks = tuple(check for check in book.checks if check.clause != "SORC-DIE-1")
    assert len(checks) == len(book.checks) - 1
    found = compare(book, replace(book, id="changed", checks=checks), n=1)
    [difference] = found.differences
    assert difference.what.startswith("check ")
    assert difference.sides[0] and not difference.sides[1]
    assert difference.board is not None
    first, second = (solve(board) for board in difference.board.boards)
    zones = [{each.id: each.zone for each in side.situation.things} for side in (first, second)]
    moved = [id for id in zones[0] if zones[0][id] != zones[1][id]]
    assert {(zones[0][id], zones[1][id]) for id in moved} == {("cemetery", book.in_play)}
