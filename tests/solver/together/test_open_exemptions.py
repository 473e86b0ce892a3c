"""Whom an effect does nothing to, though they are in its scope, may itself have to be guessed."""

from __future__ import annotations

from dataclasses import replace

import pytest

from layerlaw.model.algebra import Member
from layerlaw.solver import derive
from layerlaw.solver.certificate import Certificate
from layerlaw.solver.together import search
from together import game, table


@pytest.mark.parametrize("few", [-1, search.FEW])
def test_what_cannot_be_modified_as_long_as_it_is_not(
    few: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """P gains haste, or it is kept from that by what asks for creatures without haste."""
    monkeypatch.setattr(search, "FEW", few)
    cards = {
        "Q": "relic 1 | creatures without haste: can't be modified",
        "R": "relic 1 | creatures: gain haste",
        "P": "1",
    }
    found = derive(table(cards))
    assert found.answers is not None
    told = [
        (one.final["P", "can't be modified"], "haste from" in str(one.final["P", "abilities"]))
        for one in found.answers
    ]
    assert sorted(told) == [(False, True), (True, False)]
    assert Certificate(found.facts).check().ok


@pytest.mark.parametrize("few", [-1, search.FEW])
def test_what_is_immune_as_long_as_it_is_not_changed(
    few: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """P is made stronger, or it is light: what is weak is, and no power of that is changed."""
    monkeypatch.setattr(search, "FEW", few)
    book = replace(game(), immune=((Member("colours", "light"), "change power", "C1"),))
    cards = {
        "Q": "relic 1 | creatures with power <= 1: colours += light",
        "R": "relic 1 | creatures: power += 1",
        "P": "1",
    }
    found = derive(table(cards, rulebook=book))
    assert found.answers is not None
    told = [(one.final["P", "power"], one.final["P", "colours"]) for one in found.answers]
    assert sorted(told, key=str) == [(1, ("light",)), (2, ())]
    assert Certificate(found.facts).check().ok


@pytest.mark.parametrize("few", [-1, search.FEW])
def test_what_is_done_to_the_same_creatures_may_pass_by_some_of_them(
    few: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """P has haste and is light for that, and what else is done to those like it passes it by."""
    monkeypatch.setattr(search, "FEW", few)
    book = replace(game(), immune=((Member("colours", "light"), "change power", "C1"),))
    cards = {
        "R": "relic 1 | creatures without haste: gain blocker",
        "S": "relic 1 | creatures with haste: colours += light",
        "T": "relic 1 | creatures without blocker: power += 1",
        "Q": "relic 1 | creatures without blocker: gain haste",
        "P": "1",
    }
    found = derive(table(cards, rulebook=book))
    assert found.answers is not None
    told = [(one.final["P", "power"], one.final["P", "colours"]) for one in found.answers]
    assert sorted(told) == [(1, ()), (1, ("light",))]
    assert Certificate(found.facts).check().ok


@pytest.mark.parametrize("few", [-1, search.FEW])
def test_what_is_done_to_the_same_creatures_passes_by_what_another_one_of_it_has_marked(
    few: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Q gives haste to P and marks it, so that T does nothing to it; else P has blocker."""
    monkeypatch.setattr(search, "FEW", few)
    cards = {
        "R": "relic 1 | creatures without haste: gain blocker",
        "T": "relic 1 | creatures without blocker: power += 1",
        "Q": "relic 1 | creatures without blocker: gain haste, can't be modified",
        "P": "1",
    }
    found = derive(table(cards))
    assert found.answers is not None
    told = [(one.final["P", "power"], one.effects) for one in found.answers]
    assert told == [(1, ("R.1", "T.1", "Q.1"))] * 2
    assert Certificate(found.facts).check().ok


def test_what_is_done_to_the_same_creatures_may_pass_by_others_for_each() -> None:
    """Nobody's power is changed who is light, and no cost of what is dark, as P may become."""
    book = replace(
        game(),
        immune=(
            (Member("colours", "light"), "change power", "C1"),
            (Member("colours", "dark"), "set cost", "C1"),
        ),
    )
    cards = {
        "R": "relic | creatures with power <= 1: gain blocker",
        "S": "relic | creatures with power >= 2: colours += dark",
        "U": "relic | creatures without blocker: cost := 1",
        "T": "relic | creatures without blocker: power += 1",
        "P": "1",
    }
    found = derive(table(cards, rulebook=book))
    told = [(one.final["P", "power"], one.final["P", "cost"]) for one in found.answers or ()]
    assert sorted(told, key=str) == [(1, None), (2, None)]
    assert Certificate(found.facts).check().ok
