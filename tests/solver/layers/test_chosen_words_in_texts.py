"""A word that was chosen is no word of the text (Magic 612.2): changes of text leave it alone."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from comparing import assert_same
from layerlaw.model import loads_scenario
from layerlaw.model.cards.card import Card, PrintedAbility, chosen_for
from layerlaw.model.scenarios.scenario import Scenario
from layerlaw.solver import solve, verify, written_certificate
from layerlaw.solver.certificate import certificate_of
from layerlaw.solver.derivation.answer import Answer
from layerlaw.solver.effects import texts

CARDS = """
  Servant: {is: [artifact, creature], power: 1, toughness: 3,
    has: ["objects in any zone: colors += the chosen color"]}
  Banner: {is: [artifact],
    has: ["creatures of the chosen color: power += 1; blue creatures: gain Flying"]}
  Engine: {is: [enchantment],
    has: ["creatures: gain [blue creatures: power += 1], colors += the chosen color"]}
  Mist: {is: [enchantment], has: ["permanents: blue becomes the chosen color in its text"]}
  Tide: {is: [enchantment],
    has: ["permanents: the chosen color becomes the other chosen color in its text"]}
  Wash: {is: [enchantment], has: ["permanents: blue becomes red in its text"]}
  Blush: {is: [artifact], has: ["permanents but not self: red becomes green in its text"]}
  Lace: {is: [artifact], has: ["artifacts: blue becomes white in its text"]}
  Fan: {is: [creature], colors: [blue], power: 1, toughness: 1, has: ["red creatures: power += 2"]}
  Shade: {is: [creature], colors: [red], power: 2, toughness: 2, has: [Protection from blue]}
  Mirror: {is: [creature], power: 0, toughness: 0, enters: ["self: copy of target"]}
"""
CHOOSE_ONE, CHOOSE_TWO = ("Servant", "Banner", "Engine", "Mist"), ("Tide",)
PLAIN = ("Wash", "Blush", "Lace", "Fan", "Shade")
COLORS = ("blue", "red", "green")


def board(*plays: str) -> Scenario:
    """These events, of one player."""
    lines = "\n".join(f"  - you: {one}" for one in plays)
    text = f"title: A board\nrulebook: magic-2026-04\nplayers: [you, me]\ncards:{CARDS}"
    return loads_scenario(f"{text}play:\n{lines}\n")


def abilities(answer: Answer, id: str) -> str:
    """The abilities of an object, in one text."""
    return str(answer.value(id, "abilities"))


def random_board(chance: Random) -> Scenario:
    """Up to five cards, of which one chooses and one changes texts."""
    cards = [chance.choice(CHOOSE_ONE), chance.choice((*PLAIN[:3], *CHOOSE_TWO))]
    cards += chance.choices((*CHOOSE_ONE, *PLAIN, "Mirror"), k=chance.randrange(3))
    chance.shuffle(cards)
    plays = []
    for place, card in enumerate(cards):
        copied = ""
        if card == "Mirror" and place and cards[place - 1] in (*CHOOSE_ONE, *PLAIN):
            copied = f" copying X{place - 1}"
        chosen = cards[place - 1] if copied else card
        words = chance.sample(COLORS, 2)
        choosing = f" choosing {words[0]}" if chosen in CHOOSE_ONE else ""
        choosing = f" choosing {' and '.join(words)}" if chosen in CHOOSE_TWO else choosing
        plays.append(f"{card} as X{place}{copied}{choosing}")
    return board(*plays)


def test_what_is_chosen_stays_and_what_is_written_changes() -> None:
    """The Banner helps what is blue, as was chosen; and it gives flying to what is red."""
    scenario = board("Banner as B choosing blue", "Fan as F", "Shade as S", "Wash as W")
    assert_same(scenario)
    answer = solve(scenario)
    assert answer.value("F", "power") == 2
    assert "Flying" not in abilities(answer, "F")
    assert "Flying from B.1.red" in abilities(answer, "S")
    assert verify(written_certificate(answer)).outcome == "verified"


@pytest.mark.slow
def test_a_word_that_comes_to_be_written_beside_the_chosen_one_is_text() -> None:
    """Blue turns red and then green where it is written; the red that was chosen stays."""
    scenario = board("Banner as B choosing red", "Shade as S", "Wash as W", "Blush as R")
    assert_same(scenario)
    answer = solve(scenario)
    assert answer.value("S", "power") == 3
    assert "Flying" not in abilities(answer, "S")
    assert certificate_of(answer).check().ok


@pytest.mark.slow
def test_what_a_change_of_text_was_chosen_to_say_is_no_text() -> None:
    """CR-612.2: Mist makes blue red, as was chosen, though Blush makes reds green in its text."""
    scenario = board("Mist as M choosing red", "Fan as F", "Servant as P choosing green")
    assert_same(scenario)
    changed = board(
        "Blush as R", "Mist as M choosing red", "Banner as B choosing green", "Shade as S"
    )
    assert_same(changed)
    answer = solve(changed)
    assert "Flying from B.1.red" in abilities(answer, "S")
    assert certificate_of(answer).check().ok


@pytest.mark.slow
def test_a_copy_has_its_own_choice_and_neither_is_text() -> None:
    """What was chosen for the copy stays as well."""
    scenario = board(
        "Servant as P choosing blue", "Mirror as M copying P choosing red", "Wash as W", "Fan as F"
    )
    assert_same(scenario)
    answer = solve(scenario)
    assert answer.value("F", "colors") == ("blue", "red")
    assert certificate_of(answer).check().ok


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(30))
def test_the_oracle_says_the_same_of_random_boards(seed: int) -> None:
    """Boards of up to five cards; each answer is certified."""
    scenario = random_board(Random(seed))
    assert_same(scenario)
    assert certificate_of(solve(scenario)).check().ok


def test_the_certificate_refuses_a_chosen_word_that_changed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A solver that takes what was chosen for text is found out."""
    scenario = board("Servant as P choosing blue", "Wash as W", "Fan as F")
    whole: Any = texts.changed_instance

    def careless(rulebook: Any, instances: Any, number: int, operation: Any) -> Any:
        bare = {number: replace(instances[number], made=None)}

        class Bare:
            def __getitem__(self, key: int) -> object:
                return bare.get(key) or instances[key]

            def number(self, key: object, instance: object) -> object:
                return instances.number(key, instance)

        return whole(rulebook, Bare(), number, operation)

    assert certificate_of(solve(scenario)).check().ok
    monkeypatch.setattr(texts, "changed_instance", careless)
    assert not certificate_of(solve(scenario)).check().ok


def test_only_words_of_sets_are_kept_apart() -> None:
    """A chosen player or object is no word that a change of text could replace."""
    scenario = board("Servant as P choosing blue", "Tide as T choosing red and blue", "Fan as F")
    cards: dict[str, Card] = {one.card.name: one.card for one in solve(scenario).situation.things}
    made: dict[str, PrintedAbility] = {name: card.abilities[0] for name, card in cards.items()}
    assert made["Servant"].made is not None
    assert made["Servant"].made.words == ("blue",)
    assert made["Tide"].made is not None
    assert made["Tide"].made.words == ("red", "blue")
    assert made["Tide"].made.ability == made["Tide"].ability
    assert made["Fan"].made is None
    assert chosen_for(cards["Fan"], "blue") is cards["Fan"]
