"""Words that only what has one of their types gains: by hand and by the oracle."""

from __future__ import annotations

from itertools import permutations
from random import Random
from typing import Any, cast

import pytest
from lands import CARDS, FILE, board, edges, with_types_alone

from comparing import assert_same
from layerlaw.model import BadInput
from layerlaw.model.rulebooks.load import loads_rulebook
from layerlaw.model.scenarios.scenario import Scenario
from layerlaw.solver import solve
from layerlaw.solver.certificate import certificate_of
from layerlaw.solver.derivation.answer import Answer
from layerlaw.solver.effects.operations import OperandFitting

MORE = """
  Tide: {is: [enchantment], has: ["objects: subtypes += {forest, elf}"]}
  Folk: {is: [enchantment], has: ["objects: subtypes := {mountain, goblin}"]}
  Heirs: {is: [artifact], has: ['objects: subtypes += subtypes of (objects named "Arbor")']}
  Masks: {is: [artifact], has: ["objects: subtypes += every creature type"]}
  Rise: {is: [enchantment], has: ["lands: types += creature; lands: subtypes += elf"]}
"""
OWN = ("Tide", "Folk", "Heirs", "Masks", "Rise")
POOL = sorted({line[2:].split(":")[0] for line in CARDS.splitlines() if line[2:3].isalpha()})
"""The cards of the other tests."""


def lands(*cards: str) -> Scenario:
    """The cards enter in this order."""
    return board(*cards, cards_of_its_own=MORE.rstrip(), under=with_types_alone)


def subtypes(answer: Answer) -> dict[str, list[str]]:
    """The subtypes of each object, by what is printed on it."""
    objects = cast("dict[str, dict[str, Any]]", answer.to_dict()["objects"])
    return {one.card.name: objects[one.id]["subtypes"] for one in answer.situation.things}


@pytest.mark.parametrize(
    ("cards", "expected"),
    [
        (("Tide", "Forest", "Bear", "Moon"), {"Forest": ["forest"], "Bear": ["elf", "goblin"]}),
        (("Tide", "Tower"), {"Tide": [], "Tower": ["desert", "forest"]}),
        (("Tide", "Arbor"), {"Arbor": ["elf", "forest"]}),
        (
            ("Folk", "Tower", "Arbor", "Saproling"),
            {
                "Folk": [],
                "Tower": ["mountain"],
                "Arbor": ["goblin", "mountain"],
                "Saproling": ["goblin"],
            },
        ),
        (
            ("Heirs", "Arbor", "Tower", "Bear"),
            {"Heirs": [], "Tower": ["desert", "forest"], "Bear": ["elf", "goblin"]},
        ),
        (("Masks", "Tower", "Bear"), {"Tower": ["desert"], "Bear": ["elf", "goblin", "saproling"]}),
        # An effect that gives the type gives the words with it.
        (("Song", "Bear"), {"Bear": ["forest"]}),
        (("Rise", "Tower"), {"Tower": ["desert", "elf"]}),
    ],
)
def test_what_is_gained(cards: tuple[str, ...], expected: dict[str, list[str]]) -> None:
    """Worked out by hand: a land gains land types, a creature creature types, others none."""
    answer = solve(lands(*cards))
    assert certificate_of(answer).check().ok
    assert {card: subtypes(answer)[card] for card in expected} == expected


def test_a_land_that_gains_no_word_keeps_its_text() -> None:
    """The Tower is made a Mountain and loses what it says; the Bear that is made none keeps it."""
    answer = solve(lands("Folk", "Tower", "Bear"))
    objects = cast("dict[str, dict[str, Any]]", answer.to_dict()["objects"])
    assert objects["Bea2"]["abilities"] == ["Flying"]
    assert objects["Tow1"]["power"] is None


def test_what_gives_the_type_is_waited_for() -> None:
    """Tide depends on what makes lands of other things, in each order, by what it would do."""
    for order in permutations(("Tide", "Deed", "Bear")):
        answer = solve(lands(*order))
        assert edges(answer) == {("Tide", "Deed")}
        assert subtypes(answer)["Bear"] == ["elf", "forest", "goblin"]
        assert certificate_of(answer).check().ok
    [found] = [one for each in answer.layers for graph in each.graphs for one in graph.found]
    assert (found.witness.before, found.witness.after) == ("Bea0: elf", "Bea0: elf, forest")


@pytest.mark.slow
def test_the_oracle_says_the_same_of_random_boards_in_every_order() -> None:
    """Boards of two or three cards, one of them such a card, in each order of arrival."""
    chance = Random(205)
    for _ in range(12):
        cards = [chance.choice(OWN), *chance.choices((*POOL, *OWN), k=chance.choice((1, 2)))]
        for order in sorted(set(permutations(cards))):
            scenario = lands(*order)
            assert_same(scenario)
            assert certificate_of(solve(scenario)).check().ok, order


@pytest.mark.parametrize("cards", [("Tide", "Bear"), ("Folk", "Tower"), ("Heirs", "Arbor", "Bear")])
def test_the_certificate_refuses_words_without_their_types(
    cards: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A solver that gives every word to everything is found out."""
    assert certificate_of(solve(lands(*cards))).check().ok
    monkeypatch.setattr(
        OperandFitting, "of_all", lambda self, context, board, _: self._words(context, board, -1)
    )
    assert certificate_of(solve(lands(*cards))).check().ok is False


def test_the_clause_has_to_be_there() -> None:
    """`needs type` names a clause of the rulebook."""
    text = FILE.read_text(encoding="utf-8")
    with pytest.raises(BadInput, match="L-9"):
        loads_rulebook(text.replace("clause: L-2}", "needs type: L-9, clause: L-2}"))
