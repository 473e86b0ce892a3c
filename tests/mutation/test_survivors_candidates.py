"""What could exist, and how much is guessed: boards by hand, confirmed by their certificates."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from layerlaw.model import LayerlawError
from layerlaw.solver import derive
from layerlaw.solver.certificate import Certificate
from layerlaw.solver.derivation.answer import Answer
from layerlaw.solver.derivation.simultaneous import Settling
from layerlaw.solver.together import search
from together import game, table

Cards = Mapping[str, str]


def found_of(cards: Cards, spells: Cards | None = None, grounds: str = "all deeds") -> Answer:
    """The answer, which is confirmed."""
    found = derive(table(cards, spells, game({"groundedness": grounds})))
    assert Certificate(found.facts).check().ok
    return found


def test_what_a_spell_makes_true_may_give_an_ability() -> None:
    """Nothing that is printed makes anything light."""
    cards = {"P": "1 | self: gain [other creatures: frozen] as long as self is light", "Q": "1"}
    found = found_of(cards, {"S": "creatures: colours += light"})
    assert found.value("Q", "frozen") is True and "P.gained@P.1" in found.effects


def test_the_source_of_a_spell_is_not_where_it_would_be_meant() -> None:
    """It has resolved, and lies in the grave."""
    for line in ("self: frozen", "self or light creatures: frozen"):
        found = found_of({"P": "light 1"}, {"S": line})
        assert found.value("S", "frozen") is False
        assert found.value("P", "frozen") is (line != "self: frozen")


def test_a_copy_of_itself_but_for_an_ability_has_that_ability() -> None:
    """The first object of all, too."""
    line = "other creatures: copy of it except [gain [self: frozen]]"
    found = found_of({"P": "1", "Q": f"2 | {line}", "R": "3 | self: power += 1"})
    assert [found.value(id, "frozen") for id in "PQR"] == [True, False, True]


def test_what_could_make_itself_a_copy_only_lifts_itself() -> None:
    """R would be a copy of Q by the ability that it has as that copy."""
    settling = Settling(table({"Q": "dark 2 | self: copy of Q", "R": "3"}))
    [board], complete = settling.lifted()
    assert complete
    assert settling.shown.final(board, settling.candidates.start)["R", "power"] == 2


@pytest.mark.parametrize("few", [search.FEW, 2])
def test_where_all_fixed_points_count_none_has_to_be_gathered(
    few: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However many they are: each of three may be a blocker for it is one."""
    monkeypatch.setattr(search, "FEW", few)
    cards = {"P": "1 | creatures with blocker: gain blocker", "Q": "1", "R": "1"}
    answers = found_of(cards, grounds="all fixed points").answers
    assert answers is not None and len(answers) == 8


def test_so_many_words_may_pass_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two that pass their colours to each other may both have any."""
    cards = {
        "P": "dark 1 | self: colours += colours of Q",
        "Q": "1 | self: colours += colours of P",
    }
    situation = table(cards, rulebook=game({"groundedness": "all fixed points"}))
    words = len(Settling(situation).candidates.words("colours"))
    monkeypatch.setattr(search, "WORDS", words)
    answers = derive(situation).answers
    assert answers is not None
    assert [one.final["Q", "colours"] for one in answers] == [("dark",)]
    monkeypatch.setattr(search, "WORDS", words - 1)
    with pytest.raises(LayerlawError, match="too many words of colours"):
        derive(situation)


@pytest.mark.parametrize(
    ("gives", "takes", "there"),
    [
        ("colours += light", "colours -= light", "is not light"),
        ("gain blocker", "lose blocker", "does not have blocker"),
        ("gain blocker", "lose all abilities but haste", "does not have blocker"),
        ("gain blocker", "can't have blocker", "does not have blocker"),
    ],
)
def test_what_is_given_and_taken_at_once_has_no_ground(gives: str, takes: str, there: str) -> None:
    """Given alone it would undo both; together they leave everything as it is."""
    cards = {
        "P": "1",
        "Q": f"1 | P: {gives} as long as P {there}",
        "R": f"1 | P: {takes} as long as P {there}",
    }
    found = found_of(cards)
    assert found.verdict == "paradox"
    assert [one.effects for one in found.lifted] == [("Q.1", "R.1")]


def test_of_three_that_hold_themselves_up_any_may() -> None:
    """They do not bear on each other."""
    line = "1 | self: gain haste as long as self has haste"
    settling = Settling(table({"P": line, "Q": line, "R": line}))
    lifted, complete = settling.lifted()
    assert complete and len(lifted) == 7
