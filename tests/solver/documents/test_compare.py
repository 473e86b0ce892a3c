"""Two rules documents held against each other, worked out by hand from the documents."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import pytest

from layerlaw.model import shipped_rulebook
from layerlaw.model.rulebooks.rulebook import PolicyValue
from layerlaw.solver.documents.compare import Comparison, compare
from layerlaw.solver.play.solve import solve

NEW, OLD = "grand-archive-2025-09", "grand-archive-2021"


@cache
def compared(one: str, other: str) -> Comparison:
    """Two shipped rulebooks compared."""
    return compare(shipped_rulebook(one), shipped_rulebook(other))


def test_a_rulebook_is_equivalent_to_itself() -> None:
    """Nothing differs, and nothing is looked for."""
    found = compared(NEW, NEW)
    assert found.equivalent
    assert (found.policies, found.open, found.layers) == ((), (), ())
    assert found.lacking == ((), ())


def test_the_english_text_of_duel_masters_leaves_open_what_the_japanese_one_settles() -> None:
    """Rule 608.2b of the Japanese text keeps an effect to the cards that were there; the English
    text lacks it, so that there a creature that enters later may get the effect as well.

    Clause: DM-608.2b-ja.
    """
    found = compared("duel-masters-1.28-en", "duel-masters-1.28-ja")
    assert found.parted is None
    assert [each.policy for each in found.open] == ["resolved set"]
    assert found.open[0].points == (("DM-OPEN-RESOLVED-SET",), ())
    [loose] = found.loose
    assert loose.point == "DM-OPEN-RESOLVED-SET"
    english, japanese = (solve(board) for board in loose.boards)
    assert english.value("V", "power") == 8
    assert japanese.value("V", "power") == 5
    [cause] = [each for each in loose.causes if each.what == "resolved set"]
    assert cause.sufficient
    assert cause.necessary
    assert "DM-608.2b-ja" in cause.clauses


def test_the_translation_is_found_from_either_side() -> None:
    """The Japanese text first: the reading that parts is still one of the English text."""
    found = compared("duel-masters-1.28-ja", "duel-masters-1.28-en")
    [loose] = found.loose
    assert dict(loose.boards[0].readings) == {}
    assert dict(loose.boards[1].readings) == {"DM-OPEN-RESOLVED-SET": "open"}


@pytest.mark.slow
def test_the_play_guide_of_2021_has_no_layers_and_no_dependencies() -> None:
    """Newest wins there, layers and dependencies four years later; that alone parts a board."""
    found = compared(OLD, NEW)
    process = found.policies[0]
    assert process.policy == "process"
    assert process.one is not None and process.one.value == "newest wins"
    assert process.other is not None and process.other.value == "layered"
    assert {each.policy: each.one for each in found.policies}["graph"] is None
    assert found.parted is not None
    cause = found.parted.causes[0]
    assert cause.what == "process"
    assert cause.necessary
    assert {"PG-GE-1", "GA-LAYER-1"} <= set(cause.clauses)


def test_clauses_of_two_versions_are_aligned_by_what_they_fix() -> None:
    """Both say whose cards come first; the old guide says nothing of the layers."""
    found = compared(OLD, NEW)
    aligned = {each.fixes: each for each in found.aligned}
    assert aligned["resolved set"].one == ("PG-RESOLVE-1",)
    assert "GA-INST-1" in aligned["resolved set"].other
    assert "layer A" in found.lacking[0]
    assert "same step" in found.lacking[1]


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
