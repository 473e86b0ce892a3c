"""Which abilities an effect takes, and which a copy of a card leaves: worked out by hand."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

import pytest

from comparing import assert_same
from layerlaw.model.algebra import Ability, CopyOf, Gain, Identified, LoseAll
from layerlaw.model.rulebooks.rulebook import Layer, Rulebook
from layerlaw.solver import Answer
from oracle.build import card, play, scenario, text
from oracle.small_rulebook import CLAUSE, LAYERS, small_rulebook

FLY, HIDE = Ability("Airborne"), Ability("Stealth")


def in_one_layer() -> Rulebook:
    """The small rulebook with everything in one layer, by timestamps alone."""
    words = ("change text", *(word for layer in LAYERS[:-1] for word in layer.does))
    layers = (Layer("one", "all", CLAUSE, words), LAYERS[-1])
    book = small_rulebook({"test": "none"})
    return replace(book, layers=layers, points={})


def keywords_of(answer: Answer, id: str) -> set[str]:
    """The keywords that the object has."""
    every = (answer.instances.keyword(number) for number in answer.abilities(id))
    return {keyword for keyword in every if keyword is not None}


@pytest.mark.parametrize(
    ("but", "left"),
    [
        ((), set()),
        (("Airborne",), {"Airborne"}),
        (("Airborne", "Stealth"), {"Airborne", "Stealth"}),
    ],
)
def test_all_abilities_but_those_named_are_lost(but: tuple[str, ...], left: set[str]) -> None:
    """SORC-LOSE-1."""
    events = [
        play(card("C", FLY, HIDE), "C"),
        play(card("X", text((Identified("C"), [LoseAll(but)]))), "X"),
    ]
    answer = assert_same(scenario(small_rulebook({}), events))
    assert answer is not None
    assert keywords_of(answer, "C") == left


@pytest.mark.parametrize(
    ("copied", "keywords"), [("", {"Stealth"}), ("text", {"Airborne", "Stealth"})]
)
def test_a_copied_card_takes_what_was_given_and_a_copied_text_does_not(
    copied: Literal["", "text"], keywords: set[str]
) -> None:
    """Airborne was given before; of the text alone the other one's text is replaced."""
    events = [
        play(card("C", text((Identified("Q"), [Gain(FLY)]))), "C"),
        play(card("O", HIDE), "O"),
        play(card("G", text((Identified("C"), [Gain(FLY)]))), "G"),
        play(card("X", text((Identified("C"), [CopyOf(Identified("O"), text=copied)]))), "X"),
    ]
    answer = assert_same(scenario(in_one_layer(), events))
    assert answer is not None
    assert keywords_of(answer, "C") == keywords
